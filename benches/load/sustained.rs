//! Searches for the number of tables whose newest state is visible soon enough.

use std::sync::Arc;
use std::time::{Duration, Instant};

use discord_sandbox::Sandbox;
use tokio::task::JoinSet;

use crate::bot::Bot;
use crate::report::{self, Report};
use crate::{Plan, sandbox_options, sit_down};

/// Longest median time until the newest state is visible.
const SOON: Duration = Duration::from_secs(5);
/// Precision of the search: the planned number of tables is divided into this many parts.
const PRECISION: usize = 20;

/// Searches between no tables and the planned number, and prints each measurement.
pub(crate) async fn search(plan: Plan) {
    println!(
        "| tables | actions/s | median | 99th percentile | global 429 |\n| --- | --- | --- | --- | --- |"
    );
    let (mut sustained, mut exceeded) = (0, plan.tables + 1);
    let mut tables = plan.tables;
    while exceeded - sustained > (plan.tables / PRECISION).max(1) {
        if measure(Plan { tables, ..plan }).await {
            sustained = tables;
        } else {
            exceeded = tables;
        }
        tables = usize::midpoint(sustained, exceeded);
    }
    println!("newest state visible within {SOON:?} at the median with up to {sustained} tables");
}

/// Plays at some tables, prints a row and returns `true` if the newest state was visible soon enough.
async fn measure(plan: Plan) -> bool {
    let sandbox = Arc::new(Sandbox::start(sandbox_options(plan.tables, plan)).await.unwrap());
    let bot = Bot::start_limited(&sandbox, plan.limits).await;
    let report = Arc::new(Report::default());
    let tables = sit_down(&sandbox, &report, plan).await;
    let mut players = JoinSet::new();
    let until = Instant::now() + plan.measured;
    report.begin();
    for mut table in tables {
        players.spawn(async move { table.play(until, plan.pace).await });
    }
    players.join_all().await;
    let time = |quantile| {
        let time: Option<Duration> = report.shown_after(quantile);
        time.map_or_else(|| "later than the next action".to_owned(), |time| format!("{time:.2?}"))
    };
    let rate = report.acted() as f64 / plan.measured.as_secs_f64();
    let rejected = report::globally_limited(&sandbox.rate_limited());
    println!("| {} | {rate:.1} | {} | {} | {rejected} |", plan.tables, time(0.5), time(0.99));
    bot.stop().await;
    report.shown_after(0.5).is_some_and(|time| time <= SOON)
}
