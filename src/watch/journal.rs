//! A journal that is measured: how long it takes, how much it keeps, and whether it fails.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use async_trait::async_trait;

use super::{Meter, Writes};
use crate::table::{
    Batch, ChannelId, Downtime, Journal, JournalError, Live, Millis, RequestId, Stored, TableEvent, TableId,
};

/// The journal behind it, counted.
pub struct WatchedJournal {
    journal: Arc<dyn Journal>,
    meter: Meter,
    writes: Writes,
    writing: Ailment,
    reading: Ailment,
}

/// Failures in a row of which the first is logged, and the end: every person who presses something meanwhile
/// would be one more line on a disk that may be full.
#[derive(Debug, Default)]
struct Ailment(AtomicU64);

impl Ailment {
    fn hear<T>(&self, of: &'static str, came: &Result<T, JournalError>) {
        match came {
            Err(JournalError::Unavailable(why)) => {
                if self.0.fetch_add(1, Ordering::Relaxed) == 0 {
                    tracing::error!(of, why, "the journal fails; what is asked of it meanwhile is refused");
                }
            }
            // That the table has moved on is an answer, too.
            _ => match self.0.swap(0, Ordering::Relaxed) {
                0 => {}
                failures => tracing::info!(of, failures, "the journal works again"),
            },
        }
    }
}

impl WatchedJournal {
    /// Counts by this meter what this journal does.
    pub fn new(journal: Arc<dyn Journal>, meter: Meter, writes: Writes) -> Self {
        Self { journal, meter, writes, writing: Ailment::default(), reading: Ailment::default() }
    }

    /// Counts what a read came to.
    fn read<T>(&self, came: Result<T, JournalError>) -> Result<T, JournalError> {
        self.reading.hear("reading", &came);
        came.inspect_err(|error| self.meter.journal_failed(error))
    }

    /// Waits for a write and notes whether the database took it. That the table has moved on or the
    /// channel is taken is no fault of the database.
    async fn noted<T>(
        &self,
        write: impl Future<Output = Result<T, JournalError>>,
    ) -> Result<T, JournalError> {
        let under_way = self.writes.begin();
        let came = write.await;
        under_way.end(!matches!(came, Err(JournalError::Unavailable(_))));
        self.writing.hear("writing", &came);
        came.inspect_err(|error| self.meter.journal_failed(error))
    }
}

/// How many events, and how many deals begin with them.
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
        at: Millis,
    ) -> Result<TableId, JournalError> {
        let (begun, counted) = (Instant::now(), counted(&events));
        let table = self.noted(self.journal.open(channel, events, request, at)).await?;
        self.meter.committed(counted, begun.elapsed());
        self.meter.table_opened();
        Ok(table)
    }

    async fn append(&self, batch: Batch) -> Result<(), JournalError> {
        let (begun, counted) = (Instant::now(), counted(&batch.events));
        let ends = batch.finished.is_some();
        self.noted(self.journal.append(batch)).await?;
        self.meter.committed(counted, begun.elapsed());
        if ends {
            self.meter.deal_ended();
        }
        Ok(())
    }

    async fn load(&self, table: TableId) -> Result<Stored, JournalError> {
        self.read(self.journal.load(table).await)
    }

    async fn cut_back(
        &self,
        table: TableId,
        whole: u32,
        reason: &str,
        at: Millis,
    ) -> Result<(), JournalError> {
        self.noted(self.journal.cut_back(table, whole, reason, at)).await?;
        self.meter.cut_back();
        Ok(())
    }

    async fn open_table(&self, channel: ChannelId) -> Result<Option<TableId>, JournalError> {
        self.read(self.journal.open_table(channel).await)
    }

    async fn live(&self) -> Result<Vec<Live>, JournalError> {
        self.read(self.journal.live().await)
    }

    async fn due(&self, by: Millis) -> Result<Vec<TableId>, JournalError> {
        self.read(self.journal.due(by).await)
    }

    async fn come_back(&self, now: Millis) -> Result<Downtime, JournalError> {
        self.noted(self.journal.come_back(now)).await
    }

    async fn beat(&self, now: Millis, clock: Millis) -> Result<(), JournalError> {
        self.noted(self.journal.beat(now, clock)).await
    }

    async fn last_beat(&self) -> Result<Option<Millis>, JournalError> {
        self.read(self.journal.last_beat().await)
    }
}

#[cfg(test)]
mod tests {
    use tracing_subscriber::layer::SubscriberExt as _;

    use super::*;
    use crate::watch::LogLines;

    #[test]
    fn a_failure_is_logged_once_however_often_it_is_met() {
        let (meter, ailment) = (Meter::default(), Ailment::default());
        let full = || Err::<(), _>(JournalError::Unavailable("disk full".to_owned()));
        let lines = tracing_subscriber::registry().with(LogLines(meter.clone()));
        tracing::subscriber::with_default(lines, || {
            for _ in 0..100 {
                ailment.hear("writing", &full());
            }
            ailment.hear("writing", &Ok(()));
            ailment.hear("writing", &full());
        });
        let text = meter.text().unwrap();
        assert!(text.contains("ulti_log_lines_total{level=\"error\"} 2\n"), "{text}");
    }
}
