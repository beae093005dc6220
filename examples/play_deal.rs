//! Three robots play a deal with a fair shuffle. Prints every step and the payments.
//!
//! Run with `cargo run --example play_deal -- [LEVEL]`. `LEVEL` is the level of the robots: `random`,
//! `easy` (the default), `normal`, `blind` or `strong`.

use std::env;
use std::error::Error;
use std::sync::Arc;

use ulti::table::shuffle::{self, Seed};
use ulti_ai::{Cancellation, Level, Robot, robot};
use ulti_rules::{Book, BySeat, Deal, Event, Seat, Start};

/// Number of the deal. The commitment covers the number, so that a seed cannot be used twice.
const NUMBER: u64 = 1;

/// Prints an event as one line.
fn print(event: &Event) {
    match event {
        Event::TalonTaken { seat } => println!("seat {seat} takes the talon"),
        Event::Bid { seat, contract, discard: Some(cards) } => {
            println!("seat {seat} bids {contract} and lays down {cards}");
        }
        Event::Bid { seat, contract, discard: None } => println!("seat {seat} bids {contract}"),
        Event::Passed { seat } => println!("seat {seat} passes"),
        Event::AuctionClosed { declarer, contract } => println!("seat {declarer} declares {contract}"),
        Event::TrumpNamed { seat, trump: Some(suit) } => println!("seat {seat} names {suit} as trumps"),
        Event::Kontra { seat, games } => println!("seat {seat} doubles {games:?}"),
        Event::NoKontra { seat } => println!("seat {seat} does not double"),
        Event::Played { seat, card } => println!("seat {seat} plays {card}"),
        Event::TrickTaken { seat } => println!("seat {seat} takes the trick"),
        other => println!("{other:?}"),
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let level: Level = env::args().nth(1).map_or(Ok(Level::Easy), |level| level.parse())?;
    let seed = Seed::random()?;
    println!("commitment {}", shuffle::commitment(&seed, NUMBER));

    let dealer = Seat::Two;
    let hands = shuffle::deal(&seed, dealer);
    for (seat, hand) in hands.iter() {
        println!("seat {seat} holds {hand}");
    }
    let book = Arc::new(Book::preset("4m")?);
    let mut deal = Deal::new(book, Start { dealer, hands, window: 0 })?;
    let mut robots: BySeat<Box<dyn Robot>> = BySeat::from_fn(|seat| robot(level, seat.index() as u64));

    while let Some(seat) = deal.turn() {
        // A robot sees only what a player in its seat may see.
        let view = deal.view(Some(seat));
        let action = robots[seat].act(&view, &Cancellation::new()).ok_or("no legal action")?;
        for event in deal.judge(seat, action)? {
            deal.apply(&event);
            print(&event);
        }
    }

    let settlement = deal.settlement().ok_or("the deal is not over")?;
    for (seat, points) in settlement.payments.iter() {
        println!("seat {seat} {points:+}");
    }
    println!("window {:+}", settlement.window);
    // Anyone can now recompute the commitment and the hands from the seed.
    println!("seed {seed}");
    Ok(())
}
