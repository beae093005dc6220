//! Tests of the private hand messages of players who use commands.

use discord_sandbox::{Message, SimulatedUser};
use serde_json::json;
use ulti_testkit::TestBot;
use ulti_testkit::game::{auction, make_weakest_bid};
use ulti_testkit::messages::{private_reply, until_custom_id};

/// Asserts that an older hand message refers to a newer one.
async fn assert_replaced(bot: &TestBot, user: &SimulatedUser, older: &Message) {
    bot.idle().await;
    let now = user.message(older.id()).unwrap();
    assert!(now.text().contains("újabb üzenet"), "message was not marked as replaced: {}", now.text());
    assert_eq!(now.buttons(), Vec::<&str>::new(), "buttons were not removed");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_newest_hand_message_has_buttons() {
    let bot = TestBot::start().await;
    let users = auction(&bot).await;
    let anna = &users[0];
    let first = private_reply(anna, anna.command("hand", []).await).await;
    let second = private_reply(anna, anna.command("hand", []).await).await;
    assert_ne!(first.id(), second.id());
    assert_replaced(&bot, anna, &first).await;
    // A public button also sends a new message.
    let table = until_custom_id(anna, ":show:hand").await;
    let third = private_reply(anna, anna.press(&table, "Lapjaim").await).await;
    assert_replaced(&bot, anna, &second).await;
    // A button of the hand message updates that message.
    let help = private_reply(anna, anna.press(&third, "Súgó").await).await;
    assert_ne!(help.id(), third.id());
    bot.idle().await;
    let hand = anna.message(third.id()).unwrap();
    assert!(hand.text().contains("A lapjaid") && !hand.buttons().is_empty(), "{}", hand.text());
    // The button of another private message turns that message into the hand.
    let hand = private_reply(anna, anna.press(&help, "Lapjaim").await).await;
    assert_eq!(hand.id(), help.id());
    assert_replaced(&bot, anna, &third).await;
    let again = private_reply(anna, anna.press(&hand, "Súgó").await).await;
    assert_ne!(again.id(), hand.id());
    bot.idle().await;
    assert!(!anna.message(hand.id()).unwrap().buttons().is_empty());
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hand_message_of_latest_command_is_kept_up_to_date() {
    let bot = TestBot::start().await;
    let users = auction(&bot).await;
    let bidder = ulti_testkit::game::bidder(&users).await;
    let before = private_reply(bidder, bidder.command("hand", []).await).await;
    let bid = make_weakest_bid(bidder).await.message.unwrap();
    assert_replaced(&bot, bidder, &before).await;
    for user in users.iter().filter(|user| user.id() != bidder.id()) {
        private_reply(user, user.command("pass", [("rest", json!(true))]).await).await;
    }
    bot.idle().await;
    // The replaced message is not updated any more, and the newest one is.
    assert!(bidder.message(before.id()).unwrap().text().contains("újabb üzenet"));
    let hand = bidder.message(bid.id()).unwrap();
    assert!(hand.text() != bid.text() && !hand.enabled_buttons().is_empty(), "{}", hand.text());
    bot.end_without_leaks().await;
}
