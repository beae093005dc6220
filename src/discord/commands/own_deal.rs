//! The button that shows a player's own hand and tricks in a finished deal.

use super::common::deal_lookup::recorded_deal;
use super::common::failure::Failure;
use super::replay::position;
use crate::discord::interactions::context::UserContext;
use crate::discord::interactions::reply::Reply;
use crate::discord::messages;
use crate::table::TableId;
use ulti_rules::Seat;

/// Replies with the user's own hand and tricks in deal `number` at a table. The table must belong to the
/// user's server.
pub(in crate::discord) async fn own_deal(
    user: &UserContext<'_>,
    table: TableId,
    number: u32,
) -> Result<Reply, Failure> {
    let deal = user.store().deal_id(table, number).await?.ok_or(Failure::Key("analysis-unavailable"))?;
    let recorded = recorded_deal(user, deal).await?;
    let played = |seat: &Seat| recorded.deal.seats[*seat].user == Some(user.caller.user);
    let seat = Seat::ALL.into_iter().find(played).ok_or(Failure::Key("own-not-there"))?;
    let replayed = position(recorded)?;
    Ok(Reply::Ephemeral(messages::own_deal(&replayed, seat, user.appearance).into()))
}
