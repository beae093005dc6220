//! Tests with a slow, rate-limited or failing Discord.

use std::time::Duration;

use discord_sandbox::{Exchange, Fault, RESPONSE_DEADLINE, Sandbox, Sender};
use serde_json::json;
use ulti::discord::PictureWait;
use ulti::render::Subject;
use ulti_testkit::game::{play_to_first_lead, seat_three};
use ulti_testkit::messages::{private_text, public, until_button, until_private};
use ulti_testkit::{DrawingGate, FakePictures, TIMEOUT, TestBot, fake_picture, fold, has_picture};

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
    let statuses = bot.response_statuses("POST", "/interactions");
    assert!(matches!(statuses[..], [502, 200 | 204]), "{statuses:?}");
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

/// The reply waits for a picture that is not finished before Discord's deadline.
#[tokio::test(flavor = "multi_thread")]
async fn slow_reply_is_deferred_before_deadline() {
    let charts = DrawingGate::default();
    let gate = charts.clone();
    let drawing = FakePictures::drawing(move |subject| {
        let Subject::Leaderboard(..) = subject else { return None };
        gate.pass();
        Some(fake_picture("chart", "chart"))
    });
    let wait = PictureWait { queue: 2 * RESPONSE_DEADLINE, total: 2 * RESPONSE_DEADLINE };
    let builder = TestBot::builder().drawing(drawing).drawing_gate(charts.clone());
    let bot = builder.options(move |options| options.timings.requested_picture = wait).start().await;
    let users = seat_three(&bot).await;
    private_text(&fold(play_to_first_lead(&users).await).await);
    until_button(&users[0], "Következő osztás").await;
    charts.close();
    let (anna, known) = (users[0].clone(), bot.gateway_event_count("INTERACTION_CREATE"));
    let asked = tokio::spawn(async move { anna.command("leaderboard", []).await });
    let sent = |_: &Sandbox| bot.gateway_event_count("INTERACTION_CREATE") > known;
    bot.sandbox.wait_until(sent, TIMEOUT).await.unwrap();
    let is_deferral = |one: &Exchange| one.from == Sender::Bot && one.body["type"] == 5;
    let is_deferred = || bot.sandbox.traffic().iter().any(is_deferral);
    bot.advance(bot.timings().deferral / 2).await;
    assert!(!is_deferred(), "deferred early");
    bot.advance(bot.timings().deferral / 2).await;
    assert!(is_deferred(), "not deferred in time");
    assert!(asked.await.unwrap().unwrap().message.unwrap().is_loading());
    charts.open();
    until_private(&users[0], |own| !own.is_loading() && has_picture(own)).await;
    bot.end().await;
}
