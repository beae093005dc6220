//! Tests of a startup that is interrupted or fails. Alerts count the errors in the log, so the log contains
//! an error only if something is wrong.

use std::process::Stdio;
use std::time::Duration;

use discord_sandbox::{Fault, Options, Sandbox};
use tokio::process::Command;
use ulti_testkit::{BotProcess, PROCESS_TIMEOUT, TOKEN};

fn spawn(sandbox: &Sandbox) -> BotProcess {
    BotProcess::builder(env!("CARGO_BIN_EXE_ulti")).monitored().spawn(sandbox)
}

/// Waits until the log contains a line. The signal handler is installed before the first line.
async fn until_logged(bot: &BotProcess, line: &str) {
    let comes = async {
        while !bot.logged().contains(line) {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(PROCESS_TIMEOUT, comes).await.expect("timed out waiting for a log line");
}

fn errors(log: &str) -> Vec<&str> {
    log.lines().filter(|line| line.contains(" ERROR ") || line.starts_with("Error")).collect()
}

/// Asserts that the bot exits successfully, and that its log contains no errors.
async fn assert_clean_stop(mut bot: BotProcess, situation: &str) {
    bot.stop().await;
    let log = bot.logged();
    assert!(errors(&log).is_empty(), "{situation}: {log}");
    assert!(log.contains("shutdown started"), "{situation}: {log}");
}

#[tokio::test(flavor = "multi_thread")]
async fn sigterm_at_any_time_of_startup_logs_no_error() {
    for delay in [0, 5, 10, 20, 40, 60, 80, 100, 150, 200, 300, 500] {
        let sandbox = Sandbox::start(Options::default()).await.unwrap();
        let bot = spawn(&sandbox);
        until_logged(&bot, "metrics server listening").await;
        // Real time, because the test stops the process at any instant.
        tokio::time::sleep(Duration::from_millis(delay)).await;
        assert_clean_stop(bot, &format!("{delay} ms")).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sigterm_while_discord_does_not_answer_logs_no_error() {
    for (method, path) in [("GET", "/gateway"), ("PUT", "/applications"), ("GET", "/applications")] {
        let sandbox = Sandbox::start(Options::default()).await.unwrap();
        let held = sandbox.hold(method, path);
        let bot = spawn(&sandbox);
        held.arrived(1).await;
        assert_clean_stop(bot, path).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sigterm_while_discord_is_unavailable_logs_no_error() {
    let sandbox = Sandbox::start(Options::default()).await.unwrap();
    sandbox.fail_next(100, "PUT", "/applications", Fault::Status(503));
    let bot = spawn(&sandbox);
    until_logged(&bot, "failed to register commands; looking for commands").await;
    bot.terminate();
    until_logged(&bot, "shut down before commands were registered").await;
    assert_clean_stop(bot, "503").await;

    let sandbox = Sandbox::start(Options::default()).await.unwrap();
    sandbox.refuse_gateway(true);
    let bot = spawn(&sandbox);
    until_logged(&bot, "failed to connect shard").await;
    assert_clean_stop(bot, "no gateway").await;
}

/// Starts a bot that is expected to fail. Returns its log.
async fn failed_start(api: &str) -> String {
    failed_start_of_shards(api, "auto").await
}

/// Starts a bot with a selection of shards, which is expected to fail. Returns its log.
async fn failed_start_of_shards(api: &str, shards: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let run = Command::new(env!("CARGO_BIN_EXE_ulti"))
        .arg("run")
        .current_dir(folder.path())
        .envs([("ULTI_DISCORD__TOKEN", TOKEN), ("ULTI_DISCORD__API", api), ("ULTI_LOG__FILTER", "trace")])
        .env("ULTI_DISCORD__SHARDS", shards)
        .stdin(Stdio::null())
        .kill_on_drop(true)
        .output();
    let output = tokio::time::timeout(PROCESS_TIMEOUT, run).await.unwrap().unwrap();
    let log = String::from_utf8(output.stderr).unwrap();
    let is_permanent = log.contains("Discord rejects the token")
        || log.contains("shards are too few")
        || log.contains("discord.shards is");
    assert_eq!(output.status.code(), Some(if is_permanent { 78 } else { 1 }), "{log}");
    log
}

/// The last line of the log names the reason, and no other error follows from it.
#[tokio::test(flavor = "multi_thread")]
async fn failed_start_logs_only_its_reason() {
    let log = failed_start("http://127.0.0.1:9").await;
    assert_eq!(errors(&log), [log.lines().last().unwrap()], "{log}");
    assert!(log.contains("failed to reach Discord API at http://127.0.0.1:9"), "{log}");

    let sandbox = Sandbox::start(Options::default()).await.unwrap();
    sandbox.fail_next(2, "PUT", "/applications", Fault::Rejected { status: 403, code: 50_001 });
    let log = failed_start(sandbox.base_url()).await;
    let [logged, printed] = errors(&log)[..] else { panic!("{log}") };
    assert!(logged.contains("failed to register commands"), "{log}");
    assert!(printed.starts_with("Error: failed to run bot: failed to register commands"), "{log}");

    let other = Options { token: Some("other".to_owned()), ..Options::default() };
    let sandbox = Sandbox::start(other).await.unwrap();
    let log = failed_start(sandbox.base_url()).await;
    assert_eq!(log.lines().last(), errors(&log).last().copied(), "{log}");
    assert!(log.contains("Discord rejects the token"), "{log}");

    // Discord rejects a wrong token after IDENTIFY.
    let sandbox = Sandbox::start(Options::default()).await.unwrap();
    let held = sandbox.hold("PUT", "/applications");
    let rejected = async {
        held.arrived(1).await;
        sandbox.close_gateway(4004);
    };
    let (log, ()) = tokio::join!(failed_start(sandbox.base_url()), rejected);
    let printed = log.lines().last().unwrap();
    assert!(printed.starts_with("Error: failed to run bot: Discord rejects the token"), "{log}");
    assert!(errors(&log).len() <= 3, "{log}");
}

/// If Discord rejects the token of a running bot, the bot closes the connections of all shards and exits.
#[tokio::test(flavor = "multi_thread")]
async fn token_rejected_at_run_time_stops_all_shards() {
    let options = Options { shards: Some(2), extra_guilds: 1, max_concurrency: 2, ..Options::default() };
    let sandbox = Sandbox::start(options).await.unwrap();
    let mut bot = spawn(&sandbox);
    sandbox.wait_until(|sandbox| sandbox.shards().len() == 2, PROCESS_TIMEOUT).await.unwrap();
    sandbox.close_shard(1, 4004);
    let status = bot.exit_status().await;
    let log = bot.logged();
    let printed = log.lines().last().unwrap();
    assert!(printed.starts_with("Error: failed to run bot: Discord rejects the token"), "{log}");
    assert_eq!(status.code(), Some(78), "{log}");
    sandbox.wait_until(|sandbox| sandbox.shards().is_empty(), PROCESS_TIMEOUT).await.unwrap();
}

/// Two processes with the same token and shards, but different databases, answer the same interactions.
#[tokio::test(flavor = "multi_thread")]
async fn second_process_with_same_token_is_detected() {
    let sandbox = Sandbox::start(Options { max_concurrency: 2, ..Options::default() }).await.unwrap();
    let bots = [spawn(&sandbox), spawn(&sandbox)];
    sandbox.wait_until(|sandbox| sandbox.shards().len() == 2, PROCESS_TIMEOUT).await.unwrap();
    let anna = sandbox.user("Anna").in_channel("ulti");
    let reason = "Error: failed to run bot: another process uses the token";
    let stopped = || bots.iter().filter(|bot| bot.logged().contains(reason)).count();
    let asking = async {
        while stopped() == 0 {
            let _ = anna.command("help", []).await;
        }
    };
    let detected = tokio::time::timeout(PROCESS_TIMEOUT, asking).await;
    assert!(
        detected.is_ok(),
        "second process was not detected\n{}\n---\n{}",
        bots[0].logged(),
        bots[1].logged()
    );
    sandbox.wait_until(|sandbox| sandbox.shards().len() == 1, PROCESS_TIMEOUT).await.unwrap();
    assert!(anna.command("help", []).await.unwrap().is_ephemeral(), "the other process does not answer");
}

#[tokio::test(flavor = "multi_thread")]
async fn second_process_with_same_database_is_refused() {
    let sandbox = Sandbox::start(Options::default()).await.unwrap();
    let bot = spawn(&sandbox);
    until_logged(&bot, "connected to Discord").await;
    let output = Command::new(env!("CARGO_BIN_EXE_ulti"))
        .arg("run")
        .envs([("ULTI_DISCORD__TOKEN", TOKEN), ("ULTI_DISCORD__API", sandbox.base_url())])
        .env("ULTI_STORE__PATH", bot.database())
        .output();
    let output = tokio::time::timeout(PROCESS_TIMEOUT, output).await.unwrap().unwrap();
    let printed = String::from_utf8(output.stderr).unwrap();
    assert!(printed.contains("ulti.db is in use by another process of the bot"), "{printed}");
    assert_eq!((output.status.code(), sandbox.identifies().len()), (Some(1), 1));
    assert_clean_stop(bot, "two processes").await;
}

/// A start that Discord would reject begins no session.
#[tokio::test(flavor = "multi_thread")]
async fn shards_that_cannot_be_started_are_reported() {
    let options = Options { shards: Some(12), session_starts: 11, ..Options::default() };
    let sandbox = Sandbox::start(options).await.unwrap();
    for (shards, reason) in [
        ("auto", "failed to start shards: too few session starts are left: 12 are needed and 11 are left"),
        ("0-3/4", "failed to start shards: 4 shards are too few"),
        ("0-4/4", "does not match the number of shards: 4 shards are numbered from 0 to 3"),
        ("all", "\"all\", which is not a range of shards such as \"0-3/16\""),
    ] {
        let log = failed_start_of_shards(sandbox.base_url(), shards).await;
        let printed = log.lines().last().unwrap();
        assert!(printed.contains(reason), "{log}");
        assert_eq!(errors(&log), [printed], "{log}");
    }
    assert_eq!(sandbox.identifies(), []);
}
