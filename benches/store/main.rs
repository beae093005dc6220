//! Store benchmark: the time of queries for leaderboards, statistics and history on a small and a large
//! database.
//!
//! The small database has 10,000 deals on 100 servers, the large one 1,000,000 deals on 10,000 servers. In
//! both, one server has a twentieth of all deals. The databases are created in `target/` and reused by later
//! runs.
//!
//! Run with `cargo bench --bench store -- OPTIONS`. The options are:
//!
//! - `--deals 200000`: number of deals in the large database.
//! - `--samples 500`: number of samples per query (default 300).
//! - `--changes`: measures the slowest changes instead.
//! - `--commits`: measures the number of durable actions per second instead.
//! - `--start`: measures the start with many tables instead.
//! - `--server URL`: an administrator's address of a PostgreSQL server, such as
//!   `postgres://postgres@localhost/postgres`. With `--commits`, the actions are also written there.
//!   Otherwise, the large database is moved to a database there and back, and its queries are measured on
//!   both.

#![allow(clippy::unwrap_used)] // a measurement may fail loudly

mod ask;
mod changes;
mod commits;
mod fill;
mod live;
mod server;
mod start;

use std::time::Duration;

use ask::{ALL, Question};
use fill::Size;
use ulti::store::Store;

/// Returns the text after an option.
pub(crate) fn text_argument(name: &str) -> Option<String> {
    std::env::args().skip_while(|argument| argument != name).nth(1)
}

/// Returns the number after an option, or the default.
pub(crate) fn argument(name: &str, default: u64) -> u64 {
    let mut arguments = std::env::args().skip_while(|argument| argument != name);
    arguments.nth(1).map_or(default, |value| value.parse().unwrap())
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
    if let Some(server) = text_argument("--server") {
        return server::measure(&server, large, samples).await;
    }
    let (few, many) = (fill::database(small).await, fill::database(large).await);
    println!("| question | of | p50 small | p99 small | p50 large | p99 large | p99 larger by |");
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for question in ALL {
        for servers in [Servers::Any, Servers::Largest] {
            compare(question, servers, (&few, small), (&many, large), samples).await;
        }
    }
    few.close().await;
    many.close().await;
}

/// The servers that are queried.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Servers {
    /// A random server, except the largest.
    Any,
    /// The largest server.
    Largest,
}

/// Measures a query on both databases and prints the result on one line.
async fn compare(
    question: Question,
    servers: Servers,
    small: (&Store, Size),
    large: (&Store, Size),
    samples: usize,
) {
    let mut times = [Vec::new(), Vec::new()];
    for sample in 0..samples + 20 {
        for (times, (store, size)) in times.iter_mut().zip([small, large]) {
            let took = question.ask(store, size, servers, sample as u64).await;
            // The first samples warm up the caches.
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
        "| {question:?} | {servers:?} | {:.2?} | {:.2?} | {:.2?} | {:.2?} | {:.2} |",
        at(few, 50),
        at(few, 99),
        at(many, 50),
        at(many, 99),
        at(many, 99).as_secs_f64() / at(few, 99).as_secs_f64()
    );
}
