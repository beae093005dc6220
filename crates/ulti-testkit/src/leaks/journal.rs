//! Journals of all tables, read from a database file.

use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};
use ulti::table::TableEvent;

/// A table's journal, which contains all of its events.
#[derive(Debug, Clone)]
pub struct Journal {
    /// Id of the table.
    pub table: i64,
    /// Id of the channel.
    pub channel: u64,
    /// All events, each with its time in Unix milliseconds.
    pub events: Vec<(u64, TableEvent)>,
}

/// Reads the journals of all tables from a database file.
pub async fn journals(file: &Path) -> Vec<Journal> {
    let options = SqliteConnectOptions::new().filename(file).read_only(true);
    let pool = SqlitePoolOptions::new().max_connections(1).connect_with(options).await.unwrap();
    let rows: Vec<(i64, i64, String)> =
        sqlx::query_as("SELECT table_id, at, event FROM journal ORDER BY table_id, seq")
            .fetch_all(&pool)
            .await
            .unwrap();
    pool.close().await;
    let mut journals: Vec<Journal> = Vec::new();
    for (table, at, event) in rows {
        let event: TableEvent = serde_json::from_str(&event).unwrap();
        if let TableEvent::SetUp { channel, .. } = &event {
            journals.push(Journal { table, channel: channel.0, events: Vec::new() });
        }
        journals.last_mut().unwrap().events.push((at.try_into().unwrap(), event));
    }
    journals
}
