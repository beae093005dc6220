//! Tests of `ulti run --check`.

use std::path::Path;

use discord_sandbox::{Fault, Options, Sandbox};
use tokio::process::Command;
use ulti::store::Store;
use ulti_testkit::{PROCESS_TIMEOUT, TOKEN};

/// Runs the checks. Returns `true` if they succeeded, and their output.
async fn check(api: &str, database: &Path) -> (bool, String) {
    let run = Command::new(env!("CARGO_BIN_EXE_ulti"))
        .args(["run", "--check"])
        .current_dir(database.parent().unwrap())
        .envs([("ULTI_DISCORD__TOKEN", TOKEN), ("ULTI_DISCORD__API", api)])
        .env("ULTI_STORE__PATH", database)
        .kill_on_drop(true)
        .output();
    let output = tokio::time::timeout(PROCESS_TIMEOUT, run).await.unwrap().unwrap();
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(!text.contains(TOKEN), "{text}");
    (output.status.success(), text)
}

/// Asserts that the output contains a line with this result, check and text.
fn assert_line(text: &str, result: &str, check: &str, says: &str) {
    let begins = format!("{result:<8} {check:<14} ");
    let is_line = |line: &str| line.starts_with(&begins) && line.contains(says);
    assert!(text.lines().any(is_line), "no line {begins}{says} in:\n{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn check_of_valid_setup_succeeds_without_starting() {
    let sandbox = Sandbox::start(Options::default()).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("ulti.db");
    let (succeeded, text) = check(sandbox.base_url(), &database).await;
    assert!(succeeded, "{text}");
    for (name, says) in [
        ("configuration", "valid"),
        ("token", "application"),
        ("intents", "GUILDS, DIRECT_MESSAGES; none is privileged"),
        ("interactions", "gateway"),
        ("clock", "s from Discord's clock"),
        ("gateway", "is reachable"),
        ("shards", "0/1; Discord recommends 1"),
        ("sessions", "1 needed now; "),
        ("permissions", "complete on all servers (1)"),
        ("database", "will be created"),
    ] {
        assert_line(&text, "ok", name, says);
    }
    assert!(!sandbox.is_online() && sandbox.violations().is_empty(), "{:?}", sandbox.violations());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "a file was created");

    Store::open(&database).await.unwrap().close().await;
    let bytes = std::fs::read(&database).unwrap();
    let (succeeded, text) = check(sandbox.base_url(), &database).await;
    assert!(succeeded && std::fs::read(&database).unwrap() == bytes, "{text}");
    assert_line(&text, "ok", "database", "is intact and writable");
}

#[tokio::test(flavor = "multi_thread")]
async fn check_names_what_failed() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("ulti.db");
    std::fs::write(&database, "no database at all, but long enough to be one".repeat(100)).unwrap();
    let (succeeded, text) = check("http://127.0.0.1:9", &database).await;
    assert!(!succeeded);
    assert_line(&text, "failed", "token", "failed to reach http://127.0.0.1:9");
    assert_line(&text, "failed", "database", "is not a SQLite database");

    let sandbox =
        Sandbox::start(Options { token: Some("other".to_owned()), ..Options::default() }).await.unwrap();
    let (succeeded, text) = check(sandbox.base_url(), &folder.path().join("new.db")).await;
    assert!(!succeeded);
    assert_line(&text, "failed", "token", "Discord rejects the token");

    let sandbox = Sandbox::start(Options::default()).await.unwrap();
    sandbox.fail_next(1, "GET", "/gateway/bot", Fault::TooManyRequests { retry_after: Some(1.0) });
    sandbox.fail_next(1, "GET", "/users/@me/guilds", Fault::Status(500));
    let (succeeded, text) = check(sandbox.base_url(), &folder.path().join("new.db")).await;
    assert!(!succeeded);
    assert_line(&text, "failed", "gateway", "limits the rate of requests");
    assert_line(&text, "failed", "permissions", "status 500");
    assert_line(&text, "ok", "token", "application");
    let (succeeded, text) = check("https://example.org", &database).await;
    assert!(!succeeded && text.lines().count() == 1, "{text}");
    assert_line(&text, "failed", "configuration", "discord.api");
}
