//! How long it takes from opening a database with many tables in the middle of a deal to the first answer,
//! beside reading the same rows bare; and what memory a table takes, awake and asleep.

#![allow(clippy::cast_precision_loss)] // for people to read

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures::StreamExt as _;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, SqliteConnection};
use ulti::ai::{Level, Stop, robot};
use ulti::rules::RuleSet;
use ulti::store::Store;
use ulti::table::{
    Announcer, Chance, ChannelId, Clock, Command, Journal, News, Opening, Options, Registry, Request,
    ServerId, TableId, UserId,
};

use crate::argument;

/// Tables in the middle of a deal.
const TABLES: u64 = 10_000;
/// Actions that each of them has behind it.
const ACTIONS: u64 = 14;
/// How often the start is measured; the median counts.
const ROUNDS: u64 = 5;
/// A row of the journal.
type Line = (i64, i64, String, i64, Option<i64>, Option<i64>);

/// Nobody to show anything to.
struct Nobody;

impl Announcer for Nobody {
    fn announce(&self, _: News) {}
}

/// Measures both and prints them.
pub(crate) async fn measure() {
    let tables = argument("--tables", TABLES);
    let path = filled(tables).await;
    let (mut reading, mut first, mut all) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..argument("--rounds", ROUNDS) {
        let copy = copied(&path);
        reading.push(bare(&copy).await);
        let (answered, resumed) = start(&copy, tables, round).await;
        first.push(answered);
        all.push(resumed);
    }
    let [reading, first, all] = [reading, first, all].map(median);
    println!("{tables} tables, {ACTIONS} actions each");
    println!(
        "| their rows read bare | to the first action | ratio | to the last table |\n| --- | --- | --- | --- |"
    );
    println!(
        "| {reading:.1?} | {first:.1?} | {:.2} | {all:.1?} |",
        first.as_secs_f64() / reading.as_secs_f64()
    );
    println!("| tables in memory | KiB a table |\n| --- | --- |");
    for (state, sleep_after) in
        [("asleep again", Duration::from_millis(50)), ("awake", Duration::from_hours(1))]
    {
        println!("| {state} | {:.1} |", memory(&copied(&path), tables, sleep_after).await);
    }
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn place(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn copied(path: &Path) -> PathBuf {
    let copy = place("start-copy.db");
    for end in ["-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{end}", copy.display()));
    }
    std::fs::copy(path, &copy).unwrap();
    copy
}

fn registry(store: &Store, sleep_after: Duration) -> Registry {
    // Nobody is played for while it is measured.
    let options = Options { sleep_after, hard_limit: Duration::from_hours(24), ..Options::default() };
    Registry::new(Arc::new(store.clone()), Arc::new(Nobody), options, Chance::fresh(), Clock::wall())
}

fn request(user: u64, command: Command) -> Request {
    Request { user: UserId(user), name: format!("Player {user}"), id: None, command }
}

/// A database in which so many tables are in the middle of a deal; made once.
async fn filled(tables: u64) -> PathBuf {
    let path = place(&format!("start-{tables}.db"));
    if path.is_file() {
        return path;
    }
    let part = path.with_extension("part");
    let _ = std::fs::remove_file(&part);
    let store = Store::open(&part).await.unwrap();
    let registry = registry(&store, Duration::from_secs(1));
    let play = |number| begin(registry.clone(), number);
    futures::stream::iter(1..=tables).for_each_concurrent(256, play).await;
    registry.shutdown().await;
    store.close().await;
    std::fs::rename(&part, &path).unwrap();
    path
}

/// Three people sit down in a channel and play until the middle of their first deal.
async fn begin(registry: Registry, number: u64) {
    let rules = RuleSet::preset("4m").unwrap();
    let (server, channel) = (ServerId(number), ChannelId(number));
    let opening = Opening { server, channel, rules, deals: None, robots: 0, level: Level::Easy };
    let host = number * 10;
    let table = registry.open(opening, request(host, Command::Look)).await.unwrap().scene.table;
    for user in [host + 1, host + 2] {
        registry.ask(table, request(user, Command::Join)).await.unwrap();
    }
    registry.ask(table, request(host, Command::Start)).await.unwrap();
    for _ in 0..ACTIONS {
        act(&registry, table, host).await;
    }
}

/// Whoever's turn it is does something lawful.
async fn act(registry: &Registry, table: TableId, anyone: u64) {
    let scene = registry.ask(table, request(anyone, Command::Look)).await.unwrap().scene;
    let Some(user) = scene.deal.as_ref().and_then(|deal| deal.turn()?.id.user()) else { return };
    let view = registry.ask(table, request(user.0, Command::Look)).await.unwrap().view.unwrap();
    let action = robot(Level::Easy, table.0.cast_unsigned()).act(&view, &Stop::new()).unwrap();
    registry.ask(table, request(user.0, Command::Act { action, at: None })).await.unwrap();
}

/// Reads all that the tables consist of.
async fn bare(path: &Path) -> Duration {
    let began = Instant::now();
    let options = SqliteConnectOptions::new().filename(path).read_only(true);
    let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
    let tables: Vec<(i64, i64, i64, Option<i64>)> =
        sqlx::query_as("SELECT id, channel, events, deadline FROM tables WHERE ended_at IS NULL")
            .fetch_all(&mut connection)
            .await
            .unwrap();
    let events: Vec<Line> = sqlx::query_as("SELECT table_id, seq, event, at, more, checksum FROM journal")
        .fetch_all(&mut connection)
        .await
        .unwrap();
    let requests: Vec<(i64, i64)> =
        sqlx::query_as("SELECT request_id, table_id FROM requests").fetch_all(&mut connection).await.unwrap();
    std::hint::black_box((tables, events, requests));
    began.elapsed()
}

/// From opening the database until an action at one of its tables is on the disk and answered, and until
/// every table has been seen to.
async fn start(path: &Path, tables: u64, sample: u64) -> (Duration, Duration) {
    let began = Instant::now();
    let store = Store::open(path).await.unwrap();
    let registry = registry(&store, Options::default().sleep_after);
    let resumed = tokio::spawn({
        let registry = registry.clone();
        async move { registry.resume().await.unwrap() }
    });
    let number = fastrand::Rng::with_seed(sample).u64(1..=tables);
    let table = store.open_table(ChannelId(number)).await.unwrap().unwrap();
    act(&registry, table, number * 10).await;
    let first = began.elapsed();
    resumed.await.unwrap();
    let all = began.elapsed();
    registry.shutdown().await;
    store.close().await;
    (first, all)
}

/// By how many KiB the process has grown for each table, after somebody has looked at every one of them.
async fn memory(path: &Path, tables: u64, sleep_after: Duration) -> f64 {
    let store = Store::open(path).await.unwrap();
    let registry = registry(&store, sleep_after);
    let before = resident();
    for number in 1..=tables {
        registry.ask_here(ChannelId(number), request(number * 10, Command::Look)).await.unwrap();
    }
    tokio::time::sleep(Duration::from_millis(200)).await; // whoever falls asleep does so
    let after = resident();
    registry.shutdown().await;
    store.close().await;
    (after - before) / tables as f64
}

/// How much memory the process has now, in KiB.
fn resident() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.split_whitespace().next().unwrap().parse().unwrap()
}
