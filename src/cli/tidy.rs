//! What is to be forgotten is forgotten: at the start, and once a day.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::store::{Store, StoreError};
use crate::table::Clock;

const EVERY: Duration = Duration::from_hours(24);

/// Keeps the database free of what is to be forgotten until told to stop.
pub(super) fn keep_tidy(store: Store, shutdown: CancellationToken) {
    tokio::spawn(async move {
        loop {
            // What failed is tried again tomorrow, or at the next start.
            if let Err(error) = tidy(&store).await {
                tracing::error!(%error, "what is to be forgotten could not be");
            }
            tokio::select! {
                () = shutdown.cancelled() => break,
                () = tokio::time::sleep(EVERY) => {}
            }
        }
    });
}

async fn tidy(store: &Store) -> Result<(), StoreError> {
    let people = store.finish_forgetting().await?;
    let servers = store.forget_left(Clock::wall().now()).await?;
    if people + servers > 0 {
        tracing::info!(people, servers, "forgotten: people who asked, and servers long left");
    }
    Ok(())
}
