//! Tests of a failing or full database during a deal.

use std::process::Stdio;

use discord_sandbox::{Options, Sandbox, SimulatedUser};
use serde_json::json;
use sqlx::AssertSqlSafe;

use crate::harness::{Harness, TIMEOUT, WEAKEST_BID, play, play_on, private_reply, until_public, until_said};

const SENTENCES: [(&str, &str); 2] = [
    ("hu", "Nem sikerült elmenteni, ezért nem változott semmi"),
    ("en-US", "It couldn't be saved, so nothing changed"),
];

async fn sql(harness: &Harness, statement: &str) {
    sqlx::query(AssertSqlSafe(statement.to_owned())).execute(&harness.pool).await.unwrap();
}

/// Asserts that commands and buttons fail with an error message while the database rejects writes.
async fn assert_writes_fail(harness: &Harness, people: &[SimulatedUser; 3]) {
    let dealt = harness.dealt().await;
    let turn = dealt.turn(people);
    let card = dealt.view(turn).legal.cards.iter().next().unwrap().to_string();
    let hand = private_reply(turn, turn.command("hand", []).await).await;
    let button = format!("u1:1:play:{}:{card}", dealt.moment());
    for (locale, says) in SENTENCES {
        turn.speak(locale);
        harness.assert_no_effect(turn, turn.command("play", [("card", json!(card))]), &[says]).await;
        harness.assert_no_effect(turn, turn.press_raw(hand.id(), &button), &[says]).await;
        harness.assert_no_effect(turn, turn.command("ulti end", []), &[says]).await;
    }
    let ed = harness.person("Ed");
    for (locale, says) in SENTENCES {
        ed.speak(locale);
        harness.assert_no_effect(&ed, ed.command("ulti join", []), &[says]).await;
        let there = ed.in_channel("general");
        harness.assert_no_effect(&there, there.command("ulti new", []), &[says]).await;
        harness.assert_no_effect(&ed, ed.command("settings pings", [("on", json!(false))]), &[says]).await;
    }
}

/// Simulates a full disk by triggers that roll back, as `SQLite` does. A page limit is not an option,
/// because it applies to one connection only.
#[tokio::test(flavor = "multi_thread")]
async fn full_database_rejects_changes_until_freed() {
    let harness = Harness::start().await;
    let people = play(&harness, WEAKEST_BID).await;
    let full = "BEGIN SELECT RAISE(ROLLBACK, 'database or disk is full'); END";
    for (name, table) in [("f1", "journal"), ("f2", "tables"), ("f3", "user_settings"), ("f4", "messages")] {
        sql(&harness, &format!("CREATE TRIGGER {name} BEFORE INSERT ON {table} {full}")).await;
        sql(&harness, &format!("CREATE TRIGGER {name}u BEFORE UPDATE ON {table} {full}")).await;
    }
    assert_writes_fail(&harness, &people).await;
    for name in ["f1", "f2", "f3", "f4"] {
        sql(&harness, &format!("DROP TRIGGER {name}")).await;
        sql(&harness, &format!("DROP TRIGGER {name}u")).await;
    }
    play_to_the_end(&harness, &people).await;
    harness.end().await;
}

/// Another process locks the file for longer than the bot's busy timeout.
#[tokio::test(flavor = "multi_thread")]
async fn locked_database_rejects_card_until_unlocked() {
    let harness = Harness::start().await;
    let people = play(&harness, WEAKEST_BID).await;
    let dealt = harness.dealt().await;
    let turn = dealt.turn(&people);
    turn.speak("en-US");
    let (kept, card) =
        (harness.stored_state().await, dealt.view(turn).legal.cards.iter().next().unwrap().to_string());
    let mut holder = harness.pool.begin_with("BEGIN IMMEDIATE").await.unwrap();
    sqlx::query("UPDATE meta SET value = value").execute(&mut *holder).await.unwrap();
    let refused = private_reply(turn, turn.command("play", [("card", json!(card))]).await).await;
    assert!(refused.text().contains("couldn't be saved"), "{}", refused.text());
    holder.rollback().await.unwrap();
    assert_eq!(harness.stored_state().await, kept);
    play_to_the_end(&harness, &people).await;
    harness.end().await;
}

async fn play_to_the_end(harness: &Harness, people: &[SimulatedUser; 3]) {
    while harness.dealt().await.deal.turn().is_some() {
        play_on(harness, people).await;
    }
    let deals: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM deals").fetch_one(&harness.pool).await.unwrap();
    assert_eq!(deals, 1);
    until_public(&people[0], ":next").await;
}

/// The database is closed under the running bot, as during a shutdown.
#[tokio::test(flavor = "multi_thread")]
async fn closed_database_is_reported_to_user() {
    let harness = Harness::start().await;
    let people = play(&harness, WEAKEST_BID).await;
    until_said(&people[0], "Anna").await;
    harness.close_store().await;
    let dealt = harness.dealt().await;
    let turn = dealt.turn(&people);
    let card = dealt.view(turn).legal.cards.iter().next().unwrap().to_string();
    for (locale, says) in SENTENCES {
        turn.speak(locale);
        harness.assert_no_effect(turn, turn.command("play", [("card", json!(card))]), &[says]).await;
        // An active table is in memory, so the hand is still shown.
        let hand = harness.assert_no_effect(turn, turn.command("hand", []), &[]).await;
        assert!(!hand.text().contains(says), "{:?}", hand.text());
        harness.assert_no_effect(turn, turn.command("ulti new", []), &[says]).await;
        harness.assert_no_effect(turn, turn.command("settings pings", [("on", json!(false))]), &[says]).await;
        private_reply(turn, turn.command("leaderboard", []).await).await;
    }
    harness.end().await;
}

/// The process reaches its file size limit, which is lifted later.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn full_disk_rejects_changes_until_freed() {
    if std::process::Command::new("prlimit").arg("--version").output().is_err() {
        eprintln!("skipped: prlimit is not installed");
        return;
    }
    let sandbox = Sandbox::start(Options::default()).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    // Ignore SIGXFSZ, which would kill a process that exceeds its limit.
    let program = ["-c", "trap '' XFSZ; exec \"$0\" run", env!("CARGO_BIN_EXE_ulti")];
    let child = tokio::process::Command::new("sh")
        .args(program)
        .current_dir(folder.path())
        .env("ULTI_DISCORD__TOKEN", "token")
        .env("ULTI_DISCORD__API", sandbox.base_url())
        .env("ULTI_STORE__PATH", folder.path().join("ulti.sqlite"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    sandbox.ready(TIMEOUT).await.unwrap();
    let limit = |limit: &str| {
        let id = child.id().unwrap().to_string();
        let set =
            std::process::Command::new("prlimit").args(["--pid", &id, &format!("--fsize={limit}:")]).status();
        assert!(set.unwrap().success());
    };
    let anna = sandbox.person("Anna").in_channel("ulti");
    private_reply(&anna, anna.command("ulti new", [("robots", json!(2))]).await).await;
    until_public(&anna, ":show:hand").await;
    let dori = sandbox.person("Dóri").in_channel("ulti");
    limit("1");
    for (locale, says) in SENTENCES {
        dori.speak(locale);
        let refused = private_reply(&dori, dori.command("ulti join", []).await).await;
        assert!(refused.text().contains(says), "{}", refused.text());
        private_reply(&anna, anna.command("hand", []).await).await;
    }
    limit("unlimited");
    private_reply(&dori, dori.command("ulti join", []).await).await;
    let again = private_reply(&dori, dori.command("ulti join", []).await).await;
    assert!(again.text().contains("already have a seat"), "{}", again.text());
    let violations = sandbox.violations();
    assert!(violations.is_empty(), "{violations:#?}");
}
