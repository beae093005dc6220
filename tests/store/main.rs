//! Tests of the store with real database files.

#![allow(clippy::unwrap_used)] // clippy does not recognize helpers as test code

use ulti::store::{BoardGroup, RankBy, SeasonStanding, Store};
use ulti::table::{ServerId, UserId};

mod any_order;
mod choices;
mod earlier_version;
mod file;
mod import;
mod journal;
mod killed;
mod privacy;
mod ranks;
mod read_only;
mod recount;
mod review;
mod seasons;
mod simulated;
mod summaries;
mod sums;
mod welcome;
mod winnings;

/// Returns the running season's leaderboard by points of all deals.
async fn leaderboard(store: &Store, server: ServerId) -> Vec<(u32, SeasonStanding)> {
    let Some(season) = store.season(server).await.unwrap() else { return Vec::new() };
    let board = (RankBy::AllPoints, BoardGroup::Established);
    store.board(server, season.id, board, 1, 50).await.unwrap().rows
}

/// Returns a player's place in the running season's leaderboard by points of all deals, and their totals.
async fn standing(store: &Store, server: ServerId, user: UserId) -> Option<(u32, SeasonStanding)> {
    let season = store.season(server).await.unwrap()?;
    let (standing, place) = store.place(server, season.id, RankBy::AllPoints, user).await.unwrap()?;
    Some((place.unwrap(), standing))
}
