//! Tests of moving all data between a file and a server.

use ulti::store::{DatabaseLocation, DealId, Store, StoreError, TableSummary, Transfer, UserSetting};
use ulti::table::{ChannelId, Journal as _, RequestId, ServerId};
use ulti_testkit::PostgresServer;
use ulti_testkit::store_fixture::{
    ANNA, BELA, CHANNEL, Fixture, NOW, SERVER, asked, batch, finished, joined, played,
};

/// Fills a database with rows in many tables. The last table and its deal are deleted again.
async fn fill(fixture: &Fixture) {
    let store = &fixture.store;
    played(fixture, 7, (1..=30).map(finished).collect()).await;
    let table = fixture.table_in(ServerId(9), ChannelId(8)).await;
    store
        .append(asked(batch(table, 1, vec![joined(ANNA, "Anna"), joined(BELA, "Béla \u{1f0cf}")]), 5))
        .await
        .unwrap();
    store.void(SERVER, DealId(3), ANNA, "a 'quoted' reason", NOW).await.unwrap();
    store.set_user(ANNA, UserSetting::Pings(false)).await.unwrap();
    store.set_hidden(BELA, true).await.unwrap();
    store.put_message(table, 0, ulti::store::MessageKind::Lobby, CHANNEL, u64::MAX).await.unwrap();
    store.left_server(ServerId(77), NOW).await.unwrap();
    store.beat(NOW, &[(ulti::table::Shard::SINGLE, NOW)]).await.unwrap();
}

async fn transfer(from: &DatabaseLocation, to: &DatabaseLocation) -> Result<Vec<TableSummary>, StoreError> {
    let transfer = Transfer::begin(from, to).await?;
    let summaries = transfer.run(|_| {}).await;
    transfer.close().await;
    summaries
}

fn rows(summaries: &[TableSummary], table: &str) -> u64 {
    summaries.iter().find(|summary| summary.table == table).unwrap().rows
}

#[tokio::test]
async fn data_is_unchanged_after_move_to_server_and_back() {
    let Some(server) = Fixture::postgres().await else { return };
    let file = Fixture::sqlite().await;
    fill(&file).await;
    // The largest id is used for a row that does not exist any more.
    file.execute("UPDATE sqlite_sequence SET seq = 100 WHERE name = 'deals'").await;
    file.store.close().await;
    let there = transfer(&file.location(), &server.location()).await.unwrap();
    assert_eq!((rows(&there, "deals"), rows(&there, "results"), rows(&there, "user_settings")), (30, 90, 2));
    let folder = tempfile::tempdir().unwrap();
    let copy = DatabaseLocation::File(folder.path().join("copy.db"));
    assert_eq!(transfer(&server.location(), &copy).await.unwrap(), there);

    for location in [&server.location(), &copy] {
        let store = Store::open_at(location).await.unwrap();
        let record = store.record(DealId(30)).await.unwrap().unwrap().to_json().unwrap();
        assert_eq!(record, finished(30).record.to_json().unwrap());
        let table = store.live().await.unwrap().last().unwrap().table;
        let stored = store.load(table).await.unwrap();
        assert_eq!((stored.damage, stored.requests), (None, vec![RequestId(5)]));
        store.close().await;
    }
    // Ids of deleted rows are not used again.
    let fixture = server.reopened().await;
    played(&fixture, 20, vec![finished(1)]).await;
    assert_eq!(fixture.count("SELECT MAX(id) FROM deals").await, 101);
}

#[tokio::test]
async fn interrupted_move_is_continued() {
    let Some(target) = Fixture::postgres().await else { return };
    let file = Fixture::sqlite().await;
    fill(&file).await;
    file.store.close().await;
    let begun = Transfer::begin(&file.location(), &target.location()).await.unwrap();
    assert!(!begun.is_resumed());
    // The process is killed when the first rows of `results` would be copied.
    let (reached, is_reached) = tokio::sync::oneshot::channel();
    let mut reached = Some(reached);
    let copying = begun.run(|progress| {
        if progress.table == "results" {
            let _ = reached.take().map(|reached| reached.send(()));
        }
    });
    tokio::select! {
        biased;
        _ = is_reached => {}
        done = copying => panic!("the move was not interrupted: {done:?}"),
    }
    begun.close().await;
    assert_eq!(target.count("SELECT COUNT(*) FROM deals").await, 30);
    target.execute("DELETE FROM results WHERE id > 50").await;

    let unusable = Store::open_at(&target.location()).await.unwrap_err();
    assert!(unusable.to_string().contains("contains an interrupted move"), "{unusable}");
    let other = Fixture::sqlite().await;
    let refused = Transfer::begin(&other.location(), &target.location()).await.unwrap_err();
    assert!(matches!(refused, StoreError::OtherMove(_)), "{refused}");

    let resumed = Transfer::begin(&file.location(), &target.location()).await.unwrap();
    assert!(resumed.is_resumed());
    let mut seen = Vec::new();
    let summaries = resumed.run(|progress| seen.push(progress)).await.unwrap();
    assert_eq!(rows(&summaries, "results"), 90);
    let of_deals = seen.iter().find(|progress| progress.table == "deals").unwrap();
    assert_eq!(of_deals.done, of_deals.total, "deals were copied again");
    resumed.close().await;
    Store::open_at(&target.location()).await.unwrap().close().await;
    let again = Transfer::begin(&file.location(), &target.location()).await.unwrap_err();
    assert!(matches!(again, StoreError::TargetNotEmpty(_)), "{again}");
}

#[tokio::test]
async fn source_that_cannot_be_moved_is_refused() {
    let Some(server) = Fixture::postgres().await else { return };
    let file = Fixture::sqlite().await;
    let same = Transfer::begin(&file.location(), &file.location()).await.unwrap_err();
    assert!(matches!(same, StoreError::SameDatabase), "{same}");
    let empty = PostgresServer::shared().unwrap().create_database().await.parse().unwrap();
    let nothing = Transfer::begin(&empty, &server.location()).await.unwrap_err();
    assert!(matches!(nothing, StoreError::NoTables(_)), "{nothing}");
    fill(&file).await;
    file.execute("UPDATE deals SET record = X'FF' WHERE id = 2").await;
    let damaged = transfer(&file.location(), &server.location()).await.unwrap_err();
    assert!(damaged.to_string().contains("invalid value in table deals"), "{damaged}");
}
