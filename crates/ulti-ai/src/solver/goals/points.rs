//! The search goal of contracts decided by points: ten points for each ace, each ten and the last trick.

use super::cashing::{added, beyond, captured, cashed, enters, keeps_last};
use crate::solver::bits::{SUITS, above_all, beaters, suits};
use crate::solver::board::{Board, PartialTrick};
use crate::solver::moves::Moves;
use crate::solver::search::{Goal, TrickResult};
use crate::solver::table::Bounds;

#[derive(Debug, Clone, Copy)]
pub(crate) struct Points;

impl Goal for Points {
    fn trick_result(&self, board: &Board, partial: &PartialTrick, last: bool) -> TrickResult {
        let worth = (partial.cards & board.marks).count_ones() as i8 + i8::from(last);
        TrickResult::Gains(if partial.owner == 0 { worth } else { 0 })
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

    fn order(&self, board: &Board, partial: &PartialTrick, place: usize, cards: u32, trumps: u32) -> Moves {
        let (mut rest, mut moves) = (cards, Moves::default());
        let (mine, own) = (board.hands[0], board.hands[place]);
        match (partial.count, place, partial.owner) {
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
            // The partner is winning the trick so far.
            (1, 1..=2, 1..=2) => {}
            (_, 1..=2, 1..=2) => {
                moves.falling(&mut rest, board.marks);
                moves.rising(&mut rest, u32::MAX);
            }
            _ => {
                let winning = beaters(partial.best, trumps);
                moves.falling(&mut rest, winning & board.marks);
                moves.rising(&mut rest, winning);
                moves.rising(&mut rest, !board.marks);
            }
        }
        moves.falling(&mut rest, u32::MAX);
        moves
    }
}

/// Returns an iterator over the plain suits, starting with the suit that has the fewest cards in `cards`.
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

/// Returns the declarer's cards that win a trick against any defence.
///
/// The declarer's trumps above all of the defenders' trumps are always included. The cards returned by
/// [`cashed`] are also included if the declarer leads or if only the declarer has trumps. In the second case,
/// the declarer can regain the lead with a trump.
fn sure_winners(board: &Board, lead: usize, trumps: u32) -> u32 {
    let [mine, next, third] = board.hands;
    let sure = above_all(mine & trumps, (next | third) & trumps);
    let alone = mine & trumps != 0 && (next | third) & trumps == 0;
    if lead == 0 || alone { sure | cashed(mine, [next, third], trumps) } else { sure }
}

/// Returns the minimum number of aces and tens that a defender must play to the declarer's certain tricks.
///
/// The declarer is certain to win a trick with each card in `won`. If the declarer does not lead (`leads` is
/// `false`), the minimum can be lower, because the defenders may win other tricks first.
fn caught(won: u32, enemy: u32, marks: u32, leads: bool) -> u32 {
    if leads { captured(won, enemy, marks) } else { beyond(won.count_ones(), enemy, marks) }
}

/// Returns the number of the player who wins the last trick.
///
/// Each hand must contain exactly one card.
fn last_winner(board: &Board, lead: usize, trumps: u32) -> usize {
    let places = [lead, (lead + 1) % 3, (lead + 2) % 3];
    places
        .into_iter()
        .fold(PartialTrick::default(), |partial, place| partial.with(board.hands[place], place, trumps))
        .owner
}

/// Returns a lower bound on the defenders' points, in units of ten. `lead` is the number of the defender who
/// leads.
///
/// One defender wins consecutive tricks: the leader, or the leader's partner if the leader can pass the lead.
/// The bound counts the aces and tens among these cards:
///
/// - the cards that win the consecutive tricks
/// - the trumps in `lost`, which the declarer cannot beat
/// - the cards that the declarer must play to the consecutive tricks
/// - the cards that the other defender can add to the consecutive tricks
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
