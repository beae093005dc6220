//! The `/leaderboard` command.

use poise::serenity_prelude as serenity;

use super::common::failure::Failure;
use super::common::season_lookup;
use super::common::table_command::answer;
use crate::discord::custom_id::{BoardId, BoardPart, metric_of, metric_word};
use crate::discord::interactions::autocomplete;
use crate::discord::interactions::choice::{Choice, is_called};
use crate::discord::interactions::context::UserContext;
use crate::discord::interactions::reply::{PrivateReply, Reply};
use crate::discord::messages::{self, BoardPage};
use crate::discord::state::{Error, Slash};
use crate::render::Subject;
use crate::store::{BoardGroup, RankBy, Season, Store, StoreError};
use crate::table::UserId;
use crate::text::Lang;

/// Number of players per page and in the chart.
const PAGE: u32 = 10;

/// Shows the server's leaderboard.
#[poise::command(slash_command, guild_only)]
pub(super) async fn leaderboard(
    ctx: Slash<'_>,
    #[autocomplete = "metrics"] by: Option<String>,
    #[autocomplete = "season_lookup::seasons"] season: Option<String>,
) -> Result<(), Error> {
    answer(ctx, async |user| {
        let metric = match by {
            Some(by) => Some(metric_named(&by).ok_or_else(|| unknown(user))?),
            None => None,
        };
        let season = season_lookup::season(user, season.as_deref()).await?;
        let season = season.ok_or(Failure::Key("board-none"))?;
        let board = starting(user.store(), &season, metric).await?;
        shown(user, &season, board).await
    })
    .await
}

/// Replies with the leaderboard of the current season.
pub(in crate::discord) async fn current(user: &UserContext<'_>) -> Result<Reply, Failure> {
    let season = season_lookup::season(user, None).await?.ok_or(Failure::Key("board-none"))?;
    let board = starting(user.store(), &season, None).await?;
    shown(user, &season, board).await
}

/// Replies with the leaderboard page that the user selected with a button or menu.
pub(in crate::discord) async fn pressed(user: &UserContext<'_>, board: BoardId) -> Result<Reply, Failure> {
    let season = match board.season {
        None => season_lookup::season(user, None).await?.ok_or(Failure::Key("board-none"))?,
        Some(id) => {
            let season = user.store().season_by_id(user.server()?, id).await?;
            season.ok_or(StoreError::NoSuchSeason)?
        }
    };
    shown(user, &season, board).await
}

async fn shown(user: &UserContext<'_>, season: &Season, board: BoardId) -> Result<Reply, Failure> {
    let page = page(user.store(), season, user.caller.user, board).await?;
    let (title, rows) = messages::board_chart(&page, user.appearance);
    let picture = Some(Subject::Leaderboard(title, rows));
    Ok(Reply::InPlace(PrivateReply { picture, ..messages::leaderboard(&page, user.appearance).into() }))
}

/// Selects the leaderboard to show first.
///
/// Prefers the ranking of established players, then the ranking of provisional players. If both are empty and
/// `metric` is `None`, ranks the players by their points in all deals.
async fn starting(store: &Store, season: &Season, metric: Option<RankBy>) -> Result<BoardId, StoreError> {
    let board = |metric, group| BoardId { season: Some(season.id), metric, group, part: BoardPart::Page(1) };
    let wanted = metric.unwrap_or(RankBy::Points);
    for group in [BoardGroup::Established, BoardGroup::Provisional] {
        if store.board_people(season.server, season.id, wanted, group).await? > 0 {
            return Ok(board(wanted, group));
        }
    }
    Ok(board(metric.unwrap_or(RankBy::AllPoints), BoardGroup::Established))
}

/// Loads a page of a leaderboard. `user` is the user who requested the page.
async fn page(
    store: &Store,
    season: &Season,
    user: UserId,
    BoardId { metric, group, part, .. }: BoardId,
) -> Result<BoardPage, StoreError> {
    let (server, season) = (season.server, season.id);
    let own = store.place(server, season, metric, user).await?;
    let page = match (part, &own) {
        (BoardPart::Page(page), _) => page,
        (BoardPart::Own, Some((_, Some(place)))) => place.row.div_ceil(PAGE),
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

fn metric_named(typed: &str) -> Option<RankBy> {
    let named = |metric: &RankBy| is_called(typed, |lang| messages::metric_name(*metric, lang.into()));
    metric_of(&typed.trim().to_lowercase()).or_else(|| RankBy::ALL.into_iter().find(named))
}

fn unknown(user: &UserContext<'_>) -> Failure {
    user.would_work(&RankBy::ALL.map(|metric| messages::metric_name(metric, user.appearance)).join(", "))
}

async fn metrics(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    let choice = |lang: Lang| {
        move |metric: RankBy| Choice::new(messages::metric_name(metric, lang.into()), metric_word(metric))
    };
    autocomplete::offer_fixed(ctx, typed, |lang| RankBy::ALL.into_iter().map(choice(lang)).collect()).await
}
