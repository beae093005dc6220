//! The journal: a table's events, the interactions that led to them, and all that follows from them
//! in the same transaction.

use async_trait::async_trait;
use sqlx::{SqliteConnection, SqliteExecutor};

use super::entry::{self, Entry};
use super::ids::from_sql;
use super::{Store, StoreError, damage, tables};
use crate::table::{
    Batch, ChannelId, Downtime, Journal, JournalError, Live, Millis, Options, RequestId, Stored, TableEvent,
    TableId,
};

/// The line of `meta` that says when the bot was last alive.
const BEAT: &str = "beat";
/// The line that says what the tables' clock showed then.
const CLOCK: &str = "clock";
/// One bit makes something else of a number; then it is none.
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

    async fn come_back(&self, now: Millis) -> Result<Downtime, JournalError> {
        Ok(self.note_downtime(now).await?)
    }

    async fn beat(&self, now: Millis, clock: Millis) -> Result<(), JournalError> {
        Ok(self.set_beat(now, clock).await?)
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

    async fn set_beat(&self, now: Millis, clock: Millis) -> Result<(), StoreError> {
        let mut write = self.write().await?;
        keep_beat(&mut write, now, clock).await?;
        write.commit().await?;
        Ok(())
    }

    async fn note_downtime(&self, now: Millis) -> Result<Downtime, StoreError> {
        let mut write = self.write().await?;
        // One bit may have made any time of it.
        let can_be = |time: &Millis| (Millis(0)..=now.after(Options::LONGEST)).contains(time);
        let beat = number(&mut *write, BEAT).await?.map(Millis).filter(can_be).unwrap_or(now);
        // Where no clock was kept yet, deadlines were by the wall's.
        let clock = number(&mut *write, CLOCK).await?.map(Millis).filter(can_be).unwrap_or(beat);
        keep_beat(&mut write, now, clock).await?;
        keep_deadlines_within(&mut write, clock.after(Options::LONGEST)).await?;
        write.commit().await?;
        Ok(Downtime { lasted: now.since(beat), clock })
    }

    async fn get_beat(&self) -> Result<Option<Millis>, StoreError> {
        Ok(number(&self.readers, BEAT).await?.map(Millis))
    }
}

async fn number(from: impl SqliteExecutor<'_>, name: &str) -> sqlx::Result<Option<i64>> {
    let number: Option<Option<i64>> = sqlx::query_scalar(NUMBER).bind(name).fetch_optional(from).await?;
    Ok(number.flatten())
}

/// A deadline that one bit has moved away by centuries comes after all.
async fn keep_deadlines_within(connection: &mut SqliteConnection, farthest: Millis) -> sqlx::Result<()> {
    sqlx::query("UPDATE tables SET deadline = $1 WHERE ended_at IS NULL AND deadline > $1")
        .bind(farthest.0)
        .execute(connection)
        .await?;
    Ok(())
}

async fn keep_beat(connection: &mut SqliteConnection, now: Millis, clock: Millis) -> Result<(), StoreError> {
    for (name, value) in [(BEAT, now), (CLOCK, clock)] {
        sqlx::query(
            "INSERT INTO meta (name, value) VALUES ($1, $2)
             ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        )
        .bind(name)
        .bind(value.0)
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}
