//! Every trick.

use super::{LOST, MADE, OPEN, above_all, decides, suits};
use crate::ai::solver::board::{Board, Lying};
use crate::ai::solver::moves::Moves;
use crate::ai::solver::search::{Goal, Taken};
use crate::ai::solver::table::Bounds;

#[derive(Debug, Clone, Copy)]
pub(in crate::ai::solver) struct Durchmars;

impl Goal for Durchmars {
    fn taken(&self, _board: &Board, lying: &Lying, last: bool) -> Taken {
        if lying.owner != 0 {
            decides(false)
        } else if last {
            decides(true)
        } else {
            Taken::Gains(0)
        }
    }

    /// The declarer leads every trick. A defender who holds more cards of a suit than the declarer
    /// has above them can keep them to the end, and wins with one if the declarer has a card below:
    /// no discard is forced upon a single suit. Where nobody can, leading every suit from the top
    /// exhausts them all, as long as nobody is left to ruff.
    fn bounds(&self, board: &Board, lead: usize, trumps: u32) -> Bounds {
        let [me, next, third] = board.hands;
        if lead != 0 {
            return OPEN;
        }
        if suits().any(|suit| stops(me & suit, next & suit) || stops(me & suit, third & suit)) {
            return LOST;
        }
        let lengths = [next, third].map(|hand| (hand & trumps).count_ones());
        let drawn = (above_all(me & trumps, (next | third) & trumps)).count_ones();
        if lengths.into_iter().all(|length| length <= drawn) { MADE } else { OPEN }
    }

    fn order(&self, board: &Board, _lying: &Lying, place: usize, cards: u32, trumps: u32) -> Moves {
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

/// Whether a defender's cards of a suit outlast the declarer's above them, and one below is there to
/// be beaten.
fn stops(mine: u32, theirs: u32) -> bool {
    if theirs == 0 {
        return false;
    }
    let above = above_all(mine, theirs);
    mine != above && theirs.count_ones() > above.count_ones()
}
