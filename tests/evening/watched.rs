//! What whoever looks after the bot sees of it, over a real socket; and how it stops.

use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::json;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool};
use ulti::playground::{Options, Playground};
use ulti::table::{Journal as _, TableEvent, TableId};

use crate::bot::{Bot, PATIENCE, TOKEN};
use crate::player::{Player, Way};
use crate::{Evening, only_table, secrets};

const READY: (u16, &str) = (200, r#"{"ready":true,"failed":[]}"#);

/// The value of a figure, with its labels as they are written.
fn figure(text: &str, name: &str) -> Option<u64> {
    let of_line = |line: &str| line.strip_prefix(name)?.strip_prefix(' ')?.parse().ok();
    text.lines().find_map(of_line)
}

fn is(text: &str, name: &str, value: u64) {
    assert_eq!(figure(text, name), Some(value), "{name} in:\n{text}");
}

fn is_counted(text: &str, name: &str) {
    assert!(figure(text, name).is_some_and(|value| value > 0), "{name} in:\n{text}");
}

/// Anna at a table with two robots, as far as her third action.
async fn against_robots() -> (Playground, Bot, Player) {
    let playground = Playground::start(Options { stopped_clock: true, ..Options::default() }).await.unwrap();
    let bot = Bot::start(&playground).await;
    bot.until_ready(READY).await;
    let mut anna = Player::new(playground.person("Anna").in_channel("ulti"), Way::Buttons);
    anna.person.command("ulti new", [("robots", json!(2))]).await.unwrap();
    let shown = anna.until_button("show:hand").await;
    anna.person.press_raw(shown.id(), "u1:1:made-up").await.unwrap();
    let mut acted = 0;
    let begun = Instant::now();
    while acted < 3 && begun.elapsed() < PATIENCE {
        match anna.act().await {
            Some(_) => acted += 1,
            None => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
    assert!(acted > 0, "nothing could be done");
    (playground, bot, anna)
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_played_is_in_the_figures_and_no_secret_is() {
    let (playground, mut bot, _anna) = against_robots().await;
    let store = bot.read_store().await;
    let comes = async {
        loop {
            let (_, text) = bot.look("/metrics").await;
            let (_, events) = only_table(&store).await;
            let drawn = figure(&text, "ulti_pictures_total{outcome=\"drawn\"}");
            if drawn > Some(0) && figure(&text, "ulti_journal_events_total") == Some(events.len() as u64) {
                return (text, events);
            }
        }
    };
    let (text, events) = tokio::time::timeout(PATIENCE, comes).await.expect("the journal's own count");
    let deals = events.iter().filter(|event| matches!(event, TableEvent::DealBegan { .. })).count();
    is(&text, "ulti_deals_begun_total", deals as u64);
    is(&text, "ulti_tables_opened_total", 1);
    is(&text, "ulti_tables_awake", 1);
    is(&text, "ulti_panics_total", 0);
    // What alerts look at is there before it happens.
    is(&text, "ulti_journal_failures_total{reason=\"corrupt\"}", 0);
    is(&text, "ulti_journal_cuts_total", 0);
    is(&text, "ulti_log_lines_total{level=\"error\"}", 0);
    is(&text, "ulti_rest_requests_total{status=\"429\"}", 0);
    is(&text, "ulti_rest_invalid_requests_total", 0);
    is(&text, "ulti_gateway_sessions_total{kind=\"begun\"}", 1);
    is(&text, "ulti_gateway_shards{state=\"connected\"}", 1);
    for check in ["gateway", "commands", "database", "running"] {
        is(&text, &format!("ulti_check_up{{check=\"{check}\"}}"), 1);
    }
    let done = |kind: &str, name: &str| {
        format!("ulti_interactions_total{{kind=\"{kind}\",name=\"{name}\",outcome=\"answered\"}}")
    };
    is(&text, &done("command", "ulti new"), 1);
    is(&text, &done("component", "unknown"), 1);
    is_counted(&text, &done("component", "show"));
    is_counted(&text, "ulti_interaction_answer_seconds_count{kind=\"component\"}");
    is_counted(&text, "ulti_journal_commit_seconds_count");
    is_counted(&text, "ulti_robot_thinking_seconds_count{level=\"normal\"}");
    is_counted(&text, "ulti_rest_requests_total{status=\"2xx\"}");
    is_counted(&text, "ulti_database_size_bytes");
    is_counted(&text, &format!("ulti_build_info{{version=\"{}\"}}", env!("CARGO_PKG_VERSION")));
    assert!(text.ends_with("# EOF\n"), "{text}");
    for id in [playground.guild(), playground.person("Anna").id(), playground.channel("ulti").unwrap()] {
        assert!(!text.contains(&id.to_string()), "{id} in:\n{text}");
    }
    assert_eq!(bot.look("/").await.0, 404);
    bot.stop().await;
    secrets::none_in(&text, &playground, &only_table(&store).await.1);
    secrets::none_in(&bot.logged(), &playground, &only_table(&store).await.1);
    let log = bot.logged();
    let action = ["action{table=1 version=", " by=\"person\" request=", "outcome=\"done\""];
    assert!(log.lines().any(|line| action.iter().all(|part| line.contains(part))), "{log}");
    let told = "kind=\"command\" command=\"ulti new\" user=";
    assert!(log.lines().any(|line| line.contains("interaction{id=") && line.contains(told)), "{log}");
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_session_is_counted_and_a_full_disk_is_seen_until_it_is_over() {
    let (playground, mut bot, anna) = against_robots().await;
    playground.invalidate_sessions(false);
    // How long nothing is connected meanwhile hangs on the machine; that it came anew does not.
    let begun = "ulti_gateway_sessions_total{kind=\"begun\"}";
    let comes = async {
        while figure(&bot.look("/metrics").await.1, begun) != Some(2) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, comes).await.expect("a second session");
    assert_eq!(bot.look("/healthz").await, (200, "alive\n".to_owned()));
    bot.until_ready(READY).await;

    let file = SqliteConnectOptions::new().filename(bot.database());
    let second = SqlitePool::connect_with(file).await.unwrap();
    for (name, table) in [("full_journal", "journal"), ("full_meta", "meta")] {
        let full = "BEGIN SELECT RAISE(ROLLBACK, 'database or disk is full'); END";
        let trigger = format!("CREATE TRIGGER {name} BEFORE INSERT ON {table} {full}");
        sqlx::query(sqlx::AssertSqlSafe(trigger)).execute(&second).await.unwrap();
    }
    anna.person.command("ulti end", []).await.unwrap();
    bot.until_ready((503, r#"{"ready":false,"failed":["database"]}"#)).await;
    let (_, text) = bot.look("/metrics").await;
    is_counted(&text, "ulti_journal_failures_total{reason=\"unavailable\"}");
    is(&text, "ulti_check_up{check=\"database\"}", 0);
    is_counted(&text, "ulti_log_lines_total{level=\"error\"}");
    for name in ["full_journal", "full_meta"] {
        let drop = format!("DROP TRIGGER {name}");
        sqlx::query(sqlx::AssertSqlSafe(drop)).execute(&second).await.unwrap();
    }
    second.close().await;
    anna.person.command("ulti end", []).await.unwrap();
    bot.until_ready(READY).await;
    bot.stop().await;
}

/// Discord may send what serenity can't read, with a token, names and cards in it; serenity would log all of it.
#[tokio::test(flavor = "multi_thread")]
async fn what_can_not_be_read_is_logged_by_its_place_alone() {
    let (playground, mut bot, anna) = against_robots().await;
    let told = json!({ "token": "A-TOKEN-OF-AN-INTERACTION", "message": { "content": "A-HAND-OF-CARDS" } });
    playground.send_frame(json!({ "op": 99, "t": "INTERACTION_CREATE", "s": 1, "d": told }));
    let line = "quotes what went over the wire, and is left out";
    let comes = async {
        while !bot.logged().contains(line) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, comes).await.expect("a line in the log");
    anna.person.command("hand", []).await.expect("the bot goes on");
    bot.stop().await;
    let log = bot.logged();
    for secret in ["A-TOKEN-OF-AN-INTERACTION", "A-HAND-OF-CARDS"] {
        assert!(!log.contains(secret), "{secret} is in the log");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_clicks_while_the_bot_stops_hears_so_and_afterwards_all_goes_on() {
    let mut evening = Evening::begin().await;
    evening.sit_down().await;
    evening.play_until(|done| done.cards >= 2).await;
    let table = evening.players[1].until_button("show:hand").await;
    // The edit that shows the next card hangs, so that the bot takes its time to stop.
    let channel = format!("/channels/{}/messages", evening.players[0].person.channel());
    let hold = evening.playground.hold("PATCH", &channel);
    assert!(evening.step().await, "a card is played");
    hold.arrived(1).await;
    let told_to = Instant::now();
    evening.bot.terminate();
    evening.bot.until_ready((503, r#"{"ready":false,"failed":["running"]}"#)).await;
    assert_eq!(evening.bot.look("/healthz").await.0, 200);
    let dori = evening.playground.person("Dóri").in_channel("general");
    let (pressed, typed) = tokio::join!(
        evening.players[1].press(&table, "show:hand"),
        dori.command("ulti new", [("robots", json!(2))])
    );
    let typed = typed.unwrap();
    assert!(pressed.is_ephemeral() && pressed.text().contains("restarting"), "{}", pressed.text());
    assert!(typed.is_ephemeral() && typed.text().contains("újraindul"), "{}", typed.text());
    let (_, text) = evening.bot.look("/metrics").await;
    is(&text, "ulti_interactions_total{kind=\"command\",name=\"ulti new\",outcome=\"stopping\"}", 1);
    hold.release();
    evening.bot.ended().await;
    eprintln!("stopped after {:?}, a hanging edit among it", told_to.elapsed());
    evening.check_journal().await;
    let store = evening.bot.read_store().await;
    assert!(store.load(TableId(2)).await.is_err(), "no table was set up while it stopped");
    store.close().await;

    evening.bot.restart(&evening.playground).await;
    let hand = evening.players[1].press(&table, "show:hand").await;
    assert!(hand.is_ephemeral() && hand.text().contains("Your hand"), "{}", hand.text());
    evening.finish_deal(1).await;
    let told_to = Instant::now();
    evening.bot.stop().await;
    eprintln!("stopped after {:?} with nothing to wait for", told_to.elapsed());
    let complaints = evening.playground.complaints();
    assert!(complaints.is_empty(), "{complaints:#?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_that_is_taken_ends_the_start_with_the_reason() {
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
    let output = tokio::time::timeout(PATIENCE, run).await.unwrap().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success());
    assert!(said.contains(&format!("watch.address is {address}: can't listen there")), "{said}");
    assert!(!folder.path().join("ulti.db").exists(), "nothing was begun");
}
