//! Detection and repair of damaged journals.
//!
//! Checksums and sequence numbers reveal damage. A damaged journal is truncated to the end of its last
//! complete batch.

use sqlx::FromRow;

use super::batch_rows::checksum;
use super::tables;
use crate::store::sql::{ByDialect, Connection, query, query_scalar};
use crate::store::{Result, Store, StoreError};
use crate::table::{JournalDamage, TableEvent, TableId, UnixMillis};
use ulti_rules;

/// One event of a table's journal with its checksum, as read from the database. Any column may be damaged.
#[derive(Debug, FromRow)]
pub(crate) struct Row {
    /// Sequence number of the event, or -1 if the stored value is not an integer.
    seq: i64,
    event: Vec<u8>,
    more: Option<i64>,
    checksum: Option<i64>,
    /// `false` if a column contains a value of the wrong SQL type, such as a number instead of text. Disk
    /// corruption can cause this.
    typed: bool,
}

/// Expands to the text of [`LINES`]. `$bytes` is the expression that converts an event to bytes.
macro_rules! lines {
    ($bytes:literal) => {
        concat!(
            "SELECT CASE typeof(seq) WHEN 'integer' THEN seq ELSE -1 END AS seq, ",
            $bytes,
            " AS event,
           CASE typeof(more) WHEN 'integer' THEN more END AS more,
           CASE typeof(checksum) WHEN 'integer' THEN checksum END AS checksum,
           typeof(event) = 'text' AND typeof(more) IN ('integer', 'null')
               AND typeof(checksum) IN ('integer', 'null') AS typed
    FROM journal WHERE table_id = $1 ORDER BY journal.seq"
        )
    };
}

/// Query for the events of table $1.
pub(crate) const LINES: ByDialect =
    ByDialect { sqlite: lines!("CAST(event AS BLOB)"), postgres: lines!("CONVERT_TO(event, 'UTF8')") };

/// Decodes a table's events up to the first one that is missing or damaged.
///
/// `count` is the number of events that the table should have. The second return value describes the damage,
/// or is `None` if all events are intact.
pub(crate) fn read(table: TableId, count: i64, rows: &[Row]) -> (Vec<TableEvent>, Option<JournalDamage>) {
    let mut events = Vec::with_capacity(rows.len());
    let mut rows = rows.iter();
    for place in 0.. {
        let event = match rows.next() {
            None if place >= count => return (events, None),
            Some(row) if row.seq == place => row.read(table),
            _ => Err("is missing".to_owned()),
        };
        match event {
            Ok(event) => events.push(event),
            Err(reason) => {
                let reason = format!("event {place} {reason}");
                return (events, Some(JournalDamage { reason }));
            }
        }
    }
    (events, None)
}

impl Row {
    /// Verifies the checksum of the event and decodes it.
    ///
    /// # Errors
    /// Returns a description of the problem if the event is damaged or cannot be decoded.
    fn read(&self, table: TableId) -> Result<TableEvent, String> {
        let is_as_written = match (self.more, self.checksum) {
            _ if !self.typed => false,
            (None, None) => true,
            (Some(more), Some(sum)) => sum == checksum(table, self.seq, more, &self.event),
            _ => false,
        };
        if !is_as_written {
            return Err("does not match its checksum".to_owned());
        }
        // Only the position is reported, because serde's message may quote a card or a name.
        serde_json::from_slice(&self.event).map_err(|error| {
            format!("cannot be parsed ({:?} at column {})", error.classify(), error.column())
        })
    }

    /// Returns `true` if this is the last event of its batch.
    fn is_end_of_batch(&self) -> bool {
        self.more.is_none_or(|more| more == 0)
    }
}

impl Store {
    /// Truncates a table's journal to its first `whole` events. If this would split a batch, the whole batch
    /// is removed.
    ///
    /// The removed events are moved to the database table `damaged`.
    ///
    /// # Errors
    /// Returns [`StoreError::Journal`] if the truncation undoes a finished deal or leaves no events. In that
    /// case, the table is also closed, so that a new one can be opened in its channel.
    pub(crate) async fn cut_journal(
        &self,
        table: TableId,
        whole: u32,
        reason: &str,
        at: UnixMillis,
    ) -> Result<()> {
        let mut write = self.write().await?;
        let server = tables::server_of(&mut write, table).await?;
        self.fence.check(&mut write, std::iter::once(server)).await?;
        let kept_deals: i64 = query_scalar!("SELECT COUNT(*) FROM deals WHERE table_id = $1", [table])
            .fetch_one(&mut write)
            .await?;
        let rows: Vec<Row> = query!(LINES.of(write.dialect()), [table]).fetch_all(&mut write).await?;
        let before = rows.iter().take(usize::try_from(whole).unwrap_or(usize::MAX));
        let whole = before.rev().find(|row| row.is_end_of_batch()).map_or(0, |row| row.seq + 1);
        let settled = settled_before(table, whole, &rows);
        set_aside(&mut write, table, whole, at).await?;
        let goes_on = whole > 0 && settled >= kept_deals;
        if !goes_on {
            tables::end(&mut write, table, at).await?;
        }
        write.commit().await?;
        if goes_on { Ok(()) } else { Err(StoreError::Journal { table, reason: reason.to_owned() }) }
    }
}

/// Returns the number of deals that are settled within the first `whole` events of a journal.
fn settled_before(table: TableId, whole: i64, rows: &[Row]) -> i64 {
    let (events, _) = read(table, whole, rows);
    let settled = |event: &&TableEvent| {
        matches!(event, TableEvent::InDeal { event: ulti_rules::Event::Settled { .. } })
    };
    let settled = events.iter().take(usize::try_from(whole).unwrap_or(usize::MAX)).filter(settled).count();
    i64::try_from(settled).unwrap_or(i64::MAX)
}

/// Moves all events from sequence number `whole` onwards to the database table `damaged`.
///
/// Also deletes the ids of the interactions that caused these events, and the table's deadline.
async fn set_aside(db: &mut Connection, table: TableId, whole: i64, at: UnixMillis) -> Result<()> {
    query!(
        // If the journal is cut twice in one millisecond, the newer rows replace the older ones.
        "INSERT INTO damaged (table_id, seq, event, more, checksum, at, cut_at)
         SELECT table_id, seq, event, more, checksum, at, $3 FROM journal
         WHERE table_id = $1 AND (seq >= $2 OR typeof(seq) <> 'integer')
         ON CONFLICT (table_id, cut_at, seq) DO UPDATE
         SET event = excluded.event, more = excluded.more, checksum = excluded.checksum, at = excluded.at",
        [table, whole, at]
    )
    .execute(&mut *db)
    .await?;
    query!(
        "DELETE FROM journal WHERE table_id = $1 AND (seq >= $2 OR typeof(seq) <> 'integer')",
        [table, whole]
    )
    .execute(&mut *db)
    .await?;
    query!("DELETE FROM requests WHERE table_id = $1 AND seq >= $2", [table, whole])
        .execute(&mut *db)
        .await?;
    // The player to act gets a new deadline with the full time.
    query!("UPDATE tables SET events = $2, deadline = NULL WHERE id = $1", [table, whole])
        .execute(db)
        .await?;
    Ok(())
}

/// Deletes a game table's events from the database table `damaged`.
pub(crate) async fn forget(db: &mut Connection, table: TableId) -> Result<()> {
    query!("DELETE FROM damaged WHERE table_id = $1", [table]).execute(db).await?;
    Ok(())
}

/// Replaces an event in the journal and updates its checksum. The event keeps its timestamp.
pub(crate) async fn rewrite(db: &mut Connection, table: TableId, seq: i64, event: &str) -> Result<()> {
    let more: i64 = query_scalar!(
        "UPDATE journal SET event = $3, more = COALESCE(more, 0) WHERE table_id = $1 AND seq = $2
         RETURNING more",
        [table, seq, event]
    )
    .fetch_one(&mut *db)
    .await?;
    query!(
        "UPDATE journal SET checksum = $3 WHERE table_id = $1 AND seq = $2",
        [table, seq, checksum(table, seq, more, event.as_bytes())]
    )
    .execute(db)
    .await?;
    Ok(())
}
