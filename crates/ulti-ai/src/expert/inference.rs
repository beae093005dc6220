//! Samples complete deals that are consistent with the other players' actions.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::knowledge::Knowledge;
use super::worlds::World;
use crate::easy::{self, Odds};
use ulti_rules::{Board, BySeat, Card, CardSet, Game, RankOrder, Seat, Trick, View};

/// Number of random candidate deals generated for each deal that is kept.
const CANDIDATES: usize = 25;
/// Factor that reduces the weight of a sampled deal in which a player's observed action would be unlikely.
///
/// The weight is multiplied by the factor once for each such action. The factor is above 0 because players
/// follow different strategies, so an unlikely action is still possible.
const UNLIKELY: f32 = 0.2;
/// Weight factor for each observed action that is plausible in a sampled deal, but less likely than another
/// action.
///
/// The weight of the deal is multiplied by this factor.
const LESS_LIKELY: f32 = 0.45;

/// Samples `count` complete deals by importance resampling.
///
/// Generates many random deals and gives a high weight to those in which the other players' actions are
/// plausible. Then draws `count` of these deals in proportion to their weights.
pub(super) fn worlds(
    view: &View,
    board: &Board,
    knowledge: &Knowledge,
    count: usize,
    rng: &mut ChaCha8Rng,
) -> Vec<World> {
    let evidence = Evidence::new(view, board);
    let dealt: Vec<World> = (0..count * CANDIDATES).filter_map(|_| knowledge.deal(rng)).collect();
    let weights: Vec<f32> = dealt.iter().map(|world| evidence.weight(world)).collect();
    resample(&dealt, &weights, count, rng)
}

/// Draws `count` deals from `worlds` in proportion to their weights, using systematic resampling.
fn resample(worlds: &[World], weights: &[f32], count: usize, rng: &mut ChaCha8Rng) -> Vec<World> {
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

/// Actions of the other players that the robot has observed.
///
/// A sampled deal in which these actions are plausible has a high weight.
struct Evidence<'a> {
    view: &'a View,
    board: &'a Board,
    me: Option<Seat>,
    /// The cards that each seat has played.
    played: BySeat<CardSet>,
}

impl<'a> Evidence<'a> {
    fn new(view: &'a View, board: &'a Board) -> Self {
        let mut played: BySeat<CardSet> = BySeat::default();
        for trick in board.tricks.iter().map(|(trick, _)| trick).chain([&board.current]) {
            for (seat, card) in trick.plays() {
                played[seat] |= card.into();
            }
        }
        Self { view, board, me: view.seat, played }
    }

    /// Returns the weight of a sampled deal.
    ///
    /// The weight is high if the other players' bids, passes, kontras (doublings) and played cards are
    /// plausible in this deal.
    fn weight(&self, world: &World) -> f32 {
        let first = |seat: Seat| world.hands[seat] | self.played[seat];
        let mut weight = 1.0;
        for seat in Seat::ALL {
            if Some(seat) == self.me {
                continue;
            }
            if seat == self.board.declarer {
                weight *= self.bid_weight(first(seat), world.talon);
            } else {
                weight *= self.kontra_weight(seat, first(seat)) * pass_weight(first(seat));
            }
        }
        weight * self.play_weight(world)
    }

    /// Rates how well a sampled hand and discard fit the declarer's bid.
    ///
    /// The weight of the sampled deal is multiplied by the rating.
    fn bid_weight(&self, hand: CardSet, talon: CardSet) -> f32 {
        let contract = self.board.contract;
        let odds = Odds::new(hand, talon, self.board.trump);
        let mut weight = 1.0;
        for game in contract.games() {
            weight *= match game {
                // Parti is the lowest bid and often made with a weak hand.
                Game::Parti => 0.35 + odds.of(game, contract),
                _ => (0.05 + odds.of(game, contract)).powi(3),
            };
        }
        let counted = [Game::Parti, Game::FortyHundred, Game::TwentyHundred];
        if counted.into_iter().any(|game| contract.has(game)) {
            weight *= (0..talon.points() / 10).map(|_| UNLIKELY).product::<f32>();
        }
        if contract.has(Game::Betli) {
            weight *= discard_weight(hand, talon);
        }
        weight
    }

    /// Rates how well a sampled hand fits a defender's decision whether to announce a kontra (double).
    ///
    /// The weight of the sampled deal is multiplied by the rating.
    fn kontra_weight(&self, seat: Seat, hand: CardSet) -> f32 {
        let board = self.board;
        let begun = !board.tricks.is_empty() || board.current.card_of(seat).is_some();
        if !begun {
            return 1.0;
        }
        let factor = |game: Game| {
            let fails = easy::chance_of_failure(game, hand, board.trump);
            match (board.kontra.level(game, seat), board.kontra.is_individual(game)) {
                (0, _) => 1.0 - 0.6 * fails,
                (_, true) => 0.15 + fails,
                (_, false) => 0.6 + 0.4 * fails,
            }
        };
        board.contract.games().iter().map(factor).product()
    }

    /// Rates how well a sampled deal fits the cards that the other players have played so far.
    ///
    /// The rating is lower if players holding the sampled hands would probably have played other cards. The
    /// weight of the sampled deal is multiplied by the rating.
    fn play_weight(&self, world: &World) -> f32 {
        let mut hands = BySeat::from_fn(|seat| world.hands[seat] | self.played[seat]);
        let mut weight = 1.0;
        for trick in self.board.tricks.iter().map(|(trick, _)| trick).chain([&self.board.current]) {
            let mut partial = Trick::new(trick.leader());
            for (seat, card) in trick.plays() {
                if Some(seat) != self.me && !partial.is_empty() {
                    weight *= self.card_weight(partial, seat, card, hands[seat]);
                }
                hands[seat] -= card.into();
                partial.push(card);
            }
        }
        weight
    }

    fn card_weight(&self, partial: Trick, seat: Seat, card: Card, hand: CardSet) -> f32 {
        let rules = self.view.book.rules();
        let (legal, _) = partial.playable(hand, self.board.trump, rules.must_beat);
        let Some((owner, best)) = partial.best(self.board.trump) else { return 1.0 };
        let declarer = self.board.declarer;
        if self.board.contract.has(Game::Betli) {
            return if seat == declarer { duck_weight(card, best, legal) } else { 1.0 };
        }
        if self.board.contract.has(Game::Durchmars) {
            return 1.0;
        }
        let side = |one: Seat, other: Seat| (one == declarer) == (other == declarer);
        let wins = card.beats(best, self.board.trump);
        let spare = legal.iter().any(|other| other.points() == 0);
        if partial.len() < 2 {
            // Players do not give aces and tens to a card that is already winning for the other side.
            return if card.points() > 0 && !wins && spare && !side(seat, owner) { UNLIKELY } else { 1.0 };
        }
        let own = wins || side(seat, owner);
        let fat = legal.points() > 0;
        match (own, card.points() > 0) {
            (false, true) if spare => UNLIKELY,
            (true, false) if fat && !wins => LESS_LIKELY,
            _ => 1.0,
        }
    }
}

/// Rates how well a sampled hand fits a defender who did not bid higher.
///
/// Returns [`LESS_LIKELY`] if the hand is strong enough for an ulti, a betli or a durchmars, otherwise 1.
fn pass_weight(hand: CardSet) -> f32 {
    let best = easy::best_solo_game(hand);
    if best > 0.7 { LESS_LIKELY } else { 1.0 }
}

/// Rates how plausible a played card is for a declarer who must lose every trick.
///
/// Returns 1 if the card is plausible. Returns less if the declarer could have lost the trick with a higher
/// card, or could have discarded a much higher one.
fn duck_weight(card: Card, best: Card, legal: CardSet) -> f32 {
    let order = RankOrder::WithoutTrumps;
    let strength = |card: Card| order.strength(card.rank());
    if card.suit() == best.suit() {
        let under = legal - CardSet::above(best, order);
        let higher = (CardSet::above(card, order) & under).is_empty();
        return if higher { 1.0 } else { UNLIKELY };
    }
    let highest = legal.iter().map(strength).max().unwrap_or_default();
    if strength(card) + 2 >= highest { 1.0 } else { LESS_LIKELY }
}

/// Rates how plausible a discard is for a declarer who must lose every trick.
///
/// The rating is low if swapping one card of the hand for a discarded card would have made the hand much
/// safer.
fn discard_weight(hand: CardSet, talon: CardSet) -> f32 {
    let own = easy::betli_chance(hand);
    let swapped = talon
        .iter()
        .flat_map(|back| hand.iter().map(move |down| easy::betli_chance((hand - down.into()) | back.into())));
    let best = swapped.fold(own, f32::max);
    (own + 0.05) / (best + 0.05)
}
