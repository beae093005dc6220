//! How long it takes from opening a database with many tables in the middle of a deal to the first answer,
//! beside reading the same rows bare; and what memory a table takes, awake and asleep.

#![allow(clippy::cast_precision_loss)] // for people to read

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ulti::store::Store;
use ulti::table::{ChannelId, Command, Journal, Options, ServerId, UserId};

use crate::argument;
use crate::live::{self, Place, act, registry, request};

/// Tables in the middle of a deal.
const TABLES: u64 = 10_000;
/// Actions that each of them has behind it.
const ACTIONS: u64 = 14;
/// How often the start is measured; the median counts.
const ROUNDS: u64 = 5;
/// Measures both and prints them.
pub(crate) async fn measure() {
    let tables = argument("--tables", TABLES);
    let actions = argument("--actions", ACTIONS);
    let path = filled(tables, actions).await;
    let (mut reading, mut first, mut all) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..argument("--rounds", ROUNDS) {
        let copy = copied(&path);
        reading.push(live::read_bare(&copy).await);
        let (answered, resumed) = start(&copy, tables, round).await;
        first.push(answered);
        all.push(resumed);
    }
    let [reading, first, all] = [reading, first, all].map(median);
    let on_disk = std::fs::metadata(&path).unwrap().len() as f64 / 1024.0 / tables as f64;
    println!("{tables} tables, {actions} actions each, {on_disk:.1} KiB a table on the disk");
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

/// A server with one channel and three people, which are called by its number.
fn of(number: u64) -> Place {
    let people = [0, 1, 2].map(|seat| UserId(number * 10 + seat));
    Place { server: ServerId(number), channel: ChannelId(number), people }
}

/// A database in which so many tables are in the middle of a deal; made once.
async fn filled(tables: u64, actions: u64) -> PathBuf {
    let path = place(&format!("start-{tables}-{actions}.db"));
    if path.is_file() {
        return path;
    }
    let part = path.with_extension("part");
    let _ = std::fs::remove_file(&part);
    live::fill(&part, (1..=tables).map(of), actions).await;
    std::fs::rename(&part, &path).unwrap();
    path
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
    act(&registry, table, of(number).people[0]).await;
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
        registry.ask_here(ChannelId(number), request(of(number).people[0], Command::Look)).await.unwrap();
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
