//! Tests of disk failures, which need access to the private connections.

use sqlx::SqlitePool;
use tempfile::TempDir;

use super::sql::Pool;
use super::{Store, StoreError, UserSetting};
use crate::table::{
    Batch, ChannelId, Journal, JournalError, Player, RequestId, ServerId, TableEvent, TableId, UnixMillis,
    UserId,
};
use ulti_rules::RulesSpec;

const CHANNEL: ChannelId = ChannelId(2);

async fn store_with_table() -> (TempDir, Store, TableId) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("ulti.db")).await.unwrap();
    let rules = RulesSpec::Preset("4m".to_owned());
    let set_up = TableEvent::SetUp {
        server: ServerId(1),
        channel: CHANNEL,
        host: UserId(3),
        rules,
        deals: None,
        follows: None,
    };
    let table = store.open(CHANNEL, vec![set_up], None, UnixMillis(0)).await.unwrap();
    (folder, store, table)
}

/// Returns a batch of events with a size of about 300 KiB for one table.
fn large(table: TableId) -> Batch {
    let name = "x".repeat(1_000);
    let events = (0..300).map(|user| TableEvent::Joined { player: Player::person(UserId(user), &name) });
    Batch {
        table,
        server: ServerId(1),
        first: 1,
        events: events.collect(),
        request: Some(RequestId(1)),
        deadline: Some(UnixMillis(5)),
        finished: None,
        closed: Some(vec![]),
        at: UnixMillis(1),
    }
}

fn writer(store: &Store) -> &SqlitePool {
    let Pool::Sqlite(writer) = &store.writer else { panic!("not a SQLite file") };
    writer
}

async fn set_pragma(store: &Store, pragma: &'static str) {
    sqlx::query(pragma).execute(writer(store)).await.unwrap();
}

/// Asserts that appending a batch fails with a message that contains `words` and changes nothing.
async fn assert_append_fails(store: &Store, table: TableId, words: &str) {
    let before = store.load(table).await.unwrap();
    match store.append(large(table)).await {
        Err(JournalError::Unavailable(sentence)) => assert!(sentence.contains(words), "{sentence}"),
        other => panic!("unexpected result: {other:?}"),
    }
    assert_eq!(store.load(table).await.unwrap(), before);
    assert_eq!(store.open_table(CHANNEL).await.unwrap(), Some(table));
    assert_eq!(store.name_of(UserId(0)).await.unwrap(), None);
}

#[tokio::test]
async fn events_cannot_be_saved_while_disk_is_full() {
    let (_folder, store, table) = store_with_table().await;
    for _ in 0..2 {
        // SQLite raises the limit to the current size of the file. The pragma is repeated because it belongs
        // to the connection, and the pool replaces a connection after this failure.
        set_pragma(&store, "PRAGMA max_page_count = 1").await;
        assert_append_fails(&store, table, "disk with the database is full: free some disk space").await;
    }
    set_pragma(&store, "PRAGMA max_page_count = 1000000").await;
    store.append(large(table)).await.unwrap();
    assert_eq!(store.load(table).await.unwrap().events.len(), 301);
    store.check().await.unwrap();
}

#[tokio::test]
async fn read_only_database_rejects_writes() {
    let (_folder, store, table) = store_with_table().await;
    set_pragma(&store, "PRAGMA query_only = ON").await;
    assert_append_fails(&store, table, "read-only: allow the bot to write").await;
    assert!(matches!(store.beat(UnixMillis(1), &[]).await, Err(JournalError::Unavailable(_))));
    assert!(matches!(store.set_user(UserId(1), UserSetting::Pings(false)).await, Err(StoreError::ReadOnly)));
    set_pragma(&store, "PRAGMA query_only = OFF").await;
    store.append(large(table)).await.unwrap();
}

#[tokio::test]
async fn locked_database_returns_busy_error() {
    let (folder, store, table) = store_with_table().await;
    set_pragma(&store, "PRAGMA busy_timeout = 10").await;
    let other = Store::open(&folder.path().join("ulti.db")).await.unwrap();
    let held = other.write().await.unwrap();
    assert_append_fails(&store, table, "another program uses it").await;
    held.rollback().await.unwrap();
    store.append(large(table)).await.unwrap();
}

#[tokio::test]
async fn database_enables_foreign_keys_and_full_synchronous_mode() {
    let (_folder, store, _) = store_with_table().await;
    // 2 means FULL.
    let synchronous: i64 = sqlx::query_scalar("PRAGMA synchronous").fetch_one(writer(&store)).await.unwrap();
    assert_eq!(synchronous, 2);
    let foreign_keys: i64 =
        sqlx::query_scalar("PRAGMA foreign_keys").fetch_one(writer(&store)).await.unwrap();
    assert_eq!(foreign_keys, 1);
}
