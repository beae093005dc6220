//! Many tables at once: simulated people play whole evenings through the gateway and REST of the stand-in,
//! against the program as a process of its own, and then as many people invoke a bare poise command that
//! only replies, of a process of its own, on the same stand-in and at the same pace.
//!
//! `-- --tables 1000 --seconds 120 --pace 10`: so many tables of three people, measured so long after
//! everybody has sat down, with so many seconds between the actions at a table. `--faults` kills the bot
//! every minute and has the stand-in misbehave; at the end every acknowledged action is looked for in the
//! journal.

#![allow(clippy::unwrap_used, missing_docs)] // a measurement may fail loudly
#![allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)] // for people to read

mod bare;
mod bot;
mod faults;
mod report;
mod table;

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::task::JoinSet;
use ulti::playground::{Options, Playground};

use bot::{Bot, Kind};
use report::Report;
use table::Table;

/// What is simulated.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plan {
    tables: usize,
    measured: Duration,
    pace: Duration,
    faults: bool,
}

fn argument(name: &str, usual: u64) -> u64 {
    let mut arguments = std::env::args().skip_while(|argument| argument != name);
    arguments.nth(1).map_or(usual, |value| value.parse().unwrap())
}

fn is_given(name: &str) -> bool {
    std::env::args().any(|argument| argument == name)
}

fn main() {
    if let Some(api) = std::env::args().skip_while(|argument| argument != "--bare").nth(1) {
        return bare::run(&api);
    }
    let plan = Plan {
        tables: usize::try_from(argument("--tables", 1_000)).unwrap(),
        measured: Duration::from_secs(argument("--seconds", 120)),
        pace: Duration::from_secs(argument("--pace", 10)),
        faults: is_given("--faults"),
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(measure(plan));
}

async fn measure(plan: Plan) {
    println!(
        "{} tables, {} people, an action at each every {:?} on average",
        plan.tables,
        3 * plan.tables,
        plan.pace
    );
    let playground = Arc::new(Playground::start(world(plan.tables)).await.unwrap());
    let mut bot = Bot::start(&playground, Kind::Ulti).await;
    let report = Arc::new(Report::default());
    let tables = sit_down(&playground, &report, plan).await;
    let memory = bot.memory();
    let mut players = JoinSet::new();
    let until = Instant::now() + plan.measured;
    report.begin();
    for mut table in tables {
        players.spawn(async move {
            table.play(until, plan.pace).await;
        });
    }
    faults::happen(&playground, &mut bot, until, plan.faults).await;
    players.join_all().await;
    println!("{}", report.print("ulti"));
    println!(
        "memory of the bot: {} MiB when all had sat down, {} MiB at the end",
        memory >> 20,
        bot.memory() >> 20
    );
    println!("the stand-in complained {} times", playground.complaints().len());
    for complaint in playground.complaints().iter().take(10) {
        println!("  {complaint}");
    }
    let folder = bot.stop().await;
    report.check(folder.path()).await;
    if !plan.faults {
        compare(&playground, &report, plan).await;
    }
}

/// The same people invoke a command that only replies, as often as they have acted.
async fn compare(playground: &Arc<Playground>, ulti: &Report, plan: Plan) {
    let bot = Bot::start(playground, Kind::Bare).await;
    let report = Arc::new(Report::default());
    let until = Instant::now() + plan.measured;
    report.begin();
    let pace = plan.measured.as_secs_f64() * plan.tables as f64 / ulti.acted() as f64;
    let mut players = JoinSet::new();
    for place in 0..plan.tables {
        let person = playground.person(&person(place, 0)).in_channel(&channel(place));
        let report = Arc::clone(&report);
        players.spawn(async move { table::invoke_bare(&person, &report, until, pace).await });
    }
    players.join_all().await;
    println!("{}", report.print("bare"));
    println!(
        "/play of ulti by bare: {:.2} at the median, {:.2} at the 99th percentile",
        ulti.at("play", 0.5) / report.at("bare", 0.5),
        ulti.at("play", 0.99) / report.at("bare", 0.99)
    );
    bot.stop().await;
}

pub(crate) fn person(table: usize, seat: usize) -> String {
    format!("P{table}-{seat}")
}

pub(crate) fn channel(table: usize) -> String {
    format!("table-{table}")
}

fn world(tables: usize) -> Options {
    let people = (0..tables).flat_map(|table| (0..3).map(move |seat| (person(table, seat), "hu".to_owned())));
    Options {
        people: people.collect(),
        channels: (0..tables).map(channel).collect(),
        closed_channels: Vec::new(),
        traffic_kept: 1_000,
        ..Options::default()
    }
}

/// Everybody sits down, some tables at a time.
async fn sit_down(playground: &Arc<Playground>, report: &Arc<Report>, plan: Plan) -> Vec<Table> {
    let began = Instant::now();
    let mut waiting = JoinSet::new();
    let mut tables = Vec::new();
    for place in 0..plan.tables {
        while waiting.len() >= 8 {
            tables.push(waiting.join_next().await.unwrap().unwrap());
        }
        waiting.spawn(Table::sit_down(Arc::clone(playground), Arc::clone(report), place));
    }
    tables.extend(waiting.join_all().await);
    println!("{} tables sat down within {:.1?}", tables.len(), began.elapsed());
    tables
}
