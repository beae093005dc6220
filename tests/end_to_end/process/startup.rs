//! Tests of a startup that is interrupted or fails. Alerts count the errors in the log, so the log contains an
//! error only if something is wrong.

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
    until_logged(&bot, "failed to register commands; retrying").await;
    bot.terminate();
    until_logged(&bot, "shut down before commands were registered").await;
    assert_clean_stop(bot, "503").await;

    let sandbox = Sandbox::start(Options::default()).await.unwrap();
    sandbox.refuse_gateway(true);
    let bot = spawn(&sandbox);
    until_logged(&bot, "metrics server listening").await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_clean_stop(bot, "no gateway").await;
}

/// Starts a bot that is expected to fail. Returns its log.
async fn failed_start(api: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let run = Command::new(env!("CARGO_BIN_EXE_ulti"))
        .arg("run")
        .current_dir(folder.path())
        .envs([("ULTI_DISCORD__TOKEN", TOKEN), ("ULTI_DISCORD__API", api), ("ULTI_LOG__FILTER", "trace")])
        .stdin(Stdio::null())
        .kill_on_drop(true)
        .output();
    let output = tokio::time::timeout(PROCESS_TIMEOUT, run).await.unwrap().unwrap();
    assert_eq!(output.status.code(), Some(1));
    String::from_utf8(output.stderr).unwrap()
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
    assert!(log.contains("permission denied (401"), "{log}");

    // Discord rejects a wrong token after IDENTIFY.
    let sandbox = Sandbox::start(Options::default()).await.unwrap();
    let held = sandbox.hold("PUT", "/applications");
    let rejected = async {
        held.arrived(1).await;
        sandbox.close_gateway(4004);
    };
    let (log, ()) = tokio::join!(failed_start(sandbox.base_url()), rejected);
    let printed = log.lines().last().unwrap();
    assert!(printed.starts_with("Error: failed to run bot: gateway rejected the bot"), "{log}");
    assert!(errors(&log).len() <= 3, "{log}");
}
