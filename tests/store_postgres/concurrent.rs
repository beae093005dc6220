//! Tests of several processes that write to the same database.

use std::time::Duration;

use tokio::task::JoinSet;
use ulti::store::{Store, StoreError, UserSetting};
use ulti::table::{ChannelId, Journal as _, ServerId, TableId, UserId};
use ulti_testkit::store_fixture::{Fixture, NOW, batch, finished, joined, set_up};

/// Number of tables of each process.
const TABLES: u64 = 12;
/// Number of batches of each table.
const BATCHES: u32 = 15;
/// Number of users, all of whom play at all tables.
const USERS: u64 = 8;

/// Time limit for something that the database server does in the background.
const LIMIT: Duration = Duration::from_mins(2);

/// Plays at a table. Every batch stores the names of all users, in an order that depends on the table.
async fn play(store: Store, server: ServerId, channel: u64) -> TableId {
    let channel = ChannelId(channel);
    let table = store.open(channel, vec![set_up(server, channel)], None, NOW).await.unwrap();
    let mut first = 1;
    for number in 1..=BATCHES {
        let user = |place: u64| 100 + (place * 3 + channel.0 + u64::from(number)) % USERS;
        let joins = (0..USERS).map(|place| joined(UserId(user(place)), "Name")).collect::<Vec<_>>();
        let count = u32::try_from(joins.len()).unwrap();
        let deal = ulti::table::FinishedDeal { server, ..finished(number) };
        let batch = ulti::table::Batch { finished: Some(deal), ..batch(table, first, joins) };
        store.append(batch).await.unwrap();
        first += count;
    }
    table
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_processes_write_all_events() {
    let Some(fixture) = Fixture::postgres().await else { return };
    let others = [Store::open_at(&fixture.location()).await.unwrap(), fixture.store.clone()];
    let mut tasks = JoinSet::new();
    for (process, store) in (0..).zip(&others) {
        for table in 0..TABLES {
            let server = ServerId(1 + process * TABLES + table / 3);
            tasks.spawn(play(store.clone(), server, 1_000 * process + table));
        }
        let store = store.clone();
        tasks.spawn(async move {
            for user in 0..40 {
                store.set_user(UserId(100 + user % USERS), UserSetting::Pings(user % 2 == 0)).await.unwrap();
                store.set_hidden(UserId(100 + user % USERS), user % 3 == 0).await.unwrap();
            }
            TableId(0)
        });
    }
    let tables = tasks.join_all().await;
    let expected = 1 + usize::try_from(BATCHES).unwrap() * usize::try_from(USERS).unwrap();
    for table in tables.into_iter().filter(|table| *table != TableId(0)) {
        let stored = fixture.store.load(table).await.unwrap();
        assert_eq!((stored.events.len(), stored.damage), (expected, None));
    }
    assert_eq!(
        fixture.count("SELECT SUM(counted) FROM results").await,
        fixture.count("SELECT -SUM(gained) FROM deals").await
    );
    let deals = 2 * TABLES * u64::from(BATCHES);
    assert_eq!(fixture.count("SELECT COUNT(*) FROM deals").await, i64::try_from(deals).unwrap());
    others[0].close().await;
}

/// If two processes load the same table, only one of them can add an event.
#[tokio::test(flavor = "multi_thread")]
async fn event_number_is_used_once() {
    let Some(fixture) = Fixture::postgres().await else { return };
    let other = Store::open_at(&fixture.location()).await.unwrap();
    let table = fixture.table().await;
    for first in 1..40 {
        let write = |store: Store, name: &'static str| async move {
            store.append(batch(table, first, vec![joined(UserId(7), name)])).await.is_ok()
        };
        let (one, two) = tokio::join!(write(fixture.store.clone(), "one"), write(other.clone(), "two"));
        assert!(one != two, "event {first} was written by {}", if one { "both" } else { "neither" });
    }
    assert_eq!(fixture.store.load(table).await.unwrap().events.len(), 40);
    other.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn channel_gets_one_table() {
    let Some(fixture) = Fixture::postgres().await else { return };
    let other = Store::open_at(&fixture.location()).await.unwrap();
    for channel in 1..20 {
        let channel = ChannelId(channel);
        let open = |store: Store| async move {
            store.open(channel, vec![set_up(ServerId(1), channel)], None, NOW).await.is_ok()
        };
        let (one, two) = tokio::join!(open(fixture.store.clone()), open(other.clone()));
        assert!(one != two, "{one} {two}");
    }
    other.close().await;
}

/// A server has one running season, also if two processes need it at the same time.
#[tokio::test(flavor = "multi_thread")]
async fn server_gets_one_season() {
    let Some(fixture) = Fixture::postgres().await else { return };
    let other = Store::open_at(&fixture.location()).await.unwrap();
    let started = tokio::join!(
        fixture.store.start_season(ServerId(1), "spring", NOW),
        other.start_season(ServerId(1), "spring", NOW),
    );
    let errors: Vec<StoreError> = [started.0.err(), started.1.err()].into_iter().flatten().collect();
    assert!(matches!(errors[..], [StoreError::SeasonNameTaken(_)]), "{errors:?}");
    other.close().await;
}

/// A write that waits for the writers' lock for too long fails. Its connection can be used again.
#[tokio::test(flavor = "multi_thread")]
async fn connection_is_usable_after_timeout_and_cancellation() {
    let Some(fixture) = Fixture::postgres().await else { return };
    let store = &fixture.store;
    let mut holder = fixture.connect().await;
    sqlx::raw_sql("BEGIN; SELECT pg_advisory_xact_lock(1970041961, 1)").execute(&mut holder).await.unwrap();
    let write = || store.set_user(UserId(1), UserSetting::Pings(false));
    tokio::time::timeout(Duration::from_millis(300), write()).await.unwrap_err();
    let busy = write().await.unwrap_err();
    assert!(matches!(busy, StoreError::Busy), "{busy}");
    sqlx::raw_sql("COMMIT").execute(&mut holder).await.unwrap();
    write().await.unwrap();
    assert!(!store.user_settings(UserId(1)).await.unwrap().pings);
    // Reads that are cancelled leave no transaction behind.
    for _ in 0..30 {
        let _ = tokio::time::timeout(Duration::ZERO, store.season(ServerId(1))).await;
    }
    for user in 1..5 {
        store.set_user(UserId(user), UserSetting::Hints(false)).await.unwrap();
    }
    let idle = "SELECT COUNT(*) FROM pg_stat_activity
                WHERE datname = current_database() AND state LIKE 'idle in transaction%'";
    // A rollback may still be on its way after the read was cancelled.
    let ended = async {
        while fixture.count(idle).await != 0 {
            tokio::time::sleep(Duration::from_millis(20)).await; // polls the condition
        }
    };
    tokio::time::timeout(LIMIT, ended).await.expect("a cancelled read left a transaction");
}
