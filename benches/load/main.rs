//! Load benchmark: simulated people play at many tables through the sandbox's gateway and REST API.
//!
//! The bot runs in a child process. A minimal poise bot, whose only command replies, serves as the baseline.
//! Its command is invoked on a second sandbox at the same time, and again alone after the tables are
//! finished, as often as people have acted. At the end, the journal is searched for every acknowledged card.
//!
//! The environment variable `ULTI_LOAD_BOT` sets the path of the bot's program. The default is that of the
//! build.
//!
//! Run with `cargo bench --bench load -- OPTIONS`. The options and their defaults are:
//!
//! - `--tables 1000`: number of tables with three people each.
//! - `--seconds 120`: duration of the measurement, which starts when all tables are set up.
//! - `--pace 10`: mean number of seconds between the actions at a table.
//! - `--distance 0`: network delay in milliseconds of a request and its response.
//! - `--limits`: the sandbox enforces Discord's rate limits. With `--counted`, interaction endpoints count
//!   towards the global limit. With `--no-tokens`, public messages are only edited on the channels' routes.
//! - `--faults`: the sandbox misbehaves at random.
//! - `--kills`: the bot is killed every minute.
//! - `--memory`: compares the memory of two bots with the same answer rate, one with a tenth of the tables.
//! - `--sustained`: searches for the number of tables, up to that of `--tables`, whose newest state is
//!   visible within five seconds at the median.
//! - `--start`: measures the time from the start of the bot, with all tables in a deal, to its first answer.

#![allow(clippy::unwrap_used, missing_docs)] // a measurement may fail loudly
// Results are rounded for people to read.
#![allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)]

mod bare;
mod bot;
mod faults;
#[path = "../store/live.rs"]
mod live;
mod memory;
mod processor_time;
mod report;
mod start;
mod sustained;
mod table;

use std::sync::Arc;
use std::time::{Duration, Instant};

use discord_sandbox::{Options, RateLimits, Sandbox};
use tokio::task::JoinSet;

use bot::{Bot, Kind, Requests};
use processor_time::ProcessorTime;
use report::Report;
use table::Table;

/// Parameters of a measurement.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plan {
    tables: usize,
    /// Duration of the measurement.
    measured: Duration,
    /// Mean time between the actions at a table.
    pace: Duration,
    /// Network delay of a request and its response.
    round_trip_time: Duration,
    limits: Limits,
    faults: bool,
    kills: bool,
}

/// The rate limits of a measurement.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    are_enforced: bool,
    counts_interactions: bool,
    uses_tokens: bool,
}

/// Number of tables that are set up at the same time.
const SETUPS: usize = 32;
/// Number of tables that are set up at the same time if every request counts towards the global limit.
const COUNTED_SETUPS: usize = 8;
/// Load on the baseline command: the number of people, and the seconds between the calls of each of them.
const BASELINE_LOAD: (usize, f64) = (50, 2.5);

/// Returns the number after a command-line option, or the default.
fn argument(name: &str, default: u64) -> u64 {
    let mut arguments = std::env::args().skip_while(|argument| argument != name);
    arguments.nth(1).map_or(default, |value| value.parse().unwrap())
}

/// Returns `true` if a command-line option is given.
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
        round_trip_time: Duration::from_millis(argument("--distance", 0)),
        limits: Limits {
            are_enforced: is_given("--limits"),
            counts_interactions: is_given("--counted"),
            uses_tokens: !is_given("--no-tokens"),
        },
        faults: is_given("--faults"),
        kills: is_given("--kills"),
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    if is_given("--start") {
        runtime.block_on(start::measure(plan));
    } else if is_given("--sustained") {
        runtime.block_on(sustained::search(plan));
    } else if is_given("--memory") {
        runtime.block_on(memory::measure(plan));
    } else {
        runtime.block_on(measure(plan));
    }
}

/// Requests and processor time that have been used up to a point in time.
struct Usage {
    requests: Requests,
    bot: ProcessorTime,
    /// Processor time of this process, which contains the sandbox and the simulated people.
    own: ProcessorTime,
}

impl Usage {
    /// Reads the present usage.
    async fn now(bot: &Bot) -> Self {
        Self {
            requests: bot.requests().await,
            bot: bot.processor_time(),
            own: ProcessorTime::of(std::process::id()),
        }
    }

    /// Prints what has been used since this measurement, per action. The numbers of a killed bot are unknown.
    async fn print_since(self, bot: &Bot, acted: usize, plan: Plan) {
        if !plan.kills {
            println!("{}", bot.requests().await.since(&self.requests).per_action(acted));
            println!("processor time of the bot: {}", bot.processor_time().since(self.bot).per_action(acted));
        }
        let own = ProcessorTime::of(std::process::id()).since(self.own);
        println!("processor time of sandbox and people: {}", own.per_action(acted));
    }
}

/// Plays at all tables. Prints response times, memory and the number of lost cards.
async fn measure(plan: Plan) {
    print_plan(plan);
    let sandbox = Arc::new(Sandbox::start(sandbox_options(plan.tables, plan)).await.unwrap());
    let mut bot = Bot::start_limited(&sandbox, plan.limits).await;
    let base = bot.memory();
    let report = Arc::new(Report::default());
    let tables = sit_down(&sandbox, &report, plan).await;
    let memory = bot.memory();
    let mut players = JoinSet::new();
    let until = Instant::now() + plan.measured;
    report.begin();
    let before = Usage::now(&bot).await;
    for mut table in tables {
        players.spawn(async move {
            table.play(until, plan.pace).await;
        });
    }
    let baseline = tokio::spawn(invoke_during_game(plan, until));
    faults::inject(&sandbox, &mut bot, until, plan).await;
    players.join_all().await;
    println!("{}", report.print("ulti"));
    before.print_since(&bot, report.acted(), plan).await;
    println!("{}", report.answers());
    println!("{}", report.freshness());
    println!("rejected because of a rate limit: {}", report::rate_limited(&sandbox.rate_limited()));
    print_ratio("at the same time", &report, &baseline.await.unwrap());
    println!(
        "memory of the bot: {} MiB at the start, {} MiB with all tables set up, {} MiB at the end",
        base >> 20,
        memory >> 20,
        bot.memory() >> 20
    );
    print!("{}", report::violations(&sandbox.violations()));
    let folder = bot.stop().await;
    report.check(folder.path()).await;
    if !plan.faults && !plan.kills {
        invoke_alone(&sandbox, &report, plan).await;
    }
}

/// Prints the parameters of a measurement.
fn print_plan(plan: Plan) {
    println!(
        "{} tables, {} people, one action per table every {:?} on average, network delay {:?}",
        plan.tables,
        3 * plan.tables,
        plan.pace,
        plan.round_trip_time
    );
}

/// Invokes the baseline command on a second sandbox while the tables are played.
async fn invoke_during_game(plan: Plan, until: Instant) -> Arc<Report> {
    let sandbox = Arc::new(Sandbox::start(sandbox_options(BASELINE_LOAD.0, plan)).await.unwrap());
    let bot = Bot::start(&sandbox, Kind::Bare).await;
    let report = Arc::new(Report::default());
    invoke_bare(&sandbox, &report, BASELINE_LOAD, until).await;
    bot.stop().await;
    report
}

/// Invokes the baseline command without other load, as often as people have acted at the tables.
async fn invoke_alone(sandbox: &Arc<Sandbox>, ulti: &Report, plan: Plan) {
    let bot = Bot::start(sandbox, Kind::Bare).await;
    let report = Arc::new(Report::default());
    let until = Instant::now() + plan.measured;
    let pace = plan.measured.as_secs_f64() * plan.tables as f64 / ulti.acted() as f64;
    invoke_bare(sandbox, &report, (plan.tables, pace), until).await;
    print_ratio("alone, as often as people acted", ulti, &report);
    bot.stop().await;
}

/// Invokes the baseline command as several people until a point in time.
async fn invoke_bare(sandbox: &Sandbox, report: &Arc<Report>, (people, pace): (usize, f64), until: Instant) {
    report.begin();
    let mut players = JoinSet::new();
    for table in 0..people {
        let person = sandbox.user(&person(table, 0)).in_channel(&channel(table));
        let report = Arc::clone(report);
        players.spawn(async move { table::invoke_bare(&person, &report, until, pace).await });
    }
    players.join_all().await;
}

/// Prints the response times of the baseline command and their ratio to those of `/play`.
fn print_ratio(when: &str, ulti: &Report, bare: &Report) {
    println!("{}", bare.print(&format!("bare, {when}")));
    println!(
        "ratio of /play to bare, {when}: {:.2} at the median, {:.2} at the 99th percentile",
        ulti.at("play", 0.5) / bare.at("bare", 0.5),
        ulti.at("play", 0.99) / bare.at("bare", 0.99)
    );
}

/// Returns the name of a simulated person.
pub(crate) fn person(table: usize, seat: usize) -> String {
    format!("P{table}-{seat}")
}

/// Returns the name of a table's channel.
pub(crate) fn channel(table: usize) -> String {
    format!("table-{table}")
}

/// Returns the options of a sandbox with the people and channels of the tables.
fn sandbox_options(tables: usize, plan: Plan) -> Options {
    let people = (0..tables).flat_map(|table| (0..3).map(move |seat| (person(table, seat), "hu".to_owned())));
    Options {
        users: people.collect(),
        channels: (0..tables).map(channel).collect(),
        closed_channels: Vec::new(),
        traffic_capacity: 1_000,
        round_trip_time: plan.round_trip_time,
        rate_limits: match plan.limits {
            Limits { are_enforced: false, .. } => RateLimits::OFF,
            limits => RateLimits { count_interactions: limits.counts_interactions, ..RateLimits::DISCORD },
        },
        ..Options::default()
    }
}

/// Sets up all tables, some at a time.
async fn sit_down(sandbox: &Arc<Sandbox>, report: &Arc<Report>, plan: Plan) -> Vec<Table> {
    let began = Instant::now();
    let mut waiting = JoinSet::new();
    let mut tables = Vec::new();
    let setups = if plan.limits.counts_interactions { COUNTED_SETUPS } else { SETUPS };
    for table in 0..plan.tables {
        while waiting.len() >= setups {
            tables.push(waiting.join_next().await.unwrap().unwrap());
        }
        waiting.spawn(Table::sit_down(Arc::clone(sandbox), Arc::clone(report), table));
    }
    tables.extend(waiting.join_all().await);
    println!("{} tables set up within {:.1?}", tables.len(), began.elapsed());
    tables
}
