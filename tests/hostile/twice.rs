//! The same at once, and the same again.

use futures::future::join_all;
use serde_json::json;
use ulti::playground::Person;
use ulti::rules::Event;
use ulti::table::TableEvent;

use crate::evening::{Evening, LEAST, between, lobby, play, told, until_public, until_said};

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
async fn all_cards_at_once() {
    let evening = Evening::begin().await;
    let people = play(&evening, LEAST).await;
    let dealt = evening.dealt().await;
    let person = dealt.turn(&people);
    person.speak("en-US");
    let hand = told(person, person.command("hand", []).await).await;
    let cards = dealt.view(person).legal.cards;
    let buttons: Vec<String> =
        cards.iter().map(|card| format!("u1:{}:play:{}:{card}", dealt.table, dealt.moment())).collect();
    let answers = join_all(buttons.iter().map(|button| person.press_raw(hand.id(), button))).await;
    for answer in answers {
        // They are all shown in the same place, the newest hand at last.
        told(person, answer).await;
    }
    assert_eq!(evening.count(is_played).await, 1);
    let after = person.message(hand.id()).unwrap();
    assert_eq!(after.components().filter(|part| part["label"].as_str().is_some_and(is_card)).count(), 9);
    evening.end().await;
}

fn is_card(label: &str) -> bool {
    ["♥", "🌰", "🍃", "🔔"].iter().any(|sign| label.starts_with(sign))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_button_and_the_command_at_once() {
    let evening = Evening::begin().await;
    let people = play(&evening, LEAST).await;
    let dealt = evening.dealt().await;
    let person = dealt.turn(&people);
    let hand = told(person, person.command("hand", []).await).await;
    let card = dealt.view(person).legal.cards.iter().next().unwrap();
    let button = format!("u1:{}:play:{}:{card}", dealt.table, dealt.moment());
    let typed = [("card", json!(card.to_string()))];
    let (pressed, typed) = tokio::join!(person.press_raw(hand.id(), &button), person.command("play", typed));
    told(person, pressed).await;
    told(person, typed).await;
    assert_eq!(evening.count(is_played).await, 1);
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn everyone_joins_at_once_and_twice() {
    let evening = Evening::begin().await;
    let anna = evening.person("Anna");
    told(&anna, anna.command("ulti new", []).await).await;
    let posted = until_public(&anna, ":join").await;
    let people = ["Bea", "Csaba", "Dóri", "Ed"].map(|name| evening.person(name));
    let presses = people.iter().chain(&people).map(|person| person.press_raw(posted.id(), "u1:1:join"));
    let answers = join_all(presses).await;
    assert!(answers.iter().all(Result::is_ok), "{answers:?}");
    assert_eq!(evening.count(is_joined).await, 4, "four chairs, each taken once");
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_tables_at_once() {
    let evening = Evening::begin().await;
    let people = ["Anna", "Bea", "Csaba", "Dóri"].map(|name| evening.person(name));
    let answers = join_all(people.iter().map(|person| person.command("ulti new", []))).await;
    for (person, answer) in people.iter().zip(answers) {
        told(person, answer).await;
    }
    let tables: i64 =
        sqlx::query_scalar("SELECT COUNT(*) FROM tables").fetch_one(&evening.eyes).await.unwrap();
    assert_eq!(tables, 1);
    until_public(&people[0], ":join").await;
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn everyone_begins_at_once() {
    let evening = Evening::begin().await;
    let people = lobby(&evening).await;
    all_at_once(&people, "ulti start").await;
    assert_eq!(evening.count(is_deal).await, 1);
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn everyone_wants_the_next_deal_at_once() {
    let evening = Evening::begin().await;
    let people = between(&evening).await;
    let posted = until_public(&people[0], ":next").await;
    let answers = join_all(people.iter().map(|person| person.press_raw(posted.id(), "u1:1:next"))).await;
    for (person, answer) in people.iter().zip(answers) {
        told(person, answer).await;
    }
    assert_eq!(evening.count(is_deal).await, 2);
    evening.end().await;
}

async fn all_at_once(people: &[Person; 3], command: &str) {
    let answers = join_all(people.iter().map(|person| person.command(command, []))).await;
    for (person, answer) in people.iter().zip(answers) {
        told(person, answer).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_interaction_twice() {
    let evening = Evening::begin().await;
    let anna = evening.person("Anna");
    evening.playground.deliver_next_twice();
    told(&anna, anna.command("ulti new", []).await).await;
    until_said(&anna, "Anna").await;
    let (bea, csaba) = (evening.person("Bea"), evening.person("Csaba"));
    let posted = until_public(&bea, ":join").await;
    evening.playground.deliver_next_twice();
    bea.press_raw(posted.id(), "u1:1:join").await.unwrap();
    until_said(&bea, "Bea").await;
    evening.playground.deliver_next_twice();
    told(&csaba, csaba.command("ulti join", []).await).await;
    until_said(&csaba, "Csaba").await;
    evening.playground.deliver_next_twice();
    told(&csaba, csaba.command("ulti start", []).await).await;
    until_public(&csaba, ":show:hand").await;
    evening.playground.deliver_next_twice();
    let people = [anna, bea, csaba];
    let bidder = evening.dealt().await.turn(&people).clone();
    crate::evening::bid(&evening, &people, LEAST).await;
    evening.playground.deliver_next_twice();
    told(&people[0], people[0].command("settings pings", [("on", json!(false))]).await).await;
    assert_eq!(evening.count(is_joined).await, 3);
    assert_eq!(evening.count(is_deal).await, 1);
    let is_bid = |event: &TableEvent| matches!(event, TableEvent::InDeal { event: Event::Bid { .. } });
    assert_eq!(evening.count(is_bid).await, 1);
    told(&bidder, bidder.command("hand", []).await).await;
    let tables: i64 =
        sqlx::query_scalar("SELECT COUNT(*) FROM tables").fetch_one(&evening.eyes).await.unwrap();
    assert_eq!(tables, 1);
    evening.end_but_for(&["40060"]).await;
}
