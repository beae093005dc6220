//! Tests of deleting the data of servers that the bot has left.

use ulti::store::{Filter, KEPT_AFTER_LEAVING, ServerSetting};
use ulti::table::{Journal, ServerId, ShardRange, TableId, UnixMillis, UserId};
use ulti_testkit::store_fixture::{Fixture, NOW, SERVER, batch, joined};

use super::{DORA, evening};

#[tokio::test]
async fn server_data_is_deleted_after_delay_when_bot_leaves() {
    let fixture = fixture!();
    let store = &fixture.store;
    let elsewhere = ServerId(0x2234_5678_9abc_def1);
    evening(&fixture, SERVER, 1, true).await;
    let gone = evening(&fixture, elsewhere, 2, false).await;
    store.append(batch(gone, 6, vec![joined(UserId(0x3234_5678_9abc_def1), "Guest")])).await.unwrap();
    store.set_server(elsewhere, ServerSetting::Language(Some("en"))).await.unwrap();
    let kept = store.deals_of_table(TableId(1)).await.unwrap();
    store.left_server(elsewhere, NOW).await.unwrap();
    store.left_server(elsewhere, NOW.after(KEPT_AFTER_LEAVING)).await.unwrap();
    let due = NOW.after(KEPT_AFTER_LEAVING);
    assert_eq!(store.forget_left(ShardRange::SINGLE, UnixMillis(due.0 - 1)).await.unwrap(), 0);
    assert!(store.came_back(elsewhere).await.unwrap());
    assert!(!store.came_back(elsewhere).await.unwrap());
    assert_eq!(store.forget_left(ShardRange::SINGLE, due).await.unwrap(), 0);
    assert_eq!(store.history(elsewhere, &Filter::default(), None, 9).await.unwrap().len(), 2);

    store.left_server(elsewhere, NOW).await.unwrap();
    assert_eq!(store.forget_left(ShardRange::SINGLE, due).await.unwrap(), 1);
    assert_eq!(store.forget_left(ShardRange::SINGLE, due).await.unwrap(), 0);
    assert!(store.history(elsewhere, &Filter::default(), None, 9).await.unwrap().is_empty());
    assert_eq!(store.table_state(gone).await.unwrap(), None);
    assert_eq!(store.seasons(elsewhere, None, 9).await.unwrap(), []);
    assert_eq!(store.server_settings(elsewhere).await.unwrap().language, None);
    assert_eq!(store.name_of(UserId(0x3234_5678_9abc_def1)).await.unwrap(), None);
    assert_eq!(
        store.name_of(DORA).await.unwrap().as_deref(),
        Some("Dóra Kovács"),
        "player of another server was deleted"
    );
    assert_eq!(store.deals_of_table(TableId(1)).await.unwrap(), kept);
    if fixture.is_file() {
        assert_eq!(fixture.count("SELECT COUNT(*) FROM pragma_foreign_key_check").await, 0);
    }
    for table in ["totals", "tallies", "days"] {
        let orphans = format!("SELECT COUNT(*) FROM {table} WHERE season_id NOT IN (SELECT id FROM seasons)");
        assert_eq!(fixture.count(&orphans).await, 0, "orphaned rows in {table}");
    }
    store.check().await.unwrap();
}

/// Plays at two tables of a server, which the bot then leaves.
///
/// Returns the time at which the server's data must be deleted.
async fn left(fixture: &Fixture, server: ServerId, channel: u64) -> UnixMillis {
    evening(fixture, server, channel, true).await;
    evening(fixture, server, channel, true).await;
    fixture.store.left_server(server, NOW).await.unwrap();
    NOW.after(KEPT_AFTER_LEAVING)
}

#[tokio::test]
async fn server_data_is_kept_if_bot_rejoins_during_deletion() {
    let fixture = fixture!();
    let due = left(&fixture, SERVER, 1).await;
    let back = "UPDATE left_servers SET left_at = left_at + 1;";
    fixture.trigger("back", "AFTER DELETE ON tables FOR EACH ROW", back).await;
    assert_eq!(fixture.store.forget_left(ShardRange::SINGLE, due).await.unwrap(), 0);
    assert_eq!(fixture.count("SELECT COUNT(*) FROM tables").await, 1);
    assert_eq!(fixture.count("SELECT COUNT(*) FROM seasons").await, 1);
    assert_eq!(fixture.store.history(SERVER, &Filter::default(), None, 9).await.unwrap().len(), 2);
}

#[tokio::test]
async fn failed_data_deletion_does_not_affect_other_servers() {
    let fixture = fixture!();
    let due = left(&fixture, SERVER, 1).await;
    left(&fixture, ServerId(9), 2).await;
    let event = "BEFORE DELETE ON seasons FOR EACH ROW WHEN (OLD.server <> 9)";
    fixture.failing_trigger("stuck", event, "something still leans on it").await;
    let failed = fixture.store.forget_left(ShardRange::SINGLE, due).await.unwrap_err();
    assert!(failed.to_string().contains("leans on it"), "{failed}");
    assert_eq!(fixture.count("SELECT COUNT(*) FROM tables WHERE server = 9").await, 0);
    fixture.drop_trigger("stuck", "seasons").await;
    assert_eq!(fixture.store.forget_left(ShardRange::SINGLE, due).await.unwrap(), 1);
}
