//! The event journals of tables.
//!
//! Each batch of events is stored in one transaction, together with the Discord interaction that caused it,
//! the player names and the finished deals.

pub(crate) mod batch;
pub(crate) mod batch_rows;
pub(crate) mod clocks;
pub(crate) mod commit_queue;
pub(crate) mod group_commit;
pub(crate) mod integrity;
pub(crate) mod table_row;
pub(crate) mod tables;

use async_trait::async_trait;

use super::{Result, Store, StoreError};
use crate::store::sql::{query, query_scalar};
use crate::table::{
    Batch, ChannelId, Downtime, Journal, JournalError, LiveTable, RequestId, ServerId, Shard, ShardRange,
    StoredTable, TableEvent, TableId, UnixMillis,
};
use batch_rows::BatchRows;

const COUNT_AND_DEADLINE: &str = "
    SELECT CASE typeof(events) WHEN 'integer' THEN events ELSE 0 END,
           CASE typeof(deadline) WHEN 'integer' THEN deadline END
    FROM tables WHERE id = $1";

/// Query for all open tables.
///
/// A deadline that is not an integer, for example after disk corruption, is returned as `NULL`. The table
/// then gets a new deadline when it is loaded.
const LIVE: &str = "
    SELECT id, channel, server, CASE typeof(deadline) WHEN 'integer' THEN deadline END
    FROM tables WHERE ended_at IS NULL ORDER BY id";
/// Query for the open tables whose deadline is at or before $1. Deadlines are returned as by [`LIVE`].
const DUE: &str = "
    SELECT id, channel, server, CASE typeof(deadline) WHEN 'integer' THEN deadline END
    FROM tables WHERE ended_at IS NULL AND deadline <= $1 ORDER BY deadline";

#[async_trait]
impl Journal for Store {
    async fn open(
        &self,
        channel: ChannelId,
        events: Vec<TableEvent>,
        request: Option<RequestId>,
        at: UnixMillis,
    ) -> Result<TableId, JournalError> {
        let Some(&TableEvent::SetUp { server, host, .. }) = events.first() else {
            return Err(StoreError::NotSetUp.into());
        };
        let mut write = self.write_for(server).await?;
        let table = tables::set_up(&mut write, server, channel, at).await?;
        tables::check_limits(&mut write, self.limits, server, host, table).await?;
        let first = Batch {
            table,
            server,
            first: 0,
            events,
            request,
            deadline: None,
            finished: None,
            closed: None,
            at,
        };
        batch::keep(&mut write, &[BatchRows::of(first)?]).await?;
        write.commit().await?;
        Ok(table)
    }

    async fn append(&self, batch: Batch) -> Result<(), JournalError> {
        Ok(self.commits.write(batch).await?)
    }

    async fn load(&self, table: TableId) -> Result<StoredTable, JournalError> {
        let mut read = self.read().await?;
        let (count, deadline): (i64, Option<UnixMillis>) = query!(COUNT_AND_DEADLINE, [table])
            .fetch_optional(&mut read)
            .await?
            .ok_or(StoreError::NoSuchTable(table))?;
        let clock_lag = clocks::lag(&mut read, table).await?;
        let rows: Vec<integrity::Row> =
            query!(integrity::LINES.of(read.dialect()), [table]).fetch_all(&mut read).await?;
        let requests: Vec<RequestId> = query_scalar!(
            "SELECT request_id FROM requests WHERE table_id = $1 ORDER BY seq, request_id",
            [table]
        )
        .fetch_all(&mut read)
        .await?;
        let (events, damage) = integrity::read(table, count, &rows);
        Ok(StoredTable { events, requests, deadline, clock_lag, damage })
    }

    async fn cut_back(
        &self,
        table: TableId,
        whole: u32,
        reason: &str,
        at: UnixMillis,
    ) -> Result<(), JournalError> {
        Ok(self.cut_journal(table, whole, reason, at).await?)
    }

    async fn open_table(&self, channel: ChannelId) -> Result<Option<TableId>, JournalError> {
        let mut read = self.read().await?;
        Ok(tables::open_in(&mut read, channel).await?)
    }

    async fn live(&self) -> Result<Vec<LiveTable>, JournalError> {
        let rows: Vec<LiveRow> = query!(LIVE, []).fetch_all(&self.readers).await?;
        Ok(rows.into_iter().map(live_table).collect())
    }

    async fn due(&self, by: UnixMillis) -> Result<Vec<LiveTable>, JournalError> {
        let rows: Vec<LiveRow> = query!(DUE, [by]).fetch_all(&self.readers).await?;
        Ok(rows.into_iter().map(live_table).collect())
    }

    async fn come_back(&self, now: UnixMillis, shards: ShardRange) -> Result<Downtime, JournalError> {
        let mut write = self.write().await?;
        let downtime = clocks::resume(&mut write, shards, now).await?;
        write.commit().await?;
        Ok(downtime)
    }

    async fn beat(&self, now: UnixMillis, clocks: &[(Shard, UnixMillis)]) -> Result<(), JournalError> {
        let mut write = self.write().await?;
        clocks::write_beat(&mut write, now).await?;
        let (shards, _): (Vec<Shard>, Vec<UnixMillis>) = clocks.iter().copied().unzip();
        let permitted = self.fence.permitted(&mut write, &shards).await?;
        let own: Vec<(Shard, UnixMillis)> =
            clocks.iter().copied().filter(|(shard, _)| permitted.contains(shard)).collect();
        clocks::upsert(&mut write, &own).await?;
        write.commit().await?;
        Ok(())
    }

    async fn last_beat(&self) -> Result<Option<UnixMillis>, JournalError> {
        clocks::last_beat(&self.readers).await.map_err(Into::into)
    }
}

/// A row of the queries for open tables: id, channel, server and deadline.
type LiveRow = (TableId, ChannelId, ServerId, Option<UnixMillis>);

fn live_table((table, channel, server, deadline): LiveRow) -> LiveTable {
    LiveTable { table, channel, server, deadline }
}
