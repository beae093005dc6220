//! Tests of the sandbox with the client libraries twilight, discord.js and discord.py.
//!
//! The same bot is written with each library. The tests of discord.js and discord.py are skipped unless the
//! environment variable `DISCORD_JS` names a folder in which `npm install discord.js` was run, or
//! `DISCORD_PY` a Python interpreter with the package `discord.py`.
#![allow(clippy::unwrap_used, clippy::expect_used)] // also outside of test functions

mod twilight_bot;

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use discord_sandbox::{Message, Options, Protocol, RateLimitScope, RateLimits, Sandbox};
use tokio::process::{Child, Command};

/// Maximum time to wait for a condition. It is sufficient for slow machines.
const TIMEOUT: Duration = Duration::from_secs(30);

async fn sandbox() -> Sandbox {
    let options = Options {
        // The libraries send fields that Discord ignores.
        report_unknown_fields: false,
        rate_limits: RateLimits::DISCORD,
        ..Options::default()
    };
    Sandbox::start(options).await.unwrap()
}

fn count(sandbox: &Sandbox, event: &str) -> usize {
    sandbox.traffic().iter().filter(|exchange| exchange.body["t"] == event).count()
}

/// Uses all features of the bot: commands, buttons, messages, uploads, member queries and resumed
/// connections.
async fn use_bot(sandbox: &Sandbox) {
    sandbox.wait_until_ready(TIMEOUT).await.unwrap();
    sandbox.wait_until(|sandbox| count(sandbox, "GUILD_MEMBERS_CHUNK") == 1, TIMEOUT).await.unwrap();
    let chunk = sandbox.traffic().into_iter().find(|one| one.body["t"] == "GUILD_MEMBERS_CHUNK").unwrap();
    assert_eq!(chunk.body["d"]["members"][0]["user"]["global_name"], "Anna");

    let anna = sandbox.user("Anna").in_channel("general");
    let message = anna.command("ping", []).await.unwrap().message.unwrap();
    assert_eq!(message.text(), "Pong 1");
    let answer = anna.press(&message, "Again").await.unwrap();
    assert_eq!((answer.text().as_str(), answer.updated), ("Pong 2", true));

    sandbox.drop_gateway();
    sandbox.wait_until(|sandbox| count(sandbox, "RESUMED") == 1, TIMEOUT).await.unwrap();
    let answer = anna.press(&message, "Again").await.unwrap();
    assert_eq!(answer.text(), "Pong 3");

    anna.command("spam", []).await.unwrap();
    let is_complete = |seen: &[Message]| seen.iter().any(|message| message.content() == "file");
    anna.wait_until(is_complete, TIMEOUT).await.unwrap();
    // The first message was edited and deleted.
    let mut texts: Vec<String> = anna.messages().iter().map(|message| message.content().to_owned()).collect();
    texts.sort();
    let expected = ["Pong 3", "done", "file", "spam 1", "spam 2", "spam 3", "spam 4", "spam 5", "spam 6"];
    assert_eq!(texts, expected);
    let file = anna.messages().into_iter().find(|message| message.content() == "file").unwrap();
    let url = file.json()["attachments"][0]["url"].as_str().unwrap().to_owned();
    assert_eq!(sandbox.file(&url).as_deref(), Some(b"hello".as_slice()));

    // Seven messages in five seconds exceed the limit of a channel. All libraries wait.
    let sent_at: Vec<u64> = sandbox
        .traffic()
        .into_iter()
        .filter(|one| one.protocol == Protocol::Rest && one.method.as_deref() == Some("POST"))
        .filter(|one| {
            one.status == Some(200) && one.path.as_deref().unwrap_or_default().ends_with("/messages")
        })
        .map(|one| one.at)
        .collect();
    assert_eq!(sent_at.len(), 7);
    assert!(sent_at[6] - sent_at[0] >= 4900, "{sent_at:?}");
    assert!(sandbox.rate_limited().iter().all(|limited| limited.scope == RateLimitScope::Bucket));
    assert_eq!(sandbox.violations(), []);
}

#[tokio::test]
async fn twilight_bot_works_with_sandbox() {
    let sandbox = sandbox().await;
    let bot = tokio::spawn(twilight_bot::run(sandbox.base_url().to_owned()));
    use_bot(&sandbox).await;
    bot.abort();
}

fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/foreign").join(name)
}

fn start(command: &mut Command) -> Child {
    command.stdin(Stdio::null()).kill_on_drop(true).spawn().unwrap()
}

#[tokio::test]
async fn discord_js_bot_works_with_sandbox() {
    let Ok(folder) = std::env::var("DISCORD_JS") else {
        eprintln!("skipped: DISCORD_JS does not name a folder with discord.js");
        return;
    };
    let sandbox = sandbox().await;
    let modules = Path::new(&folder).join("node_modules");
    let mut node = Command::new("node");
    let _bot = start(node.arg(script("bot.js")).arg(sandbox.base_url()).env("NODE_PATH", modules));
    use_bot(&sandbox).await;
}

#[tokio::test]
async fn discord_py_bot_works_with_sandbox() {
    let Ok(python) = std::env::var("DISCORD_PY") else {
        eprintln!("skipped: DISCORD_PY does not name a Python interpreter with discord.py");
        return;
    };
    let sandbox = sandbox().await;
    let _bot = start(Command::new(python).arg(script("bot.py")).arg(sandbox.base_url()));
    use_bot(&sandbox).await;
}
