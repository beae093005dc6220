//! The `/leaderboard` command.

use poise::serenity_prelude as serenity;

use super::answer::answer;
use super::season_lookup;
use crate::discord::custom_id::{BoardId, BoardPart, metric_of, metric_word};
use crate::discord::interactions::autocomplete;
use crate::discord::interactions::choice::{Choice, normalize};
use crate::discord::interactions::context::UserContext;
use crate::discord::interactions::responder::{PrivateReply, Reply};
use crate::discord::messages::{self, BoardPage};
use crate::discord::state::{Error, Slash};
use crate::render::Subject;
use crate::store::{BoardGroup, RankBy, Season, Store, StoreError};
use crate::table::{ServerId, UserId};
use crate::text::{Appearance, Lang};

/// Number of players per page and in the chart.
const PAGE: u32 = 10;

/// Shows the server's leaderboard.
#[poise::command(slash_command, guild_only)]
pub(super) async fn leaderboard(
    ctx: Slash<'_>,
    #[autocomplete = "metrics"] by: Option<String>,
    #[autocomplete = "season_lookup::seasons"] season: Option<String>,
) -> Result<(), Error> {
    answer(ctx, async |person| asked(person, by.as_deref(), season.as_deref()).await).await
}

async fn asked(person: &UserContext<'_>, by: Option<&str>, season: Option<&str>) -> Reply {
    let Some(server) = person.caller.server else { return Reply::aside(person.say("notice-direct-message")) };
    let metric = by.and_then(metric_named);
    if by.is_some() && metric.is_none() {
        return unknown(person);
    }
    let season = match season_lookup::season(person, server, season).await {
        Ok(Some(season)) => season,
        Ok(None) => return Reply::aside(person.say("board-none")),
        Err(say) => return say,
    };
    let board = match starting(person, &season, metric).await {
        Ok(board) => board,
        Err(error) => return season_lookup::refused(person, &error),
    };
    shown(person, server, season, board).await
}

/// Replies with the page of a leaderboard that the pressed button selects.
pub(in crate::discord) async fn pressed(person: &UserContext<'_>, board: BoardId) -> Reply {
    let Some(server) = person.caller.server else { return Reply::aside(person.say("notice-direct-message")) };
    let season = match board.season {
        None => season_lookup::season(person, server, None).await,
        Some(id) => {
            let found = person.data.preferences.store().season_by_id(server, id).await;
            found
                .and_then(|season| season.ok_or(StoreError::NoSuchSeason))
                .map(Some)
                .map_err(|error| season_lookup::refused(person, &error))
        }
    };
    match season {
        Ok(Some(season)) => shown(person, server, season, board).await,
        Ok(None) => Reply::aside(person.say("board-none")),
        Err(say) => say,
    }
}

async fn shown(person: &UserContext<'_>, server: ServerId, season: Season, board: BoardId) -> Reply {
    let asked = LeaderboardRequest { server, season, user: person.caller.user };
    match asked.page(person.data.preferences.store(), board).await {
        Ok(page) => Reply::Show(sheet(&page, person.look)),
        Err(error) => season_lookup::refused(person, &error),
    }
}

fn sheet(page: &BoardPage, look: Appearance) -> PrivateReply {
    let (title, rows) = messages::board_chart(page, look);
    PrivateReply {
        picture: Some(Subject::Leaderboard(title, rows)),
        ..messages::leaderboard(page, look).into()
    }
}

/// Selects the leaderboard that is shown first.
///
/// Prefers the ranking of established players by points, then the ranking of provisional players. If the
/// season has no ranked deals, all deals count.
async fn starting(
    person: &UserContext<'_>,
    season: &Season,
    metric: Option<RankBy>,
) -> Result<BoardId, StoreError> {
    let store = person.data.preferences.store();
    let board = |metric, group| BoardId { season: Some(season.id), metric, group, part: BoardPart::Page(1) };
    let wanted = metric.unwrap_or(RankBy::Points);
    for group in [BoardGroup::Established, BoardGroup::Provisional] {
        if store.board_people(season.server, season.id, wanted, group).await? > 0 {
            return Ok(board(wanted, group));
        }
    }
    Ok(board(metric.unwrap_or(RankBy::AllPoints), BoardGroup::Established))
}

/// A request for a page of a leaderboard.
struct LeaderboardRequest {
    server: ServerId,
    season: Season,
    user: UserId,
}

impl LeaderboardRequest {
    async fn page(&self, store: &Store, board: BoardId) -> Result<BoardPage, StoreError> {
        let BoardId { metric, group, part, .. } = board;
        let (server, season) = (self.server, self.season.id);
        let own = store.place(server, season, metric, self.user).await?;
        let page = match (part, &own) {
            (BoardPart::Page(page), _) => page,
            (BoardPart::Own, Some((_, Some(place)))) => place.div_ceil(PAGE),
            (BoardPart::Own, _) => 1,
        };
        let board = store.board(server, season, (metric, group), page, PAGE).await?;
        let other = match group {
            BoardGroup::Established => BoardGroup::Provisional,
            BoardGroup::Provisional => BoardGroup::Established,
        };
        let others = store.board_people(server, season, metric, other).await?;
        Ok(BoardPage { board, metric, group, own, others })
    }
}

fn metric_named(typed: &str) -> Option<RankBy> {
    let typed = normalize(typed);
    let named = |metric: &RankBy| {
        Lang::ALL.into_iter().any(|lang| normalize(&messages::metric_name(*metric, lang.into())) == typed)
    };
    metric_of(&typed).or_else(|| RankBy::ALL.into_iter().find(named))
}

fn unknown(person: &UserContext<'_>) -> Reply {
    let names: Vec<String> =
        RankBy::ALL.into_iter().map(|metric| messages::metric_name(metric, person.look)).collect();
    Reply::aside(person.look.text().with("door-would-work", &[("choices", names.join(", ").into())]))
}

async fn metrics(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    let choice = |lang: Lang| {
        move |metric: RankBy| Choice::new(messages::metric_name(metric, lang.into()), metric_word(metric))
    };
    autocomplete::offer_fixed(ctx, typed, |lang| RankBy::ALL.into_iter().map(choice(lang)).collect()).await
}
