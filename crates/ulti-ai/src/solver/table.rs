//! A transposition table with bounds on the values of positions between two tricks.

use super::board::Board;

/// The size of a transposition table, stored as the base-2 logarithm of its number of entries.
///
/// Each entry takes 16 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableSize(u8);

impl TableSize {
    /// A table with four entries. Used in tests.
    pub const TINY: Self = Self(2);
    /// A transposition table with 65,536 entries (1 MiB), which is enough for one decision of a robot.
    pub const USUAL: Self = Self(16);
    /// A table with 1,048,576 entries (16 MiB). Suitable for analysing a whole deal.
    pub const LARGE: Self = Self(20);

    /// Creates a table size of 2 to the power of `bits` entries.
    ///
    /// Returns `None` if `bits` is less than 2 or greater than 24.
    pub const fn new(bits: u8) -> Option<Self> {
        if bits >= 2 && bits <= 24 { Some(Self(bits)) } else { None }
    }
}

impl Default for TableSize {
    fn default() -> Self {
        Self::USUAL
    }
}

/// The transposition table key of a position between two tricks.
///
/// The key combines the owner of each card, the cards that count for the goal, and the leader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Key {
    owners: u64,
    /// All parts of the key except the card owners, packed into one integer.
    ///
    /// The parts are listed from the lowest bit upwards:
    ///
    /// - the cards that count for the goal
    /// - the number of the player who leads
    /// - a flag that is set if the declarer must keep the seven of trumps as long as possible
    /// - a generation number, which changes when the table is cleared
    /// - the lower and the upper bound (only in stored entries)
    rest: u64,
}

const LEAD: u32 = 32;
const LOCKED: u32 = 34;
const GENERATION: u32 = 35;
const GENERATIONS: u64 = 1 << 19;
const LOW: u32 = 54;
const HIGH: u32 = 59;
const BOUND: u64 = 31;

/// Lower and upper bounds on the declarer's result in a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) low: i8,
    pub(super) high: i8,
}

impl Bounds {
    /// Bounds for a goal whose result is not known yet.
    pub(super) const OPEN: Self = Self { low: 0, high: 1 };
    /// Bounds for a goal that is certain to be reached.
    pub(super) const MADE: Self = Self { low: 1, high: 1 };
    /// Bounds for a goal that cannot be reached.
    pub(super) const LOST: Self = Self { low: 0, high: 0 };

    /// Returns the lower bound if it is at least `target`, or the upper bound if it is below `target`.
    ///
    /// Returns `None` if neither bound decides whether `target` is reached.
    pub(super) const fn answer(self, target: i8) -> Option<i8> {
        if self.low >= target {
            Some(self.low)
        } else if self.high < target {
            Some(self.high)
        } else {
            None
        }
    }

    /// Returns the intersection of two pairs of bounds.
    pub(super) fn and(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.min(other.high) }
    }
}

/// A transposition table of fixed size.
///
/// A new entry always overwrites the existing entry in its slot.
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

    /// Invalidates all entries of the table.
    ///
    /// Must be called before the table is used for a different goal or different rules.
    pub(super) fn clear(&mut self) {
        self.generation += 1;
        if self.generation == GENERATIONS {
            self.generation = 1;
            self.entries.fill(Key { owners: 0, rest: 0 });
        }
    }

    /// Returns the transposition table key of a position.
    ///
    /// The plain suits (those other than trumps) are interchangeable. They are sorted so that equivalent
    /// positions have the same key.
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
        let mixed = (key.owners ^ key.rest.rotate_left(20)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> self.shift) as usize
    }

    /// Returns the stored bounds of a position, or `None` if there are none.
    pub(super) fn find(&self, key: Key) -> Option<Bounds> {
        let entry = self.entries[self.place(key)];
        let bound = |at: u32| (entry.rest >> at & BOUND) as i8;
        let rest = entry.rest & ((1 << LOW) - 1);
        (entry.owners == key.owners && rest == key.rest)
            .then(|| Bounds { low: bound(LOW), high: bound(HIGH) })
    }

    /// Stores the bounds of a position in the table.
    pub(super) fn store(&mut self, key: Key, bounds: Bounds) {
        let place = self.place(key);
        let rest = key.rest | (bounds.low as u64) << LOW | (bounds.high as u64) << HIGH;
        self.entries[place] = Key { owners: key.owners, rest };
    }
}

/// Sorts the four suits with a sorting network.
///
/// If `from` is 1, the first suit stays in place and only the other three are sorted.
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
