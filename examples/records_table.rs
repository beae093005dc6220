//! Prints a table of the contracts in a file of `ulti-record/1` records, one JSON record per line.
//!
//! Write a file of records, then run the example:
//!
//! ```sh
//! cargo run -- simulate --deals 100 --records deals.jsonl
//! cargo run --example records_table -- deals.jsonl
//! ```

use std::collections::BTreeMap;
use std::env;
use std::error::Error;
use std::fs::File;
use std::io::{BufRead, BufReader};

use ulti_rules::{Record, ScoredGame};

/// Totals of one contract.
#[derive(Default)]
struct Row {
    /// Number of deals with the contract.
    count: u32,
    /// Number of deals in which the declarer made every game of the contract.
    made: u32,
    /// Points of the declarers.
    points: i32,
}

/// Returns `true` if the declarer made every game of the contract.
fn is_made(record: &Record) -> bool {
    let contract = |game| matches!(game, ScoredGame::Game(_));
    let mut games = record.result.items.iter().filter(|item| contract(item.game)).peekable();
    games.peek().is_some() && games.all(|item| item.made)
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args().nth(1).ok_or("usage: records_table FILE")?;
    let mut rows: BTreeMap<String, Row> = BTreeMap::new();
    for (number, line) in (1..).zip(BufReader::new(File::open(&path)?).lines()) {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        let record = Record::from_json(&line).map_err(|error| format!("{path}:{number}: {error}"))?;
        // Replaying checks the record and finds the contract.
        let deal = record.replay().map_err(|error| format!("{path}:{number}: {error}"))?;
        // A deal without a contract was left before the first bid.
        let Some((declarer, contract)) = deal.contract() else { continue };
        let row = rows.entry(contract.to_string()).or_default();
        row.count += 1;
        row.made += u32::from(is_made(&record));
        row.points += record.result.payments[declarer];
    }

    println!("{:<28} {:>6} {:>6} {:>8}", "contract", "count", "made", "points");
    for (contract, Row { count, made, points }) in rows {
        println!("{contract:<28} {count:>6} {made:>6} {points:>+8}");
    }
    Ok(())
}
