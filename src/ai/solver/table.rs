//! What the search remembers: bounds for positions between two tricks.

use super::board::Board;

/// How much a solver remembers: 2 to the power of this many positions, 16 bytes each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableSize(u8);

impl TableSize {
    /// Four positions: for tests.
    pub const TINY: Self = Self(2);
    /// 65,536 positions, 1 MiB: for one decision of a robot.
    pub const USUAL: Self = Self(16);
    /// A million positions, 16 MiB: for the analysis of a whole deal.
    pub const LARGE: Self = Self(20);

    /// 2 to the power of `bits` positions: 2 to 24.
    pub const fn new(bits: u8) -> Option<Self> {
        if bits >= 2 && bits <= 24 { Some(Self(bits)) } else { None }
    }
}

impl Default for TableSize {
    fn default() -> Self {
        Self::USUAL
    }
}

/// A position between two tricks, written so that equal ones have equal keys: who holds each card,
/// which of them are marked, who leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Key {
    owners: u64,
    /// The marks, and above them the leader, whether the VII is locked, and the generation.
    rest: u64,
}

const LEAD: u32 = 32;
const LOCKED: u32 = 34;
const GENERATION: u32 = 35;
const GENERATIONS: u64 = 1 << 19;
const LOW: u32 = 54;
const HIGH: u32 = 59;
const BOUND: u64 = 31;

/// What a position is known to be worth at least and at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) low: i8,
    pub(super) high: i8,
}

/// A table of fixed size; what was known of another position in the same place is forgotten.
#[derive(Debug, Clone)]
pub(super) struct Table {
    entries: Vec<Key>,
    shift: u32,
    generation: u64,
}

impl Table {
    pub(super) fn new(TableSize(bits): TableSize) -> Self {
        let empty = Key { owners: 0, rest: 0 };
        Self { entries: vec![empty; 1 << bits], shift: 64 - u32::from(bits), generation: 1 }
    }

    /// Forgets everything: another question, or other rules.
    pub(super) fn forget(&mut self) {
        self.generation += 1;
        if self.generation == GENERATIONS {
            self.generation = 1;
            self.entries.fill(Key { owners: 0, rest: 0 });
        }
    }

    /// The key of a board; suits but trumps are put in order, since their names do not matter.
    pub(super) fn key(&self, board: &Board, lead: usize, plain_from: usize) -> Key {
        let [me, next, third] = board.hands;
        let mut suits = [0_u32; 4];
        for (byte, suit) in suits.iter_mut().enumerate() {
            let of = |cards: u32| (cards >> (8 * byte)) & 0xFF;
            *suit = of(me | third) << 16 | of(next | third) << 8 | of(board.marks);
        }
        sort(&mut suits, plain_from);
        let [a, b, c, d] = suits.map(u64::from);
        let owners = (a >> 8) | (b >> 8) << 16 | (c >> 8) << 32 | (d >> 8) << 48;
        let marks = (a & 0xFF) | (b & 0xFF) << 8 | (c & 0xFF) << 16 | (d & 0xFF) << 24;
        let rest =
            marks | (lead as u64) << LEAD | u64::from(board.locked) << LOCKED | self.generation << GENERATION;
        Key { owners, rest }
    }

    fn place(&self, key: Key) -> usize {
        let mixed = (key.owners ^ (key.rest << 20 | key.rest >> 44)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> self.shift) as usize
    }

    /// What is known of the position.
    pub(super) fn find(&self, key: Key) -> Option<Bounds> {
        let entry = self.entries[self.place(key)];
        let bound = |at: u32| (entry.rest >> at & BOUND) as i8;
        let rest = entry.rest & ((1 << LOW) - 1);
        (entry.owners == key.owners && rest == key.rest)
            .then(|| Bounds { low: bound(LOW), high: bound(HIGH) })
    }

    /// Remembers it.
    pub(super) fn keep(&mut self, key: Key, bounds: Bounds) {
        let place = self.place(key);
        let rest = key.rest | (bounds.low as u64) << LOW | (bounds.high as u64) << HIGH;
        self.entries[place] = Key { owners: key.owners, rest };
    }
}

/// A sorting network over the last three or all four.
fn sort(suits: &mut [u32; 4], from: usize) {
    let mut order = |one: usize, other: usize| {
        let (low, high) = (suits[one].min(suits[other]), suits[one].max(suits[other]));
        (suits[one], suits[other]) = (low, high);
    };
    if from == 0 {
        order(0, 1);
        order(2, 3);
        order(0, 2);
        order(1, 3);
        order(1, 2);
    } else {
        order(1, 2);
        order(2, 3);
        order(1, 2);
    }
}
