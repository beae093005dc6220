//! Tests with a slow, rate-limited or failing Discord.

use std::time::Duration;

use discord_sandbox::Fault;
use serde_json::json;
use ulti::table::Options;

use crate::harness::{
    Harness, play_to_first_lead, private_text, public, seat_three, until_private, until_public,
};

#[tokio::test(flavor = "multi_thread")]
async fn failed_table_post_is_retried() {
    let harness = Harness::start().await;
    let anna = harness.person("Anna");
    let channel = anna.channel();
    let messages = format!("/channels/{channel}/messages");
    harness.sandbox.fail_next(1, "POST", &messages, Fault::Status(500));
    harness.sandbox.fail_next(1, "POST", &messages, Fault::TooManyRequests { retry_after: Some(0.1) });
    private_text(&anna.command("ulti new", []).await.unwrap());
    until_public(&anna, "Beülök").await;
    assert_eq!(public(&anna.messages()).len(), 1);
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn failed_reply_is_retried() {
    let harness = Harness::start().await;
    let anna = harness.person("Anna");
    harness.sandbox.fail_next(1, "POST", "/interactions", Fault::Status(502));
    private_text(&anna.command("ulti new", []).await.unwrap());
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn duplicate_interaction_counts_once() {
    let harness = Harness::start().await;
    let people = seat_three(&harness).await;
    let declarer = play_to_first_lead(&people).await;
    let card = declarer.autocomplete("play", "card", "").await.unwrap().remove(0);
    harness.sandbox.deliver_next_twice();
    private_text(&declarer.command("play", [("card", card.value)]).await.unwrap());
    tokio::time::sleep(Duration::from_millis(500)).await;
    let hand = declarer.command("hand", []).await.unwrap();
    assert!(!private_text(&hand).is_empty());
    harness.end_expecting("40060").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn deferred_interactions_are_answered() {
    let harness = Harness::start_with(Duration::ZERO, Options::default()).await;
    let people = seat_three(&harness).await;
    let table = until_public(&people[0], "Lapjaim").await;
    for person in &people {
        person.press(&table, "Lapjaim").await.unwrap();
        until_private(person, |own| !own.is_loading() && own.text().contains("###")).await;
    }
    people[0].command("play", [("card", json!("nonsense"))]).await.unwrap();
    until_private(&people[0], |own| !own.is_loading() && own.text().contains("nonsense")).await;
    harness.end().await;
}
