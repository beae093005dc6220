//! Tests of a failing or full database during a deal.

use discord_sandbox::{Options, Sandbox, SimulatedUser};
use serde_json::json;
use sqlx::AssertSqlSafe;
use ulti_testkit::game::{WEAKEST_BID, play_on, to_first_lead};
use ulti_testkit::messages::{private_reply, until_custom_id, until_text};
use ulti_testkit::{BotProcess, PROCESS_DEADLINE, TestBot};

const SENTENCES: [(&str, &str); 2] = [
    ("hu", "Nem sikerült elmenteni, ezért nem változott semmi"),
    ("en-US", "It couldn't be saved, so nothing changed"),
];

async fn sql(bot: &TestBot, statement: &str) {
    sqlx::query(AssertSqlSafe(statement.to_owned())).execute(&bot.pool).await.unwrap();
}

/// Asserts that commands and buttons fail with an error message while the database rejects writes.
async fn assert_writes_fail(bot: &TestBot, users: &[SimulatedUser; 3]) {
    let dealt = bot.current_deal().await;
    let turn = dealt.turn(users);
    let card = dealt.view(turn).legal.cards.iter().next().unwrap().to_string();
    let hand = private_reply(turn, turn.command("hand", []).await).await;
    let button = dealt.button("play", &card);
    for (locale, says) in SENTENCES {
        turn.set_locale(locale);
        bot.assert_no_effect(turn, turn.command("play", [("card", json!(card))]), &[says]).await;
        bot.assert_no_effect(turn, turn.press_raw(hand.id(), &button), &[says]).await;
        bot.assert_no_effect(turn, turn.command("ulti end", []), &[says]).await;
    }
    let ed = bot.user("Ed");
    for (locale, says) in SENTENCES {
        ed.set_locale(locale);
        bot.assert_no_effect(&ed, ed.command("ulti join", []), &[says]).await;
        let there = ed.in_channel("general");
        bot.assert_no_effect(&there, there.command("ulti new", []), &[says]).await;
        bot.assert_no_effect(&ed, ed.command("settings", [("pings", json!(false))]), &[says]).await;
    }
}

/// Simulates a full disk by triggers that roll back, as `SQLite` does. A page limit is not an option,
/// because it applies to one connection only.
#[tokio::test(flavor = "multi_thread")]
async fn player_actions_are_rejected_while_database_is_full() {
    let bot = TestBot::start().await;
    let users = to_first_lead(&bot, WEAKEST_BID).await;
    let full = "BEGIN SELECT RAISE(ROLLBACK, 'database or disk is full'); END";
    for (name, table) in [("f1", "journal"), ("f2", "tables"), ("f3", "user_settings"), ("f4", "messages")] {
        sql(&bot, &format!("CREATE TRIGGER {name} BEFORE INSERT ON {table} {full}")).await;
        sql(&bot, &format!("CREATE TRIGGER {name}u BEFORE UPDATE ON {table} {full}")).await;
    }
    assert_writes_fail(&bot, &users).await;
    for name in ["f1", "f2", "f3", "f4"] {
        sql(&bot, &format!("DROP TRIGGER {name}")).await;
        sql(&bot, &format!("DROP TRIGGER {name}u")).await;
    }
    play_to_the_end(&bot, &users).await;
    bot.end_without_leaks().await;
}

/// Another process locks the file for longer than the bot's busy timeout.
#[tokio::test(flavor = "multi_thread")]
async fn moves_are_rejected_while_database_is_locked() {
    let bot = TestBot::start().await;
    let users = to_first_lead(&bot, WEAKEST_BID).await;
    let dealt = bot.current_deal().await;
    let turn = dealt.turn(&users);
    turn.set_locale("en-US");
    let (kept, card) =
        (bot.stored_state().await, dealt.view(turn).legal.cards.iter().next().unwrap().to_string());
    let mut holder = bot.pool.begin_with("BEGIN IMMEDIATE").await.unwrap();
    sqlx::query("UPDATE meta SET value = value").execute(&mut *holder).await.unwrap();
    let refused = private_reply(turn, turn.command("play", [("card", json!(card))]).await).await;
    assert!(refused.text().contains("couldn't be saved"), "{}", refused.text());
    holder.rollback().await.unwrap();
    assert_eq!(bot.stored_state().await, kept);
    play_to_the_end(&bot, &users).await;
    bot.end_without_leaks().await;
}

async fn play_to_the_end(bot: &TestBot, users: &[SimulatedUser; 3]) {
    while bot.current_deal().await.deal.turn().is_some() {
        play_on(users).await;
    }
    let deals: i64 = bot.query("SELECT COUNT(*) FROM deals").await;
    assert_eq!(deals, 1);
    until_custom_id(&users[0], ":next").await;
}

/// The database is closed under the running bot, as during a shutdown.
#[tokio::test(flavor = "multi_thread")]
async fn user_gets_error_message_if_database_is_closed() {
    let bot = TestBot::start().await;
    let users = to_first_lead(&bot, WEAKEST_BID).await;
    until_text(&users[0], "Anna").await;
    bot.store().close().await;
    let dealt = bot.current_deal().await;
    let turn = dealt.turn(&users);
    let card = dealt.view(turn).legal.cards.iter().next().unwrap().to_string();
    for (locale, says) in SENTENCES {
        turn.set_locale(locale);
        bot.assert_no_effect(turn, turn.command("play", [("card", json!(card))]), &[says]).await;
        // An active table is in memory, so the hand is still shown.
        let hand = bot.assert_no_effect(turn, turn.command("hand", []), &[]).await;
        assert!(!hand.text().contains(says), "{:?}", hand.text());
        bot.assert_no_effect(turn, turn.command("ulti new", []), &[says]).await;
        bot.assert_no_effect(turn, turn.command("settings", [("pings", json!(false))]), &[says]).await;
        private_reply(turn, turn.command("leaderboard", []).await).await;
    }
    bot.end_without_leaks().await;
}

/// The process reaches its file size limit, which is lifted later.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn player_actions_are_rejected_while_disk_is_full() {
    if std::process::Command::new("prlimit").arg("--version").output().is_err() {
        eprintln!("skipped: prlimit is not installed");
        return;
    }
    let sandbox =
        Sandbox::start(Options { response_deadline: PROCESS_DEADLINE, ..Options::default() }).await.unwrap();
    // Ignore SIGXFSZ, which would kill a process that exceeds its limit. The log is a file as well.
    let script = ["-c", "trap '' XFSZ; exec \"$0\" run 2>/dev/null", env!("CARGO_BIN_EXE_ulti")];
    let bot = BotProcess::builder("sh").arguments(script).start(&sandbox).await;
    let limit = |limit: &str| {
        let id = bot.id().unwrap().to_string();
        let set =
            std::process::Command::new("prlimit").args(["--pid", &id, &format!("--fsize={limit}:")]).status();
        assert!(set.unwrap().success());
    };
    let anna = sandbox.user("Anna").in_channel("ulti");
    private_reply(&anna, anna.command("ulti new", [("robots", json!(2))]).await).await;
    until_custom_id(&anna, ":show:hand").await;
    let dori = sandbox.user("Dóri").in_channel("ulti");
    limit("1");
    for (locale, says) in SENTENCES {
        dori.set_locale(locale);
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
