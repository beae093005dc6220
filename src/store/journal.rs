//! The event journals of tables.
//!
//! Each batch of events is stored in one transaction, together with the Discord interaction that caused it,
//! the player names and the finished deals.

pub(crate) mod batch;
pub(crate) mod batch_rows;
pub(crate) mod checksum;
pub(crate) mod commit_queue;
pub(crate) mod group_commit;
pub(crate) mod integrity;
pub(crate) mod table_row;
pub(crate) mod tables;

use async_trait::async_trait;
use sqlx::{SqliteConnection, SqliteExecutor};

use super::{Store, StoreError};
use crate::table::{
    Batch, ChannelId, Downtime, Journal, JournalError, LiveTable, Options, RequestId, StoredTable,
    TableEvent, TableId, UnixMillis,
};
use batch_rows::BatchRows;

/// Key in the database table `meta` for the time of the last heartbeat.
const BEAT: &str = "beat";
/// Key in the database table `meta` for the time of the game clock at the last heartbeat.
///
/// The deadlines of tables are measured on this clock.
const CLOCK: &str = "clock";
/// Query for an integer in the database table `meta`.
///
/// The result is `NULL` if the stored value is not an integer, for example because of a flipped bit.
const NUMBER: &str = "SELECT CASE typeof(value) WHEN 'integer' THEN value END FROM meta WHERE name = $1";
const COUNT_AND_DEADLINE: &str = "
    SELECT CASE typeof(events) WHEN 'integer' THEN events ELSE 0 END,
           CASE typeof(deadline) WHEN 'integer' THEN deadline END
    FROM tables WHERE id = $1";

#[async_trait]
impl Journal for Store {
    async fn open(
        &self,
        channel: ChannelId,
        events: Vec<TableEvent>,
        request: Option<RequestId>,
        at: UnixMillis,
    ) -> Result<TableId, JournalError> {
        Ok(self.set_up(channel, events, request, at).await?)
    }

    async fn append(&self, batch: Batch) -> Result<(), JournalError> {
        Ok(self.commits.write(batch).await?)
    }

    async fn load(&self, table: TableId) -> Result<StoredTable, JournalError> {
        Ok(self.stored(table).await?)
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
        Ok(self.live_tables().await?)
    }

    async fn due(&self, by: UnixMillis) -> Result<Vec<TableId>, JournalError> {
        Ok(self.due_tables(by).await?)
    }

    async fn come_back(&self, now: UnixMillis) -> Result<Downtime, JournalError> {
        Ok(self.note_downtime(now).await?)
    }

    async fn beat(&self, now: UnixMillis, clock: UnixMillis) -> Result<(), JournalError> {
        Ok(self.set_beat(now, clock).await?)
    }

    async fn last_beat(&self) -> Result<Option<UnixMillis>, JournalError> {
        Ok(self.get_beat().await?)
    }
}

impl Store {
    async fn set_up(
        &self,
        channel: ChannelId,
        events: Vec<TableEvent>,
        request: Option<RequestId>,
        at: UnixMillis,
    ) -> Result<TableId, StoreError> {
        let Some(TableEvent::SetUp { server, host, .. }) = events.first() else {
            return Err(StoreError::NotSetUp);
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

    async fn stored(&self, table: TableId) -> Result<StoredTable, StoreError> {
        let mut read = self.read().await?;
        let (count, deadline): (i64, Option<UnixMillis>) = sqlx::query_as(COUNT_AND_DEADLINE)
            .bind(table)
            .fetch_optional(&mut *read)
            .await?
            .ok_or(StoreError::NoSuchTable(table))?;
        let rows: Vec<integrity::Row> =
            sqlx::query_as(integrity::LINES).bind(table).fetch_all(&mut *read).await?;
        let requests: Vec<RequestId> = sqlx::query_scalar(
            "SELECT request_id FROM requests WHERE table_id = $1 ORDER BY seq, request_id",
        )
        .bind(table)
        .fetch_all(&mut *read)
        .await?;
        let (events, damage) = integrity::read(table, count, &rows);
        Ok(StoredTable { events, requests, deadline, damage })
    }

    async fn set_beat(&self, now: UnixMillis, clock: UnixMillis) -> Result<(), StoreError> {
        let mut write = self.write().await?;
        write_beat(&mut write, now, clock).await?;
        write.commit().await?;
        Ok(())
    }

    async fn note_downtime(&self, now: UnixMillis) -> Result<Downtime, StoreError> {
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

    async fn get_beat(&self) -> Result<Option<UnixMillis>, StoreError> {
        Ok(time(&self.readers, BEAT).await?)
    }
}

/// Reads a time from the database table `meta`.
///
/// Returns `None` if the key is missing or the value is not an integer.
async fn time(from: impl SqliteExecutor<'_>, name: &str) -> sqlx::Result<Option<UnixMillis>> {
    let time: Option<Option<UnixMillis>> = sqlx::query_scalar(NUMBER).bind(name).fetch_optional(from).await?;
    Ok(time.flatten())
}

/// Limits the deadlines of open tables to the time `farthest`.
///
/// A flipped bit may have moved a deadline centuries into the future.
async fn limit_deadlines(connection: &mut SqliteConnection, farthest: UnixMillis) -> sqlx::Result<()> {
    sqlx::query("UPDATE tables SET deadline = $1 WHERE ended_at IS NULL AND deadline > $1")
        .bind(farthest)
        .execute(connection)
        .await?;
    Ok(())
}

async fn write_beat(
    connection: &mut SqliteConnection,
    now: UnixMillis,
    clock: UnixMillis,
) -> Result<(), StoreError> {
    for (name, value) in [(BEAT, now), (CLOCK, clock)] {
        sqlx::query(
            "INSERT INTO meta (name, value) VALUES ($1, $2)
             ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        )
        .bind(name)
        .bind(value)
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}
