//! A journal wrapper that records durations, event counts and failures as metrics.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use async_trait::async_trait;

use super::{Metrics, WriteHealth};
use crate::table::{
    Batch, ChannelId, Downtime, Journal, JournalError, LiveTable, RequestId, Shard, ShardRange, StoredTable,
    TableEvent, TableId, UnixMillis,
};

/// A [`Journal`] that passes each call to another journal and records commits and failures in the metrics.
pub struct WatchedJournal {
    journal: Arc<dyn Journal>,
    metrics: Metrics,
    writes: WriteHealth,
    failures: Failures,
}

/// Consecutive failures of the journal, of writing and of reading.
#[derive(Debug, Default)]
struct Failures {
    writing: FailureStreak,
    reading: FailureStreak,
}

impl Failures {
    fn record_write<T>(&self, result: &Result<T, JournalError>) {
        self.writing.record("write", result);
    }

    fn record_read<T>(&self, result: &Result<T, JournalError>) {
        // A database file that was deleted can still be read, but it is not available.
        if matches!(result, Err(JournalError::Unavailable(_))) || !self.writing.is_failing() {
            self.reading.record("read", result);
        }
    }
}

/// Counts consecutive failures of the journal.
///
/// Only the first failure and the recovery are logged, because a log line per failure could fill a disk that
/// is almost full.
#[derive(Debug, Default)]
struct FailureStreak(AtomicU64);

impl FailureStreak {
    /// Returns `true` if the last operation failed.
    fn is_failing(&self) -> bool {
        self.0.load(Ordering::Relaxed) > 0
    }

    fn record<T>(&self, operation: &'static str, result: &Result<T, JournalError>) {
        match result {
            Err(JournalError::Unavailable(error)) => {
                if self.0.fetch_add(1, Ordering::Relaxed) == 0 {
                    tracing::error!(operation, error, "failed to read or write journal");
                }
            }
            // Other errors, such as a version conflict, show that the journal works.
            _ => match self.0.swap(0, Ordering::Relaxed) {
                0 => {}
                failures => tracing::info!(operation, failures, "journal is available again"),
            },
        }
    }
}

impl WatchedJournal {
    /// Wraps `journal` to record commits and failures in `metrics`. Also records in `writes` whether each
    /// write succeeded.
    pub fn new(journal: Arc<dyn Journal>, metrics: Metrics, writes: WriteHealth) -> Self {
        Self { journal, metrics, writes, failures: Failures::default() }
    }

    /// Records whether a read operation failed, and returns its result unchanged.
    fn record_read<T>(&self, result: Result<T, JournalError>) -> Result<T, JournalError> {
        self.failures.record_read(&result);
        result.inspect_err(|error| self.metrics.journal_failed(error))
    }

    /// Performs a write operation and returns its result unchanged. Records whether the operation failed.
    ///
    /// The result is also recorded for the database health check. For this check, only
    /// [`JournalError::Unavailable`] counts as a failure.
    async fn record_write<T>(
        &self,
        write: impl Future<Output = Result<T, JournalError>>,
    ) -> Result<T, JournalError> {
        let under_way = self.writes.begin();
        let result = write.await;
        under_way.end(!matches!(result, Err(JournalError::Unavailable(_))));
        self.failures.record_write(&result);
        result.inspect_err(|error| self.metrics.journal_failed(error))
    }
}

/// Returns the total number of events, and how many of them start a deal.
fn counted(events: &[TableEvent]) -> (usize, usize) {
    let begins = |event: &&TableEvent| matches!(event, TableEvent::DealBegan { .. });
    (events.len(), events.iter().filter(begins).count())
}

#[async_trait]
impl Journal for WatchedJournal {
    async fn open(
        &self,
        channel: ChannelId,
        events: Vec<TableEvent>,
        request: Option<RequestId>,
        at: UnixMillis,
    ) -> Result<TableId, JournalError> {
        let (begun, counted) = (Instant::now(), counted(&events));
        let table = self.record_write(self.journal.open(channel, events, request, at)).await?;
        self.metrics.committed(counted, begun.elapsed());
        self.metrics.tables_opened.inc();
        Ok(table)
    }

    async fn append(&self, batch: Batch) -> Result<(), JournalError> {
        let (begun, counted) = (Instant::now(), counted(&batch.events));
        let ends = batch.finished.is_some();
        self.record_write(self.journal.append(batch)).await?;
        self.metrics.committed(counted, begun.elapsed());
        if ends {
            self.metrics.deals_ended.inc();
        }
        Ok(())
    }

    async fn load(&self, table: TableId) -> Result<StoredTable, JournalError> {
        self.record_read(self.journal.load(table).await)
    }

    async fn cut_back(
        &self,
        table: TableId,
        whole: u32,
        reason: &str,
        at: UnixMillis,
    ) -> Result<(), JournalError> {
        self.record_write(self.journal.cut_back(table, whole, reason, at)).await?;
        self.metrics.cuts.inc();
        Ok(())
    }

    async fn open_table(&self, channel: ChannelId) -> Result<Option<TableId>, JournalError> {
        self.record_read(self.journal.open_table(channel).await)
    }

    async fn live(&self) -> Result<Vec<LiveTable>, JournalError> {
        self.record_read(self.journal.live().await)
    }

    async fn due(&self, by: UnixMillis) -> Result<Vec<LiveTable>, JournalError> {
        self.record_read(self.journal.due(by).await)
    }

    async fn come_back(&self, now: UnixMillis, shards: ShardRange) -> Result<Downtime, JournalError> {
        self.record_write(self.journal.come_back(now, shards)).await
    }

    async fn beat(&self, now: UnixMillis, clocks: &[(Shard, UnixMillis)]) -> Result<(), JournalError> {
        self.record_write(self.journal.beat(now, clocks)).await
    }

    async fn last_beat(&self) -> Result<Option<UnixMillis>, JournalError> {
        self.record_read(self.journal.last_beat().await)
    }
}

#[cfg(test)]
mod tests {
    use tracing_subscriber::layer::SubscriberExt as _;

    use super::*;
    use crate::watch::LogLines;

    #[test]
    fn repeated_failure_to_write_journal_is_logged_once() {
        let (metrics, streak) = (Metrics::default(), FailureStreak::default());
        let full = || Err::<(), _>(JournalError::Unavailable("disk full".to_owned()));
        let lines = tracing_subscriber::registry().with(LogLines(metrics.clone()));
        tracing::subscriber::with_default(lines, || {
            for _ in 0..100 {
                streak.record("write", &full());
            }
            streak.record("write", &Ok(()));
            streak.record("write", &full());
        });
        let text = metrics.text().unwrap();
        assert!(text.contains("ulti_log_lines_total{level=\"error\"} 2\n"), "{text}");
    }

    /// A database file that was deleted can still be read by open connections.
    #[test]
    fn successful_read_does_not_end_failure_while_writes_fail() {
        let failed = || Err::<(), _>(JournalError::Unavailable("file deleted".to_owned()));
        let failures = Failures::default();
        failures.record_read(&failed());
        failures.record_write(&failed());
        failures.record_read(&Ok(()));
        assert!(failures.reading.is_failing(), "reported as available");
        failures.record_write(&Ok(()));
        failures.record_read(&Ok(()));
        assert!(!failures.reading.is_failing() && !failures.writing.is_failing());
    }
}
