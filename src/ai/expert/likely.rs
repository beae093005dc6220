//! Which imagined hands fit what the others did.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::knowledge::Knowledge;
use super::worlds::World;
use crate::ai::easy::{self, Odds};
use crate::rules::{Board, BySeat, Card, CardSet, Game, RankOrder, Seat, Trick, View};

/// How many worlds are dealt for each one that is kept.
const CANDIDATES: usize = 25;
/// How much an oddity tells: nobody plays by one book.
const ODD: f32 = 0.2;
const RATHER_ODD: f32 = 0.45;

/// Worlds as they are likely to be: many are dealt, and those that explain what happened are kept.
pub(super) fn worlds(
    view: &View,
    board: &Board,
    knowledge: &Knowledge,
    count: usize,
    rng: &mut ChaCha8Rng,
) -> Vec<World> {
    let judge = Judge::new(view, board);
    let dealt: Vec<World> = (0..count * CANDIDATES).filter_map(|_| knowledge.deal(rng)).collect();
    let weights: Vec<f32> = dealt.iter().map(|world| judge.weight(world)).collect();
    keep(&dealt, &weights, count, rng)
}

/// So many of the worlds, each as often as its weight asks for (systematic resampling).
fn keep(worlds: &[World], weights: &[f32], count: usize, rng: &mut ChaCha8Rng) -> Vec<World> {
    let total: f32 = weights.iter().sum();
    if worlds.is_empty() || total <= 0.0 {
        return worlds.iter().take(count).copied().collect();
    }
    #[allow(clippy::cast_precision_loss)] // a few dozen
    let step = total / count as f32;
    let mut next = rng.random_range(0.0..step);
    let mut passed = 0.0;
    let mut kept = Vec::with_capacity(count);
    for (world, weight) in worlds.iter().zip(weights) {
        passed += weight;
        while next < passed && kept.len() < count {
            kept.push(*world);
            next += step;
        }
    }
    kept
}

/// What happened, ready to be held against imagined hands.
struct Judge<'a> {
    view: &'a View,
    board: &'a Board,
    me: Option<Seat>,
    /// The cards that each seat has played.
    played: BySeat<CardSet>,
}

impl<'a> Judge<'a> {
    fn new(view: &'a View, board: &'a Board) -> Self {
        let mut played: BySeat<CardSet> = BySeat::default();
        for trick in board.tricks.iter().map(|(trick, _)| trick).chain([&board.current]) {
            for (seat, card) in trick.plays() {
                played[seat] |= card.into();
            }
        }
        Self { view, board, me: view.seat, played }
    }

    /// How well the world explains the bid, the passes, the doubling and the cards.
    fn weight(&self, world: &World) -> f32 {
        let first = |seat: Seat| world.hands[seat] | self.played[seat];
        let mut weight = 1.0;
        for seat in Seat::ALL {
            if Some(seat) == self.me {
                continue;
            }
            if seat == self.board.declarer {
                weight *= self.bid(first(seat), world.talon);
            } else {
                weight *= self.doubling(seat, first(seat)) * passes(first(seat));
            }
        }
        weight * self.plays(world)
    }

    /// Whether somebody would bid this with ten cards, and lay these two down.
    fn bid(&self, hand: CardSet, talon: CardSet) -> f32 {
        let contract = self.board.contract;
        let odds = Odds::new(hand, talon, self.board.trump);
        let mut weight = 1.0;
        for game in contract.games() {
            weight *= match game {
                // The weakest bid is often made for want of a better one.
                Game::Parti => 0.35 + odds.of(game, contract),
                _ => (0.05 + odds.of(game, contract)).powi(3),
            };
        }
        let counted = [Game::Parti, Game::FortyHundred, Game::TwentyHundred];
        if counted.into_iter().any(|game| contract.has(game)) {
            weight *= (0..talon.points() / 10).map(|_| ODD).product::<f32>();
        }
        if contract.has(Game::Betli) {
            weight *= laid_down_well(hand, talon);
        }
        weight
    }

    /// Whether a defender would have left it undoubled, or doubled.
    fn doubling(&self, seat: Seat, hand: CardSet) -> f32 {
        let board = self.board;
        let begun = !board.tricks.is_empty() || board.current.card_of(seat).is_some();
        if !begun {
            return 1.0;
        }
        let said = |game: Game| {
            let fails = easy::fails(game, hand, board.trump);
            match (board.kontra.level(game, seat), board.kontra.is_individual(game)) {
                (0, _) => 1.0 - 0.6 * fails,
                (_, true) => 0.15 + fails,
                (_, false) => 0.6 + 0.4 * fails,
            }
        };
        board.contract.games().iter().map(said).product()
    }

    /// Whether the cards were played as people play.
    fn plays(&self, world: &World) -> f32 {
        let mut hands = BySeat::from_fn(|seat| world.hands[seat] | self.played[seat]);
        let mut weight = 1.0;
        for trick in self.board.tricks.iter().map(|(trick, _)| trick).chain([&self.board.current]) {
            let mut lying = Trick::new(trick.leader());
            for (seat, card) in trick.plays() {
                if Some(seat) != self.me && !lying.is_empty() {
                    weight *= self.play(lying, seat, card, hands[seat]);
                }
                hands[seat] -= card.into();
                lying.push(card);
            }
        }
        weight
    }

    fn play(&self, lying: Trick, seat: Seat, card: Card, hand: CardSet) -> f32 {
        let rules = self.view.book.rules();
        let (legal, _) = lying.playable(hand, self.board.trump, rules.must_beat);
        let Some((owner, best)) = lying.best(self.board.trump) else { return 1.0 };
        let declarer = self.board.declarer;
        if self.board.contract.has(Game::Betli) {
            return if seat == declarer { ducked(card, best, legal) } else { 1.0 };
        }
        if self.board.contract.has(Game::Durchmars) {
            return 1.0;
        }
        let side = |one: Seat, other: Seat| (one == declarer) == (other == declarer);
        let wins = card.beats(best, self.board.trump);
        let spare = legal.iter().any(|other| other.points() == 0);
        if lying.len() < 2 {
            // Aces and tens are not thrown under what already wins.
            return if card.points() > 0 && !wins && spare && !side(seat, owner) { ODD } else { 1.0 };
        }
        let own = wins || side(seat, owner);
        let fat = legal.points() > 0;
        match (own, card.points() > 0) {
            (false, true) if spare => ODD,
            (true, false) if fat && !wins => RATHER_ODD,
            _ => 1.0,
        }
    }
}

/// Whether somebody with these ten cards would have left the contract to another.
fn passes(hand: CardSet) -> f32 {
    let best = easy::alone(hand);
    if best > 0.7 { RATHER_ODD } else { 1.0 }
}

/// A betli's declarer goes as high as is safe, and throws the worst card away.
fn ducked(card: Card, best: Card, legal: CardSet) -> f32 {
    let order = RankOrder::WithoutTrumps;
    let strength = |card: Card| order.strength(card.rank());
    if card.suit() == best.suit() {
        let under = legal - CardSet::above(best, order);
        let higher = (CardSet::above(card, order) & under).is_empty();
        return if higher { 1.0 } else { ODD };
    }
    let highest = legal.iter().map(strength).max().unwrap_or_default();
    if strength(card) + 2 >= highest { 1.0 } else { RATHER_ODD }
}

/// Whether no other two of the twelve would have left a much safer betli.
fn laid_down_well(hand: CardSet, talon: CardSet) -> f32 {
    let own = easy::betli_chance(hand);
    let swapped = talon
        .iter()
        .flat_map(|back| hand.iter().map(move |down| easy::betli_chance((hand - down.into()) | back.into())));
    let best = swapped.fold(own, f32::max);
    (own + 0.05) / (best + 0.05)
}
