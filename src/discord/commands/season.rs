//! The `/season` command, which shows and manages the seasons of a server.

use poise::serenity_prelude as serenity;

use super::answer::answer;
use super::evening;
use super::season_lookup;
use crate::discord::clock;
use crate::discord::custom_id::SeasonsId;
use crate::discord::interactions::context::{self, UserContext};
use crate::discord::interactions::responder::Reply;
use crate::discord::messages;
use crate::discord::permissions;
use crate::discord::state::{Error, Slash};
use crate::store::{LONGEST_SEASON_NAME, Season, SeasonId, ServerSetting, Signal, StoreError};
use crate::table::{ServerId, UnixMillis, UserId};
use crate::text;

/// Number of seasons per page of the season list.
const PAGE: usize = 15;

/// Parent of the `/season` subcommands. Users cannot invoke the parent itself.
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
    in_server(ctx, async |person, server| {
        match season_lookup::season(person, server, season.as_deref()).await {
            Ok(Some(season)) => told(person, server, season.id).await,
            Ok(None) => Reply::aside(person.say("season-none")),
            Err(say) => say,
        }
    })
    .await
}

/// Lists all seasons of the server.
#[poise::command(slash_command, guild_only)]
async fn list(ctx: Slash<'_>) -> Result<(), Error> {
    in_server(ctx, async |person, server| listed(person, server, None).await).await
}

/// Starts a new season.
#[poise::command(slash_command, guild_only)]
async fn start(ctx: Slash<'_>, name: String) -> Result<(), Error> {
    managed(ctx, async |person, server| {
        if let Some(say) = reserved_name(person, &name) {
            return say;
        }
        if let Some(say) = still_runs(person, server).await {
            return say;
        }
        let started = person.data.preferences.store().start_season(server, &name, clock::now()).await;
        let (season, ended) = match started {
            Ok(started) => started,
            Err(error) => return season_lookup::refused(person, &error),
        };
        person.data.seasons_ended.notify_one();
        let look = person.data.preferences.public_look(server).await;
        Reply::Public(messages::season_started(&person.caller.name, &season, ended.as_ref(), look))
    })
    .await
}

/// Asks for confirmation before the current season is ended.
#[poise::command(slash_command, guild_only)]
async fn end(ctx: Slash<'_>) -> Result<(), Error> {
    managed(ctx, async |person, server| {
        let running = person.data.preferences.store().season_now(server, clock::now()).await;
        match running.and_then(|season| season.ok_or(StoreError::NoSeasonRuns)) {
            Ok(season) => Reply::Aside(messages::end_season(&season, person.look).into()),
            Err(error) => season_lookup::refused(person, &error),
        }
    })
    .await
}

/// Renames a season.
#[poise::command(slash_command, guild_only)]
async fn rename(
    ctx: Slash<'_>,
    name: String,
    #[autocomplete = "season_lookup::seasons"] season: Option<String>,
) -> Result<(), Error> {
    managed(ctx, async |person, server| {
        if let Some(say) = reserved_name(person, &name) {
            return say;
        }
        let before = match to_rename(person, server, season.as_deref()).await {
            Ok(before) => before,
            Err(say) => return say,
        };
        match person.data.preferences.store().rename_season(server, before.id, &name).await {
            Ok(after) => {
                let look = person.data.preferences.public_look(server).await;
                Reply::Public(messages::season_renamed(&person.caller.name, &before, &after, look))
            }
            Err(error) => season_lookup::refused(person, &error),
        }
    })
    .await
}

/// Returns the season with the given name. If no name is given, returns the current season.
async fn to_rename(
    person: &UserContext<'_>,
    server: ServerId,
    season: Option<&str>,
) -> Result<Season, Reply> {
    let found = if season.is_some() {
        season_lookup::season(person, server, season).await?
    } else {
        let running = person.data.preferences.store().season_now(server, clock::now()).await;
        running.map_err(|error| season_lookup::refused(person, &error))?
    };
    found.ok_or_else(|| season_lookup::refused(person, &StoreError::NoSeasonRuns))
}

/// Sets whether a season ends with each calendar month.
#[poise::command(slash_command, guild_only)]
async fn monthly(ctx: Slash<'_>, on: bool) -> Result<(), Error> {
    managed(ctx, async |person, server| {
        match person.data.preferences.set_server(server, ServerSetting::MonthlySeasons(on)).await {
            Ok(()) => Reply::aside(person.say(if on { "season-monthly-on" } else { "season-monthly-off" })),
            Err(error) => season_lookup::refused(person, &error),
        }
    })
    .await
}

/// Sets whether the summary of each finished season is posted in the channel.
#[poise::command(slash_command, guild_only)]
async fn summary(ctx: Slash<'_>, on: bool) -> Result<(), Error> {
    managed(ctx, async |person, server| {
        if on && let Some(missing) = permissions::missing(person.caller, person.look.lang) {
            return Reply::aside(missing);
        }
        let channel = on.then_some(person.caller.channel);
        match person.data.preferences.store().set_summary_channel(server, channel).await {
            Ok(()) => Reply::aside(person.say(if on { "season-summary-on" } else { "season-summary-off" })),
            Err(error) => season_lookup::refused(person, &error),
        }
    })
    .await
}

/// Shows possible signs of collusion in ranked deals.
#[poise::command(slash_command, guild_only)]
async fn review(
    ctx: Slash<'_>,
    #[autocomplete = "season_lookup::seasons"] season: Option<String>,
) -> Result<(), Error> {
    managed(ctx, async |person, server| {
        match season_lookup::season(person, server, season.as_deref()).await {
            Ok(Some(season)) => match signs(person, server, season.id).await {
                Ok(signs) => Reply::Aside(messages::review(&season, &signs, person.look).into()),
                Err(error) => season_lookup::refused(person, &error),
            },
            Ok(None) => Reply::aside(person.say("season-none")),
            Err(say) => say,
        }
    })
    .await
}

async fn signs(
    person: &UserContext<'_>,
    server: ServerId,
    season: SeasonId,
) -> Result<Vec<Signal>, StoreError> {
    // The id of an account contains its creation time.
    let born = |UserId(user): UserId| {
        UnixMillis(serenity::UserId::new(user.max(1)).created_at().unix_timestamp().saturating_mul(1000))
    };
    person.data.preferences.store().review(server, season, born).await
}

/// Handles a button press or menu selection in a message about seasons.
pub(in crate::discord) async fn pressed(person: &UserContext<'_>, id: SeasonsId) -> Reply {
    let Some(server) = person.caller.server else { return Reply::aside(person.say("notice-direct-message")) };
    match id {
        SeasonsId::Show(season) => told(person, server, season).await,
        SeasonsId::List(before) => listed(person, server, before).await,
        SeasonsId::End(season) if person.caller.manages => ended(person, server, season).await,
        SeasonsId::End(_) => only_managers(person),
        SeasonsId::Evening(table) => evening::show(person, server, table).await,
    }
}

async fn told(person: &UserContext<'_>, server: ServerId, season: SeasonId) -> Reply {
    match season_message(person, server, season).await {
        Ok(message) => Reply::Show(message.into()),
        Err(error) => season_lookup::refused(person, &error),
    }
}

/// Builds the message that shows a season. Server managers also see the number of possible signs of
/// collusion.
async fn season_message(
    person: &UserContext<'_>,
    server: ServerId,
    season: SeasonId,
) -> Result<messages::Message, StoreError> {
    let summary = person.data.preferences.store().summary(server, season).await?;
    let message = messages::season(&summary, person.look);
    if !person.caller.manages {
        return Ok(message);
    }
    let signs = signs(person, server, season).await?.len();
    if signs == 0 {
        return Ok(message);
    }
    let note = person.look.text().with("review-note", &[("signs", signs.into())]);
    Ok(context::noted(message, Some(&note)))
}

async fn listed(person: &UserContext<'_>, server: ServerId, before: Option<SeasonId>) -> Reply {
    let store = person.data.preferences.store();
    // One extra season tells whether there is another page.
    let limit = u32::try_from(PAGE + 1).unwrap_or(u32::MAX);
    // Ends a monthly season whose month is over.
    let found = match store.season_now(server, clock::now()).await {
        Ok(_) => store.seasons(server, before, limit).await,
        Err(error) => Err(error),
    };
    match found {
        Ok(mut seasons) => {
            let more = seasons.len() > PAGE;
            seasons.truncate(PAGE);
            Reply::Show(messages::seasons(&seasons, before, more, person.look).into())
        }
        Err(error) => season_lookup::refused(person, &error),
    }
}

/// Ends the season that the user confirmed, if that season is still the current one.
async fn ended(person: &UserContext<'_>, server: ServerId, asked: SeasonId) -> Reply {
    let store = person.data.preferences.store();
    let ended = match store.end_this_season(server, asked, clock::now()).await {
        Ok(ended) => ended,
        Err(StoreError::NoSeasonRuns) => return Reply::aside(person.say("season-ended-elsewhere")),
        Err(error) => return season_lookup::refused(person, &error),
    };
    match farewell(person, server, &ended).await {
        Ok(say) => say,
        Err(error) => season_lookup::refused(person, &error),
    }
}

/// Announces the end of a season in a public reply.
///
/// The reply includes the summary of the season, unless the server has a separate channel for summaries.
async fn farewell(person: &UserContext<'_>, server: ServerId, ended: &Season) -> Result<Reply, StoreError> {
    let store = person.data.preferences.store();
    let look = person.data.preferences.public_look(server).await;
    // The summary is posted in exactly one place.
    let summary = match store.summary_channel(server).await? {
        Some(_) => None,
        None => Some(store.summary(server, ended.id).await?),
    };
    person.data.seasons_ended.notify_one();
    Ok(Reply::Public(messages::season_ended(&person.caller.name, ended, summary.as_ref(), look)))
}

async fn in_server(
    ctx: Slash<'_>,
    work: impl AsyncFnOnce(&UserContext<'_>, ServerId) -> Reply,
) -> Result<(), Error> {
    answer(ctx, async |person| match person.caller.server {
        Some(server) => work(person, server).await,
        None => Reply::aside(person.say("notice-direct-message")),
    })
    .await
}

/// Runs `work` if the user is a server manager. Otherwise replies that the permission is missing.
async fn managed(
    ctx: Slash<'_>,
    work: impl AsyncFnOnce(&UserContext<'_>, ServerId) -> Reply,
) -> Result<(), Error> {
    in_server(
        ctx,
        async |person, server| {
            if person.caller.manages { work(person, server).await } else { only_managers(person) }
        },
    )
    .await
}

/// Returns an error reply if a new season cannot start because the current season already has deals.
///
/// The current season has to be ended first.
async fn still_runs(person: &UserContext<'_>, server: ServerId) -> Option<Reply> {
    let store = person.data.preferences.store();
    let running = match store.season_now(server, clock::now()).await {
        Ok(running) => running?,
        Err(error) => return Some(season_lookup::refused(person, &error)),
    };
    match store.summary(server, running.id).await {
        Ok(summary) if summary.deals == 0 => None,
        Ok(_) => {
            let season = messages::season_name(&running, person.look);
            Some(Reply::aside(person.look.text().with("season-end-first", &[("season", season.into())])))
        }
        Err(error) => Some(season_lookup::refused(person, &error)),
    }
}

/// Returns an error reply if the name of a season is misleading.
///
/// Invisible characters, names of months, and the word for all seasons are rejected.
fn reserved_name(person: &UserContext<'_>, name: &str) -> Option<Reply> {
    if name.chars().any(messages::is_unseen) {
        return Some(season_lookup::refused(
            person,
            &StoreError::NoSeasonName { longest: LONGEST_SEASON_NAME },
        ));
    }
    let reserved = season_lookup::is_all(name) || text::month(person.look.lang, name.trim()).is_some();
    reserved.then(|| Reply::aside(person.say("season-name-reserved")))
}

fn only_managers(person: &UserContext<'_>) -> Reply {
    let permission = person.say("permission-manage-server");
    Reply::aside(person.look.text().with("season-only-managers", &[("permission", permission.into())]))
}
