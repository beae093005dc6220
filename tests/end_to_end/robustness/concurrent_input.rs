//! Tests of simultaneous and duplicated input.

use discord_sandbox::SimulatedUser;
use futures::future::join_all;
use serde_json::json;
use ulti::table::TableEvent;
use ulti_rules::{Action, Event};
use ulti_testkit::game::{WEAKEST_BID, lobby, to_first_lead, to_next_deal};
use ulti_testkit::messages::{private_reply, until_custom_id, until_text};
use ulti_testkit::{TestBot, perform};

const fn is_played(event: &TableEvent) -> bool {
    matches!(event, TableEvent::InDeal { event: Event::Played { .. } })
}

const fn is_joined(event: &TableEvent) -> bool {
    matches!(event, TableEvent::Joined { .. })
}

const fn is_deal(event: &TableEvent) -> bool {
    matches!(event, TableEvent::DealBegan { .. })
}

#[tokio::test(flavor = "multi_thread")]
async fn pressing_several_cards_at_once_plays_one_card() {
    let bot = TestBot::start().await;
    let users = to_first_lead(&bot, WEAKEST_BID).await;
    let dealt = bot.current_deal().await;
    let user = dealt.turn(&users);
    user.set_locale("en-US");
    let hand = private_reply(user, user.command("hand", []).await).await;
    let cards = dealt.view(user).legal.cards;
    let buttons: Vec<String> = cards.iter().map(|card| dealt.button("play", card)).collect();
    let answers = join_all(buttons.iter().map(|button| user.press_raw(hand.id(), button))).await;
    for answer in answers {
        // All answers edit the same message, the newest hand last.
        private_reply(user, answer).await;
    }
    assert_eq!(bot.count(is_played).await, 1);
    let after = user.message(hand.id()).unwrap();
    assert_eq!(after.components().filter(|part| part["label"].as_str().is_some_and(is_card)).count(), 9);
    bot.end_without_leaks().await;
}

fn is_card(label: &str) -> bool {
    ["♥", "🌰", "🍃", "🔔"].iter().any(|sign| label.starts_with(sign))
}

#[tokio::test(flavor = "multi_thread")]
async fn simultaneous_button_and_command_play_card_once() {
    let bot = TestBot::start().await;
    let users = to_first_lead(&bot, WEAKEST_BID).await;
    let dealt = bot.current_deal().await;
    let user = dealt.turn(&users);
    let hand = private_reply(user, user.command("hand", []).await).await;
    let card = dealt.view(user).legal.cards.iter().next().unwrap();
    let button = dealt.button("play", card);
    let typed = [("card", json!(card.to_string()))];
    let (pressed, typed) = tokio::join!(user.press_raw(hand.id(), &button), user.command("play", typed));
    private_reply(user, pressed).await;
    private_reply(user, typed).await;
    assert_eq!(bot.count(is_played).await, 1);
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn players_who_join_at_same_time_get_different_seats() {
    let bot = TestBot::start().await;
    let anna = bot.user("Anna");
    private_reply(&anna, anna.command("ulti new", []).await).await;
    let posted = until_custom_id(&anna, ":join").await;
    let users = ["Bea", "Csaba", "Dóri", "Ed"].map(|name| bot.user(name));
    let presses = users.iter().chain(&users).map(|user| user.press_raw(posted.id(), "u1:1:join"));
    let answers = join_all(presses).await;
    assert!(answers.iter().all(Result::is_ok), "{answers:?}");
    assert_eq!(bot.count(is_joined).await, 4, "seats were not taken once each");
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn simultaneous_open_commands_create_only_one_game_table() {
    let bot = TestBot::start().await;
    let users = ["Anna", "Bea", "Csaba", "Dóri"].map(|name| bot.user(name));
    let answers = join_all(users.iter().map(|user| user.command("ulti new", []))).await;
    for (user, answer) in users.iter().zip(answers) {
        private_reply(user, answer).await;
    }
    let tables: i64 = bot.query("SELECT COUNT(*) FROM tables").await;
    assert_eq!(tables, 1);
    until_custom_id(&users[0], ":join").await;
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn simultaneous_start_commands_begin_only_one_deal() {
    let bot = TestBot::start().await;
    let users = lobby(&bot).await;
    all_at_once(&users, "ulti start").await;
    assert_eq!(bot.count(is_deal).await, 1);
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_one_deal_starts_if_all_players_press_next_deal() {
    let bot = TestBot::start().await;
    let users = to_next_deal(&bot).await;
    let posted = until_custom_id(&users[0], ":next").await;
    let answers = join_all(users.iter().map(|user| user.press_raw(posted.id(), "u1:1:next"))).await;
    for (user, answer) in users.iter().zip(answers) {
        private_reply(user, answer).await;
    }
    assert_eq!(bot.count(is_deal).await, 2);
    bot.end_without_leaks().await;
}

async fn all_at_once(users: &[SimulatedUser; 3], command: &str) {
    let answers = join_all(users.iter().map(|user| user.command(command, []))).await;
    for (user, answer) in users.iter().zip(answers) {
        private_reply(user, answer).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn interaction_delivered_twice_takes_effect_only_once() {
    let bot = TestBot::start().await;
    let anna = bot.user("Anna");
    bot.sandbox.deliver_next_twice();
    private_reply(&anna, anna.command("ulti new", []).await).await;
    until_text(&anna, "Anna").await;
    let (bea, csaba) = (bot.user("Bea"), bot.user("Csaba"));
    let posted = until_custom_id(&bea, ":join").await;
    bot.sandbox.deliver_next_twice();
    bea.press_raw(posted.id(), "u1:1:join").await.unwrap();
    until_text(&bea, "Bea").await;
    bot.sandbox.deliver_next_twice();
    private_reply(&csaba, csaba.command("ulti join", []).await).await;
    until_text(&csaba, "Csaba").await;
    bot.sandbox.deliver_next_twice();
    private_reply(&csaba, csaba.command("ulti start", []).await).await;
    until_custom_id(&csaba, ":show:hand").await;
    bot.sandbox.deliver_next_twice();
    let users = [anna, bea, csaba];
    let dealt = bot.current_deal().await;
    let (bidder, view) = (dealt.turn(&users), dealt.view(dealt.turn(&users)));
    let discard = Some(view.own_hand().iter().take(2).collect());
    let bid = perform(bidder, Action::Bid { contract: view.legal.bids[0], discard });
    private_reply(bidder, bid.await).await;
    bot.sandbox.deliver_next_twice();
    private_reply(&users[0], users[0].command("settings", [("pings", json!(false))]).await).await;
    assert_eq!(bot.count(is_joined).await, 3);
    assert_eq!(bot.count(is_deal).await, 1);
    let is_bid = |event: &TableEvent| matches!(event, TableEvent::InDeal { event: Event::Bid { .. } });
    assert_eq!(bot.count(is_bid).await, 1);
    private_reply(bidder, bidder.command("hand", []).await).await;
    let tables: i64 = bot.query("SELECT COUNT(*) FROM tables").await;
    assert_eq!(tables, 1);
    bot.end_without_leaks_expecting(&["40060"]).await;
}
