//! Measures the start with a database of many tables in a deal.
//!
//! The results are the time from opening the database to the first answer, and the memory per table in and
//! out of use. The baseline is the time for reading the same rows directly with SQL.

#![allow(clippy::cast_precision_loss)] // for people to read

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ulti::store::Store;
use ulti::table::{ChannelId, Command, Journal, Options, ServerId, Shard, UserId};

use crate::argument;
use crate::live::{self, Place, act, registry, request};

/// Number of tables in a deal.
const TABLES: u64 = 10_000;
/// Number of actions already taken at each table.
const ACTIONS: u64 = 14;
/// Number of starts that are measured. The median is reported.
const ROUNDS: u64 = 5;

/// Measures start and memory and prints the results.
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
    println!("{tables} tables, {actions} actions each, {on_disk:.1} KiB per table on disk");
    println!(
        "| direct read of the rows | to the first action | ratio | to the last table |\n| --- | --- | --- | --- |"
    );
    println!(
        "| {reading:.1?} | {first:.1?} | {:.2} | {all:.1?} |",
        first.as_secs_f64() / reading.as_secs_f64()
    );
    println!("| tables in memory | KiB per table |\n| --- | --- |");
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

/// Returns the path of a file in the temporary folder of the benchmark.
fn place(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Copies a database and removes the write-ahead log of an earlier copy.
fn copied(path: &Path) -> PathBuf {
    let copy = place("start-copy.db");
    for end in ["-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{end}", copy.display()));
    }
    std::fs::copy(path, &copy).unwrap();
    copy
}

/// Returns the table of a server with one channel and three people, with ids derived from the server's.
fn of(number: u64) -> Place {
    let people = [0, 1, 2].map(|seat| UserId(number * 10 + seat));
    Place { server: ServerId(number), channel: ChannelId(number), people }
}

/// Returns the path of a database with a number of tables in a deal, and creates it first if it is missing.
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

/// Measures a start of the bot.
///
/// Returns two durations from opening the database: until an action at a random table is durable and
/// answered, and until every table is resumed.
async fn start(path: &Path, tables: u64, sample: u64) -> (Duration, Duration) {
    let began = Instant::now();
    let store = Store::open(path).await.unwrap();
    let registry = registry(&store, Options::default().sleep_after);
    let resumed = tokio::spawn({
        let registry = registry.clone();
        async move { registry.resume(Shard::SINGLE).await.unwrap() }
    });
    let number = fastrand::Rng::with_seed(sample).u64(1..=tables);
    let table = store.open_table(ChannelId(number)).await.unwrap().unwrap();
    act(&registry, table, of(number).channel, of(number).people[0]).await;
    let first = began.elapsed();
    resumed.await.unwrap();
    let all = began.elapsed();
    registry.shutdown().await;
    store.close().await;
    (first, all)
}

/// Returns the growth of the process in KiB per table after every table was looked at.
async fn memory(path: &Path, tables: u64, sleep_after: Duration) -> f64 {
    let store = Store::open(path).await.unwrap();
    let registry = registry(&store, sleep_after);
    let before = resident();
    for number in 1..=tables {
        let Place { channel, people: [host, ..], .. } = of(number);
        registry.ask_here(request(channel, host, Command::Look)).await.unwrap();
    }
    tokio::time::sleep(Duration::from_millis(200)).await; // tables fall asleep
    let after = resident();
    registry.shutdown().await;
    store.close().await;
    (after - before) / tables as f64
}

/// Returns the resident memory of the process in KiB.
fn resident() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.split_whitespace().next().unwrap().parse().unwrap()
}
