//! Tests of batches of events, and of the tables to which they belong.

use std::time::Duration;

use ulti::store::TableRow;
use ulti::table::{
    Batch, ChannelId, Journal, JournalError, LiveTable, PlayerId, RequestId, StoredTable, TableEvent,
    TableId, UnixMillis, WhyEnded,
};
use ulti_testkit::store_fixture::{
    ANNA, BELA, CHANNEL, Fixture, NOW, SERVER, asked, batch, finished, joined, set_up, whole_deal,
};

use super::{clock_at, due};

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
