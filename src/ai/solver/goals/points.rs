//! Points in tricks: aces and tens, and ten for the last trick.

use super::run::{added, beyond, captured, cashed, enters, keeps_last};
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
        let [mine, next, third] = board.hands;
        let all = board.marks.count_ones() as i8 + 1;
        if mine.is_power_of_two() {
            return exactly(if last_winner(board, lead, trumps) == 0 { all } else { 0 });
        }
        let won = sure_winners(board, lead, trumps);
        let lost = above_all((next | third) & trumps, mine & trumps);
        if won == mine {
            return exactly(all);
        }
        if lost & next == next || lost & third == third {
            return exactly(0);
        }
        let taken = if lead == 0 { worth(lost, board.marks) } else { cashed_by(board, lead, lost, trumps) };
        if taken == all {
            return exactly(0);
        }
        let caught: u32 = [next, third].map(|enemy| caught(won, enemy, board.marks, lead == 0)).iter().sum();
        let last = keeps_last(mine, [next, third], trumps, lead == 0);
        Bounds { low: worth(won, board.marks) + caught as i8 + i8::from(last), high: all - taken }
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

const fn exactly(value: i8) -> Bounds {
    Bounds { low: value, high: value }
}

const fn worth(cards: u32, marks: u32) -> i8 {
    (cards & marks).count_ones() as i8
}

/// The declarer's cards that win a trick each, whatever the others do.
///
/// A trump that only trumps of the same side are above is never lost. When the declarer leads, what can
/// be cashed at once comes to that; and where nobody else has trumps, also when another leads, since the
/// first ruff, or the top card of a suit that is led, brings the lead back.
fn sure_winners(board: &Board, lead: usize, trumps: u32) -> u32 {
    let [mine, next, third] = board.hands;
    let sure = above_all(mine & trumps, (next | third) & trumps);
    let alone = mine & trumps != 0 && (next | third) & trumps == 0;
    if lead == 0 || alone { sure | cashed(mine, [next, third], trumps) } else { sure }
}

/// How many of an enemy's marked cards fall to these winners. Where the declarer does not lead, the
/// enemies may take tricks of their own first, and it is only certain how many cards they lose.
fn caught(won: u32, enemy: u32, marks: u32, leads: bool) -> u32 {
    if leads { captured(won, enemy, marks) } else { beyond(won.count_ones(), enemy, marks) }
}

/// Who wins when each hand has one card.
fn last_winner(board: &Board, lead: usize, trumps: u32) -> usize {
    let places = [lead, (lead + 1) % 3, (lead + 2) % 3];
    places
        .into_iter()
        .fold(Lying::default(), |lying, place| lying.with(board.hands[place], place, trumps))
        .owner
}

/// What the defenders are sure of when one of them leads, besides the trumps `lost` to them: the
/// winners of that hand, or of the other if a lead brings it in; the marked cards that the declarer
/// has to lose to these, and those that the partner adds.
fn cashed_by(board: &Board, lead: usize, lost: u32, trumps: u32) -> i8 {
    let (mine, own, partners) = (board.hands[0], board.hands[lead], board.hands[3 - lead]);
    let side = |won: u32, hand: u32, partner: u32| {
        if won == hand {
            return board.marks.count_ones() as i8 + 1;
        }
        let safe = lost | won;
        let more = captured(won, mine, board.marks) + added(won, partner, board.marks & !safe);
        worth(safe, board.marks) + more as i8
    };
    let first = cashed(own, [mine, partners], trumps);
    let second = cashed(partners, [mine, own], trumps);
    let mut taken = side(first, own, partners);
    if enters(second, own, mine, trumps) {
        taken = taken.max(side(second, partners, own));
    }
    taken
}
