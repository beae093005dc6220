//! `/void` and `/unvoid`: a deal that is not to count, and one that is to count again; for those who
//! manage the server, and said to everybody there.

use poise::serenity_prelude as serenity;

use super::super::act::Person;
use super::super::autocomplete;
use super::super::data::{Error, Slash};
use super::super::respond::Say;
use super::super::{past, show};
use super::answer;
use super::replay::{choice, deals, number};
use crate::store::{DealId, Filter, LONGEST_HISTORY_PAGE, StoreError};
use crate::table::ServerId;

/// Declares a finished deal void.
#[poise::command(slash_command, guild_only)]
pub(super) async fn void(
    ctx: Slash<'_>,
    #[autocomplete = "deals"] deal: String,
    #[max_length = 200] reason: String,
) -> Result<(), Error> {
    answer(ctx, async |person| {
        judged(person, &deal, async |server, deal| {
            if reason.trim().is_empty() {
                return Ok(Say::aside(person.say("void-no-reason")));
            }
            let store = person.data.memory.store();
            store.void(server, deal, person.caller.user, &reason, past::now()).await?;
            said(person, server, deal).await
        })
        .await
    })
    .await
}

/// Lets a void deal count again.
#[poise::command(slash_command, guild_only)]
pub(super) async fn unvoid(ctx: Slash<'_>, #[autocomplete = "void_deals"] deal: String) -> Result<(), Error> {
    answer(ctx, async |person| {
        judged(person, &deal, async |server, deal| {
            person.data.memory.store().unvoid(server, deal).await?;
            said(person, server, deal).await
        })
        .await
    })
    .await
}

/// Does it, if this person may and there is such a deal.
async fn judged(
    person: &Person<'_>,
    typed: &str,
    work: impl AsyncFnOnce(ServerId, DealId) -> Result<Say, StoreError>,
) -> Say {
    let Some(server) = person.caller.server else { return Say::aside(person.say("notice-direct-message")) };
    if !person.caller.manages {
        let permission = person.say("permission-manage-server");
        let text = person.look.text();
        return Say::aside(text.with("void-manage-only", &[("permission", permission.into())]));
    }
    let Some(deal) = number(typed) else { return Say::aside(person.say("replay-which")) };
    work(server, deal).await.unwrap_or_else(|error| past::refused(person, &error))
}

/// What everybody hears of a deal that counts no more, or again.
async fn said(person: &Person<'_>, server: ServerId, id: DealId) -> Result<Say, StoreError> {
    let store = person.data.memory.store();
    let deal = store.deal(server, id).await?.ok_or(StoreError::NoSuchDeal(id))?;
    let look = person.data.memory.public_look(server).await;
    Ok(Say::Public(show::voided(&deal, person.caller.user, look)))
}

/// Offers the newest void deals of this server.
async fn void_deals(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    autocomplete::offer_after(ctx, typed, async |person: &Person<'_>| {
        let store = person.data.memory.store();
        let server = person.caller.server?;
        let all = store.history(server, &Filter::default(), None, LONGEST_HISTORY_PAGE).await.ok()?;
        Some(all.iter().filter(|deal| deal.void.is_some()).map(|deal| choice(person, deal)).collect())
    })
    .await
}
