//! `/season …`: what counts together, and since when.

use poise::serenity_prelude as serenity;

use super::super::act::{self, Person};
use super::super::custom_id::SeasonsId;
use super::super::data::{Error, Slash};
use super::super::past;
use super::super::permissions;
use super::super::respond::Say;
use super::super::show;
use super::answer;
use super::evening;
use crate::store::{LONGEST_SEASON_NAME, Season, SeasonId, Sign, StoreError};
use crate::table::{Millis, ServerId, UserId};
use crate::text;

/// How many seasons stand on a page of the archive.
const PAGE: usize = 15;

/// Seasons. Only its subcommands can be invoked.
#[poise::command(
    slash_command,
    guild_only,
    subcommands("show", "list", "start", "end", "rename", "monthly", "summary", "review")
)]
#[allow(clippy::unused_async)] // poise wants it so
pub(super) async fn season(_: Slash<'_>) -> Result<(), Error> {
    Ok(())
}

/// Shows how a season stands, or how it ended.
#[poise::command(slash_command, guild_only, rename = "show")]
async fn show(ctx: Slash<'_>, #[autocomplete = "past::seasons"] season: Option<String>) -> Result<(), Error> {
    in_server(ctx, async |person, server| match past::season(person, server, season.as_deref()).await {
        Ok(Some(season)) => told(person, server, season.id).await,
        Ok(None) => Say::aside(person.say("season-none")),
        Err(say) => say,
    })
    .await
}

/// Lists all seasons of the server.
#[poise::command(slash_command, guild_only)]
async fn list(ctx: Slash<'_>) -> Result<(), Error> {
    in_server(ctx, async |person, server| listed(person, server, None).await).await
}

/// Starts a season by hand.
#[poise::command(slash_command, guild_only)]
async fn start(ctx: Slash<'_>, name: String) -> Result<(), Error> {
    managed(ctx, async |person, server| {
        if let Some(say) = not_a_name(person, &name) {
            return say;
        }
        if let Some(say) = still_runs(person, server).await {
            return say;
        }
        let started = person.data.memory.store().start_season(server, &name, past::now()).await;
        let (season, ended) = match started {
            Ok(started) => started,
            Err(error) => return past::refused(person, &error),
        };
        person.data.seasons_ended.notify_one();
        let look = person.data.memory.public_look(server).await;
        Say::Public(show::season_started(&person.caller.name, &season, ended.as_ref(), look))
    })
    .await
}

/// Asks back whether to end the season that runs.
#[poise::command(slash_command, guild_only)]
async fn end(ctx: Slash<'_>) -> Result<(), Error> {
    managed(ctx, async |person, server| {
        let running = person.data.memory.store().season_now(server, past::now()).await;
        match running.and_then(|season| season.ok_or(StoreError::NoSeasonRuns)) {
            Ok(season) => Say::Aside(show::end_season(&season, person.look).into()),
            Err(error) => past::refused(person, &error),
        }
    })
    .await
}

/// Gives a season another name.
#[poise::command(slash_command, guild_only)]
async fn rename(
    ctx: Slash<'_>,
    name: String,
    #[autocomplete = "past::seasons"] season: Option<String>,
) -> Result<(), Error> {
    managed(ctx, async |person, server| {
        if let Some(say) = not_a_name(person, &name) {
            return say;
        }
        let before = match to_rename(person, server, season.as_deref()).await {
            Ok(before) => before,
            Err(say) => return say,
        };
        match person.data.memory.store().rename_season(server, before.id, &name).await {
            Ok(after) => {
                let look = person.data.memory.public_look(server).await;
                Say::Public(show::season_renamed(&person.caller.name, &before, &after, look))
            }
            Err(error) => past::refused(person, &error),
        }
    })
    .await
}

/// The season of this name, or the one that runs.
async fn to_rename(person: &Person<'_>, server: ServerId, season: Option<&str>) -> Result<Season, Say> {
    let found = if season.is_some() {
        past::season(person, server, season).await?
    } else {
        let running = person.data.memory.store().season_now(server, past::now()).await;
        running.map_err(|error| past::refused(person, &error))?
    };
    found.ok_or_else(|| past::refused(person, &StoreError::NoSeasonRuns))
}

/// Sets whether seasons end with their month.
#[poise::command(slash_command, guild_only)]
async fn monthly(ctx: Slash<'_>, on: bool) -> Result<(), Error> {
    managed(ctx, async |person, server| {
        match person.data.memory.store().set_monthly_seasons(server, on).await {
            Ok(()) => Say::aside(person.say(if on { "season-monthly-on" } else { "season-monthly-off" })),
            Err(error) => past::refused(person, &error),
        }
    })
    .await
}

/// Sets whether the ends of seasons are told in this channel.
#[poise::command(slash_command, guild_only)]
async fn summary(ctx: Slash<'_>, on: bool) -> Result<(), Error> {
    managed(ctx, async |person, server| {
        if on && let Some(missing) = permissions::missing(person.caller, person.look.lang) {
            return Say::aside(missing);
        }
        let channel = on.then_some(person.caller.channel);
        match person.data.memory.store().set_summary_channel(server, channel).await {
            Ok(()) => Say::aside(person.say(if on { "season-summary-on" } else { "season-summary-off" })),
            Err(error) => past::refused(person, &error),
        }
    })
    .await
}

/// Tells what may be worth a look among the ranked deals.
#[poise::command(slash_command, guild_only)]
async fn review(
    ctx: Slash<'_>,
    #[autocomplete = "past::seasons"] season: Option<String>,
) -> Result<(), Error> {
    managed(ctx, async |person, server| match past::season(person, server, season.as_deref()).await {
        Ok(Some(season)) => match signs(person, server, season.id).await {
            Ok(signs) => Say::Aside(show::review(&season, &signs, person.look).into()),
            Err(error) => past::refused(person, &error),
        },
        Ok(None) => Say::aside(person.say("season-none")),
        Err(say) => say,
    })
    .await
}

async fn signs(person: &Person<'_>, server: ServerId, season: SeasonId) -> Result<Vec<Sign>, StoreError> {
    // An account's number says when it was made.
    let born = |UserId(user): UserId| {
        Millis(serenity::UserId::new(user.max(1)).created_at().unix_timestamp().saturating_mul(1000))
    };
    person.data.memory.store().review(server, season, born).await
}

/// Does what a button or an option asks for.
pub(in super::super) async fn pressed(person: &Person<'_>, id: SeasonsId) -> Say {
    let Some(server) = person.caller.server else { return Say::aside(person.say("notice-direct-message")) };
    match id {
        SeasonsId::Show(season) => told(person, server, season).await,
        SeasonsId::List(before) => listed(person, server, before).await,
        SeasonsId::End(season) if person.caller.manages => ended(person, server, season).await,
        SeasonsId::End(_) => only_managers(person),
        SeasonsId::Evening(table) => evening::told(person, server, table).await,
    }
}

async fn told(person: &Person<'_>, server: ServerId, season: SeasonId) -> Say {
    match summed_up(person, server, season).await {
        Ok(message) => Say::Show(message.into()),
        Err(error) => past::refused(person, &error),
    }
}

/// Whoever manages the server hears where there is something to look at.
async fn summed_up(
    person: &Person<'_>,
    server: ServerId,
    season: SeasonId,
) -> Result<show::Message, StoreError> {
    let summary = person.data.memory.store().summary(server, season).await?;
    let message = show::season(&summary, person.look);
    if !person.caller.manages {
        return Ok(message);
    }
    let signs = signs(person, server, season).await?.len();
    if signs == 0 {
        return Ok(message);
    }
    let note = person.look.text().with("review-note", &[("signs", signs.into())]);
    Ok(act::noted(message, Some(&note)))
}

async fn listed(person: &Person<'_>, server: ServerId, before: Option<SeasonId>) -> Say {
    let store = person.data.memory.store();
    // One more than fits says whether there are more.
    let limit = u32::try_from(PAGE + 1).unwrap_or(u32::MAX);
    // A month that is over shows as ended.
    let found = match store.season_now(server, past::now()).await {
        Ok(_) => store.seasons(server, before, limit).await,
        Err(error) => Err(error),
    };
    match found {
        Ok(mut seasons) => {
            let more = seasons.len() > PAGE;
            seasons.truncate(PAGE);
            Say::Show(show::seasons(&seasons, before, more, person.look).into())
        }
        Err(error) => past::refused(person, &error),
    }
}

/// Ends the season that was asked about, if that is still the one that runs.
async fn ended(person: &Person<'_>, server: ServerId, asked: SeasonId) -> Say {
    let store = person.data.memory.store();
    let ended = match store.end_this_season(server, asked, past::now()).await {
        Ok(ended) => ended,
        Err(StoreError::NoSeasonRuns) => return Say::aside(person.say("season-ended-elsewhere")),
        Err(error) => return past::refused(person, &error),
    };
    match farewell(person, server, &ended).await {
        Ok(say) => say,
        Err(error) => past::refused(person, &error),
    }
}

/// Everybody hears it here; what came of the season too, unless that is posted in a channel for it.
async fn farewell(person: &Person<'_>, server: ServerId, ended: &Season) -> Result<Say, StoreError> {
    let store = person.data.memory.store();
    let look = person.data.memory.public_look(server).await;
    // Posting is for one alone, so that nothing is said twice or not at all.
    let summary = match store.summary_channel(server).await? {
        Some(_) => None,
        None => Some(store.summary(server, ended.id).await?),
    };
    person.data.seasons_ended.notify_one();
    Ok(Say::Public(show::season_ended(&person.caller.name, ended, summary.as_ref(), look)))
}

async fn in_server(
    ctx: Slash<'_>,
    work: impl AsyncFnOnce(&Person<'_>, ServerId) -> Say,
) -> Result<(), Error> {
    answer(ctx, async |person| match person.caller.server {
        Some(server) => work(person, server).await,
        None => Say::aside(person.say("notice-direct-message")),
    })
    .await
}

/// For those who manage the server.
async fn managed(ctx: Slash<'_>, work: impl AsyncFnOnce(&Person<'_>, ServerId) -> Say) -> Result<(), Error> {
    in_server(
        ctx,
        async |person, server| {
            if person.caller.manages { work(person, server).await } else { only_managers(person) }
        },
    )
    .await
}

/// What is said where a season runs in which something was played: ending it is asked back first.
async fn still_runs(person: &Person<'_>, server: ServerId) -> Option<Say> {
    let store = person.data.memory.store();
    let running = match store.season_now(server, past::now()).await {
        Ok(running) => running?,
        Err(error) => return Some(past::refused(person, &error)),
    };
    match store.summary(server, running.id).await {
        Ok(summary) if summary.deals == 0 => None,
        Ok(_) => {
            let season = show::season_name(&running, person.look);
            Some(Say::aside(person.look.text().with("season-end-first", &[("season", season.into())])))
        }
        Err(error) => Some(past::refused(person, &error)),
    }
}

/// What is said of a name that people could not tell apart from another, or from what the bot says
/// itself: with signs that nobody sees, the name of a month, or what stands for all seasons.
fn not_a_name(person: &Person<'_>, name: &str) -> Option<Say> {
    if name.chars().any(show::is_unseen) {
        return Some(past::refused(person, &StoreError::NoSeasonName { longest: LONGEST_SEASON_NAME }));
    }
    let reserved = past::is_all(name) || text::month(person.look.lang, name.trim()).is_some();
    reserved.then(|| Say::aside(person.say("season-name-reserved")))
}

fn only_managers(person: &Person<'_>) -> Say {
    let permission = person.say("permission-manage-server");
    Say::aside(person.look.text().with("season-only-managers", &[("permission", permission.into())]))
}
