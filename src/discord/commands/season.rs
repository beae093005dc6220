//! The `/season` command, which shows the seasons of a server, and the buttons in messages about seasons.

use poise::serenity_prelude as serenity;

use super::common::failure::Failure;
use super::common::season_lookup;
use super::common::table_command::answer;
use super::evening;
use crate::discord::clock;
use crate::discord::custom_id::SeasonsId;
use crate::discord::interactions::context::{self, UserContext};
use crate::discord::interactions::reply::Reply;
use crate::discord::messages;
use crate::discord::state::{Error, Slash};
use crate::store::{SeasonId, Signal, StoreError};
use crate::table::{ServerId, UnixMillis, UserId};
use crate::text::args;

/// Number of seasons per page in the season list.
const PAGE: u32 = 15;

/// Parent command for the `/season` subcommands. Users cannot run it directly.
#[poise::command(slash_command, guild_only, subcommands("show", "list"))]
#[allow(clippy::unused_async)] // poise requires an async function
pub(super) async fn season(_: Slash<'_>) -> Result<(), Error> {
    Ok(())
}

/// Shows the standings of a season.
#[poise::command(slash_command, guild_only, rename = "show")]
async fn show(
    ctx: Slash<'_>,
    #[autocomplete = "season_lookup::seasons"] season: Option<String>,
) -> Result<(), Error> {
    answer(ctx, async |user| {
        let season = season_lookup::season(user, season.as_deref()).await?;
        standings(user, season.ok_or(Failure::Key("season-none"))?.id).await
    })
    .await
}

/// Lists all seasons of the server.
#[poise::command(slash_command, guild_only)]
async fn list(ctx: Slash<'_>) -> Result<(), Error> {
    answer(ctx, async |user| listed(user, None).await).await
}

pub(super) async fn signs(
    user: &UserContext<'_>,
    server: ServerId,
    season: SeasonId,
) -> Result<Vec<Signal>, StoreError> {
    // The id of an account contains its creation time.
    let created = |UserId(user): UserId| {
        UnixMillis(serenity::UserId::new(user.max(1)).created_at().unix_timestamp().saturating_mul(1000))
    };
    user.store().review(server, season, created).await
}

/// Handles a button press or menu selection in a season message.
pub(in crate::discord) async fn pressed(user: &UserContext<'_>, id: SeasonsId) -> Result<Reply, Failure> {
    match id {
        SeasonsId::Show(season) => standings(user, season).await,
        SeasonsId::List(before) => listed(user, before).await,
        SeasonsId::End(season) => ended(user, user.managed_server()?, season).await,
        SeasonsId::Evening(table) => evening::show(user, table).await,
    }
}

/// Replies with the standings of a season. For server managers, the reply also shows the number of possible
/// signs of collusion.
async fn standings(user: &UserContext<'_>, season: SeasonId) -> Result<Reply, Failure> {
    let server = user.server()?;
    let summary = user.store().summary(server, season).await?;
    let next = user.data.preferences.server_settings(server).await.time_zone;
    let mut message = messages::season(&summary, &next, user.appearance);
    if user.caller.manages {
        let signs = signs(user, server, season).await?.len();
        let note = user.appearance.formatter().with("review-note", args![signs]);
        message = context::noted(message, (signs > 0).then_some(note.as_str()));
    }
    Ok(Reply::InPlace(message.into()))
}

async fn listed(user: &UserContext<'_>, before: Option<SeasonId>) -> Result<Reply, Failure> {
    let (server, store) = (user.server()?, user.store());
    // Ends a monthly season whose month is over.
    store.season_now(server, clock::now()).await?;
    // One extra season tells whether there is another page.
    let mut seasons = store.seasons(server, before, PAGE + 1).await?;
    let more = seasons.len() > PAGE as usize;
    seasons.truncate(PAGE as usize);
    Ok(Reply::InPlace(messages::seasons(&seasons, before, more, user.appearance).into()))
}

/// Ends a season after the user's confirmation, and announces the end in a public reply. Returns an error if
/// the season is no longer the current one.
///
/// The reply includes the season summary, unless the server has a separate channel for summaries.
async fn ended(user: &UserContext<'_>, server: ServerId, season: SeasonId) -> Result<Reply, Failure> {
    let store = user.store();
    let ended = match store.end_this_season(server, season, clock::now()).await {
        Err(StoreError::NoSeasonRuns) => return Err(Failure::Key("season-ended-elsewhere")),
        ended => ended?,
    };
    let appearance = user.data.preferences.public_appearance(server).await;
    // The summary is posted in exactly one place.
    let summary = match store.summary_channel(server).await? {
        Some(_) => None,
        None => Some(store.summary(server, ended.id).await?),
    };
    user.data.seasons_ended.notify_one();
    Ok(Reply::Public(messages::season_ended(&user.caller.name, &ended, summary.as_ref(), appearance)))
}
