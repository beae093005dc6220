//! A journal whose table can be played without changing the database.

use std::time::Duration;

use ulti::store::Store;
use ulti::table::{
    Batch, ChannelId, Downtime, Journal, JournalError, LiveTable, RequestId, Shard, ShardRange, StoredTable,
    TableEvent, TableId, UnixMillis,
};

/// A journal that reads and truncates the database but discards new events.
pub(super) struct ReadOnlyJournal(pub(super) Store);

#[async_trait::async_trait]
impl Journal for ReadOnlyJournal {
    async fn open(
        &self,
        _: ChannelId,
        _: Vec<TableEvent>,
        _: Option<RequestId>,
        _: UnixMillis,
    ) -> Result<TableId, JournalError> {
        Err(JournalError::Unavailable("read-only journal opens no tables".to_owned()))
    }

    async fn append(&self, _: Batch) -> Result<(), JournalError> {
        Ok(())
    }

    async fn load(&self, table: TableId) -> Result<StoredTable, JournalError> {
        self.0.load(table).await
    }

    async fn cut_back(
        &self,
        table: TableId,
        whole: u32,
        reason: &str,
        at: UnixMillis,
    ) -> Result<(), JournalError> {
        self.0.cut_back(table, whole, reason, at).await
    }

    async fn open_table(&self, channel: ChannelId) -> Result<Option<TableId>, JournalError> {
        self.0.open_table(channel).await
    }

    async fn live(&self) -> Result<Vec<LiveTable>, JournalError> {
        Ok(Vec::new())
    }

    async fn due(&self, _: UnixMillis) -> Result<Vec<LiveTable>, JournalError> {
        Ok(Vec::new())
    }

    async fn come_back(&self, now: UnixMillis, shards: ShardRange) -> Result<Downtime, JournalError> {
        Ok(Downtime { lasted: Duration::ZERO, clocks: shards.shards().map(|shard| (shard, now)).collect() })
    }

    async fn beat(&self, _: UnixMillis, _: &[(Shard, UnixMillis)]) -> Result<(), JournalError> {
        Ok(())
    }

    async fn last_beat(&self) -> Result<Option<UnixMillis>, JournalError> {
        Ok(None)
    }
}
