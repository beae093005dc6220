//! The search goal of *four-aces* and *four-tens*: win all four aces or all four tens in tricks.

use crate::solver::bits::{above_all, suits};
use crate::solver::board::{Board, PartialTrick};
use crate::solver::moves::Moves;
use crate::solver::search::{Goal, TrickResult};
use crate::solver::table::Bounds;

#[derive(Debug, Clone, Copy)]
pub(crate) struct AllMarked;

impl Goal for AllMarked {
    fn trick_result(&self, board: &Board, partial: &PartialTrick, last: bool) -> TrickResult {
        let lost = partial.owner != 0 && partial.cards & board.marks != 0;
        TrickResult::of(lost, last || board.marks & !partial.cards == 0)
    }

    fn bounds(&self, board: &Board, _lead: usize, _trumps: u32) -> Bounds {
        if board.marks == 0 { Bounds::MADE } else { Bounds::OPEN }
    }

    fn order(&self, board: &Board, partial: &PartialTrick, place: usize, cards: u32, trumps: u32) -> Moves {
        let (mut rest, mut moves) = (cards, Moves::default());
        let others = board.hands[1] | board.hands[2];
        if place == 0 && partial.count == 0 {
            moves.falling(&mut rest, trumps);
            for suit in suits() {
                moves.falling(&mut rest, above_all(board.hands[0] & suit, others & suit));
            }
            moves.rising(&mut rest, !board.marks);
        } else if place == 0 {
            moves.falling(&mut rest, board.marks);
        } else if partial.count == 0 {
            moves.rising(&mut rest, !board.marks);
        } else {
            moves.rising(&mut rest, trumps);
            moves.rising(&mut rest, !board.marks);
        }
        moves.falling(&mut rest, u32::MAX);
        moves
    }
}
