//! Measures the throughput of the engine, relative to plain card set operations in the same run.
//!
//! `cargo bench -p ulti-rules --bench engine` prints the results as a table. With the arguments
//! `-- --count ROW DEALS`, the benchmark only plays the given number of deals of one row. The script
//! `benches/instructions.sh` uses this to count instructions.
#![allow(clippy::expect_used)] // benchmarks may panic

mod deals;

use std::hint::black_box;
use std::time::{Duration, Instant};

use fastrand::Rng;
use ulti_rules::RuleSet;

use crate::deals::{Preset, Table};

const SEED: u64 = 7;
/// Number of rounds in the benchmark.
///
/// Each round measures every operation once, so that background load on the machine affects all operations
/// equally.
const ROUNDS: usize = 40;
const SLICE: Duration = Duration::from_millis(10);

/// A measured operation that plays a deal or a part of it. The first argument is the number of the deal.
type Run = Box<dyn FnMut(usize, &mut Rng)>;

/// A row of the printed table: the name of an operation and the operation to measure.
struct Row {
    name: String,
    run: Run,
}

impl Row {
    fn new<T>(name: impl Into<String>, mut deal: impl FnMut(usize, &mut Rng) -> T + 'static) -> Self {
        let run = move |number, dice: &mut Rng| {
            black_box(deal(number, dice));
        };
        Self { name: name.into(), run: Box::new(run) }
    }

    /// Runs the operation for [`SLICE`] and returns the number of deals played per second.
    fn rate(&mut self) -> f64 {
        let (mut dice, mut deals, began) = (Rng::with_seed(SEED), 0, Instant::now());
        while began.elapsed() < SLICE {
            for _ in 0..16 {
                (self.run)(deals, &mut dice);
                deals += 1;
            }
        }
        f64::from(u32::try_from(deals).expect("number fits")) / began.elapsed().as_secs_f64()
    }

    fn play(&mut self, deals: usize) {
        let mut dice = Rng::with_seed(SEED);
        (0..deals).for_each(|number| (self.run)(number, &mut dice));
    }
}

/// Returns all rows of the printed table. The first row is the baseline with which the others are compared.
fn rows() -> Vec<Row> {
    let tables = Table::prepared(&mut Rng::with_seed(SEED));
    let [bare, play, deal] = [tables.clone(), tables.clone(), tables];
    let mut rows = vec![
        Row::new("sets", move |number, dice| bare[number % bare.len()].by_sets(dice)),
        Row::new("play", move |number, dice| play[number % play.len()].by_play(dice)),
        Row::new("judged", move |number, dice| deal[number % deal.len()].by_deal(dice)),
    ];
    rows.extend(RuleSet::preset_names().map(|name| {
        let preset = Preset::new(name, &mut Rng::with_seed(SEED));
        Row::new(format!("whole:{name}"), move |number, dice| preset.whole_deal(number, dice))
    }));
    rows
}

fn measure(rows: &mut [Row]) {
    let mut best = vec![0.0_f64; rows.len()];
    for _ in 0..ROUNDS {
        for (best, row) in best.iter_mut().zip(rows.iter_mut()) {
            *best = best.max(row.rate());
        }
    }
    println!("{:<16} {:>12} {:>10}", "deals of", "a second", "sets are");
    for (row, rate) in rows.iter().zip(&best) {
        println!("{:<16} {rate:>12.0} {:>9.2}×", row.name, best[0] / rate);
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let mut rows = rows();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => measure(&mut rows),
        ["--rows"] => rows.iter().for_each(|row| println!("{}", row.name)),
        ["--count", name, deals] => {
            let row = rows.iter_mut().find(|row| row.name == name).expect("known row");
            row.play(deals.parse().expect("valid number of deals"));
        }
        _ => eprintln!("usage: engine [--rows | --count ROW DEALS]"),
    }
}
