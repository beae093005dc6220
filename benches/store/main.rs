//! How long the questions of leaderboards, statistics and history take on a small database and on a
//! large one, asked in turn in one run.
//!
//! The small one has 10,000 deals on 100 servers, the large one 1,000,000 on 10,000; in both one
//! server has a twentieth of all deals. They are made in `target/`, by SQL in bulk, and used again
//! where they are. `-- --changes` measures what the longest changes cost instead, `-- --commits` how many
//! actions a second reach the disk, `-- --start` how long a start with many tables takes.
//! `-- --deals 200000` makes the large one smaller, `-- --samples 500` asks more.

#![allow(clippy::unwrap_used)] // a measurement may fail loudly

mod ask;
mod changes;
mod commits;
mod fill;
mod live;
mod start;

use std::time::Duration;

use ask::{ALL, Question};
use fill::Size;
use ulti::store::Store;

pub(crate) fn argument(name: &str, usual: u64) -> u64 {
    let mut arguments = std::env::args().skip_while(|argument| argument != name);
    arguments.nth(1).map_or(usual, |value| value.parse().unwrap())
}

#[tokio::main]
async fn main() {
    if std::env::args().any(|argument| argument == "--changes") {
        return changes::measure().await;
    }
    if std::env::args().any(|argument| argument == "--commits") {
        return commits::measure().await;
    }
    if std::env::args().any(|argument| argument == "--start") {
        return start::measure().await;
    }
    let samples = usize::try_from(argument("--samples", 300)).unwrap();
    let small = Size { deals: 10_000, servers: 100 };
    let deals = argument("--deals", 1_000_000);
    let large = Size { deals, servers: deals / 100 };
    let (few, many) = (fill::database(small).await, fill::database(large).await);
    println!("| question | of | p50 small | p99 small | p50 large | p99 large | p99 larger by |");
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for question in ALL {
        for whose in [Whose::Any, Whose::Largest] {
            compare(question, whose, (&few, small), (&many, large), samples).await;
        }
    }
    few.close().await;
    many.close().await;
}

/// Which servers are asked about.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Whose {
    Any,
    Largest,
}

async fn compare(
    question: Question,
    whose: Whose,
    small: (&Store, Size),
    large: (&Store, Size),
    samples: usize,
) {
    let mut times = [Vec::new(), Vec::new()];
    for sample in 0..samples + 20 {
        for (times, (store, size)) in times.iter_mut().zip([small, large]) {
            let took = question.ask(store, size, whose, sample as u64).await;
            // The first ones warm up.
            if sample >= 20 {
                times.push(took);
            }
        }
    }
    for times in &mut times {
        times.sort_unstable();
    }
    let at = |times: &[Duration], percent: usize| times[(times.len() * percent / 100).min(times.len() - 1)];
    let [few, many] = &times;
    println!(
        "| {question:?} | {whose:?} | {:.2?} | {:.2?} | {:.2?} | {:.2?} | {:.2} |",
        at(few, 50),
        at(few, 99),
        at(many, 50),
        at(many, 99),
        at(many, 99).as_secs_f64() / at(few, 99).as_secs_f64()
    );
}
