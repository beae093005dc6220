//! Tests of the bot's removal from a server and its return.

use std::time::Duration;

use ulti::store::{KEPT_AFTER_LEAVING, Store};
use ulti::table::{ServerId, WallClock};

use crate::harness::{Harness, private_text, seat_three};

/// Waits until the store lists the server as joined or not.
async fn until_membership(store: &Store, server: ServerId, there: bool) {
    for _ in 0..200 {
        if store.servers().await.unwrap().contains(&server) == there {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("timed out waiting for the bot to record its membership as {there}");
}

#[tokio::test(flavor = "multi_thread")]
async fn removal_and_return_are_recorded() {
    let harness = Harness::start().await;
    seat_three(&harness).await;
    let server = harness.server();
    until_membership(harness.store(), server, true).await;
    harness.sandbox.remove_bot();
    until_membership(harness.store(), server, false).await;
    assert_eq!(
        harness.store().forget_left(WallClock::wall().now()).await.unwrap(),
        0,
        "data was deleted without delay"
    );
    harness.sandbox.add_bot();
    until_membership(harness.store(), server, true).await;
    let later = WallClock::wall().now().after(2 * KEPT_AFTER_LEAVING);
    assert_eq!(harness.store().forget_left(later).await.unwrap(), 0);
    private_text(&harness.person("Anna").command("hand", []).await.unwrap());
    harness.end_expecting("Missing Access").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn removal_while_offline_is_recorded_at_start() {
    let mut harness = Harness::start().await;
    seat_three(&harness).await;
    let server = harness.server();
    harness.stop_bot().await;
    harness.sandbox.remove_bot();
    harness.start_bot().await;
    until_membership(harness.store(), server, false).await;
    harness.stop_bot().await;
    harness.sandbox.add_bot();
    harness.start_bot().await;
    until_membership(harness.store(), server, true).await;
    harness.end_expecting("Missing Access").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn server_outage_is_not_recorded_as_removal() {
    let harness = Harness::start().await;
    seat_three(&harness).await;
    harness.sandbox.begin_outage();
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert!(
        harness.store().servers().await.unwrap().contains(&harness.server()),
        "outage was recorded as a removal"
    );
    harness.sandbox.end_outage();
    until_membership(harness.store(), harness.server(), true).await;
    let later = WallClock::wall().now().after(2 * KEPT_AFTER_LEAVING);
    assert_eq!(harness.store().forget_left(later).await.unwrap(), 0);
    harness.end().await;
}
