//! Measures the time from the start of the bot, with many tables in a deal, to the first response to a
//! command.
//!
//! The baseline is the time for reading the same rows directly with SQL.

use std::sync::Arc;
use std::time::{Duration, Instant};

use discord_sandbox::{Sandbox, SimulatedUser, Snowflake};
use ulti::table::{ChannelId, ServerId, UserId};

use crate::bot::{Bot, Kind};
use crate::live::{self, Place};
use crate::{Plan, argument, channel, person, sandbox_options};

/// Number of actions already taken at each table.
const ACTIONS: u64 = 14;
/// Number of measurements. The median is reported.
const ROUNDS: u64 = 5;
/// Deadline for the start of the bot.
const TIMEOUT: Duration = Duration::from_mins(2);

/// Measures the start and the baseline and prints the medians.
pub(crate) async fn measure(plan: Plan) {
    let sandbox = Arc::new(Sandbox::start(sandbox_options(plan.tables, plan)).await.unwrap());
    let folder = tempfile::tempdir().unwrap();
    let filled = folder.path().join("filled.db");
    let places = (0..plan.tables).map(|table| place(&sandbox, table));
    live::fill(&filled, places, argument("--actions", ACTIONS)).await;
    // The very first start registers emoji and commands.
    Bot::start(&sandbox, Kind::Ulti).await.stop().await;
    let (mut reading, mut starting) = (Vec::new(), Vec::new());
    for round in 0..argument("--rounds", ROUNDS) {
        let folder = tempfile::tempdir().unwrap();
        let copy = folder.path().join("ulti.db");
        std::fs::copy(&filled, &copy).unwrap();
        reading.push(live::read_bare(&copy).await);
        let table = fastrand::Rng::with_seed(round).usize(..plan.tables);
        let began = Instant::now();
        let bot = Bot::start_in(folder, &sandbox, Kind::Ulti);
        until_answered(&sandbox, table).await;
        starting.push(began.elapsed());
        bot.ready().await;
        bot.stop().await;
    }
    reading.sort_unstable();
    starting.sort_unstable();
    let (reading, starting) = (reading[reading.len() / 2], starting[starting.len() / 2]);
    println!("{} tables in a deal", plan.tables);
    println!("| direct read of the rows | start to first response | ratio |\n| --- | --- | --- |");
    println!("| {reading:.1?} | {starting:.1?} | {:.2} |", starting.as_secs_f64() / reading.as_secs_f64());
}

/// Waits until the bot is online, and requests a player's hand at a table.
async fn until_answered(sandbox: &Arc<Sandbox>, table: usize) {
    sandbox.wait_until(Sandbox::is_online, TIMEOUT).await.unwrap();
    let someone = someone(sandbox, table, 0);
    let hand = someone.command("hand", []).await.unwrap();
    assert!(hand.text().contains("A lapjaid"), "{}", hand.text());
}

/// Returns the person at a seat of a table.
fn someone(sandbox: &Sandbox, table: usize, seat: usize) -> SimulatedUser {
    sandbox.user(&person(table, seat)).in_channel(&channel(table))
}

/// Returns the server, channel and people of a table.
fn place(sandbox: &Sandbox, table: usize) -> Place {
    let people = [0, 1, 2].map(|seat| UserId(someone(sandbox, table, seat).id().0));
    let Snowflake(channel) = sandbox.channel(&channel(table)).unwrap();
    Place { server: ServerId(sandbox.guild().0), channel: ChannelId(channel), people }
}
