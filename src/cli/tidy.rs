//! What is to be forgotten is forgotten: people who asked, at the start and once a day; servers that the
//! bot was removed from, once it is known on which servers it is.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::store::{Store, StoreError};
use crate::table::Clock;

const EVERY: Duration = Duration::from_hours(24);

/// How long it takes at most to note which servers the bot is on again, once they are known.
const NOTED_WITHIN: Duration = Duration::from_mins(2);

/// Keeps the database free of what is to be forgotten until told to stop. A server that took the bot back
/// while it was not running is not to be forgotten: that is known after `servers_known`.
pub(super) fn keep_tidy(store: Store, servers_known: CancellationToken, shutdown: CancellationToken) {
    let (people, told) = (store.clone(), shutdown.clone());
    tokio::spawn(async move {
        loop {
            found("people who asked", people.finish_forgetting().await);
            if is_told(&told, tokio::time::sleep(EVERY)).await {
                return;
            }
        }
    });
    let known = async move {
        servers_known.cancelled().await;
        tokio::time::sleep(NOTED_WITHIN).await;
    };
    tokio::spawn(tidy_servers(store, known, shutdown));
}

async fn tidy_servers(store: Store, known: impl Future<Output = ()>, shutdown: CancellationToken) {
    if is_told(&shutdown, known).await {
        return;
    }
    loop {
        found("servers long left", store.forget_left(Clock::wall().now()).await);
        if is_told(&shutdown, tokio::time::sleep(EVERY)).await {
            return;
        }
    }
}

/// Waits; whether it was told to stop meanwhile.
async fn is_told(shutdown: &CancellationToken, wait: impl Future<Output = ()>) -> bool {
    tokio::select! {
        () = shutdown.cancelled() => true,
        () = wait => false,
    }
}

/// What failed is tried again tomorrow, or at the next start.
fn found(what: &str, forgotten: Result<usize, StoreError>) {
    match forgotten {
        Ok(0) => {}
        Ok(count) => tracing::info!(count, what, "forgotten"),
        Err(StoreError::NotAllForgotten(failed)) => {
            for error in failed {
                tracing::error!(%error, what, "something that is to be forgotten could not be");
            }
        }
        Err(error) => tracing::error!(%error, what, "what is to be forgotten could not be"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{Millis, ServerId};

    const LEFT: ServerId = ServerId(7);

    #[tokio::test]
    async fn no_server_is_forgotten_before_it_is_known_whether_it_was_left() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("ulti.db")).await.unwrap();
        store.left_server(LEFT, Millis(0)).await.unwrap();
        let told = CancellationToken::new();
        told.cancel();
        tidy_servers(store.clone(), std::future::pending(), told).await;
        assert!(store.came_back(LEFT).await.unwrap(), "the note that it was left is there still");
        store.left_server(LEFT, Millis(0)).await.unwrap();
        // Told to stop in the moment in which it is known: it does what it began, and ends.
        let told = CancellationToken::new();
        let known = async { told.cancel() };
        tidy_servers(store.clone(), known, told.clone()).await;
        assert!(!store.came_back(LEFT).await.unwrap(), "what was noted of it is gone");
    }
}
