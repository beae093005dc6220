//! A journal that can't be read to its end: found by its checksums and its numbering, never guessed at,
//! and cut back to the end of the last action that is whole.

use sqlx::{FromRow, SqliteConnection};

use super::{Store, StoreError, tables};
use crate::rules;
use crate::table::{Damage, Millis, TableEvent, TableId};

/// A line of the journal as the database gives it, whatever has become of it.
#[derive(Debug, FromRow)]
pub(super) struct Row {
    /// Negative where it is no whole number.
    seq: i64,
    event: Vec<u8>,
    more: Option<i64>,
    checksum: Option<i64>,
    /// Whether each value is still of the type it was written with: one bit makes a number of a text.
    typed: bool,
}

pub(super) const LINES: &str = "
    SELECT CASE typeof(seq) WHEN 'integer' THEN seq ELSE -1 END AS seq, CAST(event AS BLOB) AS event,
           CASE typeof(more) WHEN 'integer' THEN more END AS more,
           CASE typeof(checksum) WHEN 'integer' THEN checksum END AS checksum,
           typeof(event) = 'text' AND typeof(more) IN ('integer', 'null')
               AND typeof(checksum) IN ('integer', 'null') AS typed
    FROM journal WHERE table_id = $1 ORDER BY journal.seq";

/// CRC-32 of an event at its place.
pub(super) fn checksum(table: TableId, seq: i64, more: i64, json: &[u8]) -> i64 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(format!("{} {seq} {more} ", table.0).as_bytes());
    hasher.update(json);
    hasher.finalize().into()
}

/// The events of a table from its lines, of which there have to be `count`: those before the first that
/// is missing or can't be read, and what is wrong with that one.
pub(super) fn read(table: TableId, count: i64, rows: &[Row]) -> (Vec<TableEvent>, Option<Damage>) {
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
                return (events, Some(Damage { reason }));
            }
        }
    }
    (events, None)
}

impl Row {
    fn read(&self, table: TableId) -> Result<TableEvent, String> {
        let is_as_written = match (self.more, self.checksum) {
            _ if !self.typed => false,
            (None, None) => true,
            (Some(more), Some(sum)) => sum == checksum(table, self.seq, more, &self.event),
            _ => false,
        };
        if !is_as_written {
            return Err("is not what was written".to_owned());
        }
        // Where, and not what: the words of the error may be a card or a name.
        serde_json::from_slice(&self.event)
            .map_err(|error| format!("can't be read ({:?} at column {})", error.classify(), error.column()))
    }

    /// Whether an action ends with it.
    fn ends_an_action(&self) -> bool {
        self.more.is_none_or(|more| more == 0)
    }
}

impl Store {
    /// Cuts a journal back to the actions that its first `whole` events complete; the rest is put aside for
    /// whoever runs the bot.
    ///
    /// # Errors
    /// [`StoreError::Journal`] where that would undo a deal that is over, or leaves no table: then the
    /// evening has been ended, so that the channel is free.
    pub(super) async fn cut_journal(
        &self,
        table: TableId,
        whole: u32,
        reason: &str,
        at: Millis,
    ) -> Result<(), StoreError> {
        let mut write = self.write().await?;
        let kept_deals: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM deals WHERE table_id = $1")
            .bind(table.0)
            .fetch_one(&mut *write)
            .await?;
        let rows: Vec<Row> = sqlx::query_as(LINES).bind(table.0).fetch_all(&mut *write).await?;
        let before = rows.iter().take(usize::try_from(whole).unwrap_or(usize::MAX));
        let whole = before.rev().find(|row| row.ends_an_action()).map_or(0, |row| row.seq + 1);
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

/// How many deals are over by the first events of a journal.
fn settled_before(table: TableId, whole: i64, rows: &[Row]) -> i64 {
    let (events, _) = read(table, whole, rows);
    let settled =
        |event: &&TableEvent| matches!(event, TableEvent::InDeal { event: rules::Event::Settled { .. } });
    let settled = events.iter().take(usize::try_from(whole).unwrap_or(usize::MAX)).filter(settled).count();
    i64::try_from(settled).unwrap_or(i64::MAX)
}

/// Takes out everything from an event on, with the interactions that led to it.
async fn set_aside(
    connection: &mut SqliteConnection,
    table: TableId,
    whole: i64,
    at: Millis,
) -> Result<(), StoreError> {
    sqlx::query(
        // Cut back twice in one millisecond, it is the newer that is kept.
        "INSERT OR REPLACE INTO damaged (table_id, seq, event, more, checksum, at, cut_at)
         SELECT table_id, seq, event, more, checksum, at, $3 FROM journal
         WHERE table_id = $1 AND (seq >= $2 OR typeof(seq) <> 'integer')",
    )
    .bind(table.0)
    .bind(whole)
    .bind(at.0)
    .execute(&mut *connection)
    .await?;
    sqlx::query("DELETE FROM journal WHERE table_id = $1 AND (seq >= $2 OR typeof(seq) <> 'integer')")
        .bind(table.0)
        .bind(whole)
        .execute(&mut *connection)
        .await?;
    sqlx::query("DELETE FROM requests WHERE table_id = $1 AND seq >= $2")
        .bind(table.0)
        .bind(whole)
        .execute(&mut *connection)
        .await?;
    // Whoever it is whose turn it is now gets all the time there is.
    sqlx::query("UPDATE tables SET events = $2, deadline = NULL WHERE id = $1")
        .bind(table.0)
        .bind(whole)
        .execute(connection)
        .await?;
    Ok(())
}

/// Forgets what was set aside of a table's journal.
pub(super) async fn forget(connection: &mut SqliteConnection, table: TableId) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM damaged WHERE table_id = $1").bind(table.0).execute(connection).await?;
    Ok(())
}

/// Puts another event in the place of one; what it was written with stays.
pub(super) async fn rewrite(
    connection: &mut SqliteConnection,
    table: TableId,
    seq: i64,
    event: &str,
) -> Result<(), StoreError> {
    let more: i64 = sqlx::query_scalar(
        "UPDATE journal SET event = $3, more = COALESCE(more, 0) WHERE table_id = $1 AND seq = $2 RETURNING more",
    )
    .bind(table.0)
    .bind(seq)
    .bind(event)
    .fetch_one(&mut *connection)
    .await?;
    sqlx::query("UPDATE journal SET checksum = $3 WHERE table_id = $1 AND seq = $2")
        .bind(table.0)
        .bind(seq)
        .bind(checksum(table, seq, more, event.as_bytes()))
        .execute(connection)
        .await?;
    Ok(())
}
