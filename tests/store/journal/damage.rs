//! Tests of damaged journals: what is read, and what is cut off.

use ulti::table::{Batch, Journal, JournalError, RequestId, TableEvent};
use ulti_testkit::store_fixture::{
    ANNA, BELA, CHANNEL, Fixture, NOW, asked, batch, finished, joined, whole_deal,
};

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
