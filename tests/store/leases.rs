//! Tests of processes that lease their shards. Each process is a store of its own.

use std::time::Duration;

use ulti::store::{Handover, LEASE_TIME, MessageKind, ShardLeases, Store, StoreError};
use ulti::table::{ChannelId, Journal as _, JournalError, ServerId, Shard, ShardRange, TableId, UnixMillis};
use ulti_testkit::store_fixture::{ANNA, Fixture, NOW, batch, joined, set_up};

/// Number of shards of all processes.
const TOTAL: u32 = 4;

/// A process that leases shards.
struct Process {
    store: Store,
    leases: ShardLeases,
}

impl Process {
    async fn join(fixture: &Fixture) -> Self {
        let store = Store::open_at(&fixture.location()).await.unwrap();
        let leases = store.join_processes(None, TOTAL, "host").await.unwrap();
        Self { store, leases }
    }

    /// Opens a table in a channel on a server of a shard.
    async fn open(&self, shard: Shard, channel: u64) -> Result<TableId, JournalError> {
        let channel = ChannelId(channel);
        self.store.open(channel, vec![set_up(server(shard), channel)], None, NOW).await
    }

    async fn append(&self, table: TableId, shard: Shard, first: u32) -> Result<(), JournalError> {
        let events = vec![joined(ANNA, "Anna")];
        self.store.append(ulti::table::Batch { server: server(shard), ..batch(table, first, events) }).await
    }
}

fn shard(index: u32) -> Shard {
    Shard::new(index, TOTAL).unwrap()
}

const fn server(shard: Shard) -> ServerId {
    ServerId((shard.index() as u64) << 22)
}

fn assert_not_leased<T: std::fmt::Debug>(result: &Result<T, JournalError>, shard: Shard) {
    assert!(matches!(result, Err(JournalError::NotLeased(not)) if *not == shard), "{result:?}");
}

/// Ends all leases, as if the processes were paused for longer than the leases last.
async fn expire(fixture: &Fixture) {
    fixture.execute("UPDATE shards SET until = 1; UPDATE processes SET until = 1").await;
}

#[tokio::test]
async fn free_shard_is_leased_by_one_process() {
    let fixture = fixture!();
    let [one, two] = [Process::join(&fixture).await, Process::join(&fixture).await];
    assert_eq!((one.leases.total(), two.leases.total()), (TOTAL, TOTAL));
    assert!(one.leases.take(shard(0)).await.unwrap());
    assert!(!two.leases.take(shard(0)).await.unwrap(), "the shard was leased twice");
    assert!(!one.leases.take(shard(0)).await.unwrap());
    assert!(two.leases.take(shard(3)).await.unwrap());
    let state = two.leases.state().await.unwrap();
    assert_eq!(state, one.leases.state().await.unwrap());
    let owners: Vec<_> = state.shards.iter().map(|leased| leased.owner).collect();
    assert_eq!(owners, [Some(one.leases.process()), None, None, Some(two.leases.process())]);
    assert_eq!(state.processes.len(), 2);

    one.leases.announce_stop().await.unwrap();
    let state = two.leases.state().await.unwrap();
    assert!(state.processes[0].is_stopping && !state.processes[1].is_stopping);
    one.leases.leave().await.unwrap();
    assert!(two.leases.take(shard(0)).await.unwrap(), "the shard was not released");
    assert_eq!(two.leases.state().await.unwrap().processes.len(), 1);
    assert_not_leased(&one.open(shard(0), 1).await, shard(0));
}

#[tokio::test]
async fn process_writes_only_for_shards_that_it_has_leased() {
    let fixture = fixture!();
    let [one, two] = [Process::join(&fixture).await, Process::join(&fixture).await];
    assert_not_leased(&one.open(shard(1), 1).await, shard(1));
    for index in [1, 2] {
        assert!(one.leases.take(shard(index)).await.unwrap());
    }
    let tables = [one.open(shard(1), 1).await.unwrap(), one.open(shard(2), 2).await.unwrap()];
    one.append(tables[0], shard(1), 1).await.unwrap();
    assert_not_leased(&two.append(tables[0], shard(1), 2).await, shard(1));
    assert_not_leased(&two.store.cut_back(tables[0], 1, "damaged", NOW).await, shard(1));
    let message = two.store.put_message(tables[0], 0, MessageKind::Lobby, ChannelId(1), 7).await;
    assert!(matches!(message, Err(StoreError::NotLeased(_))), "{message:?}");

    // Batches of the same commit do not affect each other.
    let writes = [1, 2].map(|index| one.append(tables[index - 1], shard(u32::try_from(index).unwrap()), 2));
    fixture.execute("UPDATE shards SET epoch = epoch + 1 WHERE shard = 2").await;
    let [first, second] = writes;
    let (first, second) = tokio::join!(first, second);
    first.unwrap();
    assert_not_leased(&second, shard(2));
    assert_eq!(fixture.store.load(tables[1]).await.unwrap().events.len(), 1);
}

#[tokio::test]
async fn paused_process_writes_nothing_after_its_leases_have_expired() {
    let fixture = fixture!();
    let [one, two] = [Process::join(&fixture).await, Process::join(&fixture).await];
    for index in [0, 1] {
        assert!(one.leases.take(shard(index)).await.unwrap());
    }
    let table = one.open(shard(0), 1).await.unwrap();
    expire(&fixture).await;
    // Nobody has taken the shard over yet.
    let expired = one.append(table, shard(0), 1).await;
    assert!(matches!(expired, Err(JournalError::Unavailable(_))), "{expired:?}");
    let expired = one.leases.state().await.unwrap().shards[0].clone();
    assert_eq!((expired.owner, expired.expired_owner), (None, Some(one.leases.process())));
    two.leases.renew().await.unwrap();
    assert!(two.leases.take(shard(0)).await.unwrap());
    two.append(table, shard(0), 1).await.unwrap();
    assert_not_leased(&one.append(table, shard(0), 2).await, shard(0));
    one.store.beat(NOW, &[(shard(0), UnixMillis(5)), (shard(1), UnixMillis(5))]).await.unwrap();

    // A shard that nobody has taken over is leased again.
    one.leases.renew().await.unwrap();
    let state = one.leases.state().await.unwrap();
    assert_eq!(state.shards[0].owner, Some(two.leases.process()));
    assert_eq!(state.shards[1].owner, Some(one.leases.process()));
    assert!(state.shards.iter().all(|leased| leased.clock != UnixMillis(5)), "{state:?}");
    assert_not_leased(&one.append(table, shard(0), 2).await, shard(0));
    one.open(shard(1), 2).await.unwrap();
    one.store.beat(NOW, &[(shard(0), UnixMillis(5)), (shard(1), UnixMillis(7))]).await.unwrap();
    let clocks: Vec<_> = one.leases.state().await.unwrap().shards.iter().map(|leased| leased.clock).collect();
    assert_eq!(clocks[1], UnixMillis(7));
    assert_ne!(clocks[0], UnixMillis(5));
}

#[tokio::test]
async fn shard_is_handed_over_once_its_successor_is_ready() {
    let fixture = fixture!();
    let mut processes = Vec::new();
    for _ in 0..3 {
        processes.push(Process::join(&fixture).await);
    }
    let [one, two, three] = &processes[..] else { unreachable!() };
    let (place, handover) = (shard(1), Handover { clock: UnixMillis(77), handled: vec![u64::MAX, 1 << 60] });
    assert!(!two.leases.request(place).await.unwrap(), "the shard is free");
    assert!(one.leases.take(place).await.unwrap());
    assert!(!one.leases.request(place).await.unwrap(), "the owner requested its own shard");
    let table = one.open(place, 1).await.unwrap();
    assert!(two.leases.request(place).await.unwrap());
    assert!(!three.leases.request(place).await.unwrap(), "the shard has a successor already");
    assert!(!three.leases.report_ready(place).await.unwrap());
    assert!(!one.leases.hand_over(place, &handover).await.unwrap(), "the successor is not ready");
    assert!(two.leases.report_ready(place).await.unwrap());
    one.append(table, place, 1).await.unwrap();
    assert!(one.leases.hand_over(place, &handover).await.unwrap());
    assert_not_leased(&one.append(table, place, 2).await, place);
    assert_not_leased(&two.append(table, place, 2).await, place); // before it has noticed
    let leased = two.leases.state().await.unwrap().shards.remove(1);
    assert_eq!(leased.owner, Some(two.leases.process()));
    assert_eq!((leased.clock, leased.handled), (handover.clock, handover.handled.clone()));
    two.append(table, place, 2).await.unwrap();
    assert!(!one.leases.hand_over(place, &handover).await.unwrap(), "another process owns the shard");

    // A successor that has died is replaced.
    assert!(three.leases.request(place).await.unwrap());
    fixture.execute(&format!("UPDATE processes SET until = 1 WHERE id = {}", three.leases.process())).await;
    assert_eq!(two.leases.state().await.unwrap().shards[1].successor, None);
    assert!(one.leases.request(place).await.unwrap());
}

#[tokio::test]
async fn processes_use_the_same_number_of_shards() {
    let fixture = fixture!();
    let join = async |total, recommended| fixture.store.join_processes(total, recommended, "host").await;
    assert_eq!(join(Some(3), 1).await.unwrap().total(), 3);
    let range = ShardRange::all(3);
    let state = join(None, 8).await.unwrap().state().await.unwrap();
    assert_eq!(
        state.shards.iter().map(|leased| leased.shard).collect::<Vec<_>>(),
        range.shards().collect::<Vec<_>>()
    );
    let other = join(Some(5), 8).await;
    assert!(matches!(other, Err(StoreError::ShardCount { ours: 5, theirs: 3 })), "{other:?}");
    let fixed = fixture.store.check_no_leases().await;
    assert!(matches!(fixed, Err(StoreError::Leased)), "{fixed:?}");
    expire(&fixture).await;
    fixture.store.check_no_leases().await.unwrap();
    assert_eq!(join(None, 8).await.unwrap().total(), 8);
    assert_eq!(fixture.count("SELECT COUNT(*) FROM shards").await, 8);
}

#[tokio::test]
async fn time_left_is_kept_if_leased_shards_change_their_number() {
    let fixture = fixture!();
    let process = Process::join(&fixture).await;
    assert!(process.leases.take(shard(1)).await.unwrap());
    let table = process.open(shard(1), 1).await.unwrap();
    let deadline = Some(NOW.after(Duration::from_mins(2)));
    let batch =
        ulti::table::Batch { server: server(shard(1)), deadline, ..batch(table, 1, vec![joined(ANNA, "A")]) };
    process.store.append(batch).await.unwrap();
    let clocks = [(shard(0), NOW.after(Duration::from_mins(9))), (shard(1), NOW)];
    fixture.store.beat(NOW, &clocks).await.unwrap();
    expire(&fixture).await;
    let leases = fixture.store.join_processes(Some(2), 1, "host").await.unwrap();
    let clock = leases.state().await.unwrap().shards[1].clock;
    let stored = fixture.store.load(table).await.unwrap();
    assert_eq!(stored.deadline.unwrap().since(clock), Duration::from_mins(2));
}

#[tokio::test]
async fn sessions_of_all_processes_begin_one_after_the_other() {
    let fixture = fixture!();
    let other = Store::open_at(&fixture.location()).await.unwrap();
    let hold = Duration::from_secs(100);
    let reserved = fixture.store.reserve_session_start(0, hold).await.unwrap().unwrap();
    let wait = other.reserve_session_start(0, hold).await.unwrap().unwrap_err();
    assert!(wait <= hold && wait > Duration::from_secs(50), "{wait:?}");
    other.reserve_session_start(1, hold).await.unwrap().expect("another bucket");
    fixture.store.end_session_start(0, UnixMillis(reserved.0 - 1), Duration::ZERO).await.unwrap();
    let wait = other.reserve_session_start(0, hold).await.unwrap().unwrap_err();
    assert!(wait > Duration::from_secs(50), "an earlier reservation was ended");
    fixture.execute("UPDATE session_starts SET free_at = 1 WHERE bucket = 0").await;
    let reserved = fixture.store.reserve_session_start(0, hold).await.unwrap().unwrap();
    fixture.store.end_session_start(0, reserved, Duration::from_secs(20)).await.unwrap();
    let wait = other.reserve_session_start(0, hold).await.unwrap().unwrap_err();
    assert!(wait <= Duration::from_secs(20), "{wait:?}");
    fixture.execute("UPDATE session_starts SET free_at = 1 WHERE bucket = 0").await;
    other.reserve_session_start(0, hold).await.unwrap().unwrap();
}

#[tokio::test]
async fn leases_last_for_their_stated_time() {
    let fixture = fixture!();
    let process = Process::join(&fixture).await;
    assert!(process.leases.take(shard(2)).await.unwrap());
    let length = LEASE_TIME.as_millis();
    for query in ["SELECT until FROM shards WHERE shard = 2", "SELECT MAX(until) FROM processes"] {
        let before = fixture.count(query).await;
        tokio::time::sleep(Duration::from_millis(20)).await;
        process.leases.renew().await.unwrap();
        let after = fixture.count(query).await;
        assert!(after > before, "{query} was not renewed");
        let now = ulti::table::WallClock::wall().now();
        let left = UnixMillis(after).since(now).as_millis();
        assert!(left <= length && left > length / 2, "{query}: {left} ms are left");
    }
}
