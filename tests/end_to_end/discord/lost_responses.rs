//! Tests of late, truncated and lost HTTP responses.

use std::collections::BTreeMap;
use std::time::Duration;

use discord_sandbox::{Fault, Message, SimulatedUser};
use serde_json::Value;
use ulti::discord::Timings;
use ulti_testkit::game::{bidder, lobby, make_weakest_bid, play_to_first_lead, player_to_move, seat_three};
use ulti_testkit::messages::{
    assert_no_response, newest, private_text, public, until_button, until_changed, until_private,
};
use ulti_testkit::{TIMEOUT, TestBot};

/// Returns every kind of fault for one HTTP response, with its name.
fn faults() -> Vec<(&'static str, Fault)> {
    vec![
        ("429, wait 0.2 s", Fault::TooManyRequests { retry_after: Some(0.2) }),
        ("429, no word how long", Fault::TooManyRequests { retry_after: None }),
        ("429, global", Fault::GlobalRateLimit { retry_after: 0.2 }),
        ("500", Fault::Status(500)),
        ("502", Fault::Status(502)),
        ("503", Fault::Status(503)),
        ("504", Fault::Status(504)),
        ("slow", Fault::Delay(Timings::DEFAULT.upload.mul_f32(0.7))),
        ("done, connection cut", Fault::NoResponse),
        ("done, answer cut short", Fault::TruncatedResponse),
    ]
}

/// Plays a card with each fault on requests of one kind, and asserts that it is played and shown once.
async fn every_fault(bot: TestBot, method: &'static str, prefix: &'static str) {
    let users = seat_three(&bot).await;
    play_to_first_lead(&users).await;
    until_button(&users[0], "Lapjaim").await;
    for user in &users {
        private_text(&user.command("hand", []).await.unwrap());
    }
    let mut came_to: BTreeMap<&str, usize> = BTreeMap::new();
    for (name, fault) in faults() {
        let (before, played) = (newest(&users[0]), bot.played().await);
        let (user, card) = player_to_move(&users).await;
        let asked = bot.response_statuses(method, prefix).len();
        bot.sandbox.fail_next(1, method, prefix, fault);
        private_text(&bot.advance_while(user.command("play", [("card", card)])).await.unwrap());
        let after = bot.advance_while(until_changed(&users[0], &before)).await;
        assert_eq!(after.id(), before.id(), "{name}: table message was replaced");
        if bot.played().await < 30 {
            bot.advance_while(until_next_player_sees_turn(&users)).await;
        }
        assert_eq!(bot.played().await, played + 1, "{name}: card was not counted once");
        // A request with an unknown outcome is retried.
        bot.settle().await;
        assert_eq!(public(&users[0].messages()).len(), 2, "{name}: expected one lobby and one table message");
        let tries = bot.response_statuses(method, prefix).len() - asked;
        assert!(tries > 0, "{name}: no request failed");
        came_to.insert(name, tries);
    }
    for (name, tries) in came_to {
        println!("{name} on {method} {prefix} | once | {tries} requests, 1 card played, 1 message");
    }
    bot.end_expecting(&["40060"]).await;
}

/// Waits until the open hand of the next player offers a card.
async fn until_next_player_sees_turn(users: &[SimulatedUser; 3]) {
    let (next, _) = player_to_move(users).await;
    let cards = next.autocomplete("play", "card", "").await.unwrap();
    let sign = cards[0].name.split(" (").next().unwrap().to_owned();
    until_private(next, |own| own.enabled_buttons().iter().any(|one| **one == sign)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn card_is_played_once_even_if_reply_fails() {
    every_fault(TestBot::start().await, "POST", "/interactions/").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn card_is_played_once_even_if_table_message_update_fails() {
    every_fault(TestBot::builder().on_channel_routes().start().await, "PATCH", "/channels/").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn card_is_played_once_even_if_hand_message_update_fails() {
    every_fault(TestBot::builder().on_channel_routes().start().await, "PATCH", "/webhooks/").await;
}

/// The faults affect edits of hands as well.
#[tokio::test(flavor = "multi_thread")]
async fn card_is_played_once_even_if_edit_with_interaction_token_fails() {
    every_fault(TestBot::start().await, "PATCH", "/webhooks/").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn table_message_is_posted_only_once_after_network_error() {
    let bot = TestBot::start().await;
    let users = seat_three(&bot).await;
    until_button(&users[0], "Lapjaim").await;
    for (name, fault) in faults() {
        let before = newest(&users[0]);
        let posts = || bot.response_statuses("POST", "/channels/").len();
        let before_fault = posts();
        bot.sandbox.fail_next(1, "POST", "/channels/", fault);
        private_text(&users[0].command("table", []).await.unwrap());
        let moved = |messages: &[Message]| {
            let messages = public(messages);
            messages.len() == 2 && messages.last().is_some_and(|last| last.id() != before.id())
        };
        bot.advance_while(users[0].wait_until(moved, TIMEOUT)).await.unwrap();
        bot.settle().await;
        assert_eq!(public(&users[0].messages()).len(), 2, "{name}: expected one lobby and one table message");
        assert!(posts() > before_fault, "{name}: no request failed");
        println!("{name} on a new message | once | 1 message");
    }
    bot.end().await;
}

/// A ping is only useful at once, so a lost one is not posted again.
#[tokio::test(flavor = "multi_thread")]
async fn player_is_pinged_once_even_if_discord_response_is_lost() {
    let clock = ulti::table::Options { soft_limit: Duration::from_secs(3), ..Default::default() };
    let bot = TestBot::builder().table(clock).start().await;
    let users = seat_three(&bot).await;
    until_button(&users[0], "Lapjaim").await;
    bot.sandbox.fail_next(1, "POST", "/channels/", Fault::TruncatedResponse);
    let pings = |messages: &[Message]| messages.iter().filter(|one| !one.pinged_users().is_empty()).count();
    bot.advance(clock.soft_limit).await;
    assert_eq!(pings(&users[0].messages()), 1);
    let posts = || bot.response_statuses("POST", "/channels/").len();
    let before = posts();
    bot.advance_until(|_| posts() > before).await;
    bot.settle().await;
    assert_eq!(pings(&users[0].messages()), 1);
    bot.end().await;
}

/// A request that never completes blocks its message for a limited time only.
#[tokio::test(flavor = "multi_thread")]
async fn message_edit_is_retried_if_discord_does_not_respond() {
    let change =
        |options: &mut ulti::discord::Options| options.timings.request_timeout = Duration::from_secs(2);
    let bot = TestBot::builder().on_channel_routes().options(change).start().await;
    let users = seat_three(&bot).await;
    play_to_first_lead(&users).await;
    let table = until_button(&users[0], "Lapjaim").await;
    let hold = bot.sandbox.hold("PATCH", "/channels/");
    ulti_testkit::game::play_on(&users).await;
    tokio::time::timeout(TIMEOUT, hold.arrived(1)).await.unwrap();
    tokio::time::timeout(TIMEOUT, bot.advance_while(hold.arrived(2)))
        .await
        .expect("edit was not retried while the first one hangs");
    hold.discard();
    bot.advance_while(until_changed(&users[0], &table)).await;
    bot.end().await;
}

/// The bot acted, but the user saw "did not respond".
#[tokio::test(flavor = "multi_thread")]
async fn card_is_played_once_if_user_retries_after_lost_reply() {
    let bot = TestBot::start().await;
    let users = seat_three(&bot).await;
    play_to_first_lead(&users).await;
    until_button(&users[0], "Lapjaim").await;
    for time in 0..5 {
        let (user, _) = player_to_move(&users).await;
        // An earlier response may still be repeated.
        let hand = bot.advance_while(user.command("hand", [])).await.unwrap().message.unwrap();
        let is_card = |part: &&Value| part["custom_id"].as_str().is_some_and(|id| id.contains(":play:"));
        let enabled = |part: &&Value| part["disabled"] != Value::Bool(true);
        let card = hand.components().filter(enabled).find(is_card).unwrap()["custom_id"].clone();
        let card = card.as_str().unwrap();
        bot.sandbox.fail_next(usize::MAX, "POST", "/interactions/", Fault::Status(500));
        assert_no_response(&bot.advance_while(user.press_raw(hand.id(), card)).await);
        bot.sandbox.clear_faults();
        assert_eq!(bot.played().await, time + 1, "card was not played despite the lost reply");
        let again = private_text(&bot.advance_while(user.press_raw(hand.id(), card)).await.unwrap());
        assert_eq!(bot.played().await, time + 1, "card was played twice");
        assert!(again.contains("Közben") || again.contains("moved on"), "{again}");
    }
    println!("lost callback, pressed again | 5 times | 5 cards played, current hand shown each time");
    bot.end_expecting(&["not answered within 3 seconds", "10015"]).await;
}

/// Discord has created the table message as a response, but neither the answer nor a repetition arrives.
/// Returns the bot and the players after the next update of the table.
async fn table_after_uncertain_response(lookup: Option<Fault>) -> (TestBot, [SimulatedUser; 3]) {
    let bot = TestBot::start().await;
    let users = lobby(&bot).await;
    bot.sandbox.fail_next(1, "POST", "/interactions/", Fault::NoResponse);
    bot.sandbox.fail_next(2, "POST", "/interactions/", Fault::Status(503));
    if let Some(fault) = lookup {
        bot.sandbox.fail_next(1, "GET", "/webhooks/", fault);
    }
    bot.advance_while(users[1].command("ulti start", [])).await.unwrap();
    bot.settle().await;
    bot.sandbox.clear_faults();
    private_text(&bot.advance_while(async { make_weakest_bid(bidder(&users).await).await }).await);
    bot.settle().await;
    (bot, users)
}

/// The reply with the hand of the player who began the deal must not become the content of the public
/// message.
#[tokio::test(flavor = "multi_thread")]
async fn hand_is_not_shown_in_table_message_after_lost_response() {
    for lookup in [None, Some(Fault::Status(503))] {
        let (bot, users) = table_after_uncertain_response(lookup).await;
        assert_eq!(public(&users[2].messages()).len(), 2, "expected one lobby and one table message");
        bot.advance_while(until_button(&users[2], "Lapjaim")).await;
        bot.end_without_leaks_expecting(&["40060"]).await;
    }
}

/// The original message of a press on the lobby is the lobby. It must not be taken for the table message.
#[tokio::test(flavor = "multi_thread")]
async fn lobby_is_not_taken_for_lost_table_message() {
    let mut bot = TestBot::start().await;
    let users = lobby(&bot).await;
    bot.idle().await;
    bot.stop_bot().await;
    bot.start_bot().await;
    bot.idle().await;
    let lobby = newest(&users[0]);
    let is_start = |part: &Value| part["custom_id"].as_str().is_some_and(|id| id.ends_with(":start"));
    let start = lobby.components().find(|part| is_start(part)).unwrap()["custom_id"].clone();
    bot.sandbox.fail_next(3, "POST", "/interactions/", Fault::Status(503));
    let press = users[0].press_raw(lobby.id(), start.as_str().unwrap());
    let _ = bot.advance_while(press).await; // answered or not, the deal begins
    let table = bot.advance_while(until_button(&users[0], "Lapjaim")).await;
    assert_ne!(table.id(), lobby.id());
    bot.idle().await;
    assert_eq!(public(&users[1].messages()).len(), 2, "expected one lobby and one table message");
    bot.end_expecting(&["10015", "40060", "not answered within"]).await;
}
