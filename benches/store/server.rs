//! Compares a database file with a database on a PostgreSQL server that contains the same rows.

use std::time::{Duration, Instant};

use ulti::store::{DatabaseLocation, Store, TableSummary, Transfer};

use crate::Servers;
use crate::ask::{ALL, Question};
use crate::commits::scratch_database;
use crate::fill::{self, Size};

/// Moves the database to the server and back, and measures all queries on the file and on the server.
pub(crate) async fn measure(server: &str, size: Size, samples: usize) {
    fill::database(size).await.close().await;
    let file = DatabaseLocation::File(size.path());
    let there = scratch_database(server, 0).await;
    let moved = transfer(&file, &there).await;
    let copy = size.path().with_file_name("moved-back.db");
    let _ = std::fs::remove_file(&copy);
    let returned = transfer(&there, &DatabaseLocation::File(copy.clone())).await;
    assert_eq!(moved, returned, "rows have changed");
    let rows: u64 = moved.iter().map(|summary| summary.rows).sum();
    println!("{rows} rows are the same after the move there and back");
    std::fs::remove_file(copy).unwrap();

    let (file, there) = (Store::open_at(&file).await.unwrap(), Store::open_at(&there).await.unwrap());
    println!("| question | of | p50 file | p99 file | p50 server | p99 server | p50 larger by |");
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    let mut slowest = (Duration::ZERO, Duration::ZERO);
    for question in ALL {
        for servers in [Servers::Any, Servers::Largest] {
            let (one, other) = (
                times(question, &file, size, servers, samples).await,
                times(question, &there, size, servers, samples).await,
            );
            let [p50, p99, server_p50, server_p99] =
                [at(&one, 0.5), at(&one, 0.99), at(&other, 0.5), at(&other, 0.99)];
            slowest = (slowest.0.max(p50), slowest.1.max(server_p50));
            let ratio = server_p50.as_secs_f64() / p50.as_secs_f64();
            println!(
                "| {question:?} | {servers:?} | {p50:.2?} | {p99:.2?} | {server_p50:.2?} | {server_p99:.2?} | {ratio:.2} |"
            );
        }
    }
    let ratio = slowest.1.as_secs_f64() / slowest.0.as_secs_f64();
    println!("the slowest query at the median: {:.2?} and {:.2?}, {ratio:.2} times", slowest.0, slowest.1);
    file.close().await;
    there.close().await;
}

async fn transfer(from: &DatabaseLocation, to: &DatabaseLocation) -> Vec<TableSummary> {
    let began = Instant::now();
    let transfer = Transfer::begin(from, to).await.unwrap();
    let summaries = transfer.run(|_| {}).await.unwrap();
    transfer.close().await;
    println!("moved from {from} to {to} within {:.1?}", began.elapsed());
    summaries
}

async fn times(
    question: Question,
    store: &Store,
    size: Size,
    servers: Servers,
    samples: usize,
) -> Vec<Duration> {
    let mut times = Vec::with_capacity(samples);
    for sample in 0..samples as u64 {
        times.push(question.ask(store, size, servers, sample).await);
    }
    times.sort_unstable();
    times
}

// The quantile is turned into an index of the list.
#[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn at(times: &[Duration], quantile: f64) -> Duration {
    times[((times.len() - 1) as f64 * quantile) as usize]
}
