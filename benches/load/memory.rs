//! Measures the memory per table of the whole bot.
//!
//! Compares two bots with the same rate of answers, one with a tenth of the tables, so that the memory for
//! answering cancels out.

use std::sync::Arc;
use std::time::{Duration, Instant};

use discord_sandbox::Sandbox;
use tokio::task::JoinSet;

use crate::bot::{Bot, Kind};
use crate::report::Report;
use crate::{Plan, sandbox_options, sit_down};

/// Interval between memory samples.
const SAMPLE_INTERVAL: Duration = Duration::from_secs(1);

/// Memory in bytes of one bot in the second half of the measurement.
struct MemoryUse {
    median: u64,
    max: u64,
    answers_a_second: f64,
}

/// Measures two bots and prints the memory per table.
pub(crate) async fn measure(plan: Plan) {
    let fewer = Plan { tables: plan.tables / 10, pace: plan.pace / 10, ..plan };
    let (few, many) = (one(fewer).await, one(plan).await);
    println!("| tables | answers/s | median memory, KiB | maximum, KiB |\n| --- | --- | --- | --- |");
    for (tables, used) in [(fewer.tables, &few), (plan.tables, &many)] {
        let MemoryUse { median, max, answers_a_second } = used;
        println!("| {tables} | {answers_a_second:.0} | {} | {} |", median >> 10, max >> 10);
    }
    let more = (plan.tables - fewer.tables) as f64 * 1024.0;
    let each = |of: fn(&MemoryUse) -> u64| (of(&many) as f64 - of(&few) as f64) / more;
    println!(
        "memory per table: {:.1} KiB by the medians, {:.1} KiB by the maxima",
        each(|used| used.median),
        each(|used| used.max)
    );
}

/// Measures the memory of one bot.
async fn one(plan: Plan) -> MemoryUse {
    let sandbox = Arc::new(Sandbox::start(sandbox_options(plan.tables, plan)).await.unwrap());
    let bot = Bot::start(&sandbox, Kind::Ulti).await;
    let report = Arc::new(Report::default());
    let tables = sit_down(&sandbox, &report, plan).await;
    let mut players = JoinSet::new();
    let began = Instant::now();
    let until = began + plan.measured;
    report.begin();
    for mut table in tables {
        players.spawn(async move { table.play(until, plan.pace).await });
    }
    let mut samples = Vec::new();
    while Instant::now() < until {
        tokio::time::sleep(SAMPLE_INTERVAL).await;
        if began.elapsed() > plan.measured / 2 {
            samples.push(bot.memory());
        }
    }
    players.join_all().await;
    let answers_a_second = report.acted() as f64 / began.elapsed().as_secs_f64();
    bot.stop().await;
    samples.sort_unstable();
    MemoryUse { median: samples[samples.len() / 2], max: *samples.last().unwrap(), answers_a_second }
}
