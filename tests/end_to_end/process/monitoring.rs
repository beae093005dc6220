//! Tests of monitoring, logging and shutdown of the bot process.

use std::process::Stdio;
use std::time::{Duration, Instant};

use discord_sandbox::{ClockMode, Options, Sandbox};
use serde_json::json;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool};
use tokio::io::AsyncReadExt as _;
use ulti::store::Store;
use ulti::table::{Journal as _, TableEvent, TableId};
use ulti_testkit::leaks::secrets;
use ulti_testkit::messages::{private_text, public, until_private};
use ulti_testkit::{BotProcess, BotProcessBuilder, PROCESS_TIMEOUT, Player, Strategy, TOKEN, enabled};

use super::evening::{Evening, only_table};
use crate::bot_process;

const READY: (u16, &str) = (200, r#"{"ready":true,"failed":[]}"#);

/// Returns the value of a metric, given with its labels.
fn metric_value(text: &str, name: &str) -> Option<u64> {
    let of_line = |line: &str| line.strip_prefix(name)?.strip_prefix(' ')?.parse().ok();
    text.lines().find_map(of_line)
}

fn assert_metric(text: &str, name: &str, value: u64) {
    assert_eq!(metric_value(text, name), Some(value), "{name} in:\n{text}");
}

fn assert_counted(text: &str, name: &str) {
    assert!(metric_value(text, name).is_some_and(|value| value > 0), "{name} in:\n{text}");
}

/// Waits until the metrics satisfy a condition, and returns them. An interaction, for example, is counted
/// only after its user has seen the reply.
async fn until_metrics(bot: &BotProcess, condition: impl Fn(&str) -> bool) -> String {
    let begun = Instant::now();
    loop {
        let (_, text) = bot.fetch("/metrics").await;
        if condition(&text) {
            return text;
        }
        assert!(begun.elapsed() < PROCESS_TIMEOUT, "timed out, metrics:\n{text}");
        tokio::time::sleep(Duration::from_millis(20)).await; // polls a process, which has a real clock
    }
}

/// Waits until a metric has a value, and returns all metrics.
async fn until_metric(bot: &BotProcess, name: &str, value: u64) -> String {
    until_metrics(bot, |text| metric_value(text, name) == Some(value)).await
}

/// Plays three actions at a table with two robots, in a further deal if necessary.
async fn play_against_robots() -> (Sandbox, BotProcess, Player) {
    let sandbox = Sandbox::start(Options { clock: ClockMode::Stopped, ..Options::default() }).await.unwrap();
    let bot = bot_process().start(&sandbox).await;
    bot.until_ready(READY).await;
    let anna = Player::new(sandbox.user("Anna").in_channel("ulti"), Strategy::Buttons);
    anna.user.command("ulti new", [("robots", json!(2))]).await.unwrap();
    let shown = anna.until_button("show:hand").await;
    anna.user.press_raw(shown.id(), "u1:1:made-up").await.unwrap();
    let mut acted = 0;
    let begun = Instant::now();
    while acted < 3 {
        assert!(begun.elapsed() < PROCESS_TIMEOUT, "timed out after {acted} actions");
        let newest = public(&anna.user.messages()).pop().expect("no public message");
        if enabled(&newest, "next").next().is_some() {
            // The deal may end before the player has acted three times.
            anna.press(&newest, "next").await;
        }
        match anna.act().await {
            Some(_) => acted += 1,
            None => tokio::time::sleep(Duration::from_millis(50)).await, // polls a process with a real clock
        }
    }
    (sandbox, bot, anna)
}

/// Waits until nothing is in flight and the metrics contain every event. Returns the metrics and the events.
async fn until_metrics_match_journal(bot: &BotProcess, store: &Store) -> (String, Vec<TableEvent>) {
    let comes = async {
        loop {
            let (_, text) = bot.fetch("/metrics").await;
            let (_, events) = only_table(store).await;
            let drawn = metric_value(&text, "ulti_pictures_total{outcome=\"drawn\"}");
            // An interaction is counted after its reply has been sent, including the picture of a hand.
            if drawn > Some(0)
                && metric_value(&text, "ulti_interactions_in_flight") == Some(0)
                && metric_value(&text, "ulti_journal_events_total") == Some(events.len() as u64)
            {
                return (text, events);
            }
        }
    };
    tokio::time::timeout(PROCESS_TIMEOUT, comes)
        .await
        .expect("timed out waiting for matching journal metrics")
}

/// Metrics of a bot with one table, with their values. Metrics that alerts use exist before their first
/// event.
const EXACT_METRICS: [(&str, u64); 14] = [
    ("ulti_tables_opened_total", 1),
    ("ulti_tables_awake", 1),
    ("ulti_panics_total", 0),
    ("ulti_journal_failures_total{reason=\"corrupt\"}", 0),
    ("ulti_journal_cuts_total", 0),
    ("ulti_log_lines_total{level=\"error\"}", 0),
    ("ulti_rest_requests_total{status=\"429\"}", 0),
    ("ulti_rest_invalid_requests_total", 0),
    ("ulti_gateway_sessions_total{kind=\"begun\"}", 1),
    ("ulti_gateway_shards{state=\"connected\"}", 1),
    ("ulti_check_up{check=\"gateway\"}", 1),
    ("ulti_check_up{check=\"commands\"}", 1),
    ("ulti_check_up{check=\"database\"}", 1),
    ("ulti_check_up{check=\"running\"}", 1),
];

/// Metrics that are positive after some actions at a table with robots.
const POSITIVE_METRICS: [&str; 6] = [
    "ulti_interaction_answer_seconds_count{kind=\"component\"}",
    "ulti_journal_commit_seconds_count",
    "ulti_robot_thinking_seconds_count{level=\"normal\"}",
    "ulti_rest_requests_total{status=\"2xx\"}",
    "ulti_database_size_bytes",
    concat!("ulti_build_info{version=\"", env!("CARGO_PKG_VERSION"), "\"}"),
];

/// Asserts that the log has lines for an action at the table and for a command, with their fields.
fn assert_interactions_are_logged(log: &str) {
    let action = ["action{table=1 version=", " by=\"person\" request=", "outcome=\"done\""];
    assert!(log.lines().any(|line| action.iter().all(|part| line.contains(part))), "{log}");
    let told = "kind=\"command\" command=\"ulti new\" user=";
    assert!(log.lines().any(|line| line.contains("interaction{id=") && line.contains(told)), "{log}");
}

#[tokio::test(flavor = "multi_thread")]
async fn metrics_include_event_counts_but_no_secrets() {
    let (sandbox, mut bot, _anna) = play_against_robots().await;
    let store = bot.read_store().await;
    let (text, events) = until_metrics_match_journal(&bot, &store).await;
    let deals = events.iter().filter(|event| matches!(event, TableEvent::DealBegan { .. })).count();
    assert_metric(&text, "ulti_deals_begun_total", deals as u64);
    for (name, value) in EXACT_METRICS {
        assert_metric(&text, name, value);
    }
    let done = |kind: &str, name: &str| {
        format!("ulti_interactions_total{{kind=\"{kind}\",name=\"{name}\",outcome=\"answered\"}}")
    };
    assert_metric(&text, &done("command", "ulti new"), 1);
    assert_metric(&text, &done("component", "unknown"), 1);
    assert_counted(&text, &done("component", "show"));
    for name in POSITIVE_METRICS {
        assert_counted(&text, name);
    }
    assert!(text.ends_with("# EOF\n"), "{text}");
    for id in [sandbox.guild(), sandbox.user("Anna").id(), sandbox.channel("ulti").unwrap()] {
        assert!(!text.contains(&id.to_string()), "{id} in:\n{text}");
    }
    assert_eq!(bot.fetch("/").await.0, 404);
    bot.stop().await;
    secrets::assert_no_secrets(&text, &sandbox, &only_table(&store).await.1);
    secrets::assert_no_secrets(&bot.logged(), &sandbox, &only_table(&store).await.1);
    assert_interactions_are_logged(&bot.logged());
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn metrics_report_full_disk() {
    let (sandbox, mut bot, anna) = play_against_robots().await;
    sandbox.invalidate_sessions(false);
    // The duration of the outage depends on the machine, but a new session is certain.
    until_metric(&bot, "ulti_gateway_sessions_total{kind=\"begun\"}", 2).await;
    assert_eq!(bot.fetch("/healthz").await, (200, "alive\n".to_owned()));
    bot.until_ready(READY).await;

    let file = SqliteConnectOptions::new().filename(bot.database());
    let second = SqlitePool::connect_with(file).await.unwrap();
    for (name, table) in [("full_journal", "journal"), ("full_meta", "meta")] {
        let full = "BEGIN SELECT RAISE(ROLLBACK, 'database or disk is full'); END";
        let trigger = format!("CREATE TRIGGER {name} BEFORE INSERT ON {table} {full}");
        sqlx::query(sqlx::AssertSqlSafe(trigger)).execute(&second).await.unwrap();
    }
    anna.user.command("ulti end", []).await.unwrap();
    bot.until_ready((503, r#"{"ready":false,"failed":["database"]}"#)).await;
    let text = until_metric(&bot, "ulti_check_up{check=\"database\"}", 0).await;
    assert_counted(&text, "ulti_journal_failures_total{reason=\"unavailable\"}");
    assert_counted(&text, "ulti_log_lines_total{level=\"error\"}");
    for name in ["full_journal", "full_meta"] {
        let drop = format!("DROP TRIGGER {name}");
        sqlx::query(sqlx::AssertSqlSafe(drop)).execute(&second).await.unwrap();
    }
    second.close().await;
    anna.user.command("ulti end", []).await.unwrap();
    bot.until_ready(READY).await;
    bot.stop().await;
}

/// Discord may send payloads that the bot cannot read. Their tokens and cards are not logged.
#[tokio::test(flavor = "multi_thread")]
async fn unparsable_gateway_payload_is_logged_without_content() {
    let (sandbox, mut bot, anna) = play_against_robots().await;
    let token = "A-TOKEN-OF-AN-INTERACTION";
    let told = json!({ "token": token, "message": { "content": "A-HAND-OF-CARDS" } });
    sandbox.send_frame(json!({ "op": 99, "t": "INTERACTION_CREATE", "s": 1, "d": told }));
    sandbox.send_frame(
        json!({ "op": 0, "t": "READY", "s": 1, "d": { "session_id": "x", "v": token, "user": {} } }),
    );
    let lines = |log: &str| log.matches("event from Discord cannot be read").count();
    let comes = async {
        while lines(&bot.logged()) < 2 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PROCESS_TIMEOUT, comes).await.expect("timed out waiting for the log lines");
    anna.user.command("hand", []).await.expect("bot does not answer");
    bot.stop().await;
    let log = bot.logged();
    for secret in ["A-TOKEN-OF-AN-INTERACTION", "A-HAND-OF-CARDS"] {
        assert!(!log.contains(secret), "log contains {secret}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn disconnected_shard_is_named() {
    let options = Options { extra_guilds: 1, shards: Some(2), max_concurrency: 2, ..Options::default() };
    let sandbox = Sandbox::start(options).await.unwrap();
    let mut bot = bot_process().monitored().start(&sandbox).await;
    bot.until_ready(READY).await;
    let text = until_metric(&bot, "ulti_gateway_shards{state=\"connected\"}", 2).await;
    assert_metric(&text, "ulti_gateway_shard_up{shard=\"1\"}", 1);
    assert_metric(&text, "ulti_gateway_session_starts_left", 998);
    sandbox.refuse_shard(1, true);
    let unready = r#"{"ready":false,"failed":["gateway"],"disconnected_shards":[1]}"#;
    bot.until_ready((503, unready)).await;
    let text = until_metric(&bot, "ulti_gateway_shards{state=\"disconnected\"}", 1).await;
    assert_metric(&text, "ulti_gateway_shard_up{shard=\"0\"}", 1);
    assert_metric(&text, "ulti_gateway_shard_up{shard=\"1\"}", 0);
    sandbox.refuse_shard(1, false);
    bot.until_ready(READY).await;
    let (_, text) = bot.fetch("/metrics").await;
    assert_counted(&text, "ulti_gateway_shard_sessions_total{shard=\"1\",kind=\"begun\"}");
    bot.stop().await;
}

/// Minimum number of bytes in a full pipe on Linux. A line of at most 4 KiB is written only if it fits
/// completely into the 64 KiB of the pipe.
const FULL_PIPE: usize = 60 * 1024;

#[tokio::test(flavor = "multi_thread")]
async fn unread_log_does_not_block_interactions() {
    let sandbox = Sandbox::start(Options { clock: ClockMode::Stopped, ..Options::default() }).await.unwrap();
    let mut bot = bot_process().env("ULTI_LOG__FILTER", "trace").unread_log().start(&sandbox).await;
    let anna = sandbox.user("Anna").in_channel("ulti");
    let first = private_text(&anna.command("help", []).await.unwrap());
    for _ in 0..600 {
        assert_eq!(private_text(&anna.command("help", []).await.unwrap()), first);
    }
    let mut log = bot.take_log_pipe();
    bot.stop().await;
    let mut text = Vec::new();
    log.read_to_end(&mut text).await.unwrap();
    assert!(text.len() >= FULL_PIPE, "the log did not fill the pipe: {} bytes", text.len());
}

/// Returns a builder for a bot that is started with the given option of `env`, which sets how it treats
/// SIGHUP. The tests may run under `nohup`.
fn with_signals(option: &str) -> BotProcessBuilder {
    let arguments = [option, env!("CARGO_BIN_EXE_ulti"), "run"];
    BotProcess::builder("env").arguments(arguments)
}

#[tokio::test(flavor = "multi_thread")]
async fn bot_shuts_down_gracefully_after_hangup() {
    let sandbox = Sandbox::start(Options { clock: ClockMode::Stopped, ..Options::default() }).await.unwrap();
    let mut bot = with_signals("--default-signal=HUP").start(&sandbox).await;
    bot.hang_up();
    bot.until_exit().await;
    assert!(bot.logged().contains("shutdown started"), "{}", bot.logged());
}

#[tokio::test(flavor = "multi_thread")]
async fn bot_started_with_nohup_survives_hangup() {
    let sandbox = Sandbox::start(Options { clock: ClockMode::Stopped, ..Options::default() }).await.unwrap();
    let mut bot = with_signals("--ignore-signal=HUP").start(&sandbox).await;
    bot.hang_up();
    let anna = sandbox.user("Anna").in_channel("ulti");
    assert!(!private_text(&anna.command("help", []).await.unwrap()).contains("újraindul"));
    assert!(!bot.logged().contains("shutdown started"), "{}", bot.logged());
    bot.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn shutdown_waits_for_running_interactions() {
    // The bot must not exit before the replies below have arrived.
    let bot = bot_process().env("ULTI_DISCORD__SHUTDOWN_TIMEOUT", "1h");
    let mut evening = Evening::start_with(bot).await;
    evening.sit_down().await;
    evening.play_until(|done| done.cards >= 2).await;
    let table = evening.players[1].until_button("show:hand").await;
    // Hold the next edit, so that the shutdown takes time.
    let hold = evening.sandbox.hold("PATCH", "/webhooks/");
    assert!(evening.step().await, "no card was played");
    hold.arrived(1).await;
    let told_to = Instant::now();
    evening.bot.terminate();
    evening.bot.until_ready((503, r#"{"ready":false,"failed":["running"]}"#)).await;
    assert_eq!(evening.bot.fetch("/healthz").await.0, 200);
    let dori = evening.sandbox.user("Dóri").in_channel("general");
    let (pressed, typed) = tokio::join!(
        evening.players[1].press(&table, "show:hand"),
        dori.command("ulti new", [("robots", json!(2))])
    );
    let typed = typed.unwrap();
    assert!(pressed.is_ephemeral() && pressed.text().contains("restarting"), "{}", pressed.text());
    assert!(typed.is_ephemeral() && typed.text().contains("újraindul"), "{}", typed.text());
    let refused = "ulti_interactions_total{kind=\"command\",name=\"ulti new\",outcome=\"stopping\"}";
    until_metric(&evening.bot, refused, 1).await;
    hold.release();
    evening.bot.until_exit().await;
    eprintln!("stopped after {:?} with a hanging edit", told_to.elapsed());
    evening.check_journal().await;
    let store = evening.bot.read_store().await;
    assert!(store.load(TableId(2)).await.is_err(), "table was opened during shutdown");
    store.close().await;

    evening.bot.restart(&evening.sandbox).await;
    // The press renews the token of the table message, and the hand is a follow-up.
    evening.players[1].press(&table, "show:hand").await;
    until_private(&evening.players[1].user, |hand| hand.text().contains("our turn")).await;
    evening.finish_deal(1).await;
    let told_to = Instant::now();
    evening.bot.stop().await;
    eprintln!("stopped after {:?} while idle", told_to.elapsed());
    let violations = evening.sandbox.violations();
    assert!(violations.is_empty(), "{violations:#?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn bot_does_not_start_if_metrics_address_is_in_use() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let folder = tempfile::tempdir().unwrap();
    let run = tokio::process::Command::new(env!("CARGO_BIN_EXE_ulti"))
        .arg("run")
        .current_dir(folder.path())
        .env("ULTI_DISCORD__TOKEN", TOKEN)
        .env("ULTI_DISCORD__API", "http://127.0.0.1:9")
        .env("ULTI_WATCH__ADDRESS", &address)
        .stdin(Stdio::null())
        .kill_on_drop(true)
        .output();
    let output = tokio::time::timeout(PROCESS_TIMEOUT, run).await.unwrap().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success());
    assert!(said.contains(&format!("failed to listen on {address}: set watch.address")), "{said}");
    assert!(!folder.path().join("ulti.db").exists(), "database was created");
}
