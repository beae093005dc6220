//! All four aces, or all four tens, in tricks.

use super::{MADE, OPEN, above_all, decides, suits};
use crate::ai::solver::board::{Board, Lying};
use crate::ai::solver::moves::Moves;
use crate::ai::solver::search::{Goal, Taken};
use crate::ai::solver::table::Bounds;

#[derive(Debug, Clone, Copy)]
pub(in crate::ai::solver) struct AllMarked;

impl Goal for AllMarked {
    fn taken(&self, board: &Board, lying: &Lying, last: bool) -> Taken {
        if lying.owner != 0 && lying.cards & board.marks != 0 {
            decides(false)
        } else if last || board.marks & !lying.cards == 0 {
            decides(true)
        } else {
            Taken::Gains(0)
        }
    }

    fn bounds(&self, board: &Board, _lead: usize, _trumps: u32) -> Bounds {
        if board.marks == 0 { MADE } else { OPEN }
    }

    fn order(&self, board: &Board, lying: &Lying, place: usize, cards: u32, trumps: u32) -> Moves {
        let (mut rest, mut moves) = (cards, Moves::default());
        let others = board.hands[1] | board.hands[2];
        if place == 0 && lying.count == 0 {
            moves.falling(&mut rest, trumps);
            for suit in suits() {
                moves.falling(&mut rest, above_all(board.hands[0] & suit, others & suit));
            }
            moves.rising(&mut rest, !board.marks);
        } else if place == 0 {
            moves.falling(&mut rest, board.marks);
        } else if lying.count == 0 {
            moves.rising(&mut rest, !board.marks);
        } else {
            moves.rising(&mut rest, trumps);
            moves.rising(&mut rest, !board.marks);
        }
        moves.falling(&mut rest, u32::MAX);
        moves
    }
}
