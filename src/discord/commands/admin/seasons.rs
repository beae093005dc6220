//! The `/ulti-admin season` commands, which start, end, rename and review the seasons of a server.

use crate::discord::clock;
use crate::discord::commands::common::failure::Failure;
use crate::discord::commands::common::season_lookup;
use crate::discord::commands::common::table_command::answer;
use crate::discord::commands::season::signs;
use crate::discord::interactions::context::UserContext;
use crate::discord::interactions::reply::Reply;
use crate::discord::messages;
use crate::discord::state::{Error, Slash};
use crate::store::{LONGEST_SEASON_NAME, ServerSetting, StoreError};
use crate::table::ServerId;
use crate::text::{self, args};
use crate::visible_text::is_invisible;

/// Parent command for the `/ulti-admin season` subcommands. Users cannot run it directly.
#[poise::command(
    slash_command,
    guild_only,
    subcommands("start", "end", "rename", "monthly", "summary", "review")
)]
#[allow(clippy::unused_async)] // poise requires an async function
pub(super) async fn season(_: Slash<'_>) -> Result<(), Error> {
    Ok(())
}

/// Starts a new season.
#[poise::command(slash_command, guild_only)]
async fn start(ctx: Slash<'_>, name: String) -> Result<(), Error> {
    answer(ctx, async |user| {
        let server = user.managed_server()?;
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
        let running = user.store().season_now(user.managed_server()?, clock::now()).await?;
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
        let server = user.managed_server()?;
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
        let (server, preferences) = (user.managed_server()?, &user.data.preferences);
        preferences.set_server(server, ServerSetting::MonthlySeasons(on)).await?;
        if !on {
            return Ok(Reply::ephemeral(user.text("season-monthly-off")));
        }
        let zone = preferences.server_settings(server).await.time_zone;
        let zone = args![zone = zone.name().to_owned()];
        Ok(Reply::ephemeral(user.appearance.formatter().with("season-monthly-on", zone)))
    })
    .await
}

/// Sets whether the bot posts a summary in the current channel when a season ends.
#[poise::command(slash_command, guild_only)]
async fn summary(ctx: Slash<'_>, on: bool) -> Result<(), Error> {
    answer(ctx, async |user| {
        let server = user.managed_server()?;
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
        let server = user.managed_server()?;
        let season = season_lookup::season(user, season.as_deref()).await?;
        let season = season.ok_or(Failure::Key("season-none"))?;
        let signs = signs(user, server, season.id).await?;
        Ok(Reply::Ephemeral(messages::review(&season, &signs, user.appearance).into()))
    })
    .await
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
    if name.chars().any(is_invisible) {
        return Err(StoreError::NoSeasonName { longest: LONGEST_SEASON_NAME }.into());
    }
    if season_lookup::is_all(name) || text::month(user.appearance.lang, name.trim()).is_some() {
        return Err(Failure::Key("season-name-reserved"));
    }
    Ok(())
}
