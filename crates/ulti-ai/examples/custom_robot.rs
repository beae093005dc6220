//! A custom robot plays against two easy robots and prints the points of each.
//!
//! Run with `cargo run -p ulti-ai --example custom_robot`.

use std::error::Error;
use std::sync::Arc;

use fastrand::Rng;
use ulti_ai::{Cancellation, Level, Robot, robot};
use ulti_rules::{Action, Book, BySeat, Card, CardSet, Deal, Seat, Start, View};

/// Number of deals to play.
///
/// Each deal is played three times so that the custom robot plays every hand once.
const DEALS: u64 = 50;

/// A robot that bids only if it must, never doubles, and plays the legal card with the fewest points.
struct Cautious;

impl Robot for Cautious {
    fn act(&mut self, view: &View, _stop: &Cancellation) -> Option<Action> {
        let legal = &view.legal;
        if view.seat.is_none() || !legal.is_turn() {
            return None;
        }
        if legal.discard {
            // Holding the talon: bid the weakest contract and discard the two cheapest cards.
            let contract = *legal.bids.first()?;
            let discard = cheapest_first(view.own_hand()).into_iter().take(2).collect();
            return Some(Action::Bid { contract, discard: Some(discard) });
        }
        if legal.pass {
            return Some(Action::Pass);
        }
        if let Some(trump) = legal.trumps.first() {
            return Some(Action::Trump(*trump));
        }
        if legal.no_kontra {
            return Some(Action::NoKontra);
        }
        cheapest_first(legal.cards).first().copied().map(Action::Play)
    }
}

/// Returns the cards in ascending order of points.
fn cheapest_first(cards: CardSet) -> Vec<Card> {
    let mut cards: Vec<Card> = cards.iter().collect();
    cards.sort_by_key(|card| card.points());
    cards
}

/// Plays a complete deal and returns the points that each seat won or lost.
fn play(book: &Arc<Book>, seed: u64, custom: Seat) -> Result<BySeat<i32>, Box<dyn Error>> {
    let mut deck: Vec<Card> = Card::deck().collect();
    Rng::with_seed(seed).shuffle(&mut deck);
    let hands = [&deck[..12], &deck[12..22], &deck[22..]].map(|cards| cards.iter().copied().collect());
    let start = Start { dealer: Seat::Two, hands: BySeat(hands), window: 0 };
    let mut deal = Deal::new(Arc::clone(book), start)?;
    let mut robots: BySeat<Box<dyn Robot>> = BySeat::from_fn(|_| robot(Level::Easy, seed));
    robots[custom] = Box::new(Cautious);
    while let Some(seat) = deal.turn() {
        let action = robots[seat].act(&deal.view(Some(seat)), &Cancellation::new()).ok_or("no action")?;
        for event in deal.judge(seat, action)? {
            deal.apply(&event);
        }
    }
    Ok(deal.settlement().ok_or("no settlement")?.payments)
}

fn main() -> Result<(), Box<dyn Error>> {
    let book = Arc::new(Book::preset("4m")?);
    let (mut custom_points, mut easy_points) = (0, 0);
    for (seed, custom) in (0..DEALS).flat_map(|seed| Seat::ALL.map(|seat| (seed, seat))) {
        let payments = play(&book, seed, custom)?;
        custom_points += payments[custom];
        easy_points += custom.others().into_iter().map(|seat| payments[seat]).sum::<i32>();
    }
    println!("{} deals: custom robot {custom_points:+}, two easy robots {easy_points:+}", 3 * DEALS);
    Ok(())
}
