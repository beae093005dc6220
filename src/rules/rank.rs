//! The eight ranks and the two orders of their strength (`RULES §1`).

/// A rank, in the order of the deck that a fair shuffle starts from, which is also the strength
/// without trumps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rank {
    /// VII
    Seven,
    /// VIII
    Eight,
    /// IX
    Nine,
    /// X, the ten
    Ten,
    /// alsó
    Under,
    /// felső
    Over,
    /// király
    King,
    /// ász
    Ace,
}

impl Rank {
    /// Every rank, in deck order.
    pub const ALL: [Self; 8] =
        [Self::Seven, Self::Eight, Self::Nine, Self::Ten, Self::Under, Self::Over, Self::King, Self::Ace];

    /// The letter of a card's notation: `7 8 9 X U O K A`.
    pub const fn letter(self) -> char {
        match self {
            Self::Seven => '7',
            Self::Eight => '8',
            Self::Nine => '9',
            Self::Ten => 'X',
            Self::Under => 'U',
            Self::Over => 'O',
            Self::King => 'K',
            Self::Ace => 'A',
        }
    }

    /// The rank of a letter, upper or lower case.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|rank| rank.letter() == letter.to_ascii_uppercase())
    }
}

/// Which of two cards of a suit is the stronger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RankOrder {
    /// VII VIII IX U O K X A: where a suit is trumps.
    WithTrumps,
    /// VII VIII IX X U O K A: where none is.
    WithoutTrumps,
}

impl RankOrder {
    /// The order of a deal with these trumps.
    pub const fn of(trump: Option<super::Suit>) -> Self {
        if trump.is_some() { Self::WithTrumps } else { Self::WithoutTrumps }
    }

    /// Strength of a rank within its suit: 0 is the weakest, 7 the strongest.
    pub const fn strength(self, rank: Rank) -> u8 {
        const WITH: [u8; 8] = [0, 1, 2, 6, 3, 4, 5, 7];
        match self {
            Self::WithTrumps => WITH[rank as usize],
            Self::WithoutTrumps => rank as u8,
        }
    }

    /// The ranks stronger than this one, bit `r` standing for `Rank::ALL[r]`.
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
