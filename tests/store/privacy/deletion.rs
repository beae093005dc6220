//! Tests of deleting a user's data: what is erased, and what is left.

use ulti::store::{ANONYMOUS, DealId, DealRow, RankBy, SeasonId, Store, StoreError, UserSetting};
use ulti::table::{Batch, ChannelId, Journal, Player, PlayerId, ServerId, TableEvent, UserId};
use ulti_testkit::store_fixture::{NOW, SERVER, batch};

use super::{DORA, EDE, FANNI, contains_person, evening};

/// Asserts that Dóra (seat 0) is anonymous in a deal, and that the deal is otherwise unchanged.
async fn assert_only_dora_is_anonymous(store: &Store, before: &DealRow, after: &DealRow) {
    let points = |deal: &DealRow| deal.seats.clone().map(|seat| seat.points);
    assert_eq!(points(before), points(after));
    assert_eq!((after.seats.0[0].user, &after.seats.0[0].name), (None, &None));
    assert_eq!(before.seats.0[1], after.seats.0[1]);
    let record = store.record(after.id).await.unwrap().unwrap();
    assert_eq!(record.players, [ANONYMOUS, "Ede", "Fanni"]);
    record.replay().unwrap();
}

#[tokio::test]
async fn deleted_user_is_erased_from_database_file() {
    let fixture = fixture!();
    let store = &fixture.store;
    let table = evening(&fixture, SERVER, 1, true).await;
    evening(&fixture, ServerId(9), 2, true).await;
    store.set_user(DORA, UserSetting::Language(Some("hu"))).await.unwrap();
    store.void(SERVER, DealId(1), DORA, "dull", NOW).await.unwrap();
    store.void(SERVER, DealId(2), EDE, &format!("<@{DORA}> saw the talon"), NOW).await.unwrap();
    store.unvoid(SERVER, DealId(1)).await.unwrap();
    store.void(SERVER, DealId(1), DORA, "dull", NOW).await.unwrap();
    let before = store.deals_of_table(table).await.unwrap();
    let ede = store.place(SERVER, SeasonId(1), RankBy::Rating, EDE).await.unwrap();
    assert!(contains_person(&fixture, DORA, "Dóra Kovács").await);

    store.forget_person(DORA).await.unwrap();
    assert!(
        !contains_person(&fixture, DORA, "Dóra Kovács").await,
        "files still contain the forgotten person"
    );
    assert!(contains_person(&fixture, EDE, "Ede").await);

    // Nothing changes for the other players.
    assert_eq!(store.place(SERVER, SeasonId(1), RankBy::Rating, EDE).await.unwrap(), ede);
    let after = store.deals_of_table(table).await.unwrap();
    for (before, after) in before.iter().zip(&after) {
        assert_only_dora_is_anonymous(store, before, after).await;
    }
    assert_eq!(after[0].void.as_ref().unwrap().by, None);
    assert_eq!(after[1].void.as_ref().unwrap().reason, ANONYMOUS);
    assert_eq!(fixture.count("SELECT SUM(counted) FROM results").await, 0);
    assert_eq!(store.stats(SERVER, None, DORA).await.unwrap(), None);
    assert_eq!(store.name_of(DORA).await.unwrap(), None);

    // The journal names the forgotten player by a placeholder id.
    let events = store.load(table).await.unwrap().events;
    assert_eq!(events.len(), 7);
    let TableEvent::Joined { player } = &events[1] else { panic!("{:?}", events[1]) };
    assert_eq!((player.id, player.name.as_str()), (PlayerId::User(UserId(1)), ANONYMOUS));
    assert!(events.iter().all(|event| !event.people().contains(&DORA)));

    // The deals can still be voided and restored.
    for deal in [1, 2] {
        store.unvoid(SERVER, DealId(deal)).await.unwrap();
    }
    assert_eq!(fixture.count("SELECT SUM(counted) FROM results").await, 0);
    // Forgetting can be repeated, and the person can return as a new player.
    store.forget_person(DORA).await.unwrap();
    evening(&fixture, SERVER, 3, true).await;
    assert_eq!(store.stats(SERVER, None, DORA).await.unwrap().unwrap().all.deals, 2);
}

#[tokio::test]
async fn every_name_of_deleted_user_is_erased() {
    let fixture = fixture!();
    let store = &fixture.store;
    let table = evening(&fixture, SERVER, 1, false).await;
    let renamed = |name: &str| TableEvent::Renamed { player: Player::person(DORA, name) };
    store.append(batch(table, 6, vec![renamed("Dorottya"), renamed("Dodi")])).await.unwrap();
    store.append(Batch { closed: Some(vec![]), ..batch(table, 8, vec![]) }).await.unwrap();
    // Only the journal contains this name besides.
    store.void(SERVER, DealId(1), EDE, "Dorottya saw the talon", NOW).await.unwrap();
    for name in ["Dóra Kovács", "Dorottya", "Dodi"] {
        assert!(fixture.contains(name.as_bytes()).await, "files do not contain {name}");
    }
    store.forget_person(DORA).await.unwrap();
    for name in ["Dóra Kovács", "Dorottya", "Dodi"] {
        assert!(!fixture.contains(name.as_bytes()).await, "files still contain {name}");
    }
    assert_eq!(store.deal(SERVER, DealId(1)).await.unwrap().unwrap().void.unwrap().reason, ANONYMOUS);
}

#[tokio::test]
async fn deleting_data_of_seated_player_is_rejected() {
    let fixture = fixture!();
    let store = &fixture.store;
    let table = evening(&fixture, SERVER, 1, false).await;
    evening(&fixture, SERVER, 2, true).await;
    let before = store.stats(SERVER, None, DORA).await.unwrap();
    match store.forget_person(DORA).await {
        Err(StoreError::StillAtTables(tables)) => {
            assert_eq!(
                tables.iter().map(|row| (row.table, row.channel)).collect::<Vec<_>>(),
                [(table, ChannelId(1))]
            );
        }
        other => panic!("expected StillAtTables: {other:?}"),
    }
    assert_eq!(store.stats(SERVER, None, DORA).await.unwrap(), before);
    assert_eq!(store.finish_forgetting().await.unwrap(), 0);
    store.append(Batch { closed: Some(vec![]), ..batch(table, 6, vec![]) }).await.unwrap();
    store.forget_person(DORA).await.unwrap();
}

#[tokio::test]
async fn deleted_users_get_distinct_placeholder_ids() {
    let fixture = fixture!();
    let table = evening(&fixture, SERVER, 1, true).await;
    fixture.store.forget_person(DORA).await.unwrap();
    fixture.store.forget_person(EDE).await.unwrap();
    let events = fixture.store.load(table).await.unwrap().events;
    let joined: Vec<UserId> = events[1..4].iter().flat_map(TableEvent::people).collect();
    assert_eq!(joined, [UserId(1), UserId(2), FANNI]);
    fixture.store.unvoid(SERVER, DealId(1)).await.unwrap_err();
    fixture.store.void(SERVER, DealId(1), FANNI, "", NOW).await.unwrap();
    assert_eq!(fixture.count("SELECT SUM(counted) FROM results").await, 0);
}

#[tokio::test]
async fn deleting_user_erases_void_reasons_that_mention_them() {
    let fixture = fixture!();
    let store = &fixture.store;
    let table = evening(&fixture, SERVER, 1, true).await;
    evening(&fixture, SERVER, 2, true).await;
    store.void(SERVER, DealId(1), FANNI, "we impeded each other", NOW).await.unwrap();
    store.void(SERVER, DealId(2), FANNI, "EDE: saw the talon", NOW).await.unwrap();
    store.void(SERVER, DealId(3), FANNI, "the Old Name again", NOW).await.unwrap();
    fixture
        .execute(&format!("UPDATE results SET name = 'old name' WHERE deal_id = 4 AND user_id = {}", EDE.0))
        .await;
    fixture
        .execute(&format!("UPDATE results SET name = 'e' WHERE deal_id = 3 AND user_id = {}", EDE.0))
        .await;
    store.forget_person(EDE).await.unwrap();
    let reasons: Vec<(String,)> =
        fixture.rows("SELECT void_reason FROM deals WHERE id < 4 ORDER BY id").await;
    let reasons: Vec<&str> = reasons.iter().map(|(reason,)| reason.as_str()).collect();
    assert_eq!(reasons, ["we impeded each other", ANONYMOUS, ANONYMOUS]);
    assert_eq!(store.deals_of_table(table).await.unwrap().len(), 2);
}

#[tokio::test]
async fn deleting_user_data_does_not_change_season_names() {
    let fixture = file_fixture!();
    let store = &fixture.store;
    evening(&fixture, SERVER, 1, true).await;
    store.start_season(ServerId(9), &DORA.to_string(), NOW).await.unwrap();
    let free = "SELECT freelist_count FROM pragma_freelist_count()";
    store.forget_person(DORA).await.unwrap();
    assert!(!fixture.contains(&DORA.0.to_be_bytes()).await && !fixture.contains("Dóra".as_bytes()).await);
    assert!(store.season_named(ServerId(9), &DORA.to_string()).await.unwrap().is_some());
    // Repeated forgetting does not rewrite the file: free pages stay free.
    fixture.execute("CREATE TABLE gone (x)").await;
    fixture.execute("DROP TABLE gone").await;
    let before = fixture.count(free).await;
    assert!(before > 0);
    store.forget_person(DORA).await.unwrap();
    assert_eq!(fixture.count(free).await, before);
}

#[tokio::test]
async fn user_data_deletion_does_not_block_database_writes() {
    let fixture = file_fixture!();
    evening(&fixture, SERVER, 1, true).await;
    let mut reader = fixture.raw().await;
    sqlx::query("BEGIN").execute(&mut reader).await.unwrap();
    sqlx::query("SELECT COUNT(*) FROM deals").execute(&mut reader).await.unwrap();
    let store = fixture.store.clone();
    let forgetting = tokio::spawn(async move { store.forget_person(DORA).await });
    let mut slowest = std::time::Duration::ZERO;
    while !forgetting.is_finished() {
        let began = std::time::Instant::now();
        fixture.store.set_user(EDE, UserSetting::Pings(false)).await.unwrap();
        slowest = slowest.max(began.elapsed());
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert!(matches!(forgetting.await.unwrap(), Err(StoreError::NotCleanYet)));
    assert!(slowest < std::time::Duration::from_secs(3), "slowest write took {slowest:?}");
    sqlx::query("COMMIT").execute(&mut reader).await.unwrap();
    fixture.store.sweep(DORA).await.unwrap();
}
