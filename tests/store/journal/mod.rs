//! Tests of the journal: batches are written completely or not at all, in order, and once.

mod batches;
mod damage;
#[cfg(unix)]
mod files;
mod game_clock;

use ulti::store::Store;
use ulti::table::{Journal, Shard, TableId, UnixMillis};

/// Returns the time of the game clock of a bot that is not sharded.
fn clock_at(time: UnixMillis) -> [(Shard, UnixMillis); 1] {
    [(Shard::SINGLE, time)]
}

async fn due(store: &Store, by: UnixMillis) -> Vec<TableId> {
    store.due(by).await.unwrap().into_iter().map(|live| live.table).collect()
}
