//! `/verify`: whether a deal was dealt from what was posted before it.

use super::super::act::Person;
use super::super::data::{Error, Slash};
use super::super::respond::Say;
use super::super::show;
use super::answer;
use super::replay::{Found, deals, number, told};
use crate::store::StoreError;
use crate::table::shuffle::Proof;

/// Recomputes the shuffle of a finished deal.
#[poise::command(slash_command, guild_only)]
pub(super) async fn verify(ctx: Slash<'_>, #[autocomplete = "deals"] deal: String) -> Result<(), Error> {
    answer(ctx, async |person| match number(&deal) {
        Some(deal) => told(person, deal, checked).await,
        None => Say::aside(person.say("replay-which")),
    })
    .await
}

/// What comes of recomputing the shuffle of a deal.
pub(super) async fn checked(person: &Person<'_>, found: Found) -> Result<Say, StoreError> {
    let Found { deal, record, .. } = found;
    let posted = person.data.memory.store().posted_commitment(deal.table, deal.number).await?;
    let message = match Proof::of(&record) {
        Ok(proof) => show::verified(&deal, proof.as_ref(), posted, person.look),
        Err(unreadable) => show::unverifiable(&deal, &unreadable, person.look),
    };
    Ok(Say::Aside(message.into()))
}
