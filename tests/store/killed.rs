//! Killed in the middle of writing, and a log whose end is torn off or spoiled: what is there is a whole
//! number of batches, in order, and everything that was acknowledged before a kill.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use ulti::store::Store;
use ulti::table::{ChannelId, Journal, TableId};

use crate::fixture::{ANNA, BELA, NOW, SERVER, asked, batch, joined, set_up};

/// Set where this test runs as the process that is killed: the file to write to.
const FILE: &str = "ULTI_TEST_KILLED_FILE";
const TABLES: u64 = 20;

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

/// Writes to all tables at once, two events at a time, and says of each batch that it is kept, until it
/// is killed.
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

/// How many events each table has by what is on the disk, which makes sense.
async fn counted(file: &Path) -> Vec<(i64, usize)> {
    let store = Store::open(file).await.unwrap();
    store.check().await.unwrap();
    let mut counts = Vec::new();
    for table in opened(&store).await {
        let stored = store.load(table).await.unwrap();
        assert_eq!(stored.damage, None);
        assert_eq!(stored.events.len() % 2, 1, "half a batch");
        counts.push((table.0, stored.events.len()));
    }
    store.close().await;
    counts
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_acknowledged_survives_a_kill() {
    if let Ok(file) = std::env::var(FILE) {
        return write(Path::new(&file)).await;
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ulti.db");
    let mut kept = std::collections::BTreeMap::new();
    let mut acknowledged = 0;
    for round in 0..8 {
        let mut writer = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "killed::what_was_acknowledged_survives_a_kill", "--nocapture"])
            .env(FILE, &file)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(writer.stdout.take().unwrap()).lines();
        let mut said = 0;
        for line in lines {
            let line = line.unwrap();
            if let Some((table, events)) = line.strip_prefix("kept ").and_then(|rest| rest.split_once(' ')) {
                kept.insert(table.parse::<i64>().unwrap(), events.parse::<usize>().unwrap());
                (said, acknowledged) = (said + 1, acknowledged + 1);
            }
            // Somewhere in the middle of a group, at another place each time.
            if said == 60 + 37 * round {
                writer.kill().unwrap();
            }
        }
        writer.wait().unwrap();
        let found = counted(&file).await;
        for (table, events) in &found {
            let said = kept.get(table).copied().unwrap_or(1);
            assert!(*events >= said, "table {table}: {events} of {said} events that were acknowledged");
            assert!(*events <= said + 2, "table {table}: more than what was under way");
        }
        kept.extend(found);
    }
    println!("{acknowledged} acknowledged, 0 lost in 8 kills");
    assert!(acknowledged > 500, "{acknowledged}");
}

/// Damage before this leaves whole transactions behind it: one of these tests is less than half the log.
const fn torn_at_most(log: &[u8]) -> usize {
    log.len() / 2
}

/// A log that is whole is none to report on, also where another process keeps it from being looked at.
#[tokio::test(flavor = "multi_thread")]
async fn a_whole_log_is_not_reported() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ulti.db");
    let store = Store::open(&file).await.unwrap();
    assert!(store.torn().is_nothing(), "it is new");
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

#[tokio::test(flavor = "multi_thread")]
async fn a_log_torn_anywhere_is_a_whole_number_of_batches() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ulti.db");
    let store = Store::open(&file).await.unwrap();
    let tables = opened(&store).await;
    for first in (1..30).step_by(2) {
        let all = tables.iter().map(|table| {
            let request = u64::from(first) * TABLES + table.0.cast_unsigned();
            store.append(asked(batch(*table, first, vec![joined(ANNA, "A"), joined(BELA, "B")]), request))
        });
        futures::future::try_join_all(all).await.unwrap();
    }
    let log = std::fs::read(folder.path().join("ulti.db-wal")).unwrap();
    let main = std::fs::read(&file).unwrap();
    // What has gone on into the file was safe in the log before: nothing can tear it off any more.
    assert!(main.len() < 10_000 && log.len() > 100_000, "{} {}", main.len(), log.len());
    let mut random = fastrand::Rng::with_seed(7);
    let (mut lost, mut reported, mut named) = (0, 0, 0);
    for _ in 0..40 {
        let other = tempfile::tempdir().unwrap();
        let copy = other.path().join("ulti.db");
        let mut torn = log.clone();
        let at = random.usize(..torn.len());
        let is_cut = random.bool();
        if is_cut {
            torn.truncate(at);
        } else {
            torn[at] ^= 0x55;
        }
        std::fs::write(&copy, &main).unwrap();
        std::fs::write(other.path().join("ulti.db-wal"), torn).unwrap();
        let told = Store::open(&copy).await.unwrap().torn();
        let counts = tokio::time::timeout(Duration::from_mins(1), counted(&copy)).await.unwrap();
        let is_short = counts.iter().any(|(_, events)| *events < 31);
        (lost, reported) = (lost + usize::from(is_short), reported + usize::from(!told.is_nothing()));
        // Of an end that is missing nobody can say what was in it.
        assert!(!is_cut || told.commits == 0, "{told:?}");
        let in_the_middle = !is_cut && at < torn_at_most(&log);
        named += usize::from(in_the_middle);
        assert!(!in_the_middle || told.commits > 0 || told.headless, "{told:?} of a byte at {at}");
    }
    println!(
        "{lost} of 40 torn logs ended early, {reported} of them were reported, {named} as damage before the end"
    );
    assert!(named > 5, "{named}");
    assert!(lost > 10 && reported + 2 >= lost, "{lost} {reported}");
    store.close().await;
}
