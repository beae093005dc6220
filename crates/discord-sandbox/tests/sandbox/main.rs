//! Tests of the sandbox with a real serenity and poise client, and with hand-written requests for cases that
//! the client never causes.
#![allow(clippy::unwrap_used, clippy::expect_used)] // also outside of test functions

mod conversation;
mod faults;
mod gateway;
mod identifies;
mod page;
mod rate_limits;
mod refusals;
mod shards;
mod small_bot;
mod specification;
mod wire;

use std::time::Duration;

use discord_sandbox::{ActionError, ClockMode, Message, Options, RateLimits, Response, Sandbox};
use serde_json::Value;

/// Maximum time to wait for a condition. It is sufficient for slow machines.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Returns the sandbox options for the tests: two open channels, a closed channel, a stopped clock and no
/// rate limits.
fn options() -> Options {
    let channels = vec!["games".to_owned(), "general".to_owned()];
    Options { channels, clock: ClockMode::Stopped, rate_limits: RateLimits::OFF, ..Options::default() }
}

/// Starts a sandbox whose clock is stopped, so that a bot misses no deadline on a slow machine.
async fn sandbox() -> Sandbox {
    Sandbox::start(options()).await.unwrap()
}

/// Sends a REST request. Returns the status and the body of the response.
async fn request(sandbox: &Sandbox, method: &str, path: &str, body: &Value) -> (u16, Value) {
    let method = reqwest::Method::from_bytes(method.as_bytes()).unwrap();
    let request = reqwest::Client::new()
        .request(method, format!("{}/api/v10{path}", sandbox.base_url()))
        .header("Authorization", "Bot secret")
        .header("Content-Type", "application/json")
        .body(if body.is_null() { String::new() } else { body.to_string() });
    let response = request.send().await.unwrap();
    let status = response.status().as_u16();
    let text = response.text().await.unwrap();
    (status, serde_json::from_str(&text).unwrap_or(Value::Null))
}

/// Starts a game as Anna in `#games`.
async fn game(sandbox: &Sandbox) -> Message {
    let answer = sandbox.user("Anna").command("game new", [("robots", 2.into())]).await.unwrap();
    answer.message.unwrap()
}

fn refused(answer: Result<Response, ActionError>) -> String {
    match answer {
        Err(ActionError::Rejected(sentence)) => sentence,
        other => panic!("not refused: {other:?}"),
    }
}

/// Returns the id and token of the last interaction.
fn last_interaction(sandbox: &Sandbox) -> (String, String) {
    let told = sandbox.traffic().into_iter().rev().find(|e| e.body["t"] == "INTERACTION_CREATE").unwrap();
    let word = |key: &str| told.body["d"][key].as_str().unwrap().to_owned();
    (word("id"), word("token"))
}

/// Sends a command that the bot does not answer. Returns the user's pending action and the paths of callback
/// and webhook.
async fn unanswered(
    sandbox: &Sandbox,
) -> (tokio::task::JoinHandle<Result<Response, ActionError>>, String, String) {
    let told = |p: &Sandbox| p.traffic().iter().filter(|e| e.body["t"] == "INTERACTION_CREATE").count();
    let before = told(sandbox);
    let anna = sandbox.user("Anna");
    let asked = tokio::spawn(async move { anna.command("silent", []).await });
    sandbox.wait_until(|p| told(p) > before, TIMEOUT).await.unwrap();
    let (id, token) = last_interaction(sandbox);
    let callback = format!("/interactions/{id}/{token}/callback");
    (asked, callback, format!("/webhooks/{}/{token}", sandbox.bot()))
}
