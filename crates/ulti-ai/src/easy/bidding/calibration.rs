//! Tests that compare the easy robot's estimates with the results of its play.

use std::sync::Arc;

use rand::{RngExt, SeedableRng};

use super::*;
use crate::test_deals;
use crate::{Level, robot};
use ulti_rules::{BySeat, Deal, ScoredGame, Start};

/// Plays a deal. Returns the estimated probability of winning `game`, and whether the game was won.
///
/// The first player bids `contract` and discards the two cards that are best for this contract. The other
/// players pass.
fn outcome(book: &Arc<Book>, contract: Contract, game: Game, number: u64) -> (f32, bool) {
    let mut rng = ChaCha8Rng::seed_from_u64(number);
    let hands = test_deals::deal(rng.random(), Seat::Two);
    let mut deal = Deal::new(Arc::clone(book), Start { dealer: Seat::Two, hands, window: 0 }).unwrap();
    let candidates: Vec<Candidate> =
        candidates(book, None).into_iter().filter(|candidate| candidate.contract == contract).collect();
    let Plan { discard, .. } = plan(hands[Seat::Zero], &candidates).unwrap();
    let stakes = Stakes::new(contract, book);
    let worth = |odds: &Odds| odds.worth(&stakes);
    let odds = candidates
        .iter()
        .map(|candidate| Odds::new(hands[Seat::Zero] - discard, discard, candidate.trump))
        .max_by(|one, other| worth(one).total_cmp(&worth(other)));
    let mut robots = BySeat::from_fn(|_| robot(Level::Easy, number));
    while let Some(seat) = deal.turn() {
        let view = deal.view(Some(seat));
        let action = match deal.version() {
            0 => Action::Bid { contract, discard: Some(discard) },
            _ if view.legal.pass => Action::Pass,
            _ => robots[seat].act(&view, &crate::Cancellation::new()).unwrap(),
        };
        let events = deal.judge(seat, action).unwrap();
        for event in &events {
            deal.apply(event);
        }
    }
    let mut items = deal.settlement().unwrap().items.iter();
    (odds.unwrap().of(game, contract), items.all(|item| item.game != ScoredGame::Game(game) || item.made))
}

/// Returns the proportion of deals in which the declarer won the game.
///
/// Counts only deals with an estimated winning probability in `from..below`.
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
fn hands_with_higher_estimated_odds_win_more_often() {
    for (contract, game, deals) in
        [("parti", Game::Parti, 200), ("ulti", Game::Ulti, 300), ("betli", Game::Betli, 600)]
    {
        let (weak, strong) = (made(contract, game, 0.0, 0.4, deals), made(contract, game, 0.75, 1.01, deals));
        assert!(weak < 0.4, "weak hands made too often: {contract}, {weak}");
        assert!(strong > 0.65, "strong hands made too rarely: {contract}, {strong}");
    }
}
