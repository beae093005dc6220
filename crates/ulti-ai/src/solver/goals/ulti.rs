//! The search goal of *ulti*: win the last trick with the seven of trumps.

use super::cashing::losers;
use crate::solver::bits::{SEVEN, SUITS, above_all, suits};
use crate::solver::board::{Board, PartialTrick};
use crate::solver::moves::Moves;
use crate::solver::search::{Goal, TrickResult};
use crate::solver::table::Bounds;

#[derive(Debug, Clone, Copy)]
pub(crate) struct Ulti;

impl Goal for Ulti {
    fn trick_result(&self, board: &Board, partial: &PartialTrick, last: bool) -> TrickResult {
        let made = last && partial.owner == 0 && partial.best == SEVEN && board.locked != 0;
        TrickResult::of(!made && (last || partial.cards & SEVEN != 0), made)
    }

    fn bounds(&self, board: &Board, lead: usize, trumps: u32) -> Bounds {
        if board.locked == 0 {
            Bounds::LOST
        } else if is_sure(board, lead, trumps) {
            Bounds::MADE
        } else {
            Bounds::OPEN
        }
    }

    fn order(&self, board: &Board, partial: &PartialTrick, place: usize, cards: u32, trumps: u32) -> Moves {
        let (mut rest, mut moves) = (cards, Moves::default());
        if partial.count == 0 {
            let mut order = [SUITS[1], SUITS[2], SUITS[3]];
            order.sort_by_key(|suit| (board.hands[0] & suit).count_ones());
            for suit in order {
                moves.falling(&mut rest, suit);
            }
            moves.falling(&mut rest, trumps);
        } else if (place == 0) == (partial.count == 2) {
            moves.rising(&mut rest, u32::MAX);
        } else {
            moves.falling(&mut rest, u32::MAX);
        }
        moves
    }
}

/// Returns `true` if the declarer is certain to win the last trick with the seven of trumps.
///
/// The declarer must be able to draw all of the defenders' trumps. The declarer also needs trumps to regain
/// the lead after losing tricks with cards of other suits.
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
    // If the declarer leads, the last losing card needs no trump, because only the seven remains after it.
    if lead == 0 { spare + 1 >= losers } else { me & !trumps == 0 || spare >= losers.max(1) }
}
