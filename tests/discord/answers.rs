//! What Discord answers is late, half, or no.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::Value;
use ulti::playground::{Fault, Message, Person};

use crate::evening::{
    Evening, PATIENCE, newest, public, three_sit_down, to_play, told, until_changed, until_own, until_public,
    until_the_lead,
};

/// Everything that can become of one answer.
fn faults() -> Vec<(&'static str, Fault)> {
    vec![
        ("429, wait 0.2 s", Fault::TooManyRequests { retry_after: Some(0.2) }),
        ("429, no word how long", Fault::TooManyRequests { retry_after: None }),
        ("429, global", Fault::GlobalLimit { retry_after: 0.2 }),
        ("500", Fault::Status(500)),
        ("502", Fault::Status(502)),
        ("503", Fault::Status(503)),
        ("504", Fault::Status(504)),
        ("slow by 0.7 s", Fault::Delay(Duration::from_millis(700))),
        ("done, connection cut", Fault::Cut),
        ("done, answer cut short", Fault::CutShort),
    ]
}

/// Each fault on each way that an answer takes: to the person, to the table's message, to the hands that
/// others have open, and for a new message. A card is played each time: it counts once, everybody sees it,
/// and there is one message of it.
async fn every_fault(method: &'static str, prefix: &'static str) {
    let evening = Evening::begin().await;
    let people = three_sit_down(&evening).await;
    until_the_lead(&people).await;
    until_public(&people[0], "Lapjaim").await;
    for person in &people {
        told(&person.command("hand", []).await.unwrap());
    }
    let mut came_to: BTreeMap<&str, usize> = BTreeMap::new();
    for (name, fault) in faults() {
        let (before, played) = (newest(&people[0]), evening.played().await);
        let (person, card) = to_play(&people).await;
        let asked = evening.answers(method, prefix).len();
        evening.playground.fail_next(1, method, prefix, fault);
        told(&person.command("play", [("card", card)]).await.unwrap());
        let after = until_changed(&people[0], &before).await;
        assert_eq!(after.id(), before.id(), "{name}: the same message goes on");
        if evening.played().await < 30 {
            next_sees_it(&people).await;
        }
        assert_eq!(evening.played().await, played + 1, "{name}: it counts once");
        // What was not known to have arrived is sent again a second later.
        tokio::time::sleep(Duration::from_millis(1500)).await;
        assert_eq!(public(&people[0].messages()).len(), 2, "{name}: the lobby and the table");
        came_to.insert(name, evening.answers(method, prefix).len() - asked);
    }
    for (name, tries) in came_to {
        println!("{name} on {method} {prefix} | once | {tries} requests, 1 card played, 1 message");
    }
    evening.end_but_for("40060").await;
}

/// Whose turn it is now has it on their open hand.
async fn next_sees_it(people: &[Person; 3]) {
    let (next, _) = to_play(people).await;
    let cards = next.autocomplete("play", "card", "").await.unwrap();
    let sign = cards[0].name.split(" (").next().unwrap().to_owned();
    until_own(next, |own| own.enabled().iter().any(|one| **one == sign)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_fault_on_the_answer_to_a_person() {
    every_fault("POST", "/interactions/").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_fault_on_the_edit_of_the_table() {
    every_fault("PATCH", "/channels/").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_fault_on_an_open_hand() {
    every_fault("PATCH", "/webhooks/").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_fault_on_a_new_message() {
    let evening = Evening::begin().await;
    let people = three_sit_down(&evening).await;
    until_public(&people[0], "Lapjaim").await;
    for (name, fault) in faults() {
        let before = newest(&people[0]);
        evening.playground.fail_next(1, "POST", "/channels/", fault);
        told(&people[0].command("table", []).await.unwrap());
        let moved = |messages: &[Message]| {
            let messages = public(messages);
            messages.len() == 2 && messages.last().is_some_and(|last| last.id() != before.id())
        };
        people[0].until(moved, PATIENCE).await.unwrap();
        tokio::time::sleep(Duration::from_millis(1500)).await;
        assert_eq!(public(&people[0].messages()).len(), 2, "{name}: it is there once");
        println!("{name} on a new message | once | 1 message");
    }
    evening.end().await;
}

/// A ping is a message of the moment: one whose answer is lost is not posted a second time.
#[tokio::test(flavor = "multi_thread")]
async fn a_ping_whose_answer_is_lost_is_there_once() {
    let clock = ulti::table::Options { soft_limit: Duration::from_secs(3), ..Default::default() };
    let evening = Evening::begin_with(Duration::from_secs(2), clock).await;
    let people = three_sit_down(&evening).await;
    until_public(&people[0], "Lapjaim").await;
    evening.playground.fail_next(1, "POST", "/channels/", Fault::CutShort);
    let pings = |messages: &[Message]| messages.iter().filter(|one| !one.pings().is_empty()).count();
    people[0].until(|messages| pings(messages) > 0, PATIENCE).await.unwrap();
    let posts = || evening.answers("POST", "/channels/").len();
    let before = posts();
    evening.playground.until(|_| posts() > before, PATIENCE).await.unwrap();
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(pings(&people[0].messages()), 1);
    evening.end().await;
}

/// An answer that never comes holds up one message for a while, and not for ever.
#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_never_comes_is_given_up() {
    let change = |options: &mut ulti::discord::Options| options.lost_after = Duration::from_secs(2);
    let evening = Evening::begin_but(ulti::discord::Drawing::default(), change).await;
    let people = three_sit_down(&evening).await;
    until_the_lead(&people).await;
    let table = until_public(&people[0], "Lapjaim").await;
    let hold = evening.playground.hold("PATCH", "/channels/");
    crate::evening::play_on(&people).await;
    tokio::time::timeout(PATIENCE, hold.arrived(1)).await.unwrap();
    tokio::time::timeout(PATIENCE, hold.arrived(2)).await.expect("it is asked again while the first hangs");
    hold.discard();
    until_changed(&people[0], &table).await;
    evening.end().await;
}

/// The bot acted, and the person saw "did not respond".
#[tokio::test(flavor = "multi_thread")]
async fn a_person_whose_answer_is_lost_for_good_presses_again_and_counts_once() {
    let evening = Evening::begin().await;
    let people = three_sit_down(&evening).await;
    until_the_lead(&people).await;
    until_public(&people[0], "Lapjaim").await;
    for time in 0..5 {
        let (person, _) = to_play(&people).await;
        let hand = person.command("hand", []).await.unwrap().message.unwrap();
        let is_card = |part: &&Value| part["custom_id"].as_str().is_some_and(|id| id.contains(":play:"));
        let enabled = |part: &&Value| part["disabled"] != Value::Bool(true);
        let card = hand.components().filter(enabled).find(is_card).unwrap()["custom_id"].clone();
        let card = card.as_str().unwrap();
        evening.playground.fail_next(3, "POST", "/interactions/", Fault::Status(500));
        person.press_raw(hand.id(), card).await.unwrap_err();
        assert_eq!(evening.played().await, time + 1, "it was done, and nobody told them so");
        let again = told(&person.press_raw(hand.id(), card).await.unwrap());
        assert_eq!(evening.played().await, time + 1, "and is not done again");
        assert!(again.contains("Közben") || again.contains("moved on"), "{again}");
    }
    println!("lost callback, pressed again | 5 times | 5 cards played, the hand as it is each time");
    evening.end_but_for("not answered within 3 seconds").await;
}
