//! Tests of crashes: the process is killed while writing, or the write-ahead log is truncated or damaged.
//!
//! The journal then contains a whole number of batches in order. After the process was killed, it contains
//! every acknowledged batch.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use ulti::store::Store;
use ulti::table::{ChannelId, Journal, TableId};
use ulti_testkit::store_fixture::{ANNA, BELA, NOW, SERVER, asked, batch, joined, set_up};

/// Environment variable that contains the file to write to.
///
/// It is set only in the child process that is killed.
const FILE: &str = "ULTI_TEST_KILLED_FILE";
/// Number of tables that are written to concurrently.
const TABLES: u64 = 20;

/// Returns the tables of the test and creates the missing ones.
async fn opened(store: &Store) -> Vec<TableId> {
    let mut tables = Vec::new();
    for channel in 0..TABLES {
        let channel = ChannelId(100 + channel);
        let found = store.open_table(channel).await.unwrap();
        tables.push(match found {
            Some(table) => table,
            None => store.open(channel, vec![set_up(SERVER, channel)], None, NOW).await.unwrap(),
        });
    }
    tables
}

/// Writes batches of two events to all tables concurrently.
///
/// Prints a line for each acknowledged batch, and runs until the process is killed.
async fn write(file: &Path) {
    let store = Store::open(file).await.unwrap();
    let mut writers = tokio::task::JoinSet::new();
    for table in opened(&store).await {
        let store = store.clone();
        writers.spawn(async move {
            let first = u32::try_from(store.load(table).await.unwrap().events.len()).unwrap();
            for first in (first..).step_by(2) {
                let request = u64::from(first) * TABLES + table.0.cast_unsigned();
                let events = vec![joined(ANNA, "Anna"), joined(BELA, "Béla")];
                store.append(asked(batch(table, first, events), request)).await.unwrap();
                println!("\nkept {} {}", table.0, first + 2);
            }
        });
    }
    writers.join_all().await;
}

/// Checks the database and returns the number of events of each table.
async fn counted(file: &Path) -> Vec<(i64, usize)> {
    let store = Store::open(file).await.unwrap();
    store.check().await.unwrap();
    let mut counts = Vec::new();
    for table in opened(&store).await {
        let stored = store.load(table).await.unwrap();
        assert_eq!(stored.damage, None);
        assert_eq!(stored.events.len() % 2, 1, "journal ends within a batch");
        counts.push((table.0, stored.events.len()));
    }
    store.close().await;
    counts
}

#[tokio::test(flavor = "multi_thread")]
async fn acknowledged_writes_are_kept_after_process_is_killed() {
    if let Ok(file) = std::env::var(FILE) {
        return write(Path::new(&file)).await;
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ulti.db");
    let mut kept = std::collections::BTreeMap::new();
    let mut acknowledged = 0;
    for round in 0..8 {
        let mut writer = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "killed::acknowledged_writes_are_kept_after_process_is_killed", "--nocapture"])
            .env(FILE, &file)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(writer.stdout.take().unwrap()).lines();
        let mut lines_read = 0;
        for line in lines {
            let line = line.unwrap();
            if let Some((table, events)) = line.strip_prefix("kept ").and_then(|rest| rest.split_once(' ')) {
                kept.insert(table.parse::<i64>().unwrap(), events.parse::<usize>().unwrap());
                (lines_read, acknowledged) = (lines_read + 1, acknowledged + 1);
            }
            // Kill in the middle of a commit group, at a different position in each round.
            if lines_read == 60 + 37 * round {
                writer.kill().unwrap();
            }
        }
        writer.wait().unwrap();
        let found = counted(&file).await;
        for (table, events) in &found {
            let promised = kept.get(table).copied().unwrap_or(1);
            assert!(
                *events >= promised,
                "table {table}: {events} of {promised} acknowledged events are left"
            );
            assert!(*events <= promised + 2, "table {table}: more events than were in flight");
        }
        kept.extend(found);
    }
    println!("{acknowledged} acknowledged, 0 lost in 8 kills");
    assert!(acknowledged > 500, "too few acknowledged batches: {acknowledged}");
}

/// Returns the offset before which damage must be reported.
///
/// Each transaction is shorter than half of the log, so intact transactions follow the damage.
const fn reported_before(log: &[u8]) -> usize {
    log.len() / 2
}

/// No damage is reported for an intact write-ahead log.
#[tokio::test(flavor = "multi_thread")]
async fn intact_write_ahead_log_is_not_reported_as_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ulti.db");
    let store = Store::open(&file).await.unwrap();
    assert!(store.torn().is_nothing(), "new log was reported as torn");
    let tables = opened(&store).await;
    store.append(batch(tables[0], 1, vec![joined(ANNA, "A")])).await.unwrap();
    let log = std::fs::read(folder.path().join("ulti.db-wal")).unwrap();
    let copied = tempfile::tempdir().unwrap();
    let copy = copied.path().join("ulti.db");
    std::fs::copy(&file, &copy).unwrap();
    std::fs::write(copied.path().join("ulti.db-wal"), log).unwrap();
    let other = Store::open(&copy).await.unwrap();
    assert!(other.torn().is_nothing(), "{:?}", other.torn());
    other.close().await;
    store.close().await;
}

/// Writes a batch of two events, beginning at `first`, to all tables concurrently.
async fn append_to_all(store: &Store, tables: &[TableId], first: u32) {
    let all = tables.iter().map(|table| {
        let request = u64::from(first) * TABLES + table.0.cast_unsigned();
        store.append(asked(batch(*table, first, vec![joined(ANNA, "A"), joined(BELA, "B")]), request))
    });
    futures::future::try_join_all(all).await.unwrap();
}

/// A write-ahead log that is cut off or has a changed byte at a random position.
struct TornLog {
    bytes: Vec<u8>,
    at: usize,
    is_cut: bool,
}

impl TornLog {
    fn new(log: &[u8], random: &mut fastrand::Rng) -> Self {
        let mut bytes = log.to_vec();
        let at = random.usize(..bytes.len());
        let is_cut = random.bool();
        if is_cut {
            bytes.truncate(at);
        } else {
            bytes[at] ^= 0x55;
        }
        Self { bytes, at, is_cut }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn recovery_restores_only_complete_event_batches() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ulti.db");
    let store = Store::open(&file).await.unwrap();
    let tables = opened(&store).await;
    for first in (1..30).step_by(2) {
        append_to_all(&store, &tables, first).await;
    }
    let log = std::fs::read(folder.path().join("ulti.db-wal")).unwrap();
    let main = std::fs::read(&file).unwrap();
    // Batches already moved into the database file cannot be torn off, so most of them must be in the log.
    assert!(main.len() < 10_000 && log.len() > 100_000, "{} {}", main.len(), log.len());
    let mut random = fastrand::Rng::with_seed(7);
    let (mut lost, mut reported, mut named) = (0, 0, 0);
    for _ in 0..40 {
        let other = tempfile::tempdir().unwrap();
        let copy = other.path().join("ulti.db");
        let TornLog { bytes, at, is_cut } = TornLog::new(&log, &mut random);
        std::fs::write(&copy, &main).unwrap();
        std::fs::write(other.path().join("ulti.db-wal"), bytes).unwrap();
        let report = Store::open(&copy).await.unwrap().torn();
        let counts = tokio::time::timeout(Duration::from_mins(1), counted(&copy)).await.unwrap();
        let is_short = counts.iter().any(|(_, events)| *events < 31);
        (lost, reported) = (lost + usize::from(is_short), reported + usize::from(!report.is_nothing()));
        // A truncated log does not show how many commits were lost.
        assert!(!is_cut || report.commits == 0, "{report:?}");
        let in_the_middle = !is_cut && at < reported_before(&log);
        named += usize::from(in_the_middle);
        assert!(!in_the_middle || report.commits > 0 || report.headless, "damage at byte {at}: {report:?}");
    }
    println!(
        "{lost} of 40 torn logs ended early, {reported} of them were reported, {named} as damage before the end"
    );
    assert!(named > 5, "too few damaged logs: {named}");
    assert!(lost > 10 && reported + 2 >= lost, "{lost} ended early, {reported} reported");
    store.close().await;
}
