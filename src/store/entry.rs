//! What a batch leaves in the database: its events, its interaction, the names in it, the deal and the
//! evening that ended with it.
//!
//! All of it is written for a whole group at once, in queries of many rows each.

use std::collections::BTreeSet;

use sqlx::SqliteConnection;

use super::calendar::this_month;
use super::damage::checksum;
use super::endings::{self, Ended};
use super::ids::to_sql;
use super::rows::{Binding, Rows};
use super::{StoreError, people, tables};
use crate::table::{Batch, Player, RequestId, TableEvent, TableId, UserId};

/// After so many events of a table its oldest interactions are forgotten.
const PRUNED_EVERY: u32 = 16;

/// A batch as it is written. Made by whoever hands it in, so that the task that writes only writes.
#[derive(Debug)]
pub(super) struct Entry {
    /// Without the deal that ended with it.
    batch: Batch,
    lines: Vec<Line>,
    ended: Option<Ended>,
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
    pub(super) fn of(mut batch: Batch) -> Result<Self, StoreError> {
        let table = batch.table;
        let end = i64::from(batch.first) + i64::try_from(batch.events.len()).unwrap_or(i64::MAX);
        let line = |(seq, event)| {
            let json = serde_json::to_string(event)
                .map_err(|error| StoreError::Journal { table, reason: error.to_string() })?;
            let more = end - seq - 1;
            Ok(Line { seq, more, checksum: checksum(table, seq, more, json.as_bytes()), json })
        };
        let lines =
            (i64::from(batch.first)..).zip(&batch.events).map(line).collect::<Result<_, StoreError>>()?;
        let ended = batch.finished.take().map(|deal| Ended::of(table, deal, batch.at)).transpose()?;
        Ok(Self { batch, lines, ended })
    }

    /// Someone else has written at its place.
    const fn conflict(&self) -> StoreError {
        StoreError::Conflict { table: self.batch.table, first: self.batch.first }
    }
}

/// Writes a group, which is taken as a whole: one that can't be written is an error of all. Where it may
/// be anybody's, the first one is named; each is tried alone then.
pub(super) async fn keep(connection: &mut SqliteConnection, group: &[Entry]) -> Result<(), StoreError> {
    advance(connection, group).await?;
    keep_lines(connection, group).await?;
    keep_requests(connection, group).await?;
    forget_requests(connection, group).await?;
    keep_people(connection, group).await?;
    // A season ends with its month: what ends before that and after it is not written together.
    let same_month = |one: &Entry, next: &Entry| this_month(one.batch.at) == this_month(next.batch.at);
    for entries in group.chunk_by(same_month) {
        keep_endings(connection, entries).await?;
    }
    Ok(())
}

pub(super) const ADVANCE: Rows = Rows {
    before: "UPDATE tables SET events = column3, deadline = column4 FROM (",
    values: 4,
    after: ") given WHERE tables.id = column1 AND tables.events = column2",
};

/// Moves every table on by its events, which must be the next ones, and sets its deadline.
async fn advance(connection: &mut SqliteConnection, group: &[Entry]) -> Result<(), StoreError> {
    let bind = |query: Binding, Entry { batch, lines, .. }: &Entry| {
        let after = lines.last().map_or(i64::from(batch.first), |line| line.seq + 1);
        let query = query.bind(batch.table.0).bind(i64::from(batch.first)).bind(after);
        query.bind(batch.deadline.map(|deadline| deadline.0))
    };
    let moved = ADVANCE.run(connection, group, bind).await?;
    if let Some(entry) = group.first().filter(|_| moved < group.len()) {
        tables::server_of(connection, entry.batch.table).await?;
        return Err(entry.conflict());
    }
    Ok(())
}

pub(super) const KEEP_LINES: Rows =
    Rows { before: "INSERT INTO journal (table_id, seq, event, at, more, checksum)", values: 6, after: "" };

async fn keep_lines(connection: &mut SqliteConnection, group: &[Entry]) -> Result<(), StoreError> {
    let lines: Vec<(&Batch, &Line)> =
        group.iter().flat_map(|entry| entry.lines.iter().map(move |line| (&entry.batch, line))).collect();
    let bind = |query: Binding, (batch, line): &(&Batch, &Line)| {
        let query = query.bind(batch.table.0).bind(line.seq).bind(line.json.as_str());
        query.bind(batch.at.0).bind(line.more).bind(line.checksum)
    };
    KEEP_LINES.run(connection, &lines, bind).await?;
    Ok(())
}

pub(super) const KEEP_REQUESTS: Rows = Rows {
    before: "INSERT INTO requests (request_id, table_id, seq)",
    values: 3,
    after: "ON CONFLICT (request_id) DO NOTHING",
};

/// Writes the interactions down. One that is known already is a conflict: what it asked for has been done.
async fn keep_requests(connection: &mut SqliteConnection, group: &[Entry]) -> Result<(), StoreError> {
    let asked: Vec<(&Entry, RequestId)> =
        group.iter().filter_map(|entry| Some((entry, entry.batch.request?))).collect();
    let bind = |query: Binding, (Entry { batch, .. }, request): &(&Entry, RequestId)| {
        query.bind(to_sql(request.0)).bind(batch.table.0).bind(i64::from(batch.first))
    };
    let written = KEEP_REQUESTS.run(connection, &asked, bind).await?;
    match asked.first().filter(|_| written < asked.len()) {
        Some((entry, _)) => Err(entry.conflict()),
        None => Ok(()),
    }
}

/// The newest 64 interactions of a table are kept, at least.
pub(super) const FORGET_REQUESTS: Rows = Rows {
    before: "DELETE FROM requests WHERE rowid IN (SELECT requests.rowid FROM (",
    values: 1,
    after: ") given CROSS JOIN requests ON requests.table_id = column1 AND requests.seq <
            (SELECT seq FROM requests WHERE table_id = column1 ORDER BY seq DESC LIMIT 1 OFFSET 63))",
};

/// Forgets the oldest interactions of a table, now and then.
async fn forget_requests(connection: &mut SqliteConnection, group: &[Entry]) -> Result<(), StoreError> {
    let is_due = |batch: &&Batch| {
        let events = u32::try_from(batch.events.len()).unwrap_or(u32::MAX);
        batch.request.is_some() && (batch.first % PRUNED_EVERY).saturating_add(events) >= PRUNED_EVERY
    };
    let due: Vec<&Batch> = group.iter().map(|entry| &entry.batch).filter(is_due).collect();
    FORGET_REQUESTS.run(connection, &due, |query, batch| query.bind(batch.table.0)).await?;
    Ok(())
}

/// Notes the names of those who sat down, and who is named at which table.
async fn keep_people(connection: &mut SqliteConnection, group: &[Entry]) -> Result<(), StoreError> {
    let (mut names, mut named) = (Vec::new(), BTreeSet::new());
    for Batch { table, events, .. } in group.iter().map(|entry| &entry.batch) {
        for event in events {
            if let TableEvent::Joined { player: Player { id, name, .. } } = event {
                names.extend(id.user().map(|user| (user, name.as_str())));
            }
            named.extend(event.people().into_iter().map(|user| (user, *table)));
        }
    }
    let named: Vec<(UserId, TableId)> = named.into_iter().collect();
    people::remember(connection, &names).await?;
    people::are_named_at(connection, &named).await
}

/// Keeps the deals and the evenings that ended with a group.
async fn keep_endings(connection: &mut SqliteConnection, group: &[Entry]) -> Result<(), StoreError> {
    let ended: Vec<(&Entry, &Ended)> =
        group.iter().filter_map(|entry| Some((entry, entry.ended.as_ref()?))).collect();
    let deals: Vec<&Ended> = ended.iter().map(|(_, ended)| *ended).collect();
    if !endings::keep(connection, &deals).await?
        && let Some((entry, _)) = ended.first()
    {
        return Err(entry.conflict());
    }
    for Batch { table, closed, events, at, .. } in group.iter().map(|entry| &entry.batch) {
        if let Some(shares) = closed {
            let server = tables::server_of(connection, *table).await?;
            endings::keep_shares(connection, (*table, server), shares, *at).await?;
        }
        if closed.is_some() || events.iter().any(ends) {
            tables::end(connection, *table, *at).await?;
        }
    }
    Ok(())
}

const fn ends(event: &TableEvent) -> bool {
    matches!(event, TableEvent::Ended { .. })
}
