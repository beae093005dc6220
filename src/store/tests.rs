//! What can only be tested from inside: failures of the disk.

use tempfile::TempDir;

use super::*;
use crate::rules::RulesNote;
use crate::table::{
    Batch, ChannelId, Journal, JournalError, Millis, Player, RequestId, ServerId, TableEvent, TableId, UserId,
};

const CHANNEL: ChannelId = ChannelId(2);

async fn with_a_table() -> (TempDir, Store, TableId) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("ulti.db")).await.unwrap();
    let rules = RulesNote::Preset("4m".to_owned());
    let set_up =
        TableEvent::SetUp { server: ServerId(1), channel: CHANNEL, host: UserId(3), rules, deals: None };
    let table = store.open(CHANNEL, vec![set_up], None, Millis(0)).await.unwrap();
    (folder, store, table)
}

/// Some hundred kilobytes for one table.
fn large(table: TableId) -> Batch {
    let name = "x".repeat(1_000);
    let events = (0..300).map(|user| TableEvent::Joined { player: Player::person(UserId(user), &name) });
    Batch {
        table,
        first: 1,
        events: events.collect(),
        request: Some(RequestId(1)),
        deadline: Some(Millis(5)),
        finished: None,
        closed: Some(vec![]),
        at: Millis(1),
    }
}

async fn tell_the_writer(store: &Store, pragma: &'static str) {
    sqlx::query(pragma).execute(&store.writer).await.unwrap();
}

/// Appends, is refused with these words, and finds everything as it was.
async fn is_refused(store: &Store, table: TableId, words: &str) {
    let before = store.load(table).await.unwrap();
    match store.append(large(table)).await {
        Err(JournalError::Unavailable(sentence)) => assert!(sentence.contains(words), "{sentence}"),
        other => panic!("{other:?}"),
    }
    assert_eq!(store.load(table).await.unwrap(), before);
    assert_eq!(store.open_table(CHANNEL).await.unwrap(), Some(table));
    assert_eq!(store.name_of(UserId(0)).await.unwrap(), None);
}

#[tokio::test]
async fn a_full_disk_loses_nothing_and_play_goes_on_once_there_is_room() {
    let (_folder, store, table) = with_a_table().await;
    for _ in 0..2 {
        // SQLite takes the nearest limit it can: what the file has now. Said again each time, since it
        // goes with the connection and the store drops one that has failed like this.
        tell_the_writer(&store, "PRAGMA max_page_count = 1").await;
        is_refused(&store, table, "disk of the database is full: make room").await;
    }
    tell_the_writer(&store, "PRAGMA max_page_count = 1000000").await;
    store.append(large(table)).await.unwrap();
    assert_eq!(store.load(table).await.unwrap().events.len(), 301);
    store.check().await.unwrap();
}

#[tokio::test]
async fn a_read_only_database_says_so_and_is_unchanged() {
    let (_folder, store, table) = with_a_table().await;
    tell_the_writer(&store, "PRAGMA query_only = ON").await;
    is_refused(&store, table, "read-only: let the bot write").await;
    assert!(matches!(store.beat(Millis(1), Millis(1)).await, Err(JournalError::Unavailable(_))));
    assert!(matches!(store.set_pings(UserId(1), false).await, Err(StoreError::ReadOnly)));
    tell_the_writer(&store, "PRAGMA query_only = OFF").await;
    store.append(large(table)).await.unwrap();
}

#[tokio::test]
async fn a_database_that_another_program_holds_says_so() {
    let (folder, store, table) = with_a_table().await;
    tell_the_writer(&store, "PRAGMA busy_timeout = 10").await;
    let other = Store::open(&folder.path().join("ulti.db")).await.unwrap();
    let held = other.write().await.unwrap();
    is_refused(&store, table, "another program holds it").await;
    held.rollback().await.unwrap();
    store.append(large(table)).await.unwrap();
}

#[tokio::test]
async fn every_commit_reaches_the_disk() {
    let (_folder, store, _) = with_a_table().await;
    // 2 is FULL.
    let synchronous: i64 = sqlx::query_scalar("PRAGMA synchronous").fetch_one(&store.writer).await.unwrap();
    assert_eq!(synchronous, 2);
    let foreign_keys: i64 = sqlx::query_scalar("PRAGMA foreign_keys").fetch_one(&store.writer).await.unwrap();
    assert_eq!(foreign_keys, 1);
}
