//! Card choice of the easy robot when it leads to a trick.

use super::betli;
use super::card_knowledge::{Aim, Sight};
use ulti_rules::{Card, CardSet, Game, Seat};

pub(super) fn choose(sight: &Sight) -> Option<Card> {
    match (sight.aim(), sight.is_declarer()) {
        (Aim::NoTrick, true) => betli::best_lead(sight.hand).map(|(card, _)| card).or_else(|| lowest(sight)),
        (Aim::NoTrick, false) => best(sight, |card| attack(sight, card)),
        (Aim::EveryTrick, true) => best(sight, |card| run(sight, card)),
        (Aim::Points, true) => best(sight, |card| declare(sight, card)),
        (_, false) => best(sight, |card| defend(sight, card)),
    }
}

fn best(sight: &Sight, mut score: impl FnMut(Card) -> f32) -> Option<Card> {
    sight.legal.iter().max_by(|one, other| score(*one).total_cmp(&score(*other)))
}

fn lowest(sight: &Sight) -> Option<Card> {
    best(sight, |card| -sight.strength(card))
}

/// Rates a card for leading against a declarer who must win no trick.
///
/// Low cards that the declarer must beat, and that the other defender cannot beat, are rated highest.
fn attack(sight: &Sight, card: Card) -> f32 {
    let Some(partner) = partner(sight) else { return 0.0 };
    if sight.me.next() == partner {
        return sight.winners(card)[sight.declarer] - 0.01 * sight.strength(card);
    }
    let above = CardSet::above(card, sight.order());
    let mut caught = 0.0;
    let mut reached = 1.0;
    for forced in above & sight.may_hold(sight.declarer, card.suit()) {
        let lacks = sight.lacks(sight.declarer, forced.into());
        let over = CardSet::above(forced, sight.order());
        caught += reached * (1.0 - lacks) * sight.lacks(partner, over);
        reached *= lacks;
    }
    caught - 0.01 * sight.strength(card)
}

fn partner(sight: &Sight) -> Option<Seat> {
    sight.me.others().into_iter().find(|seat| *seat != sight.declarer)
}

/// Rates a card for leading as a declarer who must win every trick.
///
/// Cards that are likely to win are rated highest. Among these, trumps come first, followed by suits in which
/// the other players hold few cards.
fn run(sight: &Sight, card: Card) -> f32 {
    let out = sight.out().of_suit(card.suit());
    let drawing = sight.is_trump(card) && !out.is_empty();
    let draw = if drawing { 5.0 } else { 0.0 };
    10.0 * sight.side_wins(card) + draw - 0.1 * length(out) + 0.01 * sight.strength(card)
        - kept_seven(sight, card)
}

/// Rates a card for leading as the declarer in a contract that is decided by points.
///
/// The declarer first leads high trumps, then cards that are sure to win, and otherwise low cards of short
/// suits.
fn declare(sight: &Sight, card: Card) -> f32 {
    let kept = kept_seven(sight, card);
    let wins = sight.side_wins(card);
    let points = tens(card);
    let mine = sight.my_trumps().len();
    let out = sight.trumps_out().len();
    let score = if sight.is_trump(card) {
        let drawing = out > 0 && (mine >= 4 || mine > out);
        match (drawing, sight.is_master(card)) {
            (true, true) => 9.0 + points,
            (true, false) if mine > out => 4.0 - 3.0 * points - 0.2 * sight.strength(card),
            _ => -2.0 - 0.3 * sight.strength(card) - 3.0 * points,
        }
    } else if sight.is_master(card) {
        12.0 * wins - 6.0 + 2.0 * points
    } else {
        let length = length(sight.hand.of_suit(card.suit()));
        2.0 - 8.0 * points * (1.0 - wins) - 0.5 * length - 0.2 * sight.strength(card)
    };
    score - kept
}

/// Rates a card for leading as a defender in a contract that is decided by points.
///
/// Cards that are sure to win, and suits that force the declarer to trump, are rated highest. Trumps are
/// rated high only against an *ulti* contract.
fn defend(sight: &Sight, card: Card) -> f32 {
    let wins = sight.side_wins(card);
    let points = tens(card);
    let ulti = sight.contract.has(Game::Ulti);
    let suit = CardSet::suit(card.suit());
    if sight.is_trump(card) {
        let long = sight.my_trumps().len() >= 3;
        let lean = if ulti && long { 2.0 } else { -1.0 };
        return lean + 8.0 * points * (wins - 0.8) - 0.1 * sight.strength(card);
    }
    let ruffs = sight.lacks(sight.declarer, suit) * (1.0 - sight.lacks(sight.declarer, sight.trumps_out()));
    let forcing = if ulti { 5.0 * ruffs } else { 1.0 * ruffs };
    let bare = if sight.hand.of_suit(card.suit()).points() > 0 && points == 0.0 { 1.5 } else { 0.0 };
    let taking = if sight.is_master(card) { 3.0 * wins } else { 0.0 };
    forcing + taking + 8.0 * points * (2.0 * wins - 1.0) - bare - 0.1 * sight.strength(card)
}

/// Returns the penalty for playing the seven of trumps.
///
/// The penalty is very large for a declarer who bid *ulti* and must keep the seven for the last trick.
pub(super) fn kept_seven(sight: &Sight, card: Card) -> f32 {
    let bid = sight.contract.has(Game::Ulti) && sight.is_declarer();
    match (sight.seven().contains(card), bid) {
        (true, true) => 1000.0,
        (true, false) if sight.my_trumps().len() >= 4 => 3.0,
        _ => 0.0,
    }
}

/// Returns 1 if the card is an ace or a ten, otherwise 0.
pub(super) fn tens(card: Card) -> f32 {
    if card.points() > 0 { 1.0 } else { 0.0 }
}

#[allow(clippy::cast_precision_loss)] // at most 32 cards
pub(super) fn length(cards: CardSet) -> f32 {
    cards.len() as f32
}
