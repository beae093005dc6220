//! The search goal of *durchmars*: win every trick.

use crate::solver::bits::{above_all, suits};
use crate::solver::board::{Board, PartialTrick};
use crate::solver::moves::Moves;
use crate::solver::search::{Goal, TrickResult};
use crate::solver::table::Bounds;

#[derive(Debug, Clone, Copy)]
pub(crate) struct Durchmars;

impl Goal for Durchmars {
    fn trick_result(&self, _board: &Board, partial: &PartialTrick, last: bool) -> TrickResult {
        TrickResult::of(partial.owner != 0, last)
    }

    /// When the declarer leads, checks whether the result is certain without a search.
    ///
    /// Returns [`Bounds::LOST`] if a defender can stop the declarer in a suit (see [`stops`]). Otherwise,
    /// returns [`Bounds::MADE`] if the declarer's top trumps draw all of the defenders' trumps.
    fn bounds(&self, board: &Board, lead: usize, trumps: u32) -> Bounds {
        let [me, next, third] = board.hands;
        if lead != 0 {
            return Bounds::OPEN;
        }
        if suits().any(|suit| stops(me & suit, next & suit) || stops(me & suit, third & suit)) {
            return Bounds::LOST;
        }
        let lengths = [next, third].map(|hand| (hand & trumps).count_ones());
        let drawn = (above_all(me & trumps, (next | third) & trumps)).count_ones();
        if lengths.into_iter().all(|length| length <= drawn) { Bounds::MADE } else { Bounds::OPEN }
    }

    fn order(&self, board: &Board, _partial: &PartialTrick, place: usize, cards: u32, trumps: u32) -> Moves {
        let (mut rest, mut moves) = (cards, Moves::default());
        let others = board.hands[1] | board.hands[2];
        if place == 0 {
            moves.falling(&mut rest, trumps);
            for suit in suits() {
                moves.falling(&mut rest, above_all(board.hands[0] & suit, others & suit));
            }
            moves.falling(&mut rest, u32::MAX);
        } else {
            moves.rising(&mut rest, u32::MAX);
        }
        moves
    }
}

/// Returns `true` if a defender can prevent the declarer from winning every trick in a suit.
///
/// The declarer must have a card that the defender can beat. The defender must also have more cards in the
/// suit than the declarer has above the defender's highest card.
fn stops(mine: u32, theirs: u32) -> bool {
    if theirs == 0 {
        return false;
    }
    let above = above_all(mine, theirs);
    mine != above && theirs.count_ones() > above.count_ones()
}
