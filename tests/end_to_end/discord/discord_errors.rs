//! Tests with a slow, rate-limited or failing Discord.

use std::time::Duration;

use discord_sandbox::Fault;
use serde_json::json;
use ulti_testkit::TestBot;
use ulti_testkit::game::{play_to_first_lead, seat_three};
use ulti_testkit::messages::{private_text, public, until_button, until_private};

#[tokio::test(flavor = "multi_thread")]
async fn bot_retries_posting_table_message_after_failure() {
    let bot = TestBot::builder().on_channel_routes().start().await;
    let anna = bot.user("Anna");
    let channel = anna.channel();
    let messages = format!("/channels/{channel}/messages");
    bot.sandbox.fail_next(1, "POST", &messages, Fault::Status(500));
    bot.sandbox.fail_next(1, "POST", &messages, Fault::TooManyRequests { retry_after: Some(0.1) });
    private_text(&anna.command("ulti new", []).await.unwrap());
    bot.advance_while(until_button(&anna, "Beülök")).await;
    assert_eq!(public(&anna.messages()).len(), 1);
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn reply_to_interaction_is_retried_after_failure() {
    let bot = TestBot::start().await;
    let anna = bot.user("Anna");
    bot.sandbox.fail_next(1, "POST", "/interactions", Fault::Status(502));
    private_text(&bot.advance_while(anna.command("help", [])).await.unwrap());
    bot.idle().await;
    assert_eq!(bot.response_statuses("POST", "/interactions"), [502, 204]);
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn interaction_delivered_twice_gets_only_one_reply() {
    let bot = TestBot::start().await;
    let users = seat_three(&bot).await;
    let declarer = play_to_first_lead(&users).await;
    let card = declarer.autocomplete("play", "card", "").await.unwrap().remove(0);
    bot.sandbox.deliver_next_twice();
    private_text(&declarer.command("play", [("card", card.value)]).await.unwrap());
    bot.idle().await;
    assert_eq!(bot.played().await, 1, "the card was not played once");
    let hand = declarer.command("hand", []).await.unwrap();
    assert!(!private_text(&hand).is_empty());
    bot.end_expecting(&["40060"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bot_replies_to_deferred_interactions() {
    let bot = TestBot::builder().options(|options| options.timings.deferral = Duration::ZERO).start().await;
    let users = seat_three(&bot).await;
    let table = until_button(&users[0], "Lapjaim").await;
    for user in &users {
        user.press(&table, "Lapjaim").await.unwrap();
        until_private(user, |own| !own.is_loading() && own.text().contains("###")).await;
    }
    users[0].command("play", [("card", json!("nonsense"))]).await.unwrap();
    until_private(&users[0], |own| !own.is_loading() && own.text().contains("nonsense")).await;
    bot.end().await;
}
