//! Tests of imported deals: they are listed in the history but do not count.

use ulti::store::{Filter, Import, LONGEST_PLAYER, NoImport, Ranking, StoreError};
use ulti::table::{ServerId, UserId};
use ulti_rules::Record;
use ulti_testkit::store_fixture::{ANNA, NOW, SERVER, finished, played, whole_deal};

fn imports(count: usize) -> Vec<Import> {
    (0..count).map(|_| Import::of(whole_deal().1).unwrap()).collect()
}

#[tokio::test]
async fn imported_deals_do_not_count_in_statistics() {
    let fixture = fixture!();
    let store = &fixture.store;
    played(&fixture, 1, vec![finished(1)]).await;
    let sums = "SELECT COUNT(*) * 1000000 + SUM(points) + SUM(ranked) FROM totals";
    let (totals, counted) = (fixture.count(sums).await, "SELECT SUM(counted) FROM results");
    let before = fixture.count(counted).await;
    let imported = store.import(SERVER, &imports(2), NOW).await.unwrap();
    assert_eq!(imported.deals.len(), 2);
    assert_eq!((fixture.count(sums).await, fixture.count(counted).await), (totals, before));
    assert_eq!(fixture.count("SELECT COUNT(*) FROM results WHERE user_id IS NULL AND deal_id > 1").await, 6);

    let deals = store.history(SERVER, &Filter::default(), None, 10).await.unwrap();
    assert_eq!(deals.len(), 3);
    let newest = &deals[0];
    assert_eq!((newest.ranking, newest.table, newest.number), (Ranking::Imported, imported.table, 2));
    assert_eq!(newest.seats.0.iter().map(|seat| seat.points).sum::<i32>() + newest.window, 0);
    assert!(newest.seats.values().all(|seat| seat.user.is_none()));
    assert_eq!(newest.seats.0[0].name.as_deref(), Some("A"));
    assert_eq!(store.record_of(SERVER, newest.id).await.unwrap().unwrap(), whole_deal().1);
    let season = store.season(SERVER).await.unwrap().unwrap().id;
    assert_eq!(store.summary(SERVER, season).await.unwrap().deals, 1, "season counts imported deals");
    let evening = store.evening(SERVER, imported.table).await.unwrap().unwrap();
    assert!(evening.is_imported() && evening.deals.len() == 2);
    assert_eq!(store.evening(SERVER, evening.older.unwrap()).await.unwrap().unwrap().newer, None);
    let of_anna = Filter { person: Some(ANNA), ..Filter::default() };
    assert_eq!(store.history(SERVER, &of_anna, None, 10).await.unwrap().len(), 1);
    assert!(store.posted_commitment(imported.table, 1).await.unwrap().is_none());
}

#[tokio::test]
async fn imported_deals_cannot_be_voided() {
    let fixture = fixture!();
    let store = &fixture.store;
    let deal = store.import(SERVER, &imports(1), NOW).await.unwrap().deals[0];
    let other = ServerId(9);
    assert!(store.deal(other, deal).await.unwrap().is_none());
    assert!(store.history(other, &Filter::default(), None, 10).await.unwrap().is_empty());
    let by = UserId(5);
    assert!(matches!(store.void(other, deal, by, "x", NOW).await, Err(StoreError::NoSuchDeal(_))));
    assert!(matches!(store.void(SERVER, deal, by, "x", NOW).await, Err(StoreError::CountsNowhere(_))));
    assert!(matches!(store.unvoid(SERVER, deal).await, Err(StoreError::CountsNowhere(_))));
    let fixture = fixture.reopened().await;
    assert!(fixture.store.deal(SERVER, deal).await.unwrap().is_some());
}

#[test]
fn unfinished_deal_record_is_not_imported() {
    let mut record: serde_json::Value = serde_json::from_str(&whole_deal().1.to_json().unwrap()).unwrap();
    record["actions"].as_array_mut().unwrap().pop();
    let unfinished = Record::from_json(&record.to_string()).unwrap();
    assert!(Import::of(unfinished).unwrap_err().to_string().contains("not over"));
}

#[tokio::test]
async fn duplicate_import_is_rejected_unless_forced() {
    let fixture = fixture!();
    let store = &fixture.store;
    let first = store.import(SERVER, &imports(2), NOW).await.unwrap();
    match store.import(SERVER, &imports(1), NOW).await {
        Err(StoreError::ImportedAlready(deal)) => assert_eq!(deal, first.deals[0]),
        other => panic!("expected ImportedAlready: {other:?}"),
    }
    assert_eq!(fixture.count("SELECT COUNT(*) FROM tables").await, 1, "table of rejected import was kept");
    store.import(ServerId(9), &imports(1), NOW).await.unwrap();
    assert_eq!(store.import_again(SERVER, &imports(1), NOW).await.unwrap().deals.len(), 1);
    let mut other = whole_deal().1;
    other.players[0] = "Somebody else".to_owned();
    store.import(SERVER, &[Import::of(other).unwrap()], NOW).await.unwrap();
}

#[test]
fn import_rejects_long_player_names() {
    let mut record = whole_deal().1;
    record.players[2] = "ő".repeat(LONGEST_PLAYER);
    Import::of(record.clone()).unwrap();
    record.players[2].push('x');
    assert!(matches!(Import::of(record), Err(NoImport::LongName { player: 3 })));
}
