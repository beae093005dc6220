//! Card choice of the easy robot when it leads to a trick.

use super::betli;
use super::card_knowledge::{Aim, SeatKnowledge};
use super::estimate::count;
use ulti_rules::{Card, CardSet, Game, Seat};

pub(super) fn choose(knowledge: &SeatKnowledge) -> Option<Card> {
    match (knowledge.aim(), knowledge.is_declarer()) {
        (Aim::NoTrick, true) => {
            betli::best_lead(knowledge.hand).map(|(card, _)| card).or_else(|| lowest(knowledge))
        }
        (Aim::NoTrick, false) => best(knowledge, |card| attack(knowledge, card)),
        (Aim::EveryTrick, true) => best(knowledge, |card| run(knowledge, card)),
        (Aim::Points, true) => best(knowledge, |card| declare(knowledge, card)),
        (_, false) => best(knowledge, |card| defend(knowledge, card)),
    }
}

fn best(knowledge: &SeatKnowledge, mut score: impl FnMut(Card) -> f32) -> Option<Card> {
    knowledge.legal.iter().max_by(|one, other| score(*one).total_cmp(&score(*other)))
}

fn lowest(knowledge: &SeatKnowledge) -> Option<Card> {
    best(knowledge, |card| -knowledge.strength(card))
}

/// Rates a defender's lead against a declarer who must not win a trick.
///
/// Prefers low cards that the declarer must beat and the other defender cannot beat.
fn attack(knowledge: &SeatKnowledge, card: Card) -> f32 {
    let Some(partner) = partner(knowledge) else { return 0.0 };
    if knowledge.me.next() == partner {
        return knowledge.winners(card)[knowledge.declarer] - 0.01 * knowledge.strength(card);
    }
    let above = CardSet::above(card, knowledge.order());
    let mut caught = 0.0;
    let mut reached = 1.0;
    for forced in above & knowledge.may_hold(knowledge.declarer, card.suit()) {
        let lacks = knowledge.lacks(knowledge.declarer, forced.into());
        let over = CardSet::above(forced, knowledge.order());
        caught += reached * (1.0 - lacks) * knowledge.lacks(partner, over);
        reached *= lacks;
    }
    caught - 0.01 * knowledge.strength(card)
}

fn partner(knowledge: &SeatKnowledge) -> Option<Seat> {
    knowledge.me.others().into_iter().find(|seat| *seat != knowledge.declarer)
}

/// Rates a lead by a declarer who must win every trick.
///
/// Prefers cards that are likely to win. Among these, prefers trumps, then suits in which the other players
/// hold few cards.
fn run(knowledge: &SeatKnowledge, card: Card) -> f32 {
    let out = knowledge.out().of_suit(card.suit());
    let drawing = knowledge.is_trump(card) && !out.is_empty();
    let draw = if drawing { 5.0 } else { 0.0 };
    10.0 * knowledge.side_wins(card) + draw - 0.1 * count(out) + 0.01 * knowledge.strength(card)
        - kept_seven(knowledge, card)
}

/// Rates a lead by the declarer in a contract decided by points.
///
/// Prefers high trumps, then cards that are sure to win, then low cards of short suits.
fn declare(knowledge: &SeatKnowledge, card: Card) -> f32 {
    let kept = kept_seven(knowledge, card);
    let wins = knowledge.side_wins(card);
    let points = tens(card);
    let mine = knowledge.my_trumps().len();
    let out = knowledge.trumps_out().len();
    let score = if knowledge.is_trump(card) {
        let drawing = out > 0 && (mine >= 4 || mine > out);
        match (drawing, knowledge.is_master(card)) {
            (true, true) => 9.0 + points,
            (true, false) if mine > out => 4.0 - 3.0 * points - 0.2 * knowledge.strength(card),
            _ => -2.0 - 0.3 * knowledge.strength(card) - 3.0 * points,
        }
    } else if knowledge.is_master(card) {
        12.0 * wins - 6.0 + 2.0 * points
    } else {
        let length = count(knowledge.hand.of_suit(card.suit()));
        2.0 - 8.0 * points * (1.0 - wins) - 0.5 * length - 0.2 * knowledge.strength(card)
    };
    score - kept
}

/// Rates a defender's lead in a contract decided by points.
///
/// Prefers cards that are sure to win and suits that force the declarer to trump. Trumps are rated highly
/// only against an *ulti* contract.
fn defend(knowledge: &SeatKnowledge, card: Card) -> f32 {
    let wins = knowledge.side_wins(card);
    let points = tens(card);
    let ulti = knowledge.contract.has(Game::Ulti);
    let suit = CardSet::suit(card.suit());
    if knowledge.is_trump(card) {
        let long = knowledge.my_trumps().len() >= 3;
        let lean = if ulti && long { 2.0 } else { -1.0 };
        return lean + 8.0 * points * (wins - 0.8) - 0.1 * knowledge.strength(card);
    }
    let ruffs = knowledge.lacks(knowledge.declarer, suit)
        * (1.0 - knowledge.lacks(knowledge.declarer, knowledge.trumps_out()));
    let forcing = if ulti { 5.0 * ruffs } else { 1.0 * ruffs };
    let bare = if knowledge.hand.of_suit(card.suit()).points() > 0 && points == 0.0 { 1.5 } else { 0.0 };
    let taking = if knowledge.is_master(card) { 3.0 * wins } else { 0.0 };
    forcing + taking + 8.0 * points * (2.0 * wins - 1.0) - bare - 0.1 * knowledge.strength(card)
}

/// Returns the penalty for playing the seven of trumps.
///
/// The penalty is very large for a declarer who bid *ulti*, because the seven must win the last trick.
pub(super) fn kept_seven(knowledge: &SeatKnowledge, card: Card) -> f32 {
    let bid = knowledge.contract.has(Game::Ulti) && knowledge.is_declarer();
    match (knowledge.seven().contains(card), bid) {
        (true, true) => 1000.0,
        (true, false) if knowledge.my_trumps().len() >= 4 => 3.0,
        _ => 0.0,
    }
}

/// Returns 1 if the card is an ace or a ten, otherwise 0.
pub(super) fn tens(card: Card) -> f32 {
    if card.points() > 0 { 1.0 } else { 0.0 }
}
