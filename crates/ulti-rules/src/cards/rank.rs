//! The eight ranks and their two orders of strength (`RULES §1`).

use crate::Trump;

/// The rank of a card.
///
/// Ranks are ordered as in the unshuffled deck. In deals without trumps, this is also their order of
/// strength.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Rank {
    /// Seven, written VII.
    Seven,
    /// Eight, written VIII.
    Eight,
    /// Nine, written IX.
    Nine,
    /// Ten, written X.
    Ten,
    /// Under (Hungarian *alsó*), which corresponds to the jack.
    Under,
    /// Over (Hungarian *felső*), which corresponds to the queen.
    Over,
    /// King (Hungarian *király*).
    King,
    /// Ace (Hungarian *ász*), the highest rank.
    Ace,
}

impl Rank {
    /// All ranks in the order of the unshuffled deck, lowest first.
    pub const ALL: [Self; 8] =
        [Self::Seven, Self::Eight, Self::Nine, Self::Ten, Self::Under, Self::Over, Self::King, Self::Ace];

    /// Returns the letter for the rank in card notation: one of `7 8 9 X U O K A`.
    pub const fn letter(self) -> char {
        b"789XUOKA"[self as usize] as char
    }

    /// Returns the English name of the rank, such as `seven` or `king`.
    pub fn word(self) -> &'static str {
        self.into()
    }

    /// Returns the rank with the given letter, ignoring case. Returns `None` if no rank has this letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|rank| rank.letter() == letter.to_ascii_uppercase())
    }
}

/// The order of the ranks within a suit, by strength.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RankOrder {
    /// The order of ranks in deals with trumps, weakest first: VII, VIII, IX, U, O, K, X, A.
    WithTrumps,
    /// The order of ranks in deals without trumps, weakest first: VII, VIII, IX, X, U, O, K, A.
    WithoutTrumps,
}

impl RankOrder {
    /// Returns the order of ranks for deals with the given trumps.
    pub const fn of(trump: Trump) -> Self {
        if trump.is_some() { Self::WithTrumps } else { Self::WithoutTrumps }
    }

    /// Returns the strength of a rank within its suit, from 0 (weakest) to 7 (strongest).
    pub const fn strength(self, rank: Rank) -> u8 {
        const WITH: [u8; 8] = [0, 1, 2, 6, 3, 4, 5, 7];
        match self {
            Self::WithTrumps => WITH[rank as usize],
            Self::WithoutTrumps => rank as u8,
        }
    }

    /// Returns the ranks stronger than `rank` as a bit set. Bit `n` represents `Rank::ALL[n]`.
    pub const fn above(self, rank: Rank) -> u8 {
        ABOVE[self as usize][rank as usize]
    }
}

const ABOVE: [[u8; 8]; 2] = [above_table(RankOrder::WithTrumps), above_table(RankOrder::WithoutTrumps)];

const fn above_table(order: RankOrder) -> [u8; 8] {
    let mut table = [0; 8];
    let mut low = 0;
    while low < 8 {
        let mut high = 0;
        while high < 8 {
            if order.strength(Rank::ALL[high]) > order.strength(Rank::ALL[low]) {
                table[low] |= 1 << high;
            }
            high += 1;
        }
        low += 1;
    }
    table
}
