//! Computes how many points in tricks the declarer needs to win the parti (`RULES §6`).

use ulti_ai::solver::Question;
use ulti_rules::{BySeat, Card, CardSet, Rank, Suit, Trump};

use super::line_error::LineError;
use super::request::{SolveRequest, WHOLE_HAND};

/// Total number of points in the ten tricks and the two discarded cards.
const IN_ALL: u32 = 90;

/// Returns the solver's question that decides whether the declarer wins the *parti* (more points than the
/// defenders).
///
/// The tricks and discards are worth 90 points, and the defenders win what the declarer does not win. Each
/// side adds its marriages, and the higher total wins.
///
/// A side without a trick has no points. If the declarer needs more points than the tricks contain, the
/// declarer wins the parti only by winning every trick.
///
/// # Errors
/// Returns an error if a trick has already been played. Also returns an error if a single trick is certain to
/// win the parti.
pub(super) fn question(asked: &SolveRequest) -> Result<Question, LineError> {
    let hands = asked.dealt();
    if hands.values().any(|hand| hand.len() != WHOLE_HAND) {
        return Err(LineError::NotFromTheStart);
    }
    let declarer = asked.position.declarer;
    let announced: BySeat<u32> = hands.map(|hand| marriages(hand, asked.position.trump));
    let own = announced[declarer];
    let theirs: u32 = declarer.others().into_iter().map(|seat| announced[seat]).sum();
    let Some(half) = (IN_ALL + theirs).checked_sub(own) else {
        return Err(LineError::AllMarriages);
    };
    let needed = half / 2 + 1;
    Ok(if needed > IN_ALL - asked.talon.points() { Question::Durchmars } else { Question::AtLeast(needed) })
}

/// Returns the points for all marriages in a hand.
///
/// A marriage is the king and over of one suit. It scores 40 points in trumps and 20 points in any other
/// suit.
fn marriages(hand: CardSet, trump: Trump) -> u32 {
    let held =
        |suit: &Suit| [Rank::King, Rank::Over].iter().all(|rank| hand.contains(Card::new(*suit, *rank)));
    Suit::ALL.iter().filter(|suit| held(suit)).map(|suit| if Some(*suit) == trump { 40 } else { 20 }).sum()
}
