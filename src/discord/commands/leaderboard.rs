//! `/leaderboard`

use poise::serenity_prelude as serenity;

use super::super::act::Person;
use super::super::autocomplete::{self, Choice};
use super::super::custom_id::{BoardId, Part, metric_of, metric_word};
use super::super::data::{Error, Slash};
use super::super::easel::Subject;
use super::super::past;
use super::super::respond::{Say, Sheet};
use super::super::show::{self, BoardPage};
use super::answer;
use crate::store::{Group, Metric, Season, Store, StoreError};
use crate::table::{ServerId, UserId};
use crate::text::{Lang, Look};

/// How many people stand on a page: as many as the chart shows.
const PAGE: u32 = 10;

/// Shows who is ahead on this server.
#[poise::command(slash_command, guild_only)]
pub(super) async fn leaderboard(
    ctx: Slash<'_>,
    #[autocomplete = "metrics"] by: Option<String>,
    #[autocomplete = "past::seasons"] season: Option<String>,
) -> Result<(), Error> {
    answer(ctx, async |person| asked(person, by.as_deref(), season.as_deref()).await).await
}

async fn asked(person: &Person<'_>, by: Option<&str>, season: Option<&str>) -> Say {
    let Some(server) = person.caller.server else { return Say::aside(person.say("notice-direct-message")) };
    let metric = by.and_then(metric_named);
    if by.is_some() && metric.is_none() {
        return unknown(person);
    }
    let season = match past::season(person, server, season).await {
        Ok(Some(season)) => season,
        Ok(None) => return Say::aside(person.say("board-none")),
        Err(say) => return say,
    };
    let board = match starting(person, &season, metric).await {
        Ok(board) => board,
        Err(error) => return past::refused(person, &error),
    };
    shown(person, server, season, board).await
}

/// A part of a leaderboard that a button asks for.
pub(in super::super) async fn pressed(person: &Person<'_>, board: BoardId) -> Say {
    let Some(server) = person.caller.server else { return Say::aside(person.say("notice-direct-message")) };
    let season = match board.season {
        None => past::season(person, server, None).await,
        Some(id) => {
            let found = person.data.memory.store().season_by_id(server, id).await;
            found
                .and_then(|season| season.ok_or(StoreError::NoSuchSeason))
                .map(Some)
                .map_err(|error| past::refused(person, &error))
        }
    };
    match season {
        Ok(Some(season)) => shown(person, server, season, board).await,
        Ok(None) => Say::aside(person.say("board-none")),
        Err(say) => say,
    }
}

async fn shown(person: &Person<'_>, server: ServerId, season: Season, board: BoardId) -> Say {
    let asked = Asked { server, season, user: person.caller.user };
    match asked.page(person.data.memory.store(), board).await {
        Ok(page) => Say::Show(sheet(&page, person.look)),
        Err(error) => past::refused(person, &error),
    }
}

fn sheet(page: &BoardPage, look: Look) -> Sheet {
    let (title, rows) = show::board_chart(page, look);
    Sheet { picture: Some(Subject::Leaderboard(title, rows)), ..show::leaderboard(page, look).into() }
}

/// Where a leaderboard opens: by points, of those with enough ranked deals; early in a season of the
/// others; and of all deals where nobody has a ranked one.
async fn starting(
    person: &Person<'_>,
    season: &Season,
    metric: Option<Metric>,
) -> Result<BoardId, StoreError> {
    let store = person.data.memory.store();
    let board = |metric, group| BoardId { season: Some(season.id), metric, group, part: Part::Page(1) };
    let wanted = metric.unwrap_or(Metric::Points);
    for group in [Group::Established, Group::Provisional] {
        if store.board_people(season.server, season.id, wanted, group).await? > 0 {
            return Ok(board(wanted, group));
        }
    }
    Ok(board(metric.unwrap_or(Metric::AllPoints), Group::Established))
}

/// Who asks for what.
struct Asked {
    server: ServerId,
    season: Season,
    user: UserId,
}

impl Asked {
    async fn page(&self, store: &Store, board: BoardId) -> Result<BoardPage, StoreError> {
        let BoardId { metric, group, part, .. } = board;
        let (server, season) = (self.server, self.season.id);
        let own = store.place(server, season, metric, self.user).await?;
        let page = match (part, &own) {
            (Part::Page(page), _) => page,
            (Part::Own, Some((_, Some(place)))) => place.div_ceil(PAGE),
            (Part::Own, _) => 1,
        };
        let board = store.board(server, season, (metric, group), page, PAGE).await?;
        let other = match group {
            Group::Established => Group::Provisional,
            Group::Provisional => Group::Established,
        };
        let others = store.board_people(server, season, metric, other).await?;
        Ok(BoardPage { board, metric, group, own, others })
    }
}

fn metric_named(typed: &str) -> Option<Metric> {
    let typed = autocomplete::plain(typed);
    let named = |metric: &Metric| {
        Lang::ALL.into_iter().any(|lang| autocomplete::plain(&show::metric_name(*metric, lang)) == typed)
    };
    metric_of(&typed).or_else(|| Metric::ALL.into_iter().find(named))
}

fn unknown(person: &Person<'_>) -> Say {
    let names: Vec<String> =
        Metric::ALL.into_iter().map(|metric| show::metric_name(metric, person.look)).collect();
    Say::aside(person.look.text().with("door-would-work", &[("choices", names.join(", ").into())]))
}

async fn metrics(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    let choice =
        |lang: Lang| move |metric: Metric| Choice::new(show::metric_name(metric, lang), metric_word(metric));
    autocomplete::offer_fixed(ctx, typed, |lang| Metric::ALL.into_iter().map(choice(lang)).collect()).await
}
