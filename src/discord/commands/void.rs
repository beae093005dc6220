//! The `/void` and `/unvoid` commands, which exclude a deal from the statistics or include it again. Both
//! require *Manage Server*.

use poise::serenity_prelude as serenity;

use super::answer::answer;
use super::deal_lookup::{choice, deal_id, deals};
use super::season_lookup;
use crate::discord::clock;
use crate::discord::interactions::autocomplete;
use crate::discord::interactions::context::UserContext;
use crate::discord::interactions::responder::Reply;
use crate::discord::messages;
use crate::discord::state::{Error, Slash};
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
        with_managed_deal(person, &deal, async |server, deal| {
            if reason.trim().is_empty() {
                return Ok(Reply::aside(person.say("void-no-reason")));
            }
            let store = person.data.preferences.store();
            store.void(server, deal, person.caller.user, &reason, clock::now()).await?;
            announcement(person, server, deal).await
        })
        .await
    })
    .await
}

/// Makes a void deal count again.
#[poise::command(slash_command, guild_only)]
pub(super) async fn unvoid(ctx: Slash<'_>, #[autocomplete = "void_deals"] deal: String) -> Result<(), Error> {
    answer(ctx, async |person| {
        with_managed_deal(person, &deal, async |server, deal| {
            person.data.preferences.store().unvoid(server, deal).await?;
            announcement(person, server, deal).await
        })
        .await
    })
    .await
}

/// Runs `work` on a deal if the user is a server manager and the deal number is valid.
async fn with_managed_deal(
    person: &UserContext<'_>,
    typed: &str,
    work: impl AsyncFnOnce(ServerId, DealId) -> Result<Reply, StoreError>,
) -> Reply {
    let Some(server) = person.caller.server else { return Reply::aside(person.say("notice-direct-message")) };
    if !person.caller.manages {
        let permission = person.say("permission-manage-server");
        let text = person.look.text();
        return Reply::aside(text.with("void-manage-only", &[("permission", permission.into())]));
    }
    let Some(deal) = deal_id(typed) else { return Reply::aside(person.say("replay-which")) };
    work(server, deal).await.unwrap_or_else(|error| season_lookup::refused(person, &error))
}

/// Creates the public announcement that a deal no longer counts, or counts again.
async fn announcement(person: &UserContext<'_>, server: ServerId, id: DealId) -> Result<Reply, StoreError> {
    let store = person.data.preferences.store();
    let deal = store.deal(server, id).await?.ok_or(StoreError::NoSuchDeal(id))?;
    let look = person.data.preferences.public_look(server).await;
    Ok(Reply::Public(messages::voided(&deal, person.caller.user, look)))
}

/// Suggests the server's newest void deals.
async fn void_deals(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    autocomplete::offer_after(ctx, typed, async |person: &UserContext<'_>| {
        let store = person.data.preferences.store();
        let server = person.caller.server?;
        let all = store.history(server, &Filter::default(), None, LONGEST_HISTORY_PAGE).await.ok()?;
        Some(all.iter().filter(|deal| deal.void.is_some()).map(|deal| choice(person, deal)).collect())
    })
    .await
}
