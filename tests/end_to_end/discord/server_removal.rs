//! Tests of the bot's removal from a server and its return.

use ulti::store::KEPT_AFTER_LEAVING;
use ulti::table::{ShardRange, WallClock};
use ulti_testkit::TestBot;
use ulti_testkit::game::seat_three;
use ulti_testkit::messages::private_text;

/// Asserts that the store lists the server as joined or not, after the bot has handled all events.
async fn assert_membership(bot: &TestBot, there: bool) {
    bot.idle().await;
    let servers = bot.store().servers().await.unwrap();
    assert_eq!(servers.contains(&bot.server()), there, "{servers:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn bot_records_leaving_and_rejoining_server() {
    let bot = TestBot::start().await;
    seat_three(&bot).await;
    assert_membership(&bot, true).await;
    bot.sandbox.remove_bot();
    assert_membership(&bot, false).await;
    assert_eq!(
        bot.store().forget_left(ShardRange::SINGLE, WallClock::wall().now()).await.unwrap(),
        0,
        "data was deleted without delay"
    );
    bot.sandbox.add_bot();
    assert_membership(&bot, true).await;
    let later = WallClock::wall().now().after(2 * KEPT_AFTER_LEAVING);
    assert_eq!(bot.store().forget_left(ShardRange::SINGLE, later).await.unwrap(), 0);
    private_text(&bot.user("Anna").command("hand", []).await.unwrap());
    bot.end_expecting(&["Missing Access"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bot_detects_removal_from_server_at_next_startup() {
    let mut bot = TestBot::start().await;
    seat_three(&bot).await;
    bot.stop_bot().await;
    bot.sandbox.remove_bot();
    bot.start_bot().await;
    assert_membership(&bot, false).await;
    bot.stop_bot().await;
    bot.sandbox.add_bot();
    bot.start_bot().await;
    assert_membership(&bot, true).await;
    bot.end_expecting(&["Missing Access"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn discord_outage_is_not_recorded_as_bot_removal() {
    let bot = TestBot::start().await;
    seat_three(&bot).await;
    bot.sandbox.start_outage();
    assert!(bot.gateway_event_count("GUILD_DELETE") > 0, "the bot was not told of the outage");
    bot.settle().await;
    assert_membership(&bot, true).await;
    bot.sandbox.end_outage();
    assert_membership(&bot, true).await;
    let later = WallClock::wall().now().after(2 * KEPT_AFTER_LEAVING);
    assert_eq!(bot.store().forget_left(ShardRange::SINGLE, later).await.unwrap(), 0);
    bot.end().await;
}
