//! A journal that is measured: how long it takes, how much it keeps, and whether it fails.

use std::sync::Arc;
use std::time::{Duration, Instant};

use async_trait::async_trait;

use super::{Meter, Writes};
use crate::table::{
    Batch, ChannelId, Journal, JournalError, Live, Millis, RequestId, Stored, TableEvent, TableId,
};

/// The journal behind it, counted.
pub struct WatchedJournal {
    journal: Arc<dyn Journal>,
    meter: Meter,
    writes: Writes,
}

impl WatchedJournal {
    /// Counts by this meter what this journal does.
    pub fn new(journal: Arc<dyn Journal>, meter: Meter, writes: Writes) -> Self {
        Self { journal, meter, writes }
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
        came.inspect_err(|error| self.meter.not_committed(error))
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
        self.journal.load(table).await
    }

    async fn cut_back(
        &self,
        table: TableId,
        whole: u32,
        reason: &str,
        at: Millis,
    ) -> Result<(), JournalError> {
        self.noted(self.journal.cut_back(table, whole, reason, at)).await
    }

    async fn open_table(&self, channel: ChannelId) -> Result<Option<TableId>, JournalError> {
        self.journal.open_table(channel).await
    }

    async fn live(&self) -> Result<Vec<Live>, JournalError> {
        self.journal.live().await
    }

    async fn due(&self, by: Millis) -> Result<Vec<TableId>, JournalError> {
        self.journal.due(by).await
    }

    async fn come_back(&self, now: Millis) -> Result<Duration, JournalError> {
        self.noted(self.journal.come_back(now)).await
    }

    async fn beat(&self, now: Millis) -> Result<(), JournalError> {
        self.noted(self.journal.beat(now)).await
    }

    async fn last_beat(&self) -> Result<Option<Millis>, JournalError> {
        self.journal.last_beat().await
    }
}
