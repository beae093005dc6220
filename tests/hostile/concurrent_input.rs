//! Tests of simultaneous and duplicated input.

use discord_sandbox::SimulatedUser;
use futures::future::join_all;
use serde_json::json;
use ulti::table::TableEvent;
use ulti_rules::Event;

use crate::harness::{
    Harness, WEAKEST_BID, lobby, play, play_to_next_deal, private_reply, until_public, until_said,
};

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
async fn simultaneous_cards_play_only_one() {
    let harness = Harness::start().await;
    let people = play(&harness, WEAKEST_BID).await;
    let dealt = harness.dealt().await;
    let person = dealt.turn(&people);
    person.speak("en-US");
    let hand = private_reply(person, person.command("hand", []).await).await;
    let cards = dealt.view(person).legal.cards;
    let buttons: Vec<String> =
        cards.iter().map(|card| format!("u1:{}:play:{}:{card}", dealt.table, dealt.moment())).collect();
    let answers = join_all(buttons.iter().map(|button| person.press_raw(hand.id(), button))).await;
    for answer in answers {
        // All answers edit the same message, the newest hand last.
        private_reply(person, answer).await;
    }
    assert_eq!(harness.count(is_played).await, 1);
    let after = person.message(hand.id()).unwrap();
    assert_eq!(after.components().filter(|part| part["label"].as_str().is_some_and(is_card)).count(), 9);
    harness.end().await;
}

fn is_card(label: &str) -> bool {
    ["♥", "🌰", "🍃", "🔔"].iter().any(|sign| label.starts_with(sign))
}

#[tokio::test(flavor = "multi_thread")]
async fn simultaneous_button_and_command_play_one_card() {
    let harness = Harness::start().await;
    let people = play(&harness, WEAKEST_BID).await;
    let dealt = harness.dealt().await;
    let person = dealt.turn(&people);
    let hand = private_reply(person, person.command("hand", []).await).await;
    let card = dealt.view(person).legal.cards.iter().next().unwrap();
    let button = format!("u1:{}:play:{}:{card}", dealt.table, dealt.moment());
    let typed = [("card", json!(card.to_string()))];
    let (pressed, typed) = tokio::join!(person.press_raw(hand.id(), &button), person.command("play", typed));
    private_reply(person, pressed).await;
    private_reply(person, typed).await;
    assert_eq!(harness.count(is_played).await, 1);
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn simultaneous_joins_take_each_seat_once() {
    let harness = Harness::start().await;
    let anna = harness.person("Anna");
    private_reply(&anna, anna.command("ulti new", []).await).await;
    let posted = until_public(&anna, ":join").await;
    let people = ["Bea", "Csaba", "Dóri", "Ed"].map(|name| harness.person(name));
    let presses = people.iter().chain(&people).map(|person| person.press_raw(posted.id(), "u1:1:join"));
    let answers = join_all(presses).await;
    assert!(answers.iter().all(Result::is_ok), "{answers:?}");
    assert_eq!(harness.count(is_joined).await, 4, "seats were not taken once each");
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn simultaneous_new_tables_open_only_one() {
    let harness = Harness::start().await;
    let people = ["Anna", "Bea", "Csaba", "Dóri"].map(|name| harness.person(name));
    let answers = join_all(people.iter().map(|person| person.command("ulti new", []))).await;
    for (person, answer) in people.iter().zip(answers) {
        private_reply(person, answer).await;
    }
    let tables: i64 =
        sqlx::query_scalar("SELECT COUNT(*) FROM tables").fetch_one(&harness.pool).await.unwrap();
    assert_eq!(tables, 1);
    until_public(&people[0], ":join").await;
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn simultaneous_starts_begin_one_deal() {
    let harness = Harness::start().await;
    let people = lobby(&harness).await;
    all_at_once(&people, "ulti start").await;
    assert_eq!(harness.count(is_deal).await, 1);
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn simultaneous_next_presses_begin_one_deal() {
    let harness = Harness::start().await;
    let people = play_to_next_deal(&harness).await;
    let posted = until_public(&people[0], ":next").await;
    let answers = join_all(people.iter().map(|person| person.press_raw(posted.id(), "u1:1:next"))).await;
    for (person, answer) in people.iter().zip(answers) {
        private_reply(person, answer).await;
    }
    assert_eq!(harness.count(is_deal).await, 2);
    harness.end().await;
}

async fn all_at_once(people: &[SimulatedUser; 3], command: &str) {
    let answers = join_all(people.iter().map(|person| person.command(command, []))).await;
    for (person, answer) in people.iter().zip(answers) {
        private_reply(person, answer).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn duplicate_interactions_count_once() {
    let harness = Harness::start().await;
    let anna = harness.person("Anna");
    harness.sandbox.deliver_next_twice();
    private_reply(&anna, anna.command("ulti new", []).await).await;
    until_said(&anna, "Anna").await;
    let (bea, csaba) = (harness.person("Bea"), harness.person("Csaba"));
    let posted = until_public(&bea, ":join").await;
    harness.sandbox.deliver_next_twice();
    bea.press_raw(posted.id(), "u1:1:join").await.unwrap();
    until_said(&bea, "Bea").await;
    harness.sandbox.deliver_next_twice();
    private_reply(&csaba, csaba.command("ulti join", []).await).await;
    until_said(&csaba, "Csaba").await;
    harness.sandbox.deliver_next_twice();
    private_reply(&csaba, csaba.command("ulti start", []).await).await;
    until_public(&csaba, ":show:hand").await;
    harness.sandbox.deliver_next_twice();
    let people = [anna, bea, csaba];
    let bidder = harness.dealt().await.turn(&people).clone();
    crate::harness::bid(&harness, &people, WEAKEST_BID).await;
    harness.sandbox.deliver_next_twice();
    private_reply(&people[0], people[0].command("settings pings", [("on", json!(false))]).await).await;
    assert_eq!(harness.count(is_joined).await, 3);
    assert_eq!(harness.count(is_deal).await, 1);
    let is_bid = |event: &TableEvent| matches!(event, TableEvent::InDeal { event: Event::Bid { .. } });
    assert_eq!(harness.count(is_bid).await, 1);
    private_reply(&bidder, bidder.command("hand", []).await).await;
    let tables: i64 =
        sqlx::query_scalar("SELECT COUNT(*) FROM tables").fetch_one(&harness.pool).await.unwrap();
    assert_eq!(tables, 1);
    harness.end_expecting(&["40060"]).await;
}
