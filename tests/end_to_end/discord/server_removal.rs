//! Tests of the bot's removal from a server and its return.

use std::time::Duration;

use ulti::store::{KEPT_AFTER_LEAVING, Store};
use ulti::table::{ServerId, ShardRange, WallClock};
use ulti_testkit::TestBot;
use ulti_testkit::game::seat_three;
use ulti_testkit::messages::private_text;

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
async fn bot_records_leaving_and_rejoining_server() {
    let bot = TestBot::start().await;
    seat_three(&bot).await;
    let server = bot.server();
    until_membership(bot.store(), server, true).await;
    bot.sandbox.remove_bot();
    until_membership(bot.store(), server, false).await;
    assert_eq!(
        bot.store().forget_left(ShardRange::SINGLE, WallClock::wall().now()).await.unwrap(),
        0,
        "data was deleted without delay"
    );
    bot.sandbox.add_bot();
    until_membership(bot.store(), server, true).await;
    let later = WallClock::wall().now().after(2 * KEPT_AFTER_LEAVING);
    assert_eq!(bot.store().forget_left(ShardRange::SINGLE, later).await.unwrap(), 0);
    private_text(&bot.user("Anna").command("hand", []).await.unwrap());
    bot.end_expecting(&["Missing Access"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bot_detects_removal_from_server_at_next_startup() {
    let mut bot = TestBot::start().await;
    seat_three(&bot).await;
    let server = bot.server();
    bot.stop_bot().await;
    bot.sandbox.remove_bot();
    bot.start_bot().await;
    until_membership(bot.store(), server, false).await;
    bot.stop_bot().await;
    bot.sandbox.add_bot();
    bot.start_bot().await;
    until_membership(bot.store(), server, true).await;
    bot.end_expecting(&["Missing Access"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn discord_outage_is_not_recorded_as_bot_removal() {
    let bot = TestBot::start().await;
    seat_three(&bot).await;
    bot.sandbox.start_outage();
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert!(bot.store().servers().await.unwrap().contains(&bot.server()), "outage was recorded as a removal");
    bot.sandbox.end_outage();
    until_membership(bot.store(), bot.server(), true).await;
    let later = WallClock::wall().now().after(2 * KEPT_AFTER_LEAVING);
    assert_eq!(bot.store().forget_left(ShardRange::SINGLE, later).await.unwrap(), 0);
    bot.end().await;
}
