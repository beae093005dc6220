//! A batch of events, encoded for storage in the database.

use crate::store::deals::ended_deal::EndedDeal;
use crate::store::{Result, StoreError};
use crate::table::{Batch, TableId};

/// A batch of journal events and the deal that they finish, if any, encoded as database rows.
///
/// Batches are encoded before they enter the queue, so that the writer task only has to execute SQL.
#[derive(Debug)]
pub(crate) struct BatchRows {
    /// The original batch, except that its finished deal has been moved to `ended`.
    pub(super) batch: Batch,
    pub(super) lines: Vec<EventRow>,
    pub(super) ended: Option<EndedDeal>,
}

/// A journal event, encoded as a database row.
#[derive(Debug)]
pub(super) struct EventRow {
    pub(super) seq: i64,
    pub(super) json: String,
    /// Number of events that follow this one in the same batch.
    pub(super) more: i64,
    pub(super) checksum: i64,
}

impl BatchRows {
    /// Encodes a batch of events and its finished deal, if there is one.
    pub(crate) fn of(mut batch: Batch) -> Result<Self> {
        let table = batch.table;
        let end = i64::from(batch.first) + i64::try_from(batch.events.len()).unwrap_or(i64::MAX);
        let line = |(seq, event)| {
            let json = serde_json::to_string(event)
                .map_err(|error| StoreError::Journal { table, reason: error.to_string() })?;
            let more = end - seq - 1;
            Ok(EventRow { seq, more, checksum: checksum(table, seq, more, json.as_bytes()), json })
        };
        let lines = (i64::from(batch.first)..).zip(&batch.events).map(line).collect::<Result<_>>()?;
        let ended = batch.finished.take().map(|deal| EndedDeal::of(table, deal, batch.at)).transpose()?;
        Ok(Self { batch, lines, ended })
    }

    /// Creates the error for a batch whose position in the journal is already taken.
    pub(super) const fn conflict(&self) -> StoreError {
        StoreError::Conflict { table: self.batch.table, first: self.batch.first }
    }
}

/// Returns the CRC-32 checksum of an event.
///
/// The checksum covers the event, its table, its sequence number and `more`, the number of later events in
/// the same batch.
pub(crate) fn checksum(table: TableId, seq: i64, more: i64, json: &[u8]) -> i64 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(format!("{table} {seq} {more} ").as_bytes());
    hasher.update(json);
    hasher.finalize().into()
}
