//! Deletes personal data in the background.
//!
//! The data of users who requested deletion is deleted at startup and once a day. The data of servers that
//! removed the bot is deleted once the list of the bot's current servers is known.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::discord::Gateway;
use crate::store::{Store, StoreError};
use crate::table::{Shard, ShardRange, WallClock};

/// Interval between runs of the tasks that delete personal data.
const EVERY: Duration = Duration::from_hours(24);
/// Interval between checks for shard 0 until this process serves it.
const FIRST_INTERVAL: Duration = Duration::from_secs(1);
/// Interval between checks for shards whose run is due. The shards of this process may change.
const CHECK_INTERVAL: Duration = Duration::from_mins(1);

/// Delay before server data is deleted for the first time.
///
/// The delay starts when Discord has sent the details of all servers of a shard. During the delay, the
/// bot records in the database which servers these are.
const GUILD_SETTLE_TIME: Duration = Duration::from_mins(2);

/// Spawns the tasks that delete user data and server data. The tasks run until `shutdown` is cancelled.
///
/// Server data is deleted only after the servers of a shard are known. Until then, the bot may not know that
/// it was added to a server again while it was offline.
///
/// Only data of servers on the shards of this process is deleted, because other processes know the servers of
/// other shards. The data of users is deleted by the process with shard 0.
pub(crate) fn keep_tidy(store: Store, gateway: Gateway, shutdown: CancellationToken) {
    let (people, owner, stopping) = (store.clone(), gateway.clone(), shutdown.clone());
    tokio::spawn(async move {
        loop {
            let has_first = owner.shards().all.first() == Some(&0);
            if has_first {
                log_result("users", people.finish_forgetting().await);
            }
            let pause = if has_first { EVERY } else { FIRST_INTERVAL };
            if is_stopped(&stopping, tokio::time::sleep(pause)).await {
                return;
            }
        }
    });
    let settled = move || gateway.settled(GUILD_SETTLE_TIME);
    tokio::spawn(tidy_servers(store, settled, shutdown));
}

/// Deletes the data of servers that have removed the bot, once a day for each shard that `settled` returns.
async fn tidy_servers(store: Store, settled: impl Fn() -> Vec<Shard>, shutdown: CancellationToken) {
    let mut last_runs: BTreeMap<Shard, Instant> = BTreeMap::new();
    while !shutdown.is_cancelled() {
        let is_due = |shard: &Shard| last_runs.get(shard).is_none_or(|last| last.elapsed() >= EVERY);
        let due: Vec<Shard> = settled().into_iter().filter(is_due).collect();
        for shards in ShardRange::combined(&due) {
            log_result("servers", store.forget_left(shards, WallClock::wall().now()).await);
        }
        last_runs.extend(due.into_iter().map(|shard| (shard, Instant::now())));
        is_stopped(&shutdown, tokio::time::sleep(CHECK_INTERVAL)).await;
    }
}

/// Waits for `wait` or for shutdown, whichever comes first. Returns `true` if the bot is shutting down.
async fn is_stopped(shutdown: &CancellationToken, wait: impl Future<Output = ()>) -> bool {
    tokio::select! {
        () = shutdown.cancelled() => true,
        () = wait => false,
    }
}

/// Logs the result of a deletion run.
///
/// Failed deletions are retried in the next run.
fn log_result(subject: &str, deleted: Result<usize, StoreError>) {
    match deleted {
        Ok(0) => {}
        Ok(count) => tracing::info!(count, subject, "deleted personal data"),
        Err(StoreError::NotAllForgotten(failed)) => {
            for error in failed {
                tracing::error!(%error, subject, "failed to delete personal data");
            }
        }
        Err(error) => tracing::error!(%error, subject, "failed to delete personal data"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{ServerId, UnixMillis};

    const LEFT: ServerId = ServerId(7);

    #[tokio::test]
    async fn bot_waits_for_server_list_before_deleting_server_data() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("ulti.db")).await.unwrap();
        store.left_server(LEFT, UnixMillis(0)).await.unwrap();
        let shutdown = CancellationToken::new();
        shutdown.cancel();
        tidy_servers(store.clone(), Vec::new, shutdown).await;
        assert!(store.came_back(LEFT).await.unwrap(), "removal is still recorded");
        store.left_server(LEFT, UnixMillis(0)).await.unwrap();
        // Shutdown at the moment when the servers become known: the run that has begun is completed.
        let shutdown = CancellationToken::new();
        let settled = || {
            shutdown.cancel();
            vec![Shard::SINGLE]
        };
        tidy_servers(store.clone(), settled, shutdown.clone()).await;
        assert!(!store.came_back(LEFT).await.unwrap(), "record of the removal is deleted");
    }
}
