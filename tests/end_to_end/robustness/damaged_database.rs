//! Tests of commands that read a damaged page of the database.

use std::path::Path;

use discord_sandbox::SimulatedUser;
use serde_json::json;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, SqliteConnection};
use ulti_testkit::messages::private_reply;
use ulti_testkit::{Player, Strategy, TestBot};

/// Message about damaged data, and message about a database that is temporarily unavailable.
const DAMAGED: [(&str, &str, &str); 2] = [
    ("hu", "megsérültek, ezért ezt nem tudom megmutatni", "Most nem érem el"),
    ("en-US", "My records are damaged here", "I can't get at my records"),
];
/// Commands that read finished deals.
const READING: [&str; 6] = ["leaderboard", "history", "season show", "season list", "stats", "evening"];

/// Returns the names of all tables and indexes with their root pages. The pages are numbered from 1.
async fn roots(path: &Path) -> Vec<(String, u64)> {
    let file = SqliteConnectOptions::new().filename(path);
    let mut connection = SqliteConnection::connect_with(&file).await.unwrap();
    // Without a write-ahead log, all data are in the file.
    sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut connection).await.unwrap();
    let query = "SELECT name, rootpage FROM sqlite_master WHERE rootpage > 1 ORDER BY rootpage";
    let found: Vec<(String, i64)> = sqlx::query_as(query).fetch_all(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    found.into_iter().map(|(name, page)| (name, page.cast_unsigned())).collect()
}

/// Overwrites a page of the file.
fn damage(path: &Path, intact: &[u8], page: u64) {
    let mut bytes = intact.to_vec();
    let start = usize::try_from((page - 1) * 4096).unwrap();
    bytes[start..start + 4096].fill(0xAA);
    std::fs::write(path, bytes).unwrap();
}

/// Runs the commands in both languages and returns those that answered that the data are damaged.
///
/// No command may promise that it works again soon.
async fn damaged_commands(user: &SimulatedUser) -> Vec<&'static str> {
    let mut damaged = Vec::new();
    for (locale, says, busy) in DAMAGED {
        user.set_locale(locale);
        damaged.clear();
        for command in READING {
            let reply = private_reply(user, user.command(command, []).await).await;
            assert!(!reply.text().contains(busy), "/{command}: {}", reply.text());
            if reply.text().contains(says) {
                damaged.push(command);
            }
        }
    }
    damaged
}

/// Plays a deal against two robots and stops the bot.
async fn bot_with_a_deal() -> TestBot {
    let mut bot = TestBot::start().await;
    let anna = bot.user("Anna");
    private_reply(&anna, anna.command("ulti new", [("robots", json!(2))]).await).await;
    Player::new(anna.clone(), Strategy::Commands).play_until_button("Visszajátszás").await;
    bot.stop_bot().await;
    bot
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_name_damaged_page_as_reason() {
    let mut bot = bot_with_a_deal().await;
    let anna = bot.user("Anna");
    let roots = roots(&bot.database()).await;
    let intact = std::fs::read(bot.database()).unwrap();
    for (name, wanted) in [
        ("deals", &["history", "season show", "evening"][..]),
        ("deals_of_server", &["history"]),
        ("results", &["history", "season show", "evening"]),
        ("people", &["leaderboard", "season show", "stats"]),
        ("totals", &["leaderboard", "season show", "stats"]),
        ("seasons", &["leaderboard", "season show", "season list", "stats"]),
        ("tables_of_server", &["evening"]),
    ] {
        let (_, page) = roots.iter().find(|(root, _)| root == name).unwrap();
        damage(&bot.database(), &intact, *page);
        bot.start_bot().await;
        assert_eq!(damaged_commands(&anna).await, wanted, "{name}");
        bot.kill_bot();
    }
    std::fs::write(bot.database(), intact).unwrap();
    bot.start_bot().await;
    assert!(damaged_commands(&anna).await.is_empty());
    bot.end().await;
}

/// The page can be read, but its contents make no sense.
#[tokio::test(flavor = "multi_thread")]
async fn commands_name_unreadable_rows_as_reason() {
    let mut bot = bot_with_a_deal().await;
    let anna = bot.user("Anna");
    for (change, undo, wanted) in [
        ("UPDATE deals SET contract = 'nonsense'", "UPDATE deals SET contract = 'parti'", "history"),
        ("UPDATE totals SET rating = 'nonsense'", "UPDATE totals SET rating = 25", "leaderboard"),
        ("UPDATE people SET name = x'ff'", "UPDATE people SET name = 'Anna'", "leaderboard"),
    ] {
        bot.sql(change).await;
        bot.start_bot().await;
        assert!(damaged_commands(&anna).await.contains(&wanted), "{change}");
        bot.stop_bot().await;
        bot.sql(undo).await;
    }
    bot.start_bot().await;
    bot.end().await;
}
