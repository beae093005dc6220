//! Background work of the registry: restoring tables after a start, heartbeats, and the shutdown.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::Registry;
use crate::table::actor::shared::Shared;
use crate::table::{JournalError, LiveTable, Refusal, Shard, TableId, UnixMillis};

impl Registry {
    /// Loads and announces the tables of a shard that were used recently, and returns their number. Call this
    /// once per shard, when the shard is connected for the first time.
    ///
    /// Other tables are loaded when they receive a request or their deadline passes. If the journal cannot be
    /// read, retries with increasing delays until the bot shuts down.
    pub async fn resume(&self, shard: Shard) -> Result<usize, JournalError> {
        self.keep_watch();
        let mut pause = Duration::from_secs(1);
        loop {
            let error = match self.wake_all(shard).await {
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

    /// Loads and announces the tables of a shard that were used recently, until the bot shuts down. Returns
    /// the number of tables that were loaded.
    async fn wake_all(&self, shard: Shard) -> Result<usize, JournalError> {
        self.restore_clocks().await?;
        let shared = &self.inner.shared;
        let live = shared.journal.live().await?.into_iter().filter(|table| shard.of(table.server) == shard);
        let Some(now) = shared.shards.clock(shard).map(|clock| clock.now()) else { return Ok(0) };
        let (awake, asleep): (Vec<LiveTable>, Vec<LiveTable>) =
            live.partition(|table| shared.options.is_awake(table.deadline, now));
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
                // The bot is shutting down, or another process has taken the shard over.
                Err(Refusal::Stopping | Refusal::NotKept(JournalError::NotLeased(_))) => break,
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
        self.restore_clocks().await?;
        self.beat().await?;
        for table in self.due().await? {
            match self.mailbox(table).await {
                // Another process may have taken the shard over in the meantime.
                Ok(_) | Err(Refusal::NotKept(JournalError::NotLeased(_))) => {}
                Err(Refusal::Stopping) => break,
                Err(error) => tracing::error!(%table, %error, "failed to restore table"),
            }
        }
        Ok(())
    }

    /// Returns the tables whose deadline has passed and whose clock is running.
    async fn due(&self) -> Result<Vec<TableId>, JournalError> {
        let Shared { journal, shards, .. } = &*self.inner.shared;
        let running: Vec<(Shard, UnixMillis)> = shards
            .all()
            .into_iter()
            .filter_map(|shard| {
                Some((shard, shards.clock(shard).filter(|clock| !clock.stands_still())?.now()))
            })
            .collect();
        let Some(latest) = running.iter().map(|(_, now)| *now).max() else { return Ok(Vec::new()) };
        let is_due = |LiveTable { server, deadline, .. }: &LiveTable| {
            let now = running.iter().find(|(shard, _)| shard.of(*server) == *shard).map(|(_, now)| *now);
            // A table whose deadline is damaged gets a new one when it is loaded.
            now.is_some_and(|now| deadline.is_none_or(|deadline| deadline <= now))
        };
        let due = journal.due(latest).await?;
        Ok(due.iter().filter(|table| is_due(table)).map(|live| live.table).collect())
    }

    async fn beat(&self) -> Result<(), JournalError> {
        let Shared { journal, clock, shards, .. } = &*self.inner.shared;
        journal.beat(clock.now(), &shards.times()).await
    }

    /// Stops all tables after they finish their current action. Later requests return
    /// [`Refusal::Stopping`].
    pub async fn shutdown(&self) {
        self.inner.shared.stop.cancel();
        self.inner.tasks.close();
        self.inner.tasks.wait().await;
        // Clocks that were not restored show another time than the stored ones.
        if self.inner.clocks_restored.initialized()
            && let Err(error) = self.beat().await
        {
            tracing::warn!(%error, "failed to save last heartbeat at shutdown");
        }
    }
}
