//! The stand-in for Discord, tested with a real serenity and poise client, and by hand where a client would not go.
#![allow(clippy::unwrap_used, clippy::expect_used)] // functions of tests are tests too

mod conversation;
mod faults;
mod gateway;
#[path = "../support/openapi.rs"]
mod openapi;
mod page;
mod refusals;
mod small_bot;
mod wire;

use std::time::Duration;

use serde_json::Value;
use ulti::playground::{Answer, Failure, Message, Options, Playground};

/// Longer than anything here takes, on the slowest machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// A stand-in whose time stands still, so that a slow machine misses no deadline.
async fn playground() -> Playground {
    Playground::start(Options { stopped_clock: true, ..Options::default() }).await.unwrap()
}

/// A request by hand: status and body.
async fn request(playground: &Playground, method: &str, path: &str, body: &Value) -> (u16, Value) {
    let method = reqwest::Method::from_bytes(method.as_bytes()).unwrap();
    let request = reqwest::Client::new()
        .request(method, format!("{}/api/v10{path}", playground.base_url()))
        .header("Authorization", "Bot secret")
        .header("Content-Type", "application/json")
        .body(if body.is_null() { String::new() } else { body.to_string() });
    let response = request.send().await.unwrap();
    let status = response.status().as_u16();
    let text = response.text().await.unwrap();
    (status, serde_json::from_str(&text).unwrap_or(Value::Null))
}

/// A new game by Anna in `#ulti`.
async fn game(playground: &Playground) -> Message {
    let answer = playground.person("Anna").command("game new", [("robots", 2.into())]).await.unwrap();
    answer.message.unwrap()
}

fn refused(answer: Result<Answer, Failure>) -> String {
    match answer {
        Err(Failure::Refused(sentence)) => sentence,
        other => panic!("not refused: {other:?}"),
    }
}

/// The id and token of the last interaction.
fn last_interaction(playground: &Playground) -> (String, String) {
    let told = playground.traffic().into_iter().rev().find(|e| e.body["t"] == "INTERACTION_CREATE").unwrap();
    let word = |key: &str| told.body["d"][key].as_str().unwrap().to_owned();
    (word("id"), word("token"))
}

/// A command that the bot leaves to the test to answer: the person's future, the paths of callback and webhook.
async fn unanswered(
    playground: &Playground,
) -> (tokio::task::JoinHandle<Result<Answer, Failure>>, String, String) {
    let told = |p: &Playground| p.traffic().iter().filter(|e| e.body["t"] == "INTERACTION_CREATE").count();
    let before = told(playground);
    let anna = playground.person("Anna");
    let asked = tokio::spawn(async move { anna.command("silent", []).await });
    playground.until(|p| told(p) > before, PATIENCE).await.unwrap();
    let (id, token) = last_interaction(playground);
    let callback = format!("/interactions/{id}/{token}/callback");
    (asked, callback, format!("/webhooks/{}/{token}", playground.bot()))
}
