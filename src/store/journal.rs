//! The event journals of tables.
//!
//! Each batch of events is stored in one transaction, together with the Discord interaction that caused it,
//! the player names and the finished deals.

pub(crate) mod batch;
pub(crate) mod batch_rows;
pub(crate) mod commit_queue;
pub(crate) mod group_commit;
pub(crate) mod integrity;
pub(crate) mod table_row;
pub(crate) mod tables;

use async_trait::async_trait;
use sqlx::SqliteExecutor;

use super::{Result, Store, StoreError};
use crate::store::sql::{Connection, query, query_as, query_scalar};
use crate::table::{
    Batch, ChannelId, Downtime, Journal, JournalError, LiveTable, Options, RequestId, StoredTable,
    TableEvent, TableId, UnixMillis,
};
use batch_rows::BatchRows;

/// Key in the database table `meta` for the time of the last heartbeat.
const BEAT: &str = "beat";
/// Key in the database table `meta` for the game clock's time at the last heartbeat.
///
/// The game clock, which is used for deadlines, is stopped while the bot or Discord is unavailable.
const CLOCK: &str = "clock";
/// Query for the integer that is stored under the name $1 in the database table `meta`.
///
/// Returns `NULL` if the stored value is not an integer, for example after disk corruption.
const NUMBER: &str = "SELECT CASE typeof(value) WHEN 'integer' THEN value END FROM meta WHERE name = $1";
const COUNT_AND_DEADLINE: &str = "
    SELECT CASE typeof(events) WHEN 'integer' THEN events ELSE 0 END,
           CASE typeof(deadline) WHEN 'integer' THEN deadline END
    FROM tables WHERE id = $1";

/// Query for all open tables.
///
/// A deadline that is not an integer, for example after disk corruption, is returned as `NULL`. The table
/// then gets a new deadline when it is loaded.
const LIVE: &str = "
    SELECT id, channel, CASE typeof(deadline) WHEN 'integer' THEN deadline END
    FROM tables WHERE ended_at IS NULL ORDER BY id";

#[async_trait]
impl Journal for Store {
    async fn open(
        &self,
        channel: ChannelId,
        events: Vec<TableEvent>,
        request: Option<RequestId>,
        at: UnixMillis,
    ) -> Result<TableId, JournalError> {
        let Some(TableEvent::SetUp { server, host, .. }) = events.first() else {
            return Err(StoreError::NotSetUp.into());
        };
        let mut write = self.write().await?;
        let table = tables::set_up(&mut write, *server, channel, at).await?;
        tables::check_limits(&mut write, self.limits, *server, *host, table).await?;
        let first =
            Batch { table, first: 0, events, request, deadline: None, finished: None, closed: None, at };
        batch::keep(&mut write, &[BatchRows::of(first)?]).await?;
        write.commit().await?;
        Ok(table)
    }

    async fn append(&self, batch: Batch) -> Result<(), JournalError> {
        Ok(self.commits.write(batch).await?)
    }

    async fn load(&self, table: TableId) -> Result<StoredTable, JournalError> {
        let mut read = self.read().await?;
        let (count, deadline): (i64, Option<UnixMillis>) = query_as!(COUNT_AND_DEADLINE, [table])
            .fetch_optional(&mut *read)
            .await?
            .ok_or(StoreError::NoSuchTable(table))?;
        let rows: Vec<integrity::Row> = query_as!(integrity::LINES, [table]).fetch_all(&mut *read).await?;
        let requests: Vec<RequestId> = query_scalar!(
            "SELECT request_id FROM requests WHERE table_id = $1 ORDER BY seq, request_id",
            [table]
        )
        .fetch_all(&mut *read)
        .await?;
        let (events, damage) = integrity::read(table, count, &rows);
        Ok(StoredTable { events, requests, deadline, damage })
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
        let rows: Vec<(TableId, ChannelId, Option<UnixMillis>)> =
            sqlx::query_as(LIVE).fetch_all(&self.readers).await?;
        let live = |(table, channel, deadline)| LiveTable { table, channel, deadline };
        Ok(rows.into_iter().map(live).collect())
    }

    async fn due(&self, by: UnixMillis) -> Result<Vec<TableId>, JournalError> {
        Ok(query_scalar!(
            "SELECT id FROM tables WHERE ended_at IS NULL AND deadline <= $1 ORDER BY deadline",
            [by]
        )
        .fetch_all(&self.readers)
        .await?)
    }

    async fn come_back(&self, now: UnixMillis) -> Result<Downtime, JournalError> {
        let mut write = self.write().await?;
        // A flipped bit may have turned either value into an impossible time.
        let is_valid = |time: &UnixMillis| (UnixMillis(0)..=now.after(Options::LONGEST)).contains(time);
        let beat = time(&mut *write, BEAT).await?.filter(is_valid).unwrap_or(now);
        // Databases written before the clock was stored hold deadlines in wall-clock time.
        let clock = time(&mut *write, CLOCK).await?.filter(is_valid).unwrap_or(beat);
        write_beat(&mut write, now, clock).await?;
        limit_deadlines(&mut write, clock.after(Options::LONGEST)).await?;
        write.commit().await?;
        Ok(Downtime { lasted: now.since(beat), clock })
    }

    async fn beat(&self, now: UnixMillis, clock: UnixMillis) -> Result<(), JournalError> {
        let mut write = self.write().await?;
        write_beat(&mut write, now, clock).await?;
        write.commit().await?;
        Ok(())
    }

    async fn last_beat(&self) -> Result<Option<UnixMillis>, JournalError> {
        Ok(time(&self.readers, BEAT).await?)
    }
}

/// Reads a timestamp from the database table `meta`.
///
/// Returns `None` if the key is missing or the value is not an integer.
async fn time(from: impl SqliteExecutor<'_>, name: &str) -> sqlx::Result<Option<UnixMillis>> {
    let time: Option<Option<UnixMillis>> = query_scalar!(NUMBER, [name]).fetch_optional(from).await?;
    Ok(time.flatten())
}

/// Resets each open table's deadline to `farthest` if the deadline is later than `farthest`.
///
/// This repairs deadlines that disk corruption may have moved centuries into the future.
async fn limit_deadlines(db: &mut Connection, farthest: UnixMillis) -> sqlx::Result<()> {
    query!("UPDATE tables SET deadline = $1 WHERE ended_at IS NULL AND deadline > $1", [farthest])
        .execute(db)
        .await?;
    Ok(())
}

async fn write_beat(db: &mut Connection, now: UnixMillis, clock: UnixMillis) -> Result<()> {
    for (name, value) in [(BEAT, now), (CLOCK, clock)] {
        query!(
            "INSERT INTO meta (name, value) VALUES ($1, $2)
             ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            [name, value]
        )
        .execute(&mut *db)
        .await?;
    }
    Ok(())
}
