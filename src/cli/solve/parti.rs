//! The parti as a number of points in tricks (`RULES §6`).

use crate::ai::solver::Question;
use crate::rules::{BySeat, Card, CardSet, Rank, Suit, Trump};

use super::note::{Asked, WHOLE_HAND};
use super::part::Plan;
use super::refused::Refused;

/// All that tricks and the talon hold.
const IN_ALL: u32 = 90;

/// What decides whether the declarer has more than the defenders.
///
/// Of the ninety points in tricks and in the talon the defenders have what the declarer has not, so
/// more than half is needed, the marriages weighed in. A side without a trick has nothing: where the
/// marriages ask for more points than the tricks hold, taking every trick is the way left.
pub(super) fn plan(asked: &Asked) -> Result<Plan, Refused> {
    let hands = asked.dealt();
    if hands.values().any(|hand| hand.len() != WHOLE_HAND) {
        return Err(Refused::NotFromTheStart);
    }
    let declarer = asked.position.declarer;
    let announced: BySeat<u32> = hands.map(|hand| marriages(hand, asked.position.trump));
    let own = announced[declarer];
    let theirs: u32 = declarer.others().into_iter().map(|seat| announced[seat]).sum();
    let Some(half) = (IN_ALL + theirs).checked_sub(own) else {
        return Err(Refused::AllMarriages);
    };
    let needed = half / 2 + 1;
    let question =
        if needed > IN_ALL - asked.talon.points() { Question::Durchmars } else { Question::AtLeast(needed) };
    Ok(Plan::Ask(question))
}

/// Twenty for king and over of a suit, forty in trumps.
fn marriages(hand: CardSet, trump: Trump) -> u32 {
    let held =
        |suit: &Suit| [Rank::King, Rank::Over].iter().all(|rank| hand.contains(Card::new(*suit, *rank)));
    Suit::ALL.iter().filter(|suit| held(suit)).map(|suit| if Some(*suit) == trump { 40 } else { 20 }).sum()
}
