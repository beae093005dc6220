//! Computes how many points in tricks the declarer needs to win the parti (`RULES §6`).

use ulti_ai::solver::Question;
use ulti_rules::{BySeat, Card, CardSet, Rank, Suit, Trump};

use super::line_error::LineError;
use super::request::{SolveRequest, WHOLE_HAND};

/// Total number of points in the ten tricks and the two discarded cards.
const IN_ALL: u32 = 90;

/// Returns a question for the solver. The answer is "yes" if the declarer wins the *parti* (scores more
/// points than the defenders).
///
/// The tricks and the two discarded cards are worth 90 points in total. The defenders score all of these
/// points that the declarer does not score. Each side also scores points for its marriages.
///
/// A side without a trick scores no points. If the declarer needs more points than the tricks contain, the
/// question is [`Question::Durchmars`], because only winning every trick is then enough.
///
/// # Errors
/// Returns an error if a trick has already been played.
///
/// Also returns an error if the declarer's marriages are worth so much that the declarer wins the parti with
/// any one trick.
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
