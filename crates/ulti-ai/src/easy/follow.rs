//! Card choice of the easy robot when it plays second or third to a trick.

use super::betli;
use super::card_knowledge::{Aim, Sight};
use super::lead::{kept_seven, length, tens};
use ulti_rules::{Card, CardSet, Suit};

pub(super) fn choose(sight: &Sight) -> Option<Card> {
    let score = |card| match (sight.aim(), sight.is_declarer()) {
        (Aim::NoTrick, true) => duck(sight, card),
        (Aim::NoTrick, false) => under(sight, card),
        (Aim::EveryTrick, false) => 20.0 * sight.side_wins(card) - guard(sight, card),
        (Aim::EveryTrick, true) => {
            20.0 * sight.side_wins(card) - sight.strength(card) - kept_seven(sight, card)
        }
        (Aim::Points, _) => points(sight, card),
    };
    sight.legal.iter().max_by(|one, other| score(*one).total_cmp(&score(*other)))
}

/// Rates a card for a declarer who must win no trick.
///
/// The rating is the probability of losing the trick, multiplied by the probability of winning no trick with
/// the remaining hand.
fn duck(sight: &Sight, card: Card) -> f32 {
    let rest = sight.hand - card.into();
    let safety = |suit: Suit| betli::safety(betli::ranks(rest, suit), betli::ranks(sight.out(), suit));
    let safe: f32 = Suit::ALL.into_iter().map(safety).product();
    (1.0 - sight.side_wins(card)) * (0.01 + safe) + 0.0001 * sight.strength(card)
}

/// Rates a card for a defender against a declarer who must win no trick.
///
/// Cards that leave the trick to the declarer are rated highest. Among these, higher cards are better.
fn under(sight: &Sight, card: Card) -> f32 {
    20.0 * (1.0 - sight.side_wins(card)) + sight.strength(card)
}

/// Returns the value of keeping a card against a declarer who must win every trick.
///
/// The value is high for cards that may win a trick in their suit.
fn guard(sight: &Sight, card: Card) -> f32 {
    let suit = sight.hand.of_suit(card.suit());
    let higher = |card: Card| length(CardSet::above(card, sight.order()) & sight.out());
    let Some(top) = suit.iter().max_by(|one, other| sight.strength(*one).total_cmp(&sight.strength(*other)))
    else {
        return 0.0;
    };
    let spare = length(suit) - 1.0 - higher(top);
    let declarers = 1.0 - sight.lacks(sight.declarer, CardSet::suit(card.suit()));
    let stops = if spare >= 0.0 { 10.0 * (0.2 + declarers) / (1.0 + higher(top)) } else { 0.0 };
    let is_needed = card == top || spare < 1.0;
    if is_needed { stops + 0.1 * sight.strength(card) } else { 0.1 * sight.strength(card) }
}

/// Rates a card in a contract that is decided by points.
///
/// The rating is the expected gain in points for the robot's side, minus the loss from no longer having the
/// card.
fn points(sight: &Sight, card: Card) -> f32 {
    let wins = sight.side_wins(card);
    #[allow(clippy::cast_precision_loss)] // at most 30
    let in_trick = sight.trick.cards().points() as f32 / 10.0;
    let at_stake = in_trick + tens(card) + if sight.tricks_taken == 9 { 1.0 } else { 0.0 };
    10.0 * (2.0 * wins - 1.0) * at_stake + 2.0 * wins - cost(sight, card) - kept_seven(sight, card)
}

/// Returns the disadvantage of playing a card now instead of keeping it for later tricks.
fn cost(sight: &Sight, card: Card) -> f32 {
    let master = sight.is_master(card);
    let trump = if sight.is_trump(card) { 2.5 } else { 0.0 };
    let honour = match (tens(card) > 0.0, master) {
        (true, true) => 7.0,
        (true, false) | (false, true) => 2.0,
        (false, false) => 0.0,
    };
    // The last small card next to a ten protects the ten from the ace.
    let suit = sight.hand.of_suit(card.suit());
    let bares = tens(card) == 0.0 && suit.points() == 10 && suit.len() == 2;
    trump + honour + if bares { 3.0 } else { 0.0 } + 0.3 * sight.strength(card)
}
