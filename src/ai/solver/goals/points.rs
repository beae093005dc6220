//! Points in tricks: aces and tens, and ten for the last trick.

use super::{SUITS, above_all, suits};
use crate::ai::solver::board::{Board, Lying, beaters};
use crate::ai::solver::moves::Moves;
use crate::ai::solver::search::{Goal, Taken};
use crate::ai::solver::table::Bounds;

#[derive(Debug, Clone, Copy)]
pub(in crate::ai::solver) struct Points;

impl Goal for Points {
    fn taken(&self, board: &Board, lying: &Lying, last: bool) -> Taken {
        let worth = (lying.cards & board.marks).count_ones() as i8 + i8::from(last);
        Taken::Gains(if lying.owner == 0 { worth } else { 0 })
    }

    fn bounds(&self, board: &Board, lead: usize, trumps: u32) -> Bounds {
        let all = board.marks.count_ones() as i8 + 1;
        let [mine, next, third] = board.hands;
        let theirs = next | third;
        // A trump that only trumps of the same side are above is never lost.
        let mut sure = above_all(mine & trumps, theirs & trumps);
        let mut lost = above_all(theirs & trumps, mine & trumps);
        let own = board.hands[lead];
        let run = if lead == 0 {
            sure |= cashed(mine, [next, third], trumps);
            sure
        } else {
            lost |= cashed(own, [mine, board.hands[3 - lead]], trumps);
            lost
        };
        if run & own == own {
            // Whoever leads takes all the tricks there are.
            let value = if lead == 0 { all } else { 0 };
            return Bounds { low: value, high: value };
        }
        let worth = |cards: u32| (cards & board.marks).count_ones() as i8;
        Bounds { low: worth(sure), high: all - worth(lost) }
    }

    fn order(&self, board: &Board, lying: &Lying, place: usize, cards: u32, trumps: u32) -> Moves {
        let (mut rest, mut moves) = (cards, Moves::default());
        let (mine, own) = (board.hands[0], board.hands[place]);
        match (lying.count, place, lying.owner) {
            (0, 0, _) => {
                for suit in shortest_first(own, trumps) {
                    moves.falling(&mut rest, suit);
                }
            }
            (0, ..) => {
                for suit in suits().filter(|suit| suit & trumps == 0 && mine & suit == 0) {
                    moves.falling(&mut rest, suit & !board.marks);
                }
            }
            // The partner's trick, so far.
            (1, 1..=2, 1..=2) => {}
            (_, 1..=2, 1..=2) => {
                moves.falling(&mut rest, board.marks);
                moves.rising(&mut rest, u32::MAX);
            }
            _ => {
                let winning = beaters(lying.best, trumps);
                moves.falling(&mut rest, winning & board.marks);
                moves.rising(&mut rest, winning);
                moves.rising(&mut rest, !board.marks);
            }
        }
        moves.falling(&mut rest, u32::MAX);
        moves
    }
}

/// The plain suits, that with the fewest of these cards first.
fn shortest_first(cards: u32, trumps: u32) -> impl Iterator<Item = u32> {
    let mut order: [u32; 4] = SUITS;
    order.sort_by_key(|suit| (cards & suit).count_ones());
    order.into_iter().filter(move |suit| suit & trumps == 0)
}

/// Cards that win a trick each, whatever the others do, when they are led one after another.
fn cashed(hand: u32, others: [u32; 2], trumps: u32) -> u32 {
    let [one, other] = others;
    let out = one | other;
    let top_trumps = above_all(hand & trumps, out & trumps);
    let longest = (one & trumps).count_ones().max((other & trumps).count_ones());
    let drawn = top_trumps.count_ones() >= longest;
    let mut won = if drawn { hand & trumps } else { top_trumps };
    for suit in suits() {
        if suit & trumps != 0 || hand & suit == 0 {
            continue;
        }
        let top = above_all(hand & suit, out & suit);
        let lengths = others.map(|hand| (hand & suit).count_ones());
        if drawn {
            won |= if top.count_ones() >= lengths[0].max(lengths[1]) { hand & suit } else { top };
            continue;
        }
        let mut safe = top.count_ones();
        for (hand, length) in others.into_iter().zip(lengths) {
            if hand & trumps != 0 {
                safe = safe.min(length);
            }
        }
        won |= highest_of(top, safe);
    }
    won
}

/// The highest so many cards of a set.
fn highest_of(cards: u32, count: u32) -> u32 {
    let mut rest = cards;
    for _ in 0..cards.count_ones().saturating_sub(count) {
        rest &= rest - 1;
    }
    rest
}
