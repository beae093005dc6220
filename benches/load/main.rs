//! Many tables at once: simulated people play whole evenings through the gateway and REST of the stand-in,
//! against the program as a process of its own. A bare poise command that only replies is invoked on a second
//! stand-in of the same kind at the same time, so under the same load, and once more when the tables are
//! done, as often as their people have acted.
//!
//! `-- --tables 1000 --seconds 120 --pace 10 --distance 0`: so many tables of three people, measured so long
//! after everybody has sat down, with so many seconds between the actions at a table, and with so many
//! milliseconds that a request and its answer are on their way. `--faults` has the stand-in misbehave and
//! `--kills` kills the bot every minute; at the end every acknowledged card is looked for in the journal.
//! `-- --memory --tables 1000 --pace 10` compares the memory with that of a bot which has a tenth of the tables and
//! answers as often. `-- --start --tables 10000` measures how long the bot takes from its start, with so many
//! tables in the middle of a deal, to its first answer.

#![allow(clippy::unwrap_used, missing_docs)] // a measurement may fail loudly
#![allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)] // for people to read

mod bare;
mod bot;
mod faults;
#[path = "../store/live.rs"]
mod live;
mod memory;
mod report;
mod start;
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
    distance: Duration,
    faults: bool,
    kills: bool,
}

/// How many people invoke the bare command while the tables are played, and every how many seconds each.
const BESIDE: (usize, f64) = (50, 2.5);

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
        distance: Duration::from_millis(argument("--distance", 0)),
        faults: is_given("--faults"),
        kills: is_given("--kills"),
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    if is_given("--start") {
        runtime.block_on(start::measure(plan));
    } else if is_given("--memory") {
        runtime.block_on(memory::measure(plan));
    } else {
        runtime.block_on(measure(plan));
    }
}

async fn measure(plan: Plan) {
    println!(
        "{} tables, {} people, an action at each every {:?} on average, requests {:?} on their way",
        plan.tables,
        3 * plan.tables,
        plan.pace,
        plan.distance
    );
    let playground = Arc::new(Playground::start(world(plan.tables, plan)).await.unwrap());
    let mut bot = Bot::start(&playground, Kind::Ulti).await;
    let base = bot.memory();
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
    let beside = tokio::spawn(beside(plan, until));
    faults::happen(&playground, &mut bot, until, plan).await;
    players.join_all().await;
    println!("{}", report.print("ulti"));
    compared("at the same time", &report, &beside.await.unwrap());
    println!(
        "memory of the bot: {} MiB before, {} MiB when all had sat down, {} MiB at the end",
        base >> 20,
        memory >> 20,
        bot.memory() >> 20
    );
    print!("{}", report::complaints(&playground.complaints()));
    let folder = bot.stop().await;
    report.check(folder.path()).await;
    if !plan.faults && !plan.kills {
        compare(&playground, &report, plan).await;
    }
}

/// Some people invoke a command that only replies while the tables are played, on a stand-in of their own.
async fn beside(plan: Plan, until: Instant) -> Arc<Report> {
    let playground = Arc::new(Playground::start(world(BESIDE.0, plan)).await.unwrap());
    let bot = Bot::start(&playground, Kind::Bare).await;
    let report = Arc::new(Report::default());
    invoke_bare(&playground, &report, BESIDE, until).await;
    bot.stop().await;
    report
}

/// The same people invoke a command that only replies, as often as they have acted.
async fn compare(playground: &Arc<Playground>, ulti: &Report, plan: Plan) {
    let bot = Bot::start(playground, Kind::Bare).await;
    let report = Arc::new(Report::default());
    let until = Instant::now() + plan.measured;
    let pace = plan.measured.as_secs_f64() * plan.tables as f64 / ulti.acted() as f64;
    invoke_bare(playground, &report, (plan.tables, pace), until).await;
    compared("alone, as often as people acted", ulti, &report);
    bot.stop().await;
}

async fn invoke_bare(
    playground: &Playground,
    report: &Arc<Report>,
    (people, pace): (usize, f64),
    until: Instant,
) {
    report.begin();
    let mut players = JoinSet::new();
    for place in 0..people {
        let person = playground.person(&person(place, 0)).in_channel(&channel(place));
        let report = Arc::clone(report);
        players.spawn(async move { table::invoke_bare(&person, &report, until, pace).await });
    }
    players.join_all().await;
}

fn compared(when: &str, ulti: &Report, bare: &Report) {
    println!("{}", bare.print(&format!("bare, {when}")));
    println!(
        "/play of ulti by bare, {when}: {:.2} at the median, {:.2} at the 99th percentile",
        ulti.at("play", 0.5) / bare.at("bare", 0.5),
        ulti.at("play", 0.99) / bare.at("bare", 0.99)
    );
}

pub(crate) fn person(table: usize, seat: usize) -> String {
    format!("P{table}-{seat}")
}

pub(crate) fn channel(table: usize) -> String {
    format!("table-{table}")
}

fn world(tables: usize, plan: Plan) -> Options {
    let people = (0..tables).flat_map(|table| (0..3).map(move |seat| (person(table, seat), "hu".to_owned())));
    Options {
        people: people.collect(),
        channels: (0..tables).map(channel).collect(),
        closed_channels: Vec::new(),
        traffic_kept: 1_000,
        distance: plan.distance,
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
