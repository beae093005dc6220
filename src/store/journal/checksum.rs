//! Checksums of journal events.

use crate::table::TableId;

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
