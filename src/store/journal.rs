//! The journal: a table's events, the interactions that led to them, and all that follows from them
//! in the same transaction.

use std::time::Duration;

use async_trait::async_trait;
use sqlx::SqliteConnection;

use super::entry::{self, Entry};
use super::ids::from_sql;
use super::{Store, StoreError, damage, tables};
use crate::table::{
    Batch, ChannelId, Journal, JournalError, Live, Millis, Options, RequestId, Stored, TableEvent, TableId,
};

/// The line of `meta` that says when the bot was last alive.
const BEAT: &str = "beat";
/// One bit makes something else of a number; then it is none.
const BEATEN: &str = "SELECT CASE typeof(value) WHEN 'integer' THEN value END FROM meta WHERE name = $1";
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
        at: Millis,
    ) -> Result<TableId, JournalError> {
        Ok(self.set_up(channel, events, request, at).await?)
    }

    async fn append(&self, batch: Batch) -> Result<(), JournalError> {
        Ok(self.commits.write(batch).await?)
    }

    async fn load(&self, table: TableId) -> Result<Stored, JournalError> {
        Ok(self.stored(table).await?)
    }

    async fn cut_back(
        &self,
        table: TableId,
        whole: u32,
        reason: &str,
        at: Millis,
    ) -> Result<(), JournalError> {
        Ok(self.cut_journal(table, whole, reason, at).await?)
    }

    async fn open_table(&self, channel: ChannelId) -> Result<Option<TableId>, JournalError> {
        let mut read = self.read().await?;
        Ok(tables::open_in(&mut read, channel).await?)
    }

    async fn live(&self) -> Result<Vec<Live>, JournalError> {
        Ok(self.live_tables().await?)
    }

    async fn due(&self, by: Millis) -> Result<Vec<TableId>, JournalError> {
        Ok(self.due_tables(by).await?)
    }

    async fn come_back(&self, now: Millis) -> Result<Duration, JournalError> {
        Ok(self.put_off_deadlines(now).await?)
    }

    async fn put_off(&self, by: Duration, now: Millis) -> Result<(), JournalError> {
        Ok(self.put_off_by(by, now).await?)
    }

    async fn beat(&self, now: Millis) -> Result<(), JournalError> {
        Ok(self.set_beat(now).await?)
    }

    async fn last_beat(&self) -> Result<Option<Millis>, JournalError> {
        Ok(self.get_beat().await?)
    }
}

impl Store {
    async fn set_up(
        &self,
        channel: ChannelId,
        events: Vec<TableEvent>,
        request: Option<RequestId>,
        at: Millis,
    ) -> Result<TableId, StoreError> {
        let Some(TableEvent::SetUp { server, host, .. }) = events.first() else {
            return Err(StoreError::NotSetUp);
        };
        let mut write = self.write().await?;
        let table = tables::set_up(&mut write, *server, channel, at).await?;
        tables::hold_to(&mut write, self.most, *server, *host, table).await?;
        let first =
            Batch { table, first: 0, events, request, deadline: None, finished: None, closed: None, at };
        entry::keep(&mut write, &[Entry::of(first)?]).await?;
        write.commit().await?;
        Ok(table)
    }

    async fn stored(&self, table: TableId) -> Result<Stored, StoreError> {
        let mut read = self.read().await?;
        let (count, deadline): (i64, Option<i64>) = sqlx::query_as(COUNT_AND_DEADLINE)
            .bind(table.0)
            .fetch_optional(&mut *read)
            .await?
            .ok_or(StoreError::NoSuchTable(table))?;
        let rows: Vec<damage::Row> =
            sqlx::query_as(damage::LINES).bind(table.0).fetch_all(&mut *read).await?;
        let requests: Vec<i64> = sqlx::query_scalar(
            "SELECT request_id FROM requests WHERE table_id = $1 ORDER BY seq, request_id",
        )
        .bind(table.0)
        .fetch_all(&mut *read)
        .await?;
        let (events, damage) = damage::read(table, count, &rows);
        Ok(Stored {
            events,
            requests: requests.into_iter().map(|request| RequestId(from_sql(request))).collect(),
            deadline: deadline.map(Millis),
            damage,
        })
    }

    async fn set_beat(&self, now: Millis) -> Result<(), StoreError> {
        let mut write = self.write().await?;
        keep_beat(&mut write, now).await?;
        write.commit().await?;
        Ok(())
    }

    async fn put_off_deadlines(&self, now: Millis) -> Result<Duration, StoreError> {
        let mut write = self.write().await?;
        let beat: Option<Option<i64>> =
            sqlx::query_scalar(BEATEN).bind(BEAT).fetch_optional(&mut *write).await?;
        let down = beat.flatten().map_or(Duration::ZERO, |beat| now.since(Millis(beat)));
        add_to_deadlines(&mut write, down, now).await?;
        keep_beat(&mut write, now).await?;
        write.commit().await?;
        Ok(down)
    }

    async fn put_off_by(&self, by: Duration, now: Millis) -> Result<(), StoreError> {
        let mut write = self.write().await?;
        add_to_deadlines(&mut write, by, now).await?;
        Ok(write.commit().await?)
    }

    async fn get_beat(&self) -> Result<Option<Millis>, StoreError> {
        let beat: Option<Option<i64>> =
            sqlx::query_scalar(BEATEN).bind(BEAT).fetch_optional(&self.readers).await?;
        Ok(beat.flatten().map(Millis))
    }
}

async fn add_to_deadlines(connection: &mut SqliteConnection, by: Duration, now: Millis) -> sqlx::Result<()> {
    // A clock that was wrong for one run of the bot would put them off by decades.
    let farthest = now.after(Options::LONGEST).0;
    // A sum that is too large for SQLite would be no whole number any more.
    sqlx::query(
        "UPDATE tables SET deadline = CASE WHEN deadline > $2 - $1 THEN $2 ELSE deadline + $1 END
         WHERE ended_at IS NULL AND deadline IS NOT NULL",
    )
    .bind(i64::try_from(by.as_millis()).unwrap_or(i64::MAX).min(farthest))
    .bind(farthest)
    .execute(connection)
    .await?;
    Ok(())
}

async fn keep_beat(connection: &mut SqliteConnection, now: Millis) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO meta (name, value) VALUES ($1, $2)
         ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    )
    .bind(BEAT)
    .bind(now.0)
    .execute(connection)
    .await?;
    Ok(())
}
