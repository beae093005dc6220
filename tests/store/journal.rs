//! Tests of the journal: batches are written completely or not at all, in order, and once.

use std::time::Duration;

use ulti::store::{Store, TableRow};
use ulti::table::{
    Batch, ChannelId, Downtime, Journal, JournalError, LiveTable, PlayerId, RequestId, ServerId, Shard,
    ShardRange, StoredTable, TableEvent, TableId, UnixMillis, WhyEnded,
};
use ulti_testkit::store_fixture::{
    ANNA, BELA, CHANNEL, Fixture, NOW, SERVER, asked, batch, finished, joined, set_up, whole_deal,
};

/// Returns the time of the game clock of a bot that is not sharded.
fn clock_at(time: UnixMillis) -> [(Shard, UnixMillis); 1] {
    [(Shard::SINGLE, time)]
}

async fn due(store: &Store, by: UnixMillis) -> Vec<TableId> {
    store.due(by).await.unwrap().into_iter().map(|live| live.table).collect()
}

fn ended() -> TableEvent {
    TableEvent::Ended { why: WhyEnded::Agreed, shares: vec![(PlayerId::User(ANNA), 3)] }
}

#[tokio::test]
async fn reopening_database_does_not_change_journal() {
    let fixture = fixture!();
    let opening = vec![set_up(SERVER, CHANNEL), joined(ANNA, "Anna")];
    let table = fixture.store.open(CHANNEL, opening.clone(), Some(RequestId(u64::MAX)), NOW).await.unwrap();
    let deal = whole_deal().0.into_iter().map(|event| TableEvent::InDeal { event });
    let events: Vec<_> = deal.chain([TableEvent::StoodIn { player: PlayerId::Robot(3) }]).collect();
    let deadline = Some(NOW.after(Duration::from_mins(1)));
    fixture.store.append(Batch { deadline, ..asked(batch(table, 2, events.clone()), 7) }).await.unwrap();
    fixture.store.beat(NOW, &clock_at(NOW)).await.unwrap();
    fixture.store.beat(UnixMillis(NOW.0 + 1), &clock_at(NOW)).await.unwrap();

    let fixture = fixture.reopened().await;
    let stored = fixture.store.load(table).await.unwrap();
    let requests = vec![RequestId(u64::MAX), RequestId(7)];
    assert_eq!(
        stored,
        StoredTable {
            events: [opening, events].concat(),
            requests,
            deadline,
            clock_lag: Duration::ZERO,
            damage: None
        }
    );
    assert_eq!(
        fixture.store.live().await.unwrap(),
        [LiveTable { table, channel: CHANNEL, server: SERVER, deadline }]
    );
    let at = NOW.after(Duration::from_mins(1));
    assert_eq!(fixture.store.due(UnixMillis(at.0 - 1)).await.unwrap(), []);
    assert_eq!(due(&fixture.store, at).await, [table]);
    assert_eq!(fixture.store.open_table(CHANNEL).await.unwrap(), Some(table));
    assert_eq!(fixture.store.last_beat().await.unwrap(), Some(UnixMillis(NOW.0 + 1)));
    fixture.store.check().await.unwrap();
}

#[tokio::test]
async fn new_database_has_no_tables() {
    let Fixture { store, .. } = &fixture!();
    assert_eq!(store.live().await.unwrap(), []);
    assert_eq!(store.last_beat().await.unwrap(), None);
    assert_eq!(store.open_table(CHANNEL).await.unwrap(), None);
    assert_eq!(store.latest_table(CHANNEL).await.unwrap(), None);
    assert_eq!(store.table_state(TableId(1)).await.unwrap(), None);
    assert!(matches!(store.load(TableId(1)).await, Err(JournalError::NoSuchTable(TableId(1)))));
    let nowhere = store.append(batch(TableId(1), 0, vec![])).await;
    assert!(matches!(nowhere, Err(JournalError::NoSuchTable(TableId(1)))));
}

#[tokio::test]
async fn journal_must_begin_with_setup_event() {
    let fixture = fixture!();
    let refused = fixture.store.open(CHANNEL, vec![joined(ANNA, "Anna")], None, NOW).await;
    assert!(matches!(refused, Err(JournalError::Unavailable(_))));
    assert_eq!(fixture.count("SELECT COUNT(*) FROM tables").await, 0);
}

#[tokio::test]
async fn channel_cannot_have_two_open_game_tables() {
    let fixture = fixture!();
    let store = &fixture.store;
    let table = fixture.table().await;
    let open = || store.open(CHANNEL, vec![set_up(SERVER, CHANNEL)], Some(RequestId(1)), NOW);
    assert!(matches!(open().await, Err(JournalError::ChannelTaken(taken)) if taken == table));

    let other = fixture.table_in(SERVER, ChannelId(5)).await;
    let closing = Batch { closed: Some(vec![]), at: UnixMillis(NOW.0 + 9), ..batch(table, 1, vec![ended()]) };
    store.append(closing).await.unwrap();
    assert_eq!(store.open_table(CHANNEL).await.unwrap(), None);
    assert_eq!(store.latest_table(CHANNEL).await.unwrap(), Some(table));
    let state =
        TableRow { table, channel: CHANNEL, server: SERVER, opened: NOW, ended: Some(UnixMillis(NOW.0 + 9)) };
    assert_eq!(store.table_state(table).await.unwrap(), Some(state));
    assert_eq!(store.live().await.unwrap().iter().map(|live| live.table).collect::<Vec<_>>(), [other]);

    let next = open().await.unwrap();
    assert!(next > other, "table id was reused");
    assert_eq!(store.latest_table(CHANNEL).await.unwrap(), Some(next));
    assert_eq!(store.table_state(next).await.unwrap().unwrap().ended, None);
    assert_eq!(store.load(table).await.unwrap().events.len(), 2, "journal of ended table is incomplete");
}

#[tokio::test]
async fn concurrent_requests_open_only_one_game_table() {
    let fixture = fixture!();
    let open = || fixture.store.open(CHANNEL, vec![set_up(SERVER, CHANNEL)], None, NOW);
    match tokio::join!(open(), open()) {
        (Ok(table), Err(JournalError::ChannelTaken(taken)))
        | (Err(JournalError::ChannelTaken(taken)), Ok(table)) => assert_eq!(table, taken),
        other => panic!("expected one open table: {other:?}"),
    }
}

#[tokio::test]
async fn journal_rejects_event_at_wrong_position() {
    let fixture = fixture!();
    let table = fixture.table().await;
    for first in [0, 2, u32::MAX] {
        let refused = fixture.store.append(batch(table, first, vec![joined(BELA, "Béla")])).await;
        let conflict = matches!(refused, Err(JournalError::Conflict { first: taken, .. }) if taken == first);
        assert!(conflict, "{refused:?}");
    }
    fixture.store.append(batch(table, 1, vec![joined(BELA, "Béla")])).await.unwrap();
    assert_eq!(fixture.store.load(table).await.unwrap().events.len(), 2);
}

#[tokio::test]
async fn journal_is_unchanged_if_event_batch_is_rejected() {
    let fixture = fixture!();
    let store = &fixture.store;
    let table = fixture.table().await;
    let first =
        Batch { finished: Some(finished(1)), ..asked(batch(table, 1, vec![joined(ANNA, "Anna")]), 1) };
    store.append(first).await.unwrap();
    let before = (store.load(table).await.unwrap(), store.deals_of_table(table).await.unwrap());

    let events = vec![joined(BELA, "Another name"), ended()];
    let rest = Batch {
        deadline: Some(NOW),
        finished: Some(finished(2)),
        closed: Some(vec![(PlayerId::User(ANNA), 3)]),
        ..asked(batch(table, 2, events), 2)
    };
    let broken = [
        ("position is taken", Batch { first: 1, ..rest.clone() }),
        ("request is known", Batch { request: Some(RequestId(1)), ..rest.clone() }),
        // Detected last, after the events have been written.
        ("deal is already finished", Batch { finished: Some(finished(1)), ..rest.clone() }),
    ];
    for (why, batch) in broken {
        let refused = store.append(batch).await;
        assert!(matches!(refused, Err(JournalError::Conflict { .. })), "{why}: {refused:?}");
        let after = (store.load(table).await.unwrap(), store.deals_of_table(table).await.unwrap());
        assert_eq!(before, after, "{why}");
        assert_eq!(fixture.count("SELECT COUNT(*) FROM results").await, 3, "{why}");
        assert_eq!(store.name_of(BELA).await.unwrap().as_deref(), Some("Béla"), "{why}");
        assert_eq!(store.open_table(CHANNEL).await.unwrap(), Some(table), "{why}");
    }
    store.append(rest).await.unwrap();
    assert_eq!(fixture.count("SELECT COUNT(*) FROM results").await, 7);
}

#[tokio::test]
async fn journal_keeps_only_most_recent_request_ids() {
    let fixture = fixture!();
    let table = fixture.table().await;
    let other = fixture.table_in(SERVER, ChannelId(5)).await;
    fixture.store.append(asked(batch(other, 1, vec![joined(ANNA, "Anna")]), 999)).await.unwrap();
    let mut kept = 0;
    for number in 1..=400 {
        let played = asked(batch(table, number, vec![joined(ANNA, "Anna")]), number.into());
        fixture.store.append(played).await.unwrap();
        let requests = fixture.store.load(table).await.unwrap().requests;
        let newest: Vec<RequestId> =
            (u64::from(number).saturating_sub(63).max(1)..=number.into()).map(RequestId).collect();
        assert!(requests.ends_with(&newest), "{requests:?}");
        kept = kept.max(requests.len());
    }
    assert!((64..=96).contains(&kept), "{kept}");
    assert_eq!(fixture.store.load(other).await.unwrap().requests, [RequestId(999)]);
}

#[tokio::test]
async fn write_conflict_affects_only_one_game_table() {
    let fixture = fixture!();
    let mut tables = Vec::new();
    for channel in 0..300 {
        tables.push(fixture.table_in(SERVER, ChannelId(100 + channel)).await);
    }
    let writes = tables.iter().zip(1_000..).map(|(table, request)| {
        // Every tenth batch is written to a wrong position.
        let first = if table.0 % 10 == 0 { 2 } else { 1 };
        let (store, table) = (fixture.store.clone(), *table);
        async move {
            let events = vec![joined(ANNA, "Anna"), joined(BELA, "Béla")];
            (table, store.append(asked(batch(table, first, events), request)).await)
        }
    });
    for (table, written) in futures::future::join_all(writes).await {
        let events = fixture.store.load(table).await.unwrap().events.len();
        if table.0 % 10 == 0 {
            assert!(matches!(written, Err(JournalError::Conflict { first: 2, .. })), "{written:?}");
            assert_eq!(events, 1);
        } else {
            written.unwrap();
            assert_eq!(events, 3);
        }
    }
}

#[tokio::test]
async fn journal_is_read_up_to_first_damaged_event() {
    for (damage, whole, complaint) in [
        (
            "UPDATE journal SET event = '{\"at_table\": \"joined\"}' WHERE seq = 2",
            2,
            "event 2 does not match its checksum",
        ),
        (
            "UPDATE journal SET event = replace(event, 'Anna', 'Anne') WHERE seq = 1",
            1,
            "event 1 does not match its checksum",
        ),
        (
            "UPDATE journal SET event = 'Anna', more = NULL, checksum = NULL WHERE seq = 2",
            2,
            "event 2 cannot be parsed (Syntax",
        ),
        ("DELETE FROM journal WHERE seq = 1", 1, "event 1 is missing"),
        ("DELETE FROM journal WHERE seq = 2", 2, "event 2 is missing"),
        ("UPDATE journal SET more = 5 WHERE seq = 0", 0, "event 0 does not match its checksum"),
        ("UPDATE journal SET checksum = NULL WHERE seq = 1", 1, "event 1 does not match its checksum"),
        ("DELETE FROM journal", 0, "event 0 is missing"),
    ] {
        check_damage(fixture!(), damage, whole, complaint).await;
    }
}

/// A changed bit in a file can make the text invalid or change the type of a value.
#[tokio::test]
async fn journal_is_read_up_to_first_event_with_invalid_value() {
    for (damage, whole, complaint) in [
        (
            "UPDATE journal SET event = CAST(x'FF' || event AS TEXT) WHERE seq = 2",
            2,
            "event 2 does not match its checksum",
        ),
        (
            "UPDATE journal SET event = CAST(event AS BLOB) WHERE seq = 1",
            1,
            "event 1 does not match its checksum",
        ),
        ("UPDATE journal SET checksum = 'x' WHERE seq = 1", 1, "event 1 does not match its checksum"),
        ("UPDATE journal SET more = x'00' WHERE seq = 1", 1, "event 1 does not match its checksum"),
        ("UPDATE journal SET seq = 1.5 WHERE seq = 1", 1, "event 1 is missing"),
        ("UPDATE journal SET seq = 'x' WHERE seq = 2", 2, "event 2 is missing"),
    ] {
        check_damage(file_fixture!(), damage, whole, complaint).await;
    }
}

/// Damages a journal of three events, and asserts how many events are read and what the reported damage is.
async fn check_damage(fixture: Fixture, damage: &str, whole: usize, complaint: &str) {
    let table = fixture.table().await;
    let events = vec![joined(ANNA, "Anna"), joined(BELA, "Béla")];
    fixture.store.append(batch(table, 1, events)).await.unwrap();
    fixture.execute(damage).await;
    let stored = fixture.store.load(table).await.unwrap();
    assert_eq!(stored.events.len(), whole, "{damage}");
    let reason = stored.damage.unwrap().reason;
    assert!(reason.starts_with(complaint) && !reason.contains("Ann"), "{reason}");
    // After the cut the journal is intact, or the table has ended.
    let whole = u32::try_from(whole).unwrap();
    let cut = fixture.store.cut_back(table, whole, &reason, NOW).await;
    assert_eq!(cut.is_ok(), whole > 0, "{damage}: {cut:?}");
    assert_eq!(fixture.store.load(table).await.unwrap().damage, None, "{damage}");
}

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

/// A write must fail if the database file was moved, because the data would be lost.
#[cfg(unix)]
#[tokio::test]
async fn writing_fails_if_database_file_was_moved() {
    let fixture = file_fixture!();
    let store = &fixture.store;
    let table = fixture.table().await;
    let elsewhere = fixture.folder.path().join("elsewhere.db");
    std::fs::rename(fixture.path(), &elsewhere).unwrap();
    let refused = store.append(batch(table, 1, vec![joined(ANNA, "Anna")])).await.unwrap_err();
    assert!(refused.to_string().contains("was moved, deleted or replaced"), "{refused}");
    assert!(
        store.beat(NOW, &clock_at(NOW)).await.is_err()
            && store.come_back(NOW, ShardRange::SINGLE).await.is_err()
    );
    std::fs::write(fixture.path(), "").unwrap();
    assert!(store.beat(NOW, &clock_at(NOW)).await.is_err(), "wrote to a replaced file");
    std::fs::rename(&elsewhere, fixture.path()).unwrap();
    store.append(batch(table, 1, vec![joined(ANNA, "Anna")])).await.unwrap();
    // Acknowledged batches are in the write-ahead log at first, so it must not be missing either.
    std::fs::remove_file(fixture.folder.path().join("ulti.db-wal")).unwrap();
    let refused = store.append(batch(table, 2, vec![joined(BELA, "Béla")])).await.unwrap_err();
    assert!(refused.to_string().contains("-wal was moved, deleted or replaced"), "{refused}");
}

/// Other users of the machine must not be able to read the database, because it contains the cards of deals
/// in progress.
#[cfg(unix)]
#[tokio::test]
async fn database_files_are_private_to_owner() {
    use std::os::unix::fs::MetadataExt as _;
    let fixture = file_fixture!();
    fixture.table().await;
    let files: Vec<_> = std::fs::read_dir(fixture.folder.path()).unwrap().map(Result::unwrap).collect();
    assert!(files.len() > 1, "write-ahead log is missing: {files:?}");
    for file in files {
        assert_eq!(file.metadata().unwrap().mode() & 0o777, 0o600, "{file:?}");
    }
}

#[tokio::test]
async fn events_removed_from_journal_are_archived() {
    let fixture = fixture!();
    let store = &fixture.store;
    let table = fixture.table().await;
    store.append(asked(batch(table, 1, vec![joined(ANNA, "Anna")]), 1)).await.unwrap();
    store.append(asked(batch(table, 2, vec![joined(BELA, "Béla")]), 2)).await.unwrap();
    store.cut_back(table, 2, "event 2", NOW).await.unwrap();
    let stored = store.load(table).await.unwrap();
    assert_eq!((stored.events.len(), stored.requests, stored.damage), (2, vec![RequestId(1)], None));
    assert_eq!(fixture.count("SELECT COUNT(*) FROM damaged WHERE seq = 2").await, 1);
    store.append(asked(batch(table, 2, vec![joined(BELA, "Béla")]), 2)).await.unwrap();
    assert_eq!(store.load(table).await.unwrap().events.len(), 3);
}

#[tokio::test]
async fn truncating_journal_does_not_delete_finished_deal() {
    for whole in [0, 1] {
        let fixture = fixture!();
        let store = &fixture.store;
        let table = fixture.table().await;
        let deal = whole_deal().0.into_iter().map(|event| TableEvent::InDeal { event }).collect();
        store.append(Batch { finished: Some(finished(1)), ..batch(table, 1, deal) }).await.unwrap();
        let cut = store.cut_back(table, whole, "event 1", NOW).await;
        assert!(matches!(cut, Err(JournalError::Corrupt { .. })), "{cut:?}");
        assert_eq!(store.open_table(CHANNEL).await.unwrap(), None, "channel is still taken");
        assert_eq!(store.deals_of_table(table).await.unwrap().len(), 1, "finished deal was lost");
    }
}

#[tokio::test]
async fn damaged_journal_is_truncated_to_complete_batches() {
    let fixture = fixture!();
    let store = &fixture.store;
    let table = fixture.table().await;
    let two = || vec![joined(ANNA, "Anna"), joined(BELA, "Béla")];
    store.append(asked(batch(table, 1, two()), 1)).await.unwrap();
    store.append(asked(batch(table, 3, two()), 2)).await.unwrap();
    store.cut_back(table, 4, "event 4", NOW).await.unwrap();
    let stored = store.load(table).await.unwrap();
    assert_eq!((stored.events.len(), stored.requests, stored.damage), (3, vec![RequestId(1)], None));
    assert_eq!(fixture.count("SELECT COUNT(*) FROM damaged").await, 2);
}
