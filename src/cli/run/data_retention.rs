//! Deletes personal data in the background.
//!
//! The data of users who requested deletion is deleted at startup and once a day. The data of servers that
//! removed the bot is deleted once the list of the bot's current servers is known.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::store::{Store, StoreError};
use crate::table::WallClock;

/// Interval between runs of the tasks that delete personal data.
const EVERY: Duration = Duration::from_hours(24);

/// Delay before server data is deleted for the first time.
///
/// The delay starts when Discord has sent the data of all servers that the bot is in. During the delay, the
/// bot records in the database which servers these are.
const GUILD_SETTLE_TIME: Duration = Duration::from_mins(2);

/// Spawns the tasks that delete user data and server data. The tasks run until `shutdown` is cancelled.
///
/// Server data is deleted only after `servers_known` is cancelled. Until then, the bot may not know that it
/// was added to a server again while it was offline.
pub(crate) fn keep_tidy(store: Store, servers_known: CancellationToken, shutdown: CancellationToken) {
    let (people, stopping) = (store.clone(), shutdown.clone());
    tokio::spawn(async move {
        loop {
            log_result("users", people.finish_forgetting().await);
            if is_stopped(&stopping, tokio::time::sleep(EVERY)).await {
                return;
            }
        }
    });
    let known = async move {
        servers_known.cancelled().await;
        tokio::time::sleep(GUILD_SETTLE_TIME).await;
    };
    tokio::spawn(tidy_servers(store, known, shutdown));
}

async fn tidy_servers(store: Store, known: impl Future<Output = ()>, shutdown: CancellationToken) {
    if is_stopped(&shutdown, known).await {
        return;
    }
    loop {
        log_result("servers", store.forget_left(WallClock::wall().now()).await);
        if is_stopped(&shutdown, tokio::time::sleep(EVERY)).await {
            return;
        }
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
        tidy_servers(store.clone(), std::future::pending(), shutdown).await;
        assert!(store.came_back(LEFT).await.unwrap(), "removal is still recorded");
        store.left_server(LEFT, UnixMillis(0)).await.unwrap();
        // Shutdown at the moment when the servers become known: the run that has begun is completed.
        let shutdown = CancellationToken::new();
        let known = async { shutdown.cancel() };
        tidy_servers(store.clone(), known, shutdown.clone()).await;
        assert!(!store.came_back(LEFT).await.unwrap(), "record of the removal is deleted");
    }
}
