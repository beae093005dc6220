//! The search goal of *betli*: win no trick.

use std::sync::LazyLock;

use crate::solver::bits::{beaters, suits};
use crate::solver::board::{Board, PartialTrick};
use crate::solver::moves::Moves;
use crate::solver::search::{Goal, TrickResult};
use crate::solver::table::Bounds;

/// The search goal of *betli*: the declarer must lose every trick.
///
/// If `must_beat` is `true`, players must beat the best card of a trick when they can.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Betli {
    pub(crate) must_beat: bool,
}

impl Goal for Betli {
    fn trick_result(&self, _board: &Board, partial: &PartialTrick, last: bool) -> TrickResult {
        TrickResult::of(partial.owner == 0, last)
    }

    /// Returns [`Bounds::MADE`] if a precomputed table shows that the declarer is safe in every suit,
    /// otherwise [`Bounds::OPEN`].
    ///
    /// Positions with trumps, and positions in which the declarer leads, are always searched.
    fn bounds(&self, board: &Board, lead: usize, trumps: u32) -> Bounds {
        if lead != 0 && trumps == 0 && self.unsafe_suits(board) == 0 { Bounds::MADE } else { Bounds::OPEN }
    }

    fn order(&self, board: &Board, partial: &PartialTrick, place: usize, cards: u32, _trumps: u32) -> Moves {
        let (mut rest, mut moves) = (cards, Moves::default());
        let risky = self.unsafe_suits(board);
        if place == 0 {
            if partial.count > 0 {
                let under = !beaters(partial.best, 0);
                moves.falling(&mut rest, risky & under);
                moves.falling(&mut rest, under);
                moves.rising(&mut rest, u32::MAX);
            } else {
                moves.falling(&mut rest, risky);
                moves.falling(&mut rest, u32::MAX);
            }
        } else if partial.count == 0 {
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
    /// Returns a bit mask of the suits in which the defenders may be able to force the declarer to win a
    /// trick.
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

/// Returns the cards in each suit that are lower than the declarer's highest card.
///
/// By leading such a card, a defender may force the declarer to win the trick.
fn catching(board: &Board) -> u32 {
    let me = board.hands[0];
    suits().filter(|suit| me & suit != 0).map(|suit| ((1 << (me & suit).ilog2()) - 1) & suit).sum()
}

const fn index(me: u32, next: u32, third: u32) -> usize {
    ((me | third) << 8 | (next | third)) as usize
}

/// Converts an index of the lookup table to the three players' cards of one suit.
///
/// This is the inverse of [`index`].
const fn hands_at(place: usize) -> [u32; 3] {
    let (upper, lower) = (place as u32 >> 8, place as u32 & 0xFF);
    [upper & !lower, lower & !upper, upper & lower]
}

static SAFE_BEATING: LazyLock<Vec<u64>> = LazyLock::new(|| safe_table(true));
static SAFE_FREE: LazyLock<Vec<u64>> = LazyLock::new(|| safe_table(false));

/// Computes a table with one bit for each distribution of a suit among the players.
///
/// The bit is 1 if the distribution is safe: the defenders can never force the declarer to win a trick in the
/// suit, however often they lead it. The computation allows for cards of the suit that are discarded on other
/// tricks.
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
    // Cards already played leave gaps in the masks, which is harmless: only the order counts.
    let safe = stays_under(known, must_beat, hands)
        && each(me).any(|card| is_safe(known, must_beat, [me & !card, next, third]))
        && each(next).all(|card| is_safe(known, must_beat, [me, next & !card, third]))
        && each(third).all(|card| is_safe(known, must_beat, [me, next, third & !card]));
    known[place] = Some(safe);
    safe
}

/// Returns `true` if the declarer can play below any card that the defenders lead in a suit, in this trick
/// and in all later ones.
fn stays_under(known: &mut Vec<Option<bool>>, must_beat: bool, [me, next, third]: [u32; 3]) -> bool {
    // The seats' possible answers to a card. A seat without cards of the suit has the answer 0.
    let answers = |hand: u32, best: u32| {
        let above = hand & !(best | (best - 1));
        let cards = if must_beat && above != 0 { above } else { hand };
        each(cards).chain((cards == 0).then_some(0))
    };
    // The next seat leads, the third seat follows, and the declarer plays last.
    let below_next = each(next).all(|lead| {
        answers(third, lead).all(|over| {
            let best = lead.max(over);
            answers(me, best).any(|card| {
                card < best && is_safe(known, must_beat, [me & !card, next & !lead, third & !over])
            })
        })
    });
    // The third seat leads, the declarer follows, and the next seat plays last.
    below_next
        && each(third).all(|lead| {
            answers(me, lead).any(|card| {
                answers(next, lead.max(card)).all(|over| {
                    (card < lead || over > card)
                        && is_safe(known, must_beat, [me & !card, next & !over, third & !lead])
                })
            })
        })
}
