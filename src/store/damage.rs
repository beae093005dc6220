//! A journal that can't be read to its end: found by its checksums and its numbering, never guessed at,
//! and cut back to the last event that is whole.

use sqlx::SqliteConnection;

use super::{Store, StoreError, tables};
use crate::rules;
use crate::table::{Damage, Millis, TableEvent, TableId};

/// A line of the journal as the database gives it.
pub(super) type Row = (i64, String, Option<i64>);

pub(super) const LINES: &str = "SELECT seq, event, checksum FROM journal WHERE table_id = $1 ORDER BY seq";

/// CRC-32 of an event at its place.
pub(super) fn checksum(table: TableId, seq: i64, json: &str) -> i64 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(format!("{} {seq} ", table.0).as_bytes());
    hasher.update(json.as_bytes());
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
            Some((seq, json, sum)) if *seq == place => event(table, *seq, json, *sum),
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

fn event(table: TableId, seq: i64, json: &str, sum: Option<i64>) -> Result<TableEvent, String> {
    if sum.is_some_and(|sum| sum != checksum(table, seq, json)) {
        return Err("is not what was written".to_owned());
    }
    // Where, and not what: the words of the error may be a card or a name.
    serde_json::from_str(json)
        .map_err(|error| format!("can't be read ({:?} at column {})", error.classify(), error.column()))
}

impl Store {
    /// Cuts a journal back to its first `whole` events; the rest is put aside for whoever runs the bot.
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
        let settled = settled_before(&mut write, table, whole).await?;
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
async fn settled_before(
    connection: &mut SqliteConnection,
    table: TableId,
    whole: u32,
) -> Result<i64, StoreError> {
    let rows: Vec<Row> = sqlx::query_as(LINES).bind(table.0).fetch_all(connection).await?;
    let (events, _) = read(table, i64::from(whole), &rows);
    let settled =
        |event: &&TableEvent| matches!(event, TableEvent::InDeal { event: rules::Event::Settled { .. } });
    let settled = events.iter().take(usize::try_from(whole).unwrap_or(usize::MAX)).filter(settled).count();
    Ok(i64::try_from(settled).unwrap_or(i64::MAX))
}

/// Takes out everything from an event on, with the interactions that led to it.
async fn set_aside(
    connection: &mut SqliteConnection,
    table: TableId,
    whole: u32,
    at: Millis,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO damaged (table_id, seq, event, checksum, at, cut_at)
         SELECT table_id, seq, event, checksum, at, $3 FROM journal WHERE table_id = $1 AND seq >= $2",
    )
    .bind(table.0)
    .bind(i64::from(whole))
    .bind(at.0)
    .execute(&mut *connection)
    .await?;
    sqlx::query("DELETE FROM journal WHERE table_id = $1 AND seq >= $2")
        .bind(table.0)
        .bind(i64::from(whole))
        .execute(&mut *connection)
        .await?;
    sqlx::query("DELETE FROM requests WHERE table_id = $1 AND seq >= $2")
        .bind(table.0)
        .bind(i64::from(whole))
        .execute(&mut *connection)
        .await?;
    // Whoever it is whose turn it is now gets all the time there is.
    sqlx::query("UPDATE tables SET events = $2, deadline = NULL WHERE id = $1")
        .bind(table.0)
        .bind(i64::from(whole))
        .execute(connection)
        .await?;
    Ok(())
}

/// Forgets what was set aside of a table's journal.
pub(super) async fn forget(connection: &mut SqliteConnection, table: TableId) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM damaged WHERE table_id = $1").bind(table.0).execute(connection).await?;
    Ok(())
}
