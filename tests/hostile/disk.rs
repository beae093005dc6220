//! A database that takes nothing more, in mid-deal.

use std::process::Stdio;

use serde_json::json;
use sqlx::AssertSqlSafe;
use ulti::playground::{Options, Person, Playground};

use crate::evening::{Evening, LEAST, PATIENCE, play, play_on, told, until_public, until_said};

const SENTENCES: [(&str, &str); 2] = [
    ("hu", "Nem sikerült elmenteni, ezért nem változott semmi"),
    ("en-US", "It couldn't be saved, so nothing changed"),
];

async fn sql(evening: &Evening, statement: &str) {
    sqlx::query(AssertSqlSafe(statement.to_owned())).execute(&evening.eyes).await.unwrap();
}

/// Whoever's turn it is tries to play, by command and by button, and everybody tries what else there is.
async fn nothing_is_kept(evening: &Evening, people: &[Person; 3]) {
    let dealt = evening.dealt().await;
    let turn = dealt.turn(people);
    let card = dealt.view(turn).legal.cards.iter().next().unwrap().to_string();
    let hand = told(turn, turn.command("hand", []).await).await;
    let button = format!("u1:1:play:{}:{card}", dealt.moment());
    for (locale, says) in SENTENCES {
        turn.speak(locale);
        evening.in_vain(turn, turn.command("play", [("card", json!(card))]), &[says]).await;
        evening.in_vain(turn, turn.press_raw(hand.id(), &button), &[says]).await;
        evening.in_vain(turn, turn.command("ulti end", []), &[says]).await;
    }
    let ed = evening.person("Ed");
    for (locale, says) in SENTENCES {
        ed.speak(locale);
        evening.in_vain(&ed, ed.command("ulti join", []), &[says]).await;
        let there = ed.in_channel("general");
        evening.in_vain(&there, there.command("ulti new", []), &[says]).await;
        evening.in_vain(&ed, ed.command("settings pings", [("on", json!(false))]), &[says]).await;
    }
}

/// `SQLite` ends a transaction by itself when the disk is full, and so does this. A connection has its own
/// limit of pages, which another one can't set.
#[tokio::test(flavor = "multi_thread")]
async fn a_full_database_in_mid_deal() {
    let evening = Evening::begin().await;
    let people = play(&evening, LEAST).await;
    let full = "BEGIN SELECT RAISE(ROLLBACK, 'database or disk is full'); END";
    for (name, table) in [("f1", "journal"), ("f2", "tables"), ("f3", "user_settings"), ("f4", "messages")] {
        sql(&evening, &format!("CREATE TRIGGER {name} BEFORE INSERT ON {table} {full}")).await;
        sql(&evening, &format!("CREATE TRIGGER {name}u BEFORE UPDATE ON {table} {full}")).await;
    }
    nothing_is_kept(&evening, &people).await;
    for name in ["f1", "f2", "f3", "f4"] {
        sql(&evening, &format!("DROP TRIGGER {name}")).await;
        sql(&evening, &format!("DROP TRIGGER {name}u")).await;
    }
    play_to_the_end(&evening, &people).await;
    evening.end().await;
}

/// Another program holds the file for longer than the bot waits.
#[tokio::test(flavor = "multi_thread")]
async fn a_held_database_in_mid_deal() {
    let evening = Evening::begin().await;
    let people = play(&evening, LEAST).await;
    let dealt = evening.dealt().await;
    let turn = dealt.turn(&people);
    turn.speak("en-US");
    let (kept, card) =
        (evening.kept().await, dealt.view(turn).legal.cards.iter().next().unwrap().to_string());
    let mut holder = evening.eyes.begin_with("BEGIN IMMEDIATE").await.unwrap();
    sqlx::query("UPDATE meta SET value = value").execute(&mut *holder).await.unwrap();
    let refused = told(turn, turn.command("play", [("card", json!(card))]).await).await;
    assert!(refused.text().contains("couldn't be saved"), "{}", refused.text());
    holder.rollback().await.unwrap();
    assert_eq!(evening.kept().await, kept);
    play_to_the_end(&evening, &people).await;
    evening.end().await;
}

async fn play_to_the_end(evening: &Evening, people: &[Person; 3]) {
    while evening.dealt().await.deal.turn().is_some() {
        play_on(evening, people).await;
    }
    let deals: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM deals").fetch_one(&evening.eyes).await.unwrap();
    assert_eq!(deals, 1);
    until_public(&people[0], ":next").await;
}

/// The database is closed under the bot, as when it is being stopped.
#[tokio::test(flavor = "multi_thread")]
async fn a_database_closed_under_it() {
    let evening = Evening::begin().await;
    let people = play(&evening, LEAST).await;
    until_said(&people[0], "Anna").await;
    evening.close_store().await;
    let dealt = evening.dealt().await;
    let turn = dealt.turn(&people);
    let card = dealt.view(turn).legal.cards.iter().next().unwrap().to_string();
    for (locale, says) in SENTENCES {
        turn.speak(locale);
        evening.in_vain(turn, turn.command("play", [("card", json!(card))]), &[says]).await;
        evening.in_vain(turn, turn.command("hand", []), &[says]).await;
        evening.in_vain(turn, turn.command("ulti new", []), &[says]).await;
        evening.in_vain(turn, turn.command("settings pings", [("on", json!(false))]), &[says]).await;
        told(turn, turn.command("leaderboard", []).await).await;
    }
    evening.end().await;
}

/// The program as a process, whose system lets no file grow any more; then it does again.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn a_disk_that_takes_no_more_and_then_does() {
    if std::process::Command::new("prlimit").arg("--version").output().is_err() {
        eprintln!("no prlimit here: not tested");
        return;
    }
    let playground = Playground::start(Options::default()).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    // Without the trap the system ends a process that writes past its limit.
    let program = ["-c", "trap '' XFSZ; exec \"$0\" run", env!("CARGO_BIN_EXE_ulti")];
    let child = tokio::process::Command::new("sh")
        .args(program)
        .current_dir(folder.path())
        .env("ULTI_DISCORD__TOKEN", "token")
        .env("ULTI_DISCORD__API", playground.base_url())
        .env("ULTI_STORE__PATH", folder.path().join("ulti.sqlite"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    playground.ready(PATIENCE).await.unwrap();
    let limit = |limit: &str| {
        let id = child.id().unwrap().to_string();
        let set =
            std::process::Command::new("prlimit").args(["--pid", &id, &format!("--fsize={limit}:")]).status();
        assert!(set.unwrap().success());
    };
    let anna = playground.person("Anna").in_channel("ulti");
    told(&anna, anna.command("ulti new", [("robots", json!(2))]).await).await;
    until_public(&anna, ":show:hand").await;
    let dori = playground.person("Dóri").in_channel("ulti");
    limit("1");
    for (locale, says) in SENTENCES {
        dori.speak(locale);
        let refused = told(&dori, dori.command("ulti join", []).await).await;
        assert!(refused.text().contains(says), "{}", refused.text());
        told(&anna, anna.command("hand", []).await).await;
    }
    limit("unlimited");
    told(&dori, dori.command("ulti join", []).await).await;
    let again = told(&dori, dori.command("ulti join", []).await).await;
    assert!(again.text().contains("already have a seat"), "{}", again.text());
    let complaints = playground.complaints();
    assert!(complaints.is_empty(), "{complaints:#?}");
}
