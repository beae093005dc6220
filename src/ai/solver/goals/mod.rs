//! The goals: when a trick decides, what is seen without a search, which cards are tried first.
//!
//! The orders were found by counting nodes (`benches/solver`), not by taste.

mod all_marked;
mod betli;
mod durchmars;
mod points;
mod run;
mod ulti;

pub(super) use all_marked::AllMarked;
pub(super) use betli::Betli;
pub(super) use durchmars::Durchmars;
pub(super) use points::Points;
pub(super) use ulti::Ulti;

use super::search::Taken;
use super::table::Bounds;

/// Nothing is seen yet.
const OPEN: Bounds = Bounds { low: 0, high: 1 };
const MADE: Bounds = Bounds { low: 1, high: 1 };
const LOST: Bounds = Bounds { low: 0, high: 0 };

const fn decides(made: bool) -> Taken {
    Taken::Decides(if made { 1 } else { 0 })
}

/// The four suits of a mask of cards; where there are trumps, they come first.
const SUITS: [u32; 4] = [0xFF, 0xFF00, 0x00FF_0000, 0xFF00_0000];

fn suits() -> impl Iterator<Item = u32> {
    SUITS.into_iter()
}

/// The highest card of a set that is not empty.
const fn highest(cards: u32) -> u32 {
    1 << cards.ilog2()
}

/// Those of the cards that are above all of the others; all of them where there are no others.
const fn above_all(cards: u32, others: u32) -> u32 {
    if others == 0 { cards } else { cards & !(highest(others) | (highest(others) - 1)) }
}

/// How many of a hand's cards of a plain suit may lose a trick, when they are led from the top and
/// nobody can ruff.
fn losers(mine: u32, next: u32, third: u32) -> u32 {
    let top = above_all(mine, next | third).count_ones();
    if top >= next.count_ones().max(third.count_ones()) { 0 } else { mine.count_ones() - top }
}
