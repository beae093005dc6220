//! The `/verify` command, which checks that a deal matches the commitment posted before the deal.

use super::common::deal_lookup::{RecordedDeal, deal_id, deals, recorded_deal};
use super::common::failure::Failure;
use super::common::table_command::answer;
use crate::discord::interactions::context::UserContext;
use crate::discord::interactions::reply::Reply;
use crate::discord::messages;
use crate::discord::state::{Error, Slash};
use crate::store::DealId;
use crate::table::TableId;
use crate::table::shuffle::{Commitment, Proof};

/// Verifies the shuffle of a finished deal and shows the result.
#[poise::command(slash_command, guild_only)]
pub(super) async fn verify(ctx: Slash<'_>, #[autocomplete = "deals"] deal: String) -> Result<(), Error> {
    answer(ctx, async |user| verified(user, deal_id(&deal)?).await).await
}

/// Verifies the shuffle of a deal and creates a reply with the result.
pub(super) async fn verified(user: &UserContext<'_>, id: DealId) -> Result<Reply, Failure> {
    let recorded = recorded_deal(user, id).await?;
    let posted = user.store().posted_commitment(recorded.deal.table, recorded.deal.number).await?;
    Ok(compared(user, &recorded, posted))
}

/// Creates a reply that compares the shuffle of a deal with the commitment that was posted before it.
fn compared(
    user: &UserContext<'_>,
    RecordedDeal { deal, record, .. }: &RecordedDeal,
    posted: Option<Commitment>,
) -> Reply {
    let message = match Proof::of(record) {
        Ok(proof) => messages::verified(deal, proof.as_ref(), posted, user.appearance),
        Err(unreadable) => messages::unverifiable(deal, &unreadable, user.appearance),
    };
    Reply::Ephemeral(message.into())
}

/// Replies with the proof of a shuffle, found by its commitment. While the deal is running, only the
/// commitment is known.
pub(in crate::discord) async fn shuffle(
    user: &UserContext<'_>,
    table: TableId,
    commitment: Commitment,
) -> Result<Reply, Failure> {
    let number = user.store().deal_of_commitment(table, &commitment).await?;
    let number = number.ok_or(Failure::Key("shuffle-unknown"))?;
    match user.store().deal_id(table, number).await? {
        Some(deal) => Ok(compared(user, &recorded_deal(user, deal).await?, Some(commitment))),
        None => Ok(Reply::Ephemeral(messages::fair_shuffle(number, &commitment, user.appearance).into())),
    }
}
