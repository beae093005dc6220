//! The `/ulti-admin void` and `/ulti-admin unvoid` commands, which exclude a deal from the statistics or
//! include it again.

use std::sync::Arc;

use poise::serenity_prelude as serenity;

use crate::discord::channels::void_deals::DecidedDeal;
use crate::discord::clock;
use crate::discord::commands::common::deal_lookup::{choice, deal_id, deals};
use crate::discord::commands::common::failure::Failure;
use crate::discord::commands::common::table_command::answer;
use crate::discord::interactions::autocomplete;
use crate::discord::interactions::choice::Suggestions;
use crate::discord::interactions::context::UserContext;
use crate::discord::interactions::reply::Reply;
use crate::discord::messages;
use crate::discord::state::{Error, Slash};
use crate::store::{DealId, DealRow, Filter, LONGEST_HISTORY_PAGE, StoreError};
use crate::table::{Journal as _, PastDeal, ServerId};

/// Declares a finished deal void, so that it no longer counts in the statistics.
#[poise::command(slash_command, guild_only)]
pub(super) async fn void(
    ctx: Slash<'_>,
    #[autocomplete = "deals"] deal: String,
    #[max_length = 200] reason: String,
) -> Result<(), Error> {
    answer(ctx, async |user| {
        let (server, deal) = managed_deal(user, &deal)?;
        if reason.trim().is_empty() {
            return Err(Failure::Key("void-no-reason"));
        }
        user.store().void(server, deal, user.caller.user, &reason, clock::now()).await?;
        decided(user, server, deal).await
    })
    .await
}

/// Restores a void deal, so that it counts in the statistics again.
#[poise::command(slash_command, guild_only)]
pub(super) async fn unvoid(ctx: Slash<'_>, #[autocomplete = "void_deals"] deal: String) -> Result<(), Error> {
    answer(ctx, async |user| {
        let (server, deal) = managed_deal(user, &deal)?;
        user.store().unvoid(server, deal).await?;
        decided(user, server, deal).await
    })
    .await
}

/// Parses a deal number. Returns an error if the number is invalid or the user is not a server manager.
fn managed_deal(user: &UserContext<'_>, typed: &str) -> Result<(ServerId, DealId), Failure> {
    Ok((user.managed_server()?, deal_id(typed)?))
}

/// Updates the posted result of a deal that was declared void or restored, and creates the public message
/// that announces the decision.
async fn decided(user: &UserContext<'_>, server: ServerId, id: DealId) -> Result<Reply, Failure> {
    let deal = user.store().deal(server, id).await?.ok_or(StoreError::NoSuchDeal(id))?;
    update_result(user, &deal).await;
    let appearance = user.data.preferences.public_appearance(server).await;
    Ok(Reply::Public(messages::voided(&deal, user.caller.user, appearance)))
}

/// Updates the posted result of a deal. The decision of the manager counts even if that fails.
async fn update_result(user: &UserContext<'_>, deal: &DealRow) {
    let events = match user.store().load(deal.table).await {
        Ok(stored) => stored.events,
        Err(error) => {
            return tracing::warn!(deal = %deal.id, %error, "failed to update posted result of deal");
        }
    };
    let Some(past) = PastDeal::read(deal.table, &events, deal.number) else {
        let error = "deal is missing in journal";
        return tracing::warn!(deal = %deal.id, error, "failed to update posted result of deal");
    };
    if !past.has_ended {
        // The channel may not know the table, if the table was not used since the start of the bot.
        user.data.registry.announce(deal.table).await;
    }
    let is_planned = !past.has_ended && past.later_deals <= 1;
    let table_view = Arc::new(past.table_view);
    user.data.channels.update_result(DecidedDeal { deal: deal.number, table_view, is_planned });
}

/// Suggests void deals as autocomplete choices. Only the server's newest deals are searched.
async fn void_deals(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    autocomplete::offer_after(ctx, typed, async |user: &UserContext<'_>| {
        let (server, store) = (user.caller.server?, user.store());
        let all = store.history(server, &Filter::default(), None, LONGEST_HISTORY_PAGE).await.ok()?;
        let void = all.iter().filter(|deal| deal.void.is_some());
        let choices: Suggestions = void.map(|deal| choice(user, deal)).collect();
        Some(choices.with_parsed(deal_id(typed).ok().map(|id| id.to_string())))
    })
    .await
}
