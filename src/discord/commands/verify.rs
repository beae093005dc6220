//! The `/verify` command, which checks that a deal matches the commitment posted before the deal.

use super::answer::answer;
use super::deal_lookup::{RecordedDeal, deal_id, deals, with_deal};
use crate::discord::interactions::context::UserContext;
use crate::discord::interactions::responder::Reply;
use crate::discord::messages;
use crate::discord::state::{Error, Slash};
use crate::store::StoreError;
use crate::table::shuffle::Proof;

/// Recomputes the shuffle of a finished deal and shows the result.
#[poise::command(slash_command, guild_only)]
pub(super) async fn verify(ctx: Slash<'_>, #[autocomplete = "deals"] deal: String) -> Result<(), Error> {
    answer(ctx, async |person| match deal_id(&deal) {
        Some(deal) => with_deal(person, deal, checked).await,
        None => Reply::aside(person.say("replay-which")),
    })
    .await
}

/// Recomputes a deal's shuffle and creates the reply with the result.
pub(super) async fn checked(person: &UserContext<'_>, found: RecordedDeal) -> Result<Reply, StoreError> {
    let RecordedDeal { deal, record, .. } = found;
    let posted = person.data.preferences.store().posted_commitment(deal.table, deal.number).await?;
    let message = match Proof::of(&record) {
        Ok(proof) => messages::verified(&deal, proof.as_ref(), posted, person.look),
        Err(unreadable) => messages::unverifiable(&deal, &unreadable, person.look),
    };
    Ok(Reply::Aside(message.into()))
}
