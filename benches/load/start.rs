//! How long it takes from starting the program, with many tables in the middle of a deal, until somebody's
//! command is answered through gateway and REST, beside reading the same rows bare.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ulti::playground::{Id, Person, Playground};
use ulti::table::{ChannelId, ServerId, UserId};

use crate::bot::{Bot, Kind};
use crate::live::{self, Place};
use crate::{Plan, argument, channel, person, world};

/// Actions that each table has behind it.
const ACTIONS: u64 = 14;
/// How often it is measured; the median counts.
const ROUNDS: u64 = 5;
/// How long the bot may take.
const PATIENCE: Duration = Duration::from_mins(2);

/// Measures both and prints them.
pub(crate) async fn measure(plan: Plan) {
    let playground = Arc::new(Playground::start(world(plan.tables, plan)).await.unwrap());
    let folder = tempfile::tempdir().unwrap();
    let filled = folder.path().join("filled.db");
    let places = (0..plan.tables).map(|table| place(&playground, table));
    live::fill(&filled, places, argument("--actions", ACTIONS)).await;
    // The first start of all makes emoji and commands known.
    Bot::start(&playground, Kind::Ulti).await.stop().await;
    let (mut reading, mut starting) = (Vec::new(), Vec::new());
    for round in 0..argument("--rounds", ROUNDS) {
        let folder = tempfile::tempdir().unwrap();
        let copy = folder.path().join("ulti.db");
        std::fs::copy(&filled, &copy).unwrap();
        reading.push(live::read_bare(&copy).await);
        let table = fastrand::Rng::with_seed(round).usize(..plan.tables);
        let began = Instant::now();
        let bot = Bot::start_in(folder, &playground, Kind::Ulti);
        until_answered(&playground, table).await;
        starting.push(began.elapsed());
        bot.ready().await;
        bot.stop().await;
    }
    reading.sort_unstable();
    starting.sort_unstable();
    let (reading, starting) = (reading[reading.len() / 2], starting[starting.len() / 2]);
    println!("{} tables in the middle of a deal", plan.tables);
    println!("| their rows read bare | from the start to the first answer | ratio |\n| --- | --- | --- |");
    println!("| {reading:.1?} | {starting:.1?} | {:.2} |", starting.as_secs_f64() / reading.as_secs_f64());
}

/// Somebody at this table asks for their hand as soon as the bot is there.
async fn until_answered(playground: &Arc<Playground>, table: usize) {
    playground.until(Playground::online, PATIENCE).await.unwrap();
    let someone = someone(playground, table, 0);
    let hand = someone.command("hand", []).await.unwrap();
    assert!(hand.text().contains("A lapjaid"), "{}", hand.text());
}

fn someone(playground: &Playground, table: usize, seat: usize) -> Person {
    playground.person(&person(table, seat)).in_channel(&channel(table))
}

fn place(playground: &Playground, table: usize) -> Place {
    let people = [0, 1, 2].map(|seat| UserId(someone(playground, table, seat).id().0));
    let Id(channel) = playground.channel(&channel(table)).unwrap();
    Place { server: ServerId(playground.guild().0), channel: ChannelId(channel), people }
}
