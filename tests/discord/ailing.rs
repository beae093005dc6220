//! Discord is slow, busy, or fails.

use std::time::Duration;

use serde_json::json;
use ulti::playground::Fault;
use ulti::table::Options;

use crate::evening::{Evening, public, three_sit_down, told, until_own, until_public, until_the_lead};

#[tokio::test(flavor = "multi_thread")]
async fn a_busy_discord_gets_the_table_all_the_same() {
    let evening = Evening::begin().await;
    let anna = evening.person("Anna");
    let channel = anna.channel();
    let messages = format!("/channels/{channel}/messages");
    evening.playground.fail_next(1, "POST", &messages, Fault::Status(500));
    evening.playground.fail_next(1, "POST", &messages, Fault::TooManyRequests { retry_after: Some(0.1) });
    told(&anna.command("ulti new", []).await.unwrap());
    until_public(&anna, "Beülök").await;
    assert_eq!(public(&anna.messages()).len(), 1);
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_discord_drops_is_sent_again() {
    let evening = Evening::begin().await;
    let anna = evening.person("Anna");
    evening.playground.fail_next(1, "POST", "/interactions", Fault::Status(502));
    told(&anna.command("ulti new", []).await.unwrap());
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_interaction_twice_counts_once() {
    let evening = Evening::begin().await;
    let people = three_sit_down(&evening).await;
    let declarer = until_the_lead(&people).await;
    let card = declarer.autocomplete("play", "card", "").await.unwrap().remove(0);
    evening.playground.deliver_next_twice();
    told(&declarer.command("play", [("card", card.value)]).await.unwrap());
    tokio::time::sleep(Duration::from_millis(500)).await;
    let hand = declarer.command("hand", []).await.unwrap();
    assert!(!told(&hand).is_empty());
    evening.end_but_for("40060").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_has_to_wait_is_answered_all_the_same() {
    let evening = Evening::begin_with(Duration::ZERO, Options::default()).await;
    let people = three_sit_down(&evening).await;
    let table = until_public(&people[0], "Lapjaim").await;
    for person in &people {
        person.press(&table, "Lapjaim").await.unwrap();
        until_own(person, |own| !own.is_loading() && own.text().contains("###")).await;
    }
    people[0].command("play", [("card", json!("nonsense"))]).await.unwrap();
    until_own(&people[0], |own| !own.is_loading() && own.text().contains("nonsense")).await;
    evening.end().await;
}
