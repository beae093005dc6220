//! The `/season` command, which shows and manages the seasons of a server.

use poise::serenity_prelude as serenity;

use super::common::failure::Failure;
use super::common::season_lookup;
use super::common::table_command::answer;
use super::evening;
use crate::discord::clock;
use crate::discord::custom_id::SeasonsId;
use crate::discord::interactions::context::{self, UserContext};
use crate::discord::interactions::responder::Reply;
use crate::discord::messages;
use crate::discord::state::{Error, Slash};
use crate::store::{LONGEST_SEASON_NAME, SeasonId, ServerSetting, Signal, StoreError};
use crate::table::{ServerId, UnixMillis, UserId};
use crate::text::{self, args};

/// Number of seasons per page in the season list.
const PAGE: u32 = 15;

/// Parent command for the `/season` subcommands. Users cannot run it directly.
#[poise::command(
    slash_command,
    guild_only,
    subcommands("show", "list", "start", "end", "rename", "monthly", "summary", "review")
)]
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

/// Starts a new season.
#[poise::command(slash_command, guild_only)]
async fn start(ctx: Slash<'_>, name: String) -> Result<(), Error> {
    answer(ctx, async |user| {
        let server = managed(user)?;
        check_name(user, &name)?;
        check_no_deals(user, server).await?;
        let (season, ended) = user.store().start_season(server, &name, clock::now()).await?;
        user.data.seasons_ended.notify_one();
        let appearance = user.data.preferences.public_appearance(server).await;
        Ok(Reply::Public(messages::season_started(&user.caller.name, &season, ended.as_ref(), appearance)))
    })
    .await
}

/// Asks the user to confirm that the current season should end.
#[poise::command(slash_command, guild_only)]
async fn end(ctx: Slash<'_>) -> Result<(), Error> {
    answer(ctx, async |user| {
        let running = user.store().season_now(managed(user)?, clock::now()).await?;
        let running = running.ok_or(StoreError::NoSeasonRuns)?;
        Ok(Reply::Ephemeral(messages::end_season(&running, user.appearance).into()))
    })
    .await
}

/// Renames a season. By default, renames the current season.
#[poise::command(slash_command, guild_only)]
async fn rename(
    ctx: Slash<'_>,
    name: String,
    #[autocomplete = "season_lookup::seasons"] season: Option<String>,
) -> Result<(), Error> {
    answer(ctx, async |user| {
        let server = managed(user)?;
        check_name(user, &name)?;
        let before = match season {
            Some(_) => season_lookup::season(user, season.as_deref()).await?,
            None => user.store().season_now(server, clock::now()).await?,
        };
        let before = before.ok_or(StoreError::NoSeasonRuns)?;
        let after = user.store().rename_season(server, before.id, &name).await?;
        let appearance = user.data.preferences.public_appearance(server).await;
        Ok(Reply::Public(messages::season_renamed(&user.caller.name, &before, &after, appearance)))
    })
    .await
}

/// Sets whether seasons end automatically at the end of each calendar month.
#[poise::command(slash_command, guild_only)]
async fn monthly(ctx: Slash<'_>, on: bool) -> Result<(), Error> {
    answer(ctx, async |user| {
        user.data.preferences.set_server(managed(user)?, ServerSetting::MonthlySeasons(on)).await?;
        Ok(Reply::ephemeral(user.text(if on { "season-monthly-on" } else { "season-monthly-off" })))
    })
    .await
}

/// Sets whether the bot posts a summary in the current channel when a season ends.
#[poise::command(slash_command, guild_only)]
async fn summary(ctx: Slash<'_>, on: bool) -> Result<(), Error> {
    answer(ctx, async |user| {
        let server = managed(user)?;
        if on {
            user.require_bot_permissions()?;
        }
        user.store().set_summary_channel(server, on.then_some(user.caller.channel)).await?;
        Ok(Reply::ephemeral(user.text(if on { "season-summary-on" } else { "season-summary-off" })))
    })
    .await
}

/// Shows possible signs of collusion in ranked deals.
#[poise::command(slash_command, guild_only)]
async fn review(
    ctx: Slash<'_>,
    #[autocomplete = "season_lookup::seasons"] season: Option<String>,
) -> Result<(), Error> {
    answer(ctx, async |user| {
        let server = managed(user)?;
        let season = season_lookup::season(user, season.as_deref()).await?;
        let season = season.ok_or(Failure::Key("season-none"))?;
        let signs = signs(user, server, season.id).await?;
        Ok(Reply::Ephemeral(messages::review(&season, &signs, user.appearance).into()))
    })
    .await
}

async fn signs(
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
        SeasonsId::End(season) => ended(user, managed(user)?, season).await,
        SeasonsId::Evening(table) => evening::show(user, table).await,
    }
}

/// Replies with the standings of a season. For server managers, the reply also shows the number of possible
/// signs of collusion.
async fn standings(user: &UserContext<'_>, season: SeasonId) -> Result<Reply, Failure> {
    let server = user.server()?;
    let summary = user.store().summary(server, season).await?;
    let mut message = messages::season(&summary, user.appearance);
    if user.caller.manages {
        let signs = signs(user, server, season).await?.len();
        let note = user.appearance.formatter().with("review-note", args![signs]);
        message = context::noted(message, (signs > 0).then_some(note.as_str()));
    }
    Ok(Reply::Update(message.into()))
}

async fn listed(user: &UserContext<'_>, before: Option<SeasonId>) -> Result<Reply, Failure> {
    let (server, store) = (user.server()?, user.store());
    // Ends a monthly season whose month is over.
    store.season_now(server, clock::now()).await?;
    // One extra season tells whether there is another page.
    let mut seasons = store.seasons(server, before, PAGE + 1).await?;
    let more = seasons.len() > PAGE as usize;
    seasons.truncate(PAGE as usize);
    Ok(Reply::Update(messages::seasons(&seasons, before, more, user.appearance).into()))
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

/// Returns the id of the user's server, or an error if the user is not a server manager.
fn managed(user: &UserContext<'_>) -> Result<ServerId, Failure> {
    user.managed_server("season-only-managers")
}

/// Returns an error if the current season already has deals. That season must be ended before a new one can
/// start.
async fn check_no_deals(user: &UserContext<'_>, server: ServerId) -> Result<(), Failure> {
    let Some(running) = user.store().season_now(server, clock::now()).await? else { return Ok(()) };
    if user.store().summary(server, running.id).await?.deals == 0 {
        return Ok(());
    }
    let season = messages::season_name(&running, user.appearance);
    Err(user.appearance.formatter().with("season-end-first", args![season]).into())
}

/// Returns an error if the name of a season is misleading.
///
/// Rejects names with invisible characters, names of months, and the name of the autocomplete choice "all
/// seasons".
fn check_name(user: &UserContext<'_>, name: &str) -> Result<(), Failure> {
    if name.chars().any(messages::is_unseen) {
        return Err(StoreError::NoSeasonName { longest: LONGEST_SEASON_NAME }.into());
    }
    if season_lookup::is_all(name) || text::month(user.appearance.lang, name.trim()).is_some() {
        return Err(Failure::Key("season-name-reserved"));
    }
    Ok(())
}
