//! The last trick with the VII of trumps.

use super::{LOST, MADE, OPEN, SUITS, above_all, decides, losers, suits};
use crate::ai::solver::board::{Board, Lying, SEVEN};
use crate::ai::solver::moves::Moves;
use crate::ai::solver::search::{Goal, Taken};
use crate::ai::solver::table::Bounds;

#[derive(Debug, Clone, Copy)]
pub(in crate::ai::solver) struct Ulti;

impl Goal for Ulti {
    fn taken(&self, board: &Board, lying: &Lying, last: bool) -> Taken {
        if last {
            decides(lying.owner == 0 && lying.best == SEVEN && board.locked != 0)
        } else if lying.cards & SEVEN != 0 {
            decides(false)
        } else {
            Taken::Gains(0)
        }
    }

    fn bounds(&self, board: &Board, lead: usize, trumps: u32) -> Bounds {
        if board.locked == 0 {
            LOST
        } else if is_sure(board, lead, trumps) {
            MADE
        } else {
            OPEN
        }
    }

    fn order(&self, board: &Board, lying: &Lying, place: usize, cards: u32, trumps: u32) -> Moves {
        let (mut rest, mut moves) = (cards, Moves::default());
        if lying.count == 0 {
            let mut order = [SUITS[1], SUITS[2], SUITS[3]];
            order.sort_by_key(|suit| (board.hands[0] & suit).count_ones());
            for suit in order {
                moves.falling(&mut rest, suit);
            }
            moves.falling(&mut rest, trumps);
        } else if (place == 0) == (lying.count == 2) {
            moves.rising(&mut rest, u32::MAX);
        } else {
            moves.falling(&mut rest, u32::MAX);
        }
        moves
    }
}

/// Whether the declarer can draw the trumps and then has a spare one for each plain card that may
/// lose the lead. The last of these needs none: then only the VII is left.
fn is_sure(board: &Board, lead: usize, trumps: u32) -> bool {
    let [me, next, third] = board.hands;
    let out = next | third;
    let spare = me & trumps & !SEVEN;
    let rounds = (next & trumps).count_ones().max((third & trumps).count_ones());
    if rounds > 0 && (lead != 0 || above_all(spare, out & trumps).count_ones() < rounds) {
        return false;
    }
    let losers: u32 = suits().skip(1).map(|suit| losers(me & suit, next & suit, third & suit)).sum();
    let spare = spare.count_ones() - rounds;
    if lead == 0 { spare + 1 >= losers } else { me & !trumps == 0 || spare >= losers.max(1) }
}
