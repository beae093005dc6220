//! The journal: a table's events, the interactions that led to them, and all that follows from them
//! in the same transaction.

use std::time::Duration;

use async_trait::async_trait;
use sqlx::SqliteConnection;

use super::ids::{from_sql, to_sql};
use super::{Store, StoreError, deals, people, tables};
use crate::table::{
    Batch, ChannelId, Journal, JournalError, Live, Millis, Player, RequestId, Stored, TableEvent, TableId,
};

/// How many interactions of each table are kept.
const REQUESTS_KEPT: i64 = 64;

/// The line of `meta` that says when the bot was last alive.
const BEAT: &str = "beat";

#[async_trait]
impl Journal for Store {
    async fn open(
        &self,
        channel: ChannelId,
        events: Vec<TableEvent>,
        request: Option<RequestId>,
        at: Millis,
    ) -> Result<TableId, JournalError> {
        Ok(self.set_up(channel, &events, request, at).await?)
    }

    async fn append(&self, batch: Batch) -> Result<(), JournalError> {
        Ok(self.add(&batch).await?)
    }

    async fn load(&self, table: TableId) -> Result<Stored, JournalError> {
        Ok(self.stored(table).await?)
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
        events: &[TableEvent],
        request: Option<RequestId>,
        at: Millis,
    ) -> Result<TableId, StoreError> {
        let Some(TableEvent::SetUp { server, host, .. }) = events.first() else {
            return Err(StoreError::NotSetUp);
        };
        let mut write = self.write().await?;
        let table = tables::set_up(&mut write, *server, channel, at).await?;
        tables::hold_to(&mut write, self.most, *server, *host, table).await?;
        keep_events(&mut write, table, 0, events, at).await?;
        keep_request(&mut write, table, 0, request).await?;
        write.commit().await?;
        Ok(table)
    }

    async fn add(&self, batch: &Batch) -> Result<(), StoreError> {
        let table = batch.table;
        let mut write = self.write().await?;
        let server = tables::server_of(&mut write, table).await?;
        keep_events(&mut write, table, batch.first, &batch.events, batch.at).await?;
        keep_request(&mut write, table, batch.first, batch.request).await?;
        tables::set_deadline(&mut write, table, batch.deadline).await?;
        if let Some(deal) = &batch.finished
            && !deals::keep(&mut write, table, deal, batch.at).await?
        {
            return Err(StoreError::Conflict { table, first: batch.first });
        }
        if let Some(shares) = &batch.closed {
            deals::keep_shares(&mut write, table, server, shares, batch.at).await?;
        }
        if batch.closed.is_some() || batch.events.iter().any(ends) {
            tables::end(&mut write, table, batch.at).await?;
        }
        write.commit().await?;
        Ok(())
    }

    async fn stored(&self, table: TableId) -> Result<Stored, StoreError> {
        let mut read = self.read().await?;
        let deadline: Option<i64> = sqlx::query_scalar("SELECT deadline FROM tables WHERE id = $1")
            .bind(table.0)
            .fetch_optional(&mut *read)
            .await?
            .ok_or(StoreError::NoSuchTable(table))?;
        let rows: Vec<(i64, String)> =
            sqlx::query_as("SELECT seq, event FROM journal WHERE table_id = $1 ORDER BY seq")
                .bind(table.0)
                .fetch_all(&mut *read)
                .await?;
        let requests: Vec<i64> = sqlx::query_scalar(
            "SELECT request_id FROM requests WHERE table_id = $1 ORDER BY seq, request_id",
        )
        .bind(table.0)
        .fetch_all(&mut *read)
        .await?;
        Ok(Stored {
            events: read_events(table, rows)?,
            requests: requests.into_iter().map(|request| RequestId(from_sql(request))).collect(),
            deadline: deadline.map(Millis),
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
        let beat: Option<i64> = sqlx::query_scalar("SELECT value FROM meta WHERE name = $1")
            .bind(BEAT)
            .fetch_optional(&mut *write)
            .await?;
        let down = beat.map_or(Duration::ZERO, |beat| now.since(Millis(beat)));
        sqlx::query("UPDATE tables SET deadline = deadline + $1 WHERE ended_at IS NULL")
            .bind(i64::try_from(down.as_millis()).unwrap_or(i64::MAX / 2))
            .execute(&mut *write)
            .await?;
        keep_beat(&mut write, now).await?;
        write.commit().await?;
        Ok(down)
    }

    async fn get_beat(&self) -> Result<Option<Millis>, StoreError> {
        let beat = sqlx::query_scalar("SELECT value FROM meta WHERE name = $1")
            .bind(BEAT)
            .fetch_optional(&self.readers)
            .await?;
        Ok(beat.map(Millis))
    }
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

const fn ends(event: &TableEvent) -> bool {
    matches!(event, TableEvent::Ended { .. })
}

/// Writes events at their place, which must be the next one, and the names of those who sat down.
async fn keep_events(
    connection: &mut SqliteConnection,
    table: TableId,
    first: u32,
    events: &[TableEvent],
    at: Millis,
) -> Result<(), StoreError> {
    let next: i64 = sqlx::query_scalar("SELECT COALESCE(MAX(seq) + 1, 0) FROM journal WHERE table_id = $1")
        .bind(table.0)
        .fetch_one(&mut *connection)
        .await?;
    if next != i64::from(first) {
        return Err(StoreError::Conflict { table, first });
    }
    for (seq, event) in (next..).zip(events) {
        let json = serde_json::to_string(event)
            .map_err(|error| StoreError::Journal { table, reason: error.to_string() })?;
        sqlx::query("INSERT INTO journal (table_id, seq, event, at) VALUES ($1, $2, $3, $4)")
            .bind(table.0)
            .bind(seq)
            .bind(json)
            .bind(at.0)
            .execute(&mut *connection)
            .await?;
        if let TableEvent::Joined { player: Player { id, name, .. } } = event
            && let Some(user) = id.user()
        {
            people::remember(connection, user, name).await?;
        }
        for user in event.people() {
            people::is_named_at(connection, user, table).await?;
        }
    }
    Ok(())
}

/// Writes an interaction down, and forgets the oldest of the table's. One that is known already is a
/// conflict: what it asked for has been done.
async fn keep_request(
    connection: &mut SqliteConnection,
    table: TableId,
    first: u32,
    request: Option<RequestId>,
) -> Result<(), StoreError> {
    let Some(request) = request else { return Ok(()) };
    let written = sqlx::query(
        "INSERT INTO requests (request_id, table_id, seq) VALUES ($1, $2, $3)
         ON CONFLICT (request_id) DO NOTHING",
    )
    .bind(to_sql(request.0))
    .bind(table.0)
    .bind(i64::from(first))
    .execute(&mut *connection)
    .await?;
    if written.rows_affected() == 0 {
        return Err(StoreError::Conflict { table, first });
    }
    sqlx::query(
        "DELETE FROM requests WHERE table_id = $1 AND request_id NOT IN (
             SELECT request_id FROM requests WHERE table_id = $1 ORDER BY seq DESC, request_id DESC LIMIT $2
         )",
    )
    .bind(table.0)
    .bind(REQUESTS_KEPT)
    .execute(connection)
    .await?;
    Ok(())
}

/// The events of a table from its lines, which must be all there.
fn read_events(table: TableId, rows: Vec<(i64, String)>) -> Result<Vec<TableEvent>, StoreError> {
    let corrupt = |reason| StoreError::Journal { table, reason };
    if rows.is_empty() {
        return Err(corrupt("it holds no event".to_owned()));
    }
    let read = |(place, (seq, json)): (i64, (i64, String))| {
        if seq == place {
            serde_json::from_str(&json).map_err(|error| corrupt(format!("event {seq}: {error}")))
        } else {
            Err(corrupt(format!("event {place} is missing")))
        }
    };
    (0..).zip(rows).map(read).collect()
}
