//! Card choice of the easy robot when it plays second or third to a trick.

use super::betli;
use super::card_knowledge::{Aim, SeatKnowledge};
use super::estimate::count;
use super::lead::{kept_seven, tens};
use ulti_rules::{Card, CardSet, Suit};

pub(super) fn choose(knowledge: &SeatKnowledge) -> Option<Card> {
    let score = |card| match (knowledge.aim(), knowledge.is_declarer()) {
        (Aim::NoTrick, true) => duck(knowledge, card),
        (Aim::NoTrick, false) => under(knowledge, card),
        (Aim::EveryTrick, false) => 20.0 * knowledge.side_wins(card) - guard(knowledge, card),
        (Aim::EveryTrick, true) => {
            20.0 * knowledge.side_wins(card) - knowledge.strength(card) - kept_seven(knowledge, card)
        }
        (Aim::Points, _) => points(knowledge, card),
    };
    knowledge.legal.iter().max_by(|one, other| score(*one).total_cmp(&score(*other)))
}

/// Rates a card for a declarer who must not win a trick.
///
/// The rating is the probability of losing this trick, multiplied by the probability of winning no trick with
/// the remaining cards.
fn duck(knowledge: &SeatKnowledge, card: Card) -> f32 {
    let rest = knowledge.hand - card.into();
    let safety = |suit: Suit| betli::safety(betli::ranks(rest, suit), betli::ranks(knowledge.out(), suit));
    let safe: f32 = Suit::ALL.into_iter().map(safety).product();
    (1.0 - knowledge.side_wins(card)) * (0.01 + safe) + 0.0001 * knowledge.strength(card)
}

/// Rates a defender's card against a declarer who must not win a trick.
///
/// Prefers cards that let the declarer win the trick. Among these, prefers higher cards.
fn under(knowledge: &SeatKnowledge, card: Card) -> f32 {
    20.0 * (1.0 - knowledge.side_wins(card)) + knowledge.strength(card)
}

/// Rates how important it is for a defender to keep a card when the declarer must win every trick.
///
/// The rating is high for cards that may win a trick in their suit.
fn guard(knowledge: &SeatKnowledge, card: Card) -> f32 {
    let suit = knowledge.hand.of_suit(card.suit());
    let higher = |card: Card| count(CardSet::above(card, knowledge.order()) & knowledge.out());
    let Some(top) =
        suit.iter().max_by(|one, other| knowledge.strength(*one).total_cmp(&knowledge.strength(*other)))
    else {
        return 0.0;
    };
    let spare = count(suit) - 1.0 - higher(top);
    let declarers = 1.0 - knowledge.lacks(knowledge.declarer, CardSet::suit(card.suit()));
    let stops = if spare >= 0.0 { 10.0 * (0.2 + declarers) / (1.0 + higher(top)) } else { 0.0 };
    let is_needed = card == top || spare < 1.0;
    if is_needed { stops + 0.1 * knowledge.strength(card) } else { 0.1 * knowledge.strength(card) }
}

/// Rates a card in a contract decided by points.
///
/// The rating is the expected gain for the robot's side in this trick, minus the card's value in later
/// tricks.
fn points(knowledge: &SeatKnowledge, card: Card) -> f32 {
    let wins = knowledge.side_wins(card);
    #[allow(clippy::cast_precision_loss)] // at most 30
    let in_trick = knowledge.trick.cards().points() as f32 / 10.0;
    let at_stake = in_trick + tens(card) + if knowledge.tricks_taken == 9 { 1.0 } else { 0.0 };
    10.0 * (2.0 * wins - 1.0) * at_stake + 2.0 * wins - cost(knowledge, card) - kept_seven(knowledge, card)
}

/// Rates how useful a card would be in later tricks.
///
/// The rating is high for trumps, aces, tens, and cards that no other player can beat. A low card also rates
/// higher if the only other card of the same suit in the hand is an ace or a ten.
fn cost(knowledge: &SeatKnowledge, card: Card) -> f32 {
    let master = knowledge.is_master(card);
    let trump = if knowledge.is_trump(card) { 2.5 } else { 0.0 };
    let honour = match (tens(card) > 0.0, master) {
        (true, true) => 7.0,
        (true, false) | (false, true) => 2.0,
        (false, false) => 0.0,
    };
    // The last small card next to a ten protects the ten from the ace.
    let suit = knowledge.hand.of_suit(card.suit());
    let bares = tens(card) == 0.0 && suit.points() == 10 && suit.len() == 2;
    trump + honour + if bares { 3.0 } else { 0.0 } + 0.3 * knowledge.strength(card)
}
