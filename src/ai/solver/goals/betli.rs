//! No trick.

use std::sync::LazyLock;

use super::{MADE, OPEN, decides, suits};
use crate::ai::solver::board::{Board, Lying, beaters};
use crate::ai::solver::moves::Moves;
use crate::ai::solver::search::{Goal, Taken};
use crate::ai::solver::table::Bounds;

/// With the duty to beat, or without.
#[derive(Debug, Clone, Copy)]
pub(in crate::ai::solver) struct Betli {
    pub(in crate::ai::solver) must_beat: bool,
}

impl Goal for Betli {
    fn taken(&self, _board: &Board, lying: &Lying, last: bool) -> Taken {
        if lying.owner == 0 {
            decides(false)
        } else if last {
            decides(true)
        } else {
            Taken::Gains(0)
        }
    }

    /// Trumps, which no book's betli has, tie the suits together: they have to be searched.
    fn bounds(&self, board: &Board, lead: usize, trumps: u32) -> Bounds {
        if lead != 0 && trumps == 0 && self.unsafe_suits(board) == 0 { MADE } else { OPEN }
    }

    fn order(&self, board: &Board, lying: &Lying, place: usize, cards: u32, _trumps: u32) -> Moves {
        let (mut rest, mut moves) = (cards, Moves::default());
        let risky = self.unsafe_suits(board);
        if place == 0 {
            if lying.count > 0 {
                let under = !beaters(lying.best, 0);
                moves.falling(&mut rest, risky & under);
                moves.falling(&mut rest, under);
                moves.rising(&mut rest, u32::MAX);
            } else {
                moves.falling(&mut rest, risky);
                moves.falling(&mut rest, u32::MAX);
            }
        } else if lying.count == 0 {
            moves.rising(&mut rest, risky & catching(board));
            moves.rising(&mut rest, risky);
            moves.rising(&mut rest, u32::MAX);
        } else {
            moves.falling(&mut rest, !risky);
            moves.falling(&mut rest, u32::MAX);
        }
        moves
    }
}

impl Betli {
    /// The suits in which the declarer is not sure to stay under, whatever the defenders do.
    fn unsafe_suits(self, board: &Board) -> u32 {
        let [me, next, third] = board.hands;
        let table = if self.must_beat { &*SAFE_BEATING } else { &*SAFE_FREE };
        let mut found = 0;
        for (byte, suit) in suits().enumerate() {
            if me & suit != 0 {
                let of = |hand: u32| (hand >> (8 * byte)) & 0xFF;
                let place = index(of(me), of(next), of(third));
                if table[place >> 6] >> (place & 63) & 1 == 0 {
                    found |= suit;
                }
            }
        }
        found
    }
}

/// The leads below a card of the declarer's.
fn catching(board: &Board) -> u32 {
    let me = board.hands[0];
    suits().filter(|suit| me & suit != 0).map(|suit| ((1 << (me & suit).ilog2()) - 1) & suit).sum()
}

const fn index(me: u32, next: u32, third: u32) -> usize {
    ((me | third) << 8 | (next | third)) as usize
}

/// The hands at an index.
const fn hands_at(place: usize) -> [u32; 3] {
    let (upper, lower) = (place as u32 >> 8, place as u32 & 0xFF);
    [upper & !lower, lower & !upper, upper & lower]
}

static SAFE_BEATING: LazyLock<Vec<u64>> = LazyLock::new(|| safe_table(true));
static SAFE_FREE: LazyLock<Vec<u64>> = LazyLock::new(|| safe_table(false));

/// One bit for each division of a suit's cards in play: whether the declarer can't be made to win a
/// trick in it, however often the defenders lead it and whatever they throw away from it, and though
/// the declarer may have to throw cards away from it too.
fn safe_table(must_beat: bool) -> Vec<u64> {
    let mut known = vec![None; 1 << 16];
    let mut table = vec![0_u64; 1 << 10];
    for place in 0..1 << 16 {
        if is_safe(&mut known, must_beat, hands_at(place)) {
            table[place >> 6] |= 1 << (place & 63);
        }
    }
    table
}

fn each(cards: u32) -> impl Iterator<Item = u32> + Clone {
    (0..8).map(|bit| 1 << bit).filter(move |bit| cards & bit != 0)
}

fn is_safe(known: &mut Vec<Option<bool>>, must_beat: bool, hands: [u32; 3]) -> bool {
    let [me, next, third] = hands;
    if me == 0 {
        return true;
    }
    let place = index(me, next, third);
    if let Some(safe) = known[place] {
        return safe;
    }
    // Cards that have gone leave gaps; only the order of the rest counts.
    let safe = stays_under(known, must_beat, hands)
        && each(me).any(|card| is_safe(known, must_beat, [me & !card, next, third]))
        && each(next).all(|card| is_safe(known, must_beat, [me, next & !card, third]))
        && each(third).all(|card| is_safe(known, must_beat, [me, next, third & !card]));
    known[place] = Some(safe);
    safe
}

/// Whether every lead of a defender can be stayed under, now and later.
fn stays_under(known: &mut Vec<Option<bool>>, must_beat: bool, [me, next, third]: [u32; 3]) -> bool {
    let answers = |hand: u32, best: u32| {
        let above = hand & !(best | (best - 1));
        if must_beat && above != 0 { above } else { hand }
    };
    // The next seat leads, the third follows, the declarer comes last.
    for lead in each(next) {
        let partners = answers(third, lead);
        let options: Vec<u32> = if partners == 0 { vec![0] } else { each(partners).collect() };
        for over in options {
            let best = lead.max(over);
            let stays = each(answers(me, best)).any(|card| {
                card < best && is_safe(known, must_beat, [me & !card, next & !lead, third & !over])
            });
            if !stays {
                return false;
            }
        }
    }
    // The third seat leads, the declarer comes in between.
    for lead in each(third) {
        let stays = each(answers(me, lead)).any(|card| {
            let best = lead.max(card);
            let partners = answers(next, best);
            let options: Vec<u32> = if partners == 0 { vec![0] } else { each(partners).collect() };
            options.into_iter().all(|over| {
                (card < lead || over > card)
                    && is_safe(known, must_beat, [me & !card, next & !over, third & !lead])
            })
        });
        if !stays {
            return false;
        }
    }
    true
}
