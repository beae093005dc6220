//! Tests of deletions of users' data that are interrupted, postponed, or meet new or corrupt rows.

use ulti::store::{DealId, StoreError};
use ulti::table::{Batch, ChannelId, FinishedDeal, Journal, PlayerId, TableEvent, UserId};
use ulti_testkit::store_fixture::{Fixture, NOW, SERVER, batch, joined};

use super::{DORA, EDE, contains_person, deal, evening};

/// Changes the database to the state after an interrupted deletion of a user's data.
async fn begin_forgetting(fixture: &Fixture, user: UserId) {
    fixture.execute(&format!("INSERT INTO forgetting (user_id) VALUES ({})", user.0)).await;
}

#[tokio::test]
async fn interrupted_user_data_deletion_is_resumed() {
    let fixture = fixture!();
    let table = evening(&fixture, SERVER, 1, true).await;
    let begun = format!("INSERT INTO forgetting (user_id) VALUES ({})", DORA.0);
    fixture.execute(&begun).await;
    let fixture = fixture.reopened().await;
    assert_eq!(fixture.store.finish_forgetting().await.unwrap(), 1);
    assert!(!contains_person(&fixture, DORA, "Dóra Kovács").await);
    assert_eq!(fixture.store.deals_of_table(table).await.unwrap()[0].seats.0[0].user, None);
    assert_eq!(fixture.store.finish_forgetting().await.unwrap(), 0);
}

#[tokio::test]
async fn season_totals_exclude_user_during_data_deletion() {
    let fixture = fixture!();
    let store = &fixture.store;
    let table = evening(&fixture, SERVER, 1, false).await;
    begin_forgetting(&fixture, DORA).await;
    for table in ["totals", "tallies", "days"] {
        fixture.execute(&format!("DELETE FROM {table} WHERE user_id = {}", DORA.0)).await;
    }
    store.void(SERVER, DealId(1), EDE, "dull", NOW).await.unwrap();
    store.unvoid(SERVER, DealId(1)).await.unwrap();
    let finished = Some(FinishedDeal { server: SERVER, ..deal(3, [2, 2, -4]) });
    let missed = vec![TableEvent::Missed { player: PlayerId::User(EDE) }];
    store.append(Batch { finished, ..batch(table, 6, missed) }).await.unwrap();
    store
        .append(Batch { closed: Some(vec![(PlayerId::User(DORA), 3)]), ..batch(table, 7, vec![]) })
        .await
        .unwrap();
    let rows = format!(
        "SELECT (SELECT COUNT(*) FROM totals WHERE user_id = {0}) + (SELECT COUNT(*) FROM tallies
         WHERE user_id = {0}) + (SELECT COUNT(*) FROM days WHERE user_id = {0})",
        DORA.0
    );
    assert_eq!(fixture.count(&rows).await, 0);
    assert_eq!(store.stats(SERVER, None, EDE).await.unwrap().unwrap().all.deals, 3);
    assert_eq!(store.finish_forgetting().await.unwrap(), 1);
    assert!(!contains_person(&fixture, DORA, "Dóra Kovács").await);
}

#[tokio::test]
async fn user_data_written_during_deletion_is_deleted_too() {
    let fixture = fixture!();
    evening(&fixture, SERVER, 1, true).await;
    let statements = "INSERT INTO people (user_id, name) VALUES (OLD.user_id, 'Somebody');
             INSERT INTO user_settings (user_id) VALUES (OLD.user_id);
             UPDATE deals SET voided_by = OLD.user_id;";
    fixture.trigger("meanwhile", "AFTER DELETE ON sitters FOR EACH ROW", statements).await;
    fixture.store.forget_person(DORA).await.unwrap();
    assert!(!fixture.store.is_known(DORA).await.unwrap());
    assert_eq!(fixture.count("SELECT COUNT(*) FROM deals WHERE voided_by IS NOT NULL").await, 0);
}

#[tokio::test]
async fn user_data_deletion_finishes_when_game_table_closes() {
    let fixture = fixture!();
    let store = &fixture.store;
    let over = evening(&fixture, SERVER, 1, true).await;
    let open = evening(&fixture, SERVER, 2, false).await;
    begin_forgetting(&fixture, DORA).await;
    let before = store.load(open).await.unwrap();
    assert_eq!(store.finish_forgetting().await.unwrap(), 0);
    assert_eq!(store.load(open).await.unwrap(), before);
    assert_eq!(store.deals_of_table(open).await.unwrap()[0].seats.0[0].user, Some(DORA));
    assert_eq!(
        store.deals_of_table(over).await.unwrap()[0].seats.0[0].user,
        None,
        "ended table was not anonymised"
    );
    assert!(store.is_known(DORA).await.unwrap());

    store.append(Batch { closed: Some(vec![]), ..batch(open, 6, vec![]) }).await.unwrap();
    assert_eq!(store.finish_forgetting().await.unwrap(), 1);
    assert!(!contains_person(&fixture, DORA, "Dóra Kovács").await);
}

#[tokio::test]
async fn user_data_deletion_is_postponed_while_user_is_seated() {
    let fixture = fixture!();
    let store = &fixture.store;
    let table = evening(&fixture, SERVER, 1, true).await;
    fixture
        .trigger("sits", "AFTER INSERT ON forgetting FOR EACH ROW", "UPDATE tables SET ended_at = NULL;")
        .await;
    match store.forget_person(DORA).await {
        Err(StoreError::ForgottenLater(open)) => {
            assert_eq!(open.iter().map(|row| row.table).collect::<Vec<_>>(), [table]);
        }
        other => panic!("expected ForgottenLater: {other:?}"),
    }
    assert_eq!(store.stats(SERVER, None, DORA).await.unwrap(), None);
}

#[tokio::test]
async fn user_data_is_deleted_even_from_corrupt_rows() {
    let fixture = fixture!();
    let store = &fixture.store;
    evening(&fixture, SERVER, 1, true).await;
    let readable = evening(&fixture, SERVER, 2, true).await;
    // Unknown events, two truncated events and a truncated record.
    fixture
        .execute("UPDATE journal SET event = REPLACE(event, '\"joined\"', '\"sailed\"') WHERE table_id = 1")
        .await;
    fixture.execute("UPDATE journal SET event = SUBSTR(event, 1, LENGTH(event) - 1) WHERE table_id = 1 AND seq IN (0, 4)").await;
    fixture.execute("UPDATE deals SET record = SUBSTR(record, 1, LENGTH(record) - 1) WHERE id = 1").await;
    begin_forgetting(&fixture, EDE).await;
    store.forget_person(DORA).await.unwrap();
    assert!(!contains_person(&fixture, DORA, "Dóra Kovács").await);
    assert!(contains_person(&fixture, EDE, "Ede").await);
    assert_eq!(store.load(readable).await.unwrap().events.len(), 7);
    assert_eq!(store.finish_forgetting().await.unwrap(), 1);
    assert!(!contains_person(&fixture, EDE, "\"Ede\"").await);
}

#[tokio::test]
async fn deletion_continues_if_one_user_cannot_be_deleted() {
    let fixture = file_fixture!();
    let store = &fixture.store;
    evening(&fixture, SERVER, 1, true).await;
    let whole = evening(&fixture, SERVER, 2, true).await;
    // A record that is not valid text.
    fixture.execute("UPDATE deals SET record = X'FF' WHERE id = 1").await;
    let guest = UserId(0x3234_5678_9abc_def1);
    let table = fixture.table_in(SERVER, ChannelId(3)).await;
    let ended = Batch { closed: Some(vec![]), ..batch(table, 1, vec![joined(guest, "Guest Who")]) };
    store.append(ended).await.unwrap();
    for user in [DORA, EDE, guest] {
        begin_forgetting(&fixture, user).await;
    }
    let failed = store.finish_forgetting().await.unwrap_err();
    assert!(matches!(&failed, StoreError::NotAllForgotten(failed) if failed.len() == 2), "{failed}");
    assert!(!contains_person(&fixture, guest, "Guest Who").await);
    assert!(
        store.deals_of_table(whole).await.unwrap()[0].seats.0[..2].iter().all(|seat| seat.user.is_none())
    );
    assert_eq!(fixture.count("SELECT COUNT(*) FROM forgetting").await, 2);
    fixture.execute("UPDATE deals SET record = '' WHERE id = 1").await;
    assert_eq!(store.finish_forgetting().await.unwrap(), 2);
}
