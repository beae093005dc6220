//! Writes a group of batches: events, interactions, player names, finished deals and the ends of evenings.
//!
//! All rows of the same kind are written by one bulk query.

use std::collections::BTreeSet;

use super::batch_rows::{BatchRows, EventRow};
use super::tables;
use crate::store::Result;
use crate::store::deals::ended_deal::EndedDeal;
use crate::store::deals::record_results;
use crate::store::people::names;
use crate::store::seasons::dates::quarter_hour_of;
use crate::store::sql::Connection;
use crate::store::sql::bulk::{Binding, BulkQuery};
use crate::table::{Batch, Player, RequestId, TableEvent, TableId, UserId};

/// Number of events that are added to a table's journal between two deletions of the table's oldest
/// interaction ids.
const PRUNE_INTERVAL: u32 = 16;

/// Writes a group of batches. Each batch contains the events caused by one request.
///
/// # Errors
/// Fails if any batch can't be written. The error may name the first batch even if a different batch failed.
/// The caller should therefore retry each batch separately.
pub(crate) async fn keep(db: &mut Connection, group: &[BatchRows]) -> Result<()> {
    advance(db, group).await?;
    keep_lines(db, group).await?;
    keep_requests(db, group).await?;
    forget_requests(db, group).await?;
    keep_people(db, group).await?;
    // Batches before and after the end of a season are counted separately. Seasons that end with a month end
    // at the start of a quarter hour.
    let same_quarter_hour =
        |one: &BatchRows, next: &BatchRows| quarter_hour_of(one.batch.at) == quarter_hour_of(next.batch.at);
    for entries in group.chunk_by(same_quarter_hour) {
        keep_endings(db, entries).await?;
    }
    Ok(())
}

pub(crate) const ADVANCE: BulkQuery = BulkQuery {
    before: "UPDATE tables SET events = column3, deadline = column4 FROM (",
    values: 4,
    after: ") given WHERE tables.id = column1 AND tables.events = column2",
};

/// Stores the new number of events and the new deadline of each batch's table.
///
/// Fails if the previous number of events differs from the sequence number of the batch's first event.
async fn advance(db: &mut Connection, group: &[BatchRows]) -> Result<()> {
    let bind = |query: Binding, BatchRows { batch, lines, .. }: &BatchRows| {
        let after = lines.last().map_or(i64::from(batch.first), |line| line.seq + 1);
        let query = query.bind(batch.table).bind(i64::from(batch.first)).bind(after);
        query.bind(batch.deadline)
    };
    let moved = ADVANCE.run(db, group, bind).await?;
    if let Some(entry) = group.first().filter(|_| moved < group.len()) {
        tables::server_of(db, entry.batch.table).await?;
        return Err(entry.conflict());
    }
    Ok(())
}

pub(crate) const KEEP_LINES: BulkQuery = BulkQuery {
    before: "INSERT INTO journal (table_id, seq, event, at, more, checksum)",
    values: 6,
    after: "",
};

async fn keep_lines(db: &mut Connection, group: &[BatchRows]) -> Result<()> {
    let lines: Vec<(&Batch, &EventRow)> =
        group.iter().flat_map(|entry| entry.lines.iter().map(move |line| (&entry.batch, line))).collect();
    let bind = |query: Binding, (batch, line): &(&Batch, &EventRow)| {
        let query = query.bind(batch.table).bind(line.seq).bind(line.json.as_str());
        query.bind(batch.at).bind(line.more).bind(line.checksum)
    };
    KEEP_LINES.run(db, &lines, bind).await.map(drop)
}

pub(crate) const KEEP_REQUESTS: BulkQuery = BulkQuery {
    before: "INSERT INTO requests (request_id, table_id, seq)",
    values: 3,
    after: "ON CONFLICT (request_id) DO NOTHING",
};

/// Stores the ids of the Discord interactions that caused the batches.
///
/// Returns a conflict error if an id is already stored, because that interaction has already been handled.
async fn keep_requests(db: &mut Connection, group: &[BatchRows]) -> Result<()> {
    let asked: Vec<(&BatchRows, RequestId)> =
        group.iter().filter_map(|entry| Some((entry, entry.batch.request?))).collect();
    let bind = |query: Binding, (BatchRows { batch, .. }, request): &(&BatchRows, RequestId)| {
        query.bind(request).bind(batch.table).bind(i64::from(batch.first))
    };
    let written = KEEP_REQUESTS.run(db, &asked, bind).await?;
    match asked.first().filter(|_| written < asked.len()) {
        Some((entry, _)) => Err(entry.conflict()),
        None => Ok(()),
    }
}

/// Statement that deletes the interaction ids of each table, except those of its 64 most recent requests.
pub(crate) const FORGET_REQUESTS: BulkQuery = BulkQuery {
    before: "DELETE FROM requests WHERE request_id IN (SELECT old.request_id FROM (",
    values: 1,
    after: ") given JOIN requests old ON old.table_id = column1 AND old.seq <
            (SELECT seq FROM requests WHERE table_id = column1 ORDER BY seq DESC LIMIT 1 OFFSET 63))",
};

/// For each table in the group, deletes the oldest interaction ids once every [`PRUNE_INTERVAL`] events.
async fn forget_requests(db: &mut Connection, group: &[BatchRows]) -> Result<()> {
    let is_due = |batch: &&Batch| {
        let events = u32::try_from(batch.events.len()).unwrap_or(u32::MAX);
        batch.request.is_some() && (batch.first % PRUNE_INTERVAL).saturating_add(events) >= PRUNE_INTERVAL
    };
    let due: Vec<&Batch> = group.iter().map(|entry| &entry.batch).filter(is_due).collect();
    FORGET_REQUESTS.run(db, &due, |query, batch| query.bind(batch.table)).await.map(drop)
}

/// Stores the display names of players who joined a table or were renamed.
///
/// Also records which users are mentioned in each table's journal.
async fn keep_people(db: &mut Connection, group: &[BatchRows]) -> Result<()> {
    let (mut names, mut named) = (Vec::new(), BTreeSet::new());
    for Batch { table, events, .. } in group.iter().map(|entry| &entry.batch) {
        for event in events {
            if let TableEvent::Joined { player } | TableEvent::Renamed { player } = event {
                let Player { id, name, .. } = player;
                names.extend(id.user().map(|user| (user, name.as_str())));
            }
            named.extend(event.people().into_iter().map(|user| (user, *table)));
        }
    }
    let named: Vec<(UserId, TableId)> = named.into_iter().collect();
    names::remember(db, &names).await?;
    names::mark_named_at(db, &named).await
}

/// Stores the finished deals of a group of batches, and closes each table whose session ends in one of the
/// batches.
async fn keep_endings(db: &mut Connection, group: &[BatchRows]) -> Result<()> {
    let ended: Vec<(&BatchRows, &EndedDeal)> =
        group.iter().filter_map(|entry| Some((entry, entry.ended.as_ref()?))).collect();
    let deals: Vec<&EndedDeal> = ended.iter().map(|(_, ended)| *ended).collect();
    if !record_results::keep(db, &deals).await?
        && let Some((entry, _)) = ended.first()
    {
        return Err(entry.conflict());
    }
    for Batch { table, closed, events, at, .. } in group.iter().map(|entry| &entry.batch) {
        if let Some(shares) = closed {
            let server = tables::server_of(db, *table).await?;
            record_results::keep_shares(db, (*table, server), shares, *at).await?;
        }
        if closed.is_some() || events.iter().any(|event| matches!(event, TableEvent::Ended { .. })) {
            tables::end(db, *table, *at).await?;
        }
    }
    Ok(())
}
