//! Background work of the registry: restoring tables after a start, heartbeats, and the shutdown.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::Registry;
use crate::table::actor::Shared;
use crate::table::{JournalError, LiveTable, Refusal};

impl Registry {
    /// Loads and announces the tables that were used recently, and returns their number. Call this once at
    /// startup.
    ///
    /// Other tables are loaded when they receive a request or their deadline passes. If the journal cannot be
    /// read, retries with increasing delays until the bot shuts down.
    pub async fn resume(&self) -> Result<usize, JournalError> {
        self.keep_watch();
        let mut pause = Duration::from_secs(1);
        loop {
            let error = match self.wake_all().await {
                Ok(count) => return Ok(count),
                Err(error) => error,
            };
            tracing::error!(%error, "failed to restore active tables; retrying");
            let stop = &self.inner.shared.stop;
            if stop.run_until_cancelled(tokio::time::sleep(pause)).await.is_none() {
                return Err(error);
            }
            pause = (pause * 2).min(Duration::from_mins(1));
        }
    }

    /// Loads and announces the tables that were used recently, until the bot shuts down. Returns the number of
    /// tables that were loaded.
    async fn wake_all(&self) -> Result<usize, JournalError> {
        self.restore_clock().await?;
        let live = self.inner.shared.journal.live().await?;
        let now = self.inner.shared.game_clock.now();
        let (awake, asleep): (Vec<LiveTable>, Vec<LiveTable>) =
            live.into_iter().partition(|table| self.inner.shared.options.is_awake(table.deadline, now));
        tracing::debug!(tables = asleep.len(), "skipped loading idle tables at start");
        let mut restored = 0;
        for table in &awake {
            // A table that was opened in the meantime has no deadline yet. `open` announces it.
            if table.deadline.is_none() && self.awake(table.table).is_some() {
                continue;
            }
            // An unreadable table must not prevent the others from being played.
            match self.mailbox(table.table).await {
                Ok(_) => {
                    self.announce(table.table).await;
                    restored += 1;
                }
                // The bot is shutting down. The next start restores the remaining tables.
                Err(Refusal::Stopping) => break,
                Err(error) => tracing::error!(table = %table.table, %error, "failed to restore table"),
            }
        }
        Ok(restored)
    }

    /// Starts a background task that stores heartbeats and loads tables whose deadline has passed.
    ///
    /// Has no effect if the task has already been started. [`resume`](Self::resume) also starts the task.
    /// Call this method only to start the task earlier.
    pub fn keep_watch(&self) {
        if self.inner.sweeping.swap(true, Ordering::Relaxed) {
            return;
        }
        let registry = self.clone();
        self.inner.tasks.spawn(async move {
            let shared = Arc::clone(&registry.inner.shared);
            let mut ticks = tokio::time::interval(shared.options.sweep_every);
            ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
            while shared.stop.run_until_cancelled(ticks.tick()).await.is_some() {
                if let Err(error) = registry.sweep().await {
                    tracing::debug!(%error, "failed to check for tables with expired deadlines");
                }
            }
        });
    }

    async fn sweep(&self) -> Result<(), JournalError> {
        self.restore_clock().await?;
        let shared = &self.inner.shared;
        self.beat().await?;
        if shared.game_clock.stands_still() {
            return Ok(());
        }
        for table in shared.journal.due(shared.game_clock.now()).await? {
            match self.mailbox(table).await {
                Ok(_) => {}
                Err(Refusal::Stopping) => break,
                Err(error) => tracing::error!(%table, %error, "failed to restore table"),
            }
        }
        Ok(())
    }

    async fn beat(&self) -> Result<(), JournalError> {
        let Shared { journal, clock, game_clock, .. } = &*self.inner.shared;
        journal.beat(clock.now(), game_clock.now()).await
    }

    /// Stops all tables after they finish their current action. Later requests return
    /// [`Refusal::Stopping`].
    pub async fn shutdown(&self) {
        self.inner.shared.stop.cancel();
        self.inner.tasks.close();
        self.inner.tasks.wait().await;
        if let Err(error) = self.beat().await {
            tracing::warn!(%error, "failed to save last heartbeat at shutdown");
        }
    }
}
