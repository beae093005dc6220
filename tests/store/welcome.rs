//! Tests of the record of welcomed servers.

use ulti::store::Store;
use ulti::table::{ServerId, UnixMillis, UserId};
use ulti_testkit::store_fixture::{CHANNEL, Fixture, NOW, SERVER, batch, joined};

const DATABASE: &[u8] = include_bytes!("databases/before_workspace.db");

/// A server without data in the store.
const NEW: ServerId = ServerId(77);

#[tokio::test]
async fn server_is_welcomed_once_even_after_reinvitation() {
    let fixture = Fixture::new().await;
    // The first servers may have invited the bot before its first start.
    assert!(fixture.store.welcome(NEW, UnixMillis(0), NOW).await.unwrap());
    assert!(!fixture.store.welcome(NEW, NOW, NOW).await.unwrap());
    let fixture = fixture.reopened().await;
    let later = UnixMillis(NOW.0 + 1);
    assert!(!fixture.store.welcome(NEW, later, later).await.unwrap());
    assert!(fixture.store.welcome(ServerId(u64::MAX), later, later).await.unwrap());
}

#[tokio::test]
async fn record_of_welcome_is_deleted_with_server() {
    let fixture = Fixture::new().await;
    assert!(fixture.store.welcome(NEW, NOW, NOW).await.unwrap());
    assert!(fixture.store.servers().await.unwrap().contains(&NEW));
    fixture.store.left_server(NEW, UnixMillis(0)).await.unwrap();
    assert_eq!(fixture.store.forget_left(NOW).await.unwrap(), 1);
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
    let fixture = Fixture::new().await;
    let user = UserId(9);
    assert_eq!(fixture.store.latest_server(user).await.unwrap(), None);
    let table = fixture.table_in(SERVER, CHANNEL).await;
    ulti::table::Journal::append(&fixture.store, batch(table, 1, vec![joined(user, "Anna")])).await.unwrap();
    assert_eq!(fixture.store.latest_server(user).await.unwrap(), Some(SERVER));
}
