//! What a batch leaves in the database: its events, its interaction, the names in it, the deal and the
//! evening that ended with it.
//!
//! What every batch has is written for a whole group at once, a query of many rows each.

use sqlx::{QueryBuilder, Sqlite, SqliteConnection};

use super::damage::checksum;
use super::ids::to_sql;
use super::{StoreError, deals, people, tables};
use crate::table::{Batch, Player, RequestId, TableEvent, TableId};

/// How many rows a query has at most; `SQLite` takes 32,766 values in one.
const ROWS: usize = 256;
/// How many interactions of each table are kept, at least.
const REQUESTS_KEPT: i64 = 64;
/// After so many events of a table its oldest interactions are forgotten.
const PRUNED_EVERY: u32 = 16;

/// A batch as it is written. Made by whoever hands it in, so that the task that writes only writes.
#[derive(Debug)]
pub(super) struct Entry {
    batch: Batch,
    lines: Vec<Line>,
}

/// An event as it is written.
#[derive(Debug)]
struct Line {
    seq: i64,
    json: String,
    /// How many more there are of the same batch.
    more: i64,
    checksum: i64,
}

impl Entry {
    pub(super) fn of(batch: Batch) -> Result<Self, StoreError> {
        let table = batch.table;
        let end = i64::from(batch.first) + i64::try_from(batch.events.len()).unwrap_or(i64::MAX);
        let line = |(seq, event)| {
            let json = serde_json::to_string(event)
                .map_err(|error| StoreError::Journal { table, reason: error.to_string() })?;
            let more = end - seq - 1;
            Ok(Line { seq, more, checksum: checksum(table, seq, more, &json), json })
        };
        let lines =
            (i64::from(batch.first)..).zip(&batch.events).map(line).collect::<Result<_, StoreError>>()?;
        Ok(Self { batch, lines })
    }

    /// Someone else has written at its place.
    const fn conflict(&self) -> StoreError {
        StoreError::Conflict { table: self.batch.table, first: self.batch.first }
    }
}

/// Writes a group, which is taken as a whole: one that can't be written is an error of all.
pub(super) async fn keep(connection: &mut SqliteConnection, group: &[Entry]) -> Result<(), StoreError> {
    advance(connection, group).await?;
    keep_lines(connection, group).await?;
    keep_requests(connection, group).await?;
    for entry in group {
        forget_requests(connection, &entry.batch).await?;
        keep_people(connection, entry.batch.table, &entry.batch.events).await?;
        keep_endings(connection, entry).await?;
    }
    Ok(())
}

/// Moves every table on by its events, which must be the next ones, and sets its deadline.
async fn advance(connection: &mut SqliteConnection, group: &[Entry]) -> Result<(), StoreError> {
    for entries in group.chunks(ROWS) {
        let mut query =
            QueryBuilder::<Sqlite>::new("UPDATE tables SET events = v.column3, deadline = v.column4 FROM (");
        query.push_values(entries, |mut row, Entry { batch, lines }| {
            let after = lines.last().map_or(i64::from(batch.first), |line| line.seq + 1);
            row.push_bind(batch.table.0)
                .push_bind(i64::from(batch.first))
                .push_bind(after)
                .push_bind(batch.deadline.map(|deadline| deadline.0));
        });
        query.push(") AS v WHERE tables.id = v.column1 AND tables.events = v.column2");
        let moved = run(&mut query, connection, entries.len()).await?;
        // In a group this may be anybody's mistake; each is tried alone then.
        if let Some(entry) = entries.first().filter(|_| moved < entries.len()) {
            tables::server_of(connection, entry.batch.table).await?;
            return Err(entry.conflict());
        }
    }
    Ok(())
}

async fn keep_lines(connection: &mut SqliteConnection, group: &[Entry]) -> Result<(), StoreError> {
    let lines: Vec<(&Batch, &Line)> =
        group.iter().flat_map(|entry| entry.lines.iter().map(move |line| (&entry.batch, line))).collect();
    for lines in lines.chunks(ROWS) {
        let mut query =
            QueryBuilder::<Sqlite>::new("INSERT INTO journal (table_id, seq, event, at, more, checksum) ");
        query.push_values(lines, |mut row, (batch, line)| {
            row.push_bind(batch.table.0)
                .push_bind(line.seq)
                .push_bind(line.json.as_str())
                .push_bind(batch.at.0)
                .push_bind(line.more)
                .push_bind(line.checksum);
        });
        run(&mut query, connection, lines.len()).await?;
    }
    Ok(())
}

/// Writes the interactions down. One that is known already is a conflict: what it asked for has been done.
async fn keep_requests(connection: &mut SqliteConnection, group: &[Entry]) -> Result<(), StoreError> {
    let asked: Vec<(&Entry, RequestId)> =
        group.iter().filter_map(|entry| Some((entry, entry.batch.request?))).collect();
    for asked in asked.chunks(ROWS) {
        let mut query = QueryBuilder::<Sqlite>::new("INSERT INTO requests (request_id, table_id, seq) ");
        query.push_values(asked, |mut row, (Entry { batch, .. }, request)| {
            row.push_bind(to_sql(request.0)).push_bind(batch.table.0).push_bind(i64::from(batch.first));
        });
        query.push(" ON CONFLICT (request_id) DO NOTHING");
        let written = run(&mut query, connection, asked.len()).await?;
        if let Some((entry, _)) = asked.first().filter(|_| written < asked.len()) {
            return Err(entry.conflict());
        }
    }
    Ok(())
}

/// How many rows were written. Queries of many rows are of many shapes, not worth keeping prepared.
async fn run(
    query: &mut QueryBuilder<Sqlite>,
    connection: &mut SqliteConnection,
    rows: usize,
) -> Result<usize, StoreError> {
    let done = query.build().persistent(rows == 1).execute(connection).await?;
    Ok(usize::try_from(done.rows_affected()).unwrap_or(usize::MAX))
}

/// Forgets the oldest interactions of a table, now and then.
async fn forget_requests(connection: &mut SqliteConnection, batch: &Batch) -> Result<(), StoreError> {
    let events = u32::try_from(batch.events.len()).unwrap_or(u32::MAX);
    if batch.request.is_none() || (batch.first % PRUNED_EVERY).saturating_add(events) < PRUNED_EVERY {
        return Ok(());
    }
    sqlx::query(
        "DELETE FROM requests WHERE table_id = $1 AND request_id NOT IN (
             SELECT request_id FROM requests WHERE table_id = $1 ORDER BY seq DESC, request_id DESC LIMIT $2
         )",
    )
    .bind(batch.table.0)
    .bind(REQUESTS_KEPT)
    .execute(connection)
    .await?;
    Ok(())
}

/// Notes the names of those who sat down, and who is named at the table.
async fn keep_people(
    connection: &mut SqliteConnection,
    table: TableId,
    events: &[TableEvent],
) -> Result<(), StoreError> {
    for event in events {
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

/// Keeps the deal and the evening that ended with a batch.
async fn keep_endings(connection: &mut SqliteConnection, entry: &Entry) -> Result<(), StoreError> {
    let Batch { table, finished, closed, events, at, .. } = &entry.batch;
    if let Some(deal) = finished
        && !deals::keep(connection, *table, deal, *at).await?
    {
        return Err(entry.conflict());
    }
    if let Some(shares) = closed {
        let server = tables::server_of(connection, *table).await?;
        deals::keep_shares(connection, *table, server, shares, *at).await?;
    }
    if closed.is_some() || events.iter().any(ends) {
        tables::end(connection, *table, *at).await?;
    }
    Ok(())
}

const fn ends(event: &TableEvent) -> bool {
    matches!(event, TableEvent::Ended { .. })
}
