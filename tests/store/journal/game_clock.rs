//! Tests of the game clock, which the journal keeps together with the deadlines of the tables.

use std::time::Duration;

use ulti::store::Store;
use ulti::table::{Batch, ChannelId, Downtime, Journal, ServerId, Shard, ShardRange, TableId};
use ulti_testkit::store_fixture::{ANNA, Fixture, NOW, batch, joined, set_up};

use super::{clock_at, due};

/// After a restart, the game clock continues from its value at the last heartbeat.
#[tokio::test]
async fn game_clock_continues_after_restart() {
    let mut fixture = fixture!();
    let minutes = |minutes| Duration::from_mins(minutes);
    let first = fixture.store.come_back(NOW, ShardRange::SINGLE).await.unwrap();
    assert_eq!(first, Downtime { lasted: Duration::ZERO, clocks: clock_at(NOW).to_vec() });
    let clock = NOW.after(minutes(1));
    fixture.store.beat(NOW.after(minutes(120)), &clock_at(clock)).await.unwrap();
    fixture = fixture.reopened().await;
    for (after, lasted) in [(180, 60), (200, 20)] {
        let back = fixture.store.come_back(NOW.after(minutes(after)), ShardRange::SINGLE).await.unwrap();
        assert_eq!(back, Downtime { lasted: minutes(lasted), clocks: clock_at(clock).to_vec() });
    }
    // Databases written before the clock was stored extend their deadlines by the downtime.
    fixture.execute("DELETE FROM shards").await;
    let back = fixture.store.come_back(NOW.after(minutes(300)), ShardRange::SINGLE).await.unwrap();
    assert_eq!(back, Downtime { lasted: minutes(100), clocks: clock_at(NOW.after(minutes(200))).to_vec() });
}

/// An invalid deadline affects only its own table. No stored value stops the game clock.
#[tokio::test]
async fn invalid_time_in_database_does_not_stop_game_clock() {
    for damage in [
        "UPDATE tables SET deadline = 9223372036854775807",
        "UPDATE meta SET value = -9223372036854775807 - 1 WHERE name = 'beat'",
        "UPDATE meta SET value = 0 WHERE name = 'beat'",
        "UPDATE shards SET clock = 9223372036854775807",
        "UPDATE shards SET clock = -1",
        "UPDATE shards SET shards_in_all = 0",
        "UPDATE tables SET clock_lag = -1",
    ] {
        check_game_clock(fixture!(), damage).await;
    }
}

#[tokio::test]
async fn time_of_wrong_type_in_database_does_not_stop_game_clock() {
    for damage in [
        "UPDATE tables SET deadline = deadline + 0.5",
        "UPDATE tables SET deadline = 'x'",
        "UPDATE meta SET value = 'x' WHERE name = 'beat'",
        "UPDATE shards SET clock = 'x'",
        "UPDATE shards SET shard = 'x'",
        "UPDATE tables SET clock_lag = 'x'",
    ] {
        check_game_clock(file_fixture!(), damage).await;
    }
}

/// Damages a stored time, and asserts that the game clock continues and the table is still due.
async fn check_game_clock(fixture: Fixture, damage: &str) {
    let store = &fixture.store;
    let table = fixture.table().await;
    let deadline = NOW.after(Duration::from_mins(5));
    store
        .append(Batch { deadline: Some(deadline), ..batch(table, 1, vec![joined(ANNA, "A")]) })
        .await
        .unwrap();
    store.beat(NOW, &clock_at(NOW)).await.unwrap();
    fixture.execute(damage).await;
    store.live().await.unwrap();
    store.load(table).await.unwrap();
    let month = Duration::from_hours(24 * 30);
    let (_, clock) = store.come_back(NOW, ShardRange::SINGLE).await.unwrap().clocks[0];
    assert!(clock <= NOW, "{damage}: {clock:?}");
    let live = store.live().await.unwrap();
    assert!(live[0].deadline.is_none_or(|by| by <= NOW.after(month)), "{damage}: {:?}", live[0].deadline);
    assert_eq!(store.load(table).await.unwrap().deadline, live[0].deadline);
    assert_eq!(due(store, NOW.after(month)).await, [table], "{damage}");
}

/// Opens a table on a server of the given shard out of twelve. Its deadline is ten minutes after [`NOW`].
async fn table_of_shard(store: &Store, shard: u64) -> TableId {
    let (server, channel) = (ServerId((12 + shard) << 22), ChannelId(100 + shard));
    let table = store.open(channel, vec![set_up(server, channel)], None, NOW).await.unwrap();
    let deadline = Some(NOW.after(Duration::from_mins(10)));
    store.append(Batch { deadline, ..batch(table, 1, Vec::new()) }).await.unwrap();
    table
}

#[tokio::test]
async fn time_left_is_kept_if_number_of_shards_changes() {
    let minutes = |minutes| NOW.after(Duration::from_mins(minutes));
    let fixture = fixture!();
    let store = &fixture.store;
    let [zero, two] = [table_of_shard(store, 0).await, table_of_shard(store, 2).await];
    let four = ShardRange::all(4);
    let first = store.come_back(NOW, four).await.unwrap();
    assert_eq!(first.clocks, four.shards().map(|shard| (shard, NOW)).collect::<Vec<_>>());
    // Shard 2 is disconnected after a minute.
    let clocks = [(Shard::new(0, 4).unwrap(), minutes(5)), (Shard::new(2, 4).unwrap(), minutes(1))];
    store.beat(minutes(5), &clocks).await.unwrap();
    let same = store.come_back(minutes(6), four).await.unwrap().clocks;
    assert_eq!(same.iter().map(|(_, time)| *time).collect::<Vec<_>>(), [minutes(5), NOW, minutes(1), NOW]);

    let moved = store.come_back(minutes(7), ShardRange::all(3)).await.unwrap().clocks;
    assert!(moved.iter().all(|(_, time)| *time == minutes(5)), "{moved:?}");
    for (table, left, lag) in [(zero, 5, 0), (two, 9, 4)] {
        let stored = store.load(table).await.unwrap();
        assert_eq!(stored.deadline, Some(minutes(5 + left)), "{table}");
        assert_eq!(stored.clock_lag, Duration::from_mins(lag), "{table}");
    }
    // Nothing is moved a second time.
    store.come_back(minutes(8), ShardRange::all(3)).await.unwrap();
    assert_eq!(store.load(two).await.unwrap().deadline, Some(minutes(14)));
    // A process with fewer of the shards keeps the clocks of the others.
    store.come_back(minutes(9), "0-1/3".parse().unwrap()).await.unwrap();
    store.beat(minutes(9), &[(Shard::new(0, 3).unwrap(), minutes(8))]).await.unwrap();
    let clocks = store.come_back(minutes(10), ShardRange::all(3)).await.unwrap().clocks;
    assert_eq!(
        clocks.iter().map(|(_, time)| *time).collect::<Vec<_>>(),
        [minutes(8), minutes(5), minutes(5)]
    );
}
