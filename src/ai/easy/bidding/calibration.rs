//! What the rules of thumb promise against what plain robots make of it.

use std::sync::Arc;

use rand::{RngExt, SeedableRng};

use super::*;
use crate::ai::{Level, robot};
use crate::rules::{BySeat, Deal, Scored, Start};
use crate::table::shuffle::{self, Seed};

/// Forehand bids the contract with the best discard, the others pass, plain robots play: how likely
/// the game was thought to be, and whether it was made.
fn outcome(book: &Arc<Book>, contract: Contract, game: Game, number: u64) -> (f32, bool) {
    let mut rng = ChaCha8Rng::seed_from_u64(number);
    let hands = shuffle::deal(&Seed::from_bytes(rng.random()), Seat::Two);
    let mut deal = Deal::new(Arc::clone(book), Start { dealer: Seat::Two, hands, window: 0 }).unwrap();
    let ways: Vec<Way> = ways(book, None).into_iter().filter(|way| way.contract == contract).collect();
    let Plan { discard, .. } = plan(hands[Seat::Zero], &ways).unwrap();
    let stakes = Stakes::new(contract, book);
    let worth = |odds: &Odds| odds.worth(&stakes);
    let odds = ways
        .iter()
        .map(|way| Odds::new(hands[Seat::Zero] - discard, discard, way.trump))
        .max_by(|one, other| worth(one).total_cmp(&worth(other)));
    let mut robots = BySeat::from_fn(|_| robot(Level::Easy, number));
    while let Some(seat) = deal.turn() {
        let view = deal.view(Some(seat));
        let action = match deal.version() {
            0 => Action::Bid { contract, discard: Some(discard) },
            _ if view.legal.pass => Action::Pass,
            _ => robots[seat].act(&view, &crate::ai::Stop::new()).unwrap(),
        };
        let events = deal.judge(seat, action).unwrap();
        for event in &events {
            deal.apply(event);
        }
    }
    let mut items = deal.settlement().unwrap().items.iter();
    (odds.unwrap().of(game, contract), items.all(|item| item.game != Scored::Game(game) || item.made))
}

/// The share made among the hands thought to make the game at least this often.
fn made(contract: &str, game: Game, from: f32, below: f32, deals: u64) -> f64 {
    let book = Arc::new(Book::preset("4m").unwrap());
    let contract = contract.parse().unwrap();
    let outcomes = (0..deals).map(|number| outcome(&book, contract, game, number));
    let judged: Vec<bool> =
        outcomes.filter(|(odds, _)| (from..below).contains(odds)).map(|(_, made)| made).collect();
    let made = judged.iter().filter(|made| **made).count();
    f64::from(u32::try_from(made).unwrap()) / f64::from(u32::try_from(judged.len()).unwrap())
}

#[test]
fn what_is_promised_is_roughly_what_is_made() {
    for (contract, game, deals) in
        [("parti", Game::Parti, 200), ("ulti", Game::Ulti, 300), ("betli", Game::Betli, 600)]
    {
        let (weak, strong) = (made(contract, game, 0.0, 0.4, deals), made(contract, game, 0.75, 1.01, deals));
        assert!(weak < 0.4, "{contract}: {weak} of the weak hands made");
        assert!(strong > 0.65, "{contract}: {strong} of the strong hands made");
    }
}
