//! Helpers for several tests.

use ulti::store::{BoardGroup, RankBy, SeasonStanding, Store};
use ulti::table::{ServerId, UserId};

/// Returns the running season's leaderboard by points of all deals.
pub(crate) async fn leaderboard(store: &Store, server: ServerId) -> Vec<(u32, SeasonStanding)> {
    let Some(season) = store.season(server).await.unwrap() else { return Vec::new() };
    let board = (RankBy::AllPoints, BoardGroup::Established);
    store.board(server, season.id, board, 1, 50).await.unwrap().rows
}

/// Returns a player's place in the running season's leaderboard by points of all deals, and their totals.
pub(crate) async fn standing(store: &Store, server: ServerId, user: UserId) -> Option<(u32, SeasonStanding)> {
    let season = store.season(server).await.unwrap()?;
    let (standing, place) = store.place(server, season.id, RankBy::AllPoints, user).await.unwrap()?;
    Some((place?.place, standing))
}
