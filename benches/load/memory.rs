//! How much memory a table in play takes of the whole bot: that of two bots which answer equally often is
//! compared, one with a tenth of the tables, so that what answering takes is in both.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::task::JoinSet;
use ulti::playground::Playground;

use crate::bot::{Bot, Kind};
use crate::report::Report;
use crate::{Plan, sit_down, world};

/// How often the memory is read.
const GLANCE: Duration = Duration::from_secs(1);

/// What one bot took.
struct Taken {
    /// In bytes: the median and the most over the second half of the time.
    usual: u64,
    most: u64,
    answers_a_second: f64,
}

/// Measures both and prints them.
pub(crate) async fn measure(plan: Plan) {
    let fewer = Plan { tables: plan.tables / 10, pace: plan.pace / 10, ..plan };
    let (few, many) = (one(fewer).await, one(plan).await);
    println!("| tables | answers a second | memory, median KiB | most KiB |\n| --- | --- | --- | --- |");
    for (tables, taken) in [(fewer.tables, &few), (plan.tables, &many)] {
        let Taken { usual, most, answers_a_second } = taken;
        println!("| {tables} | {answers_a_second:.0} | {} | {} |", usual >> 10, most >> 10);
    }
    let more = (plan.tables - fewer.tables) as f64 * 1024.0;
    let each = |of: fn(&Taken) -> u64| (of(&many) as f64 - of(&few) as f64) / more;
    println!(
        "a table takes {:.1} KiB by the medians, {:.1} by the most",
        each(|t| t.usual),
        each(|t| t.most)
    );
}

async fn one(plan: Plan) -> Taken {
    let playground = Arc::new(Playground::start(world(plan.tables, plan)).await.unwrap());
    let bot = Bot::start(&playground, Kind::Ulti).await;
    let report = Arc::new(Report::default());
    let tables = sit_down(&playground, &report, plan).await;
    let mut players = JoinSet::new();
    let began = Instant::now();
    let until = began + plan.measured;
    report.begin();
    for mut table in tables {
        players.spawn(async move { table.play(until, plan.pace).await });
    }
    let mut seen = Vec::new();
    while Instant::now() < until {
        tokio::time::sleep(GLANCE).await;
        if began.elapsed() > plan.measured / 2 {
            seen.push(bot.memory());
        }
    }
    players.join_all().await;
    let answers_a_second = report.acted() as f64 / began.elapsed().as_secs_f64();
    bot.stop().await;
    seen.sort_unstable();
    Taken { usual: seen[seen.len() / 2], most: *seen.last().unwrap(), answers_a_second }
}
