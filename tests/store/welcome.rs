//! Tests of the record of welcomed servers.

use std::time::Duration;

use ulti::store::Store;
use ulti::table::{ServerId, ShardRange, UnixMillis, UserId, WallClock};
use ulti_testkit::store_fixture::{CHANNEL, NOW, SERVER, batch, joined};

const DATABASE: &[u8] = include_bytes!("databases/before_workspace.db");

/// A server without data in the store.
const NEW: ServerId = ServerId(77);

/// A time after the creation of every database.
const LATER: UnixMillis = UnixMillis(4_000_000_000_000);

fn minutes_after(time: UnixMillis, minutes: u64) -> UnixMillis {
    time.after(Duration::from_mins(minutes))
}

#[tokio::test]
async fn server_is_welcomed_once_even_after_reinvitation() {
    let fixture = fixture!();
    assert!(fixture.store.welcome(NEW, LATER, LATER).await.unwrap());
    fixture.store.record_welcome(NEW, LATER).await.unwrap();
    let fixture = fixture.reopened().await;
    let later = minutes_after(LATER, 60);
    assert!(!fixture.store.welcome(NEW, later, later).await.unwrap());
    assert!(fixture.store.welcome(ServerId(u64::MAX), later, later).await.unwrap());
}

#[tokio::test]
async fn failed_welcome_is_repeated_after_ten_minutes() {
    let fixture = fixture!();
    for (minutes, is_due) in [(0, true), (0, false), (9, false), (10, true), (15, false), (20, true)] {
        let now = minutes_after(LATER, minutes);
        assert_eq!(fixture.store.welcome(NEW, LATER, now).await.unwrap(), is_due, "after {minutes} minutes");
    }
}

/// A lost database must not cause a message on every server.
#[tokio::test]
async fn new_database_welcomes_only_servers_joined_in_the_last_day() {
    let fixture = fixture!();
    let now = WallClock::wall().now();
    let hours_ago = |hours: u64| now.before(Duration::from_hours(hours));
    assert!(!fixture.store.welcome(NEW, hours_ago(30), now).await.unwrap());
    assert_eq!(fixture.count("SELECT COUNT(*) FROM welcomed").await, 0, "a known server was written");
    assert!(fixture.store.welcome(NEW, hours_ago(20), now).await.unwrap());
}

#[tokio::test]
async fn record_of_welcome_is_deleted_with_server() {
    let fixture = fixture!();
    assert!(fixture.store.welcome(NEW, LATER, LATER).await.unwrap());
    assert!(fixture.store.servers().await.unwrap().contains(&NEW));
    fixture.store.left_server(NEW, UnixMillis(0)).await.unwrap();
    assert_eq!(fixture.store.forget_left(ShardRange::SINGLE, NOW).await.unwrap(), 1);
    assert_eq!(fixture.count("SELECT COUNT(*) FROM welcomed").await, 0);
}

#[tokio::test]
async fn servers_of_earlier_versions_count_as_welcomed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ulti.db");
    std::fs::write(&path, DATABASE).unwrap();
    let store = Store::open(&path).await.unwrap();
    let far = UnixMillis(i64::MAX);
    // The server has a table.
    assert!(!store.welcome(ServerId(5), far, far).await.unwrap());
    // Nobody has played on this server, but the bot joined it before the upgrade.
    assert!(!store.welcome(NEW, UnixMillis(1_700_000_000_000), NOW).await.unwrap());
    assert!(store.welcome(ServerId(78), far, far).await.unwrap());
}

#[tokio::test]
async fn latest_server_is_that_of_newest_table() {
    let fixture = fixture!();
    let user = UserId(9);
    assert_eq!(fixture.store.latest_server(user).await.unwrap(), None);
    let table = fixture.table_in(SERVER, CHANNEL).await;
    ulti::table::Journal::append(&fixture.store, batch(table, 1, vec![joined(user, "Anna")])).await.unwrap();
    assert_eq!(fixture.store.latest_server(user).await.unwrap(), Some(SERVER));
}
