//! The bot is removed from a server, and comes back.

use std::time::Duration;

use ulti::store::{KEPT_AFTER_LEAVING, Store};
use ulti::table::{Clock, ServerId};

use crate::evening::{Evening, three_sit_down, told};

/// Waits until the server is among those of which something is kept and on which the bot is, or not.
async fn until_is(store: &Store, server: ServerId, there: bool) {
    for _ in 0..200 {
        if store.servers().await.unwrap().contains(&server) == there {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the bot has not noticed that it is there: {there}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_removal_and_a_return_are_noted() {
    let evening = Evening::begin().await;
    three_sit_down(&evening).await;
    let server = evening.server();
    until_is(evening.store(), server, true).await;
    evening.playground.remove_bot();
    until_is(evening.store(), server, false).await;
    assert_eq!(evening.store().forget_left(Clock::wall().now()).await.unwrap(), 0, "not at once");
    evening.playground.add_bot();
    until_is(evening.store(), server, true).await;
    let later = Clock::wall().now().after(2 * KEPT_AFTER_LEAVING);
    assert_eq!(evening.store().forget_left(later).await.unwrap(), 0);
    told(&evening.person("Anna").command("hand", []).await.unwrap());
    evening.end_but_for("Missing Access").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_happens_while_the_bot_is_away_is_noticed_when_it_comes() {
    let mut evening = Evening::begin().await;
    three_sit_down(&evening).await;
    let server = evening.server();
    evening.stop_bot().await;
    evening.playground.remove_bot();
    evening.start_bot().await;
    until_is(evening.store(), server, false).await;
    evening.stop_bot().await;
    evening.playground.add_bot();
    evening.start_bot().await;
    until_is(evening.store(), server, true).await;
    evening.end_but_for("Missing Access").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_out_of_reach_is_not_left() {
    let evening = Evening::begin().await;
    three_sit_down(&evening).await;
    evening.playground.begin_outage();
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert!(evening.store().servers().await.unwrap().contains(&evening.server()), "it is only out of reach");
    evening.playground.end_outage();
    until_is(evening.store(), evening.server(), true).await;
    let later = Clock::wall().now().after(2 * KEPT_AFTER_LEAVING);
    assert_eq!(evening.store().forget_left(later).await.unwrap(), 0);
    evening.end().await;
}
