//! Tests of the example bot. They show how to test a bot with the sandbox.
#![allow(clippy::unwrap_used)] // also outside of test functions

use std::time::Duration;

use discord_sandbox::{ClockMode, Options, Sandbox};

#[allow(dead_code)] // `main` runs only in the example
#[path = "../examples/ping.rs"]
mod ping;

/// Starts a sandbox with a connected bot.
///
/// The sandbox's clock is stopped, so that the bot misses no deadline on a slow machine.
async fn sandbox_with_bot() -> Sandbox {
    let sandbox = Sandbox::start(Options { clock: ClockMode::Stopped, ..Options::default() }).await.unwrap();
    let mut bot = ping::bot(&sandbox).await.unwrap();
    tokio::spawn(async move { bot.start().await.unwrap() });
    sandbox.wait_until_ready(Duration::from_secs(30)).await.unwrap();
    sandbox
}

#[tokio::test]
async fn ping_command_gets_reply_with_button() {
    let sandbox = sandbox_with_bot().await;
    let answer = sandbox.user("Anna").command("ping", []).await.unwrap();
    assert_eq!(answer.text(), "Pong!");
    assert_eq!(answer.message.unwrap().enabled_buttons(), ["Again"]);
    assert_eq!(sandbox.violations(), []);
}

#[tokio::test]
async fn button_press_updates_message_for_all_users() {
    let sandbox = sandbox_with_bot().await;
    let (anna, bea) = (sandbox.user("Anna"), sandbox.user("Bea"));
    let message = anna.command("ping", []).await.unwrap().message.unwrap();
    let answer = bea.press(&message, "Again").await.unwrap();
    assert!(answer.updated);
    let seen = anna.messages();
    assert_eq!(seen.len(), 1);
    assert_eq!(seen[0].text(), "Pong for bea!");
    assert!(seen[0].is_edited());
    assert_eq!(sandbox.violations(), []);
}
