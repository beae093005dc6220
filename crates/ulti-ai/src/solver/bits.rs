//! Sets of cards as 32-bit masks.
//!
//! Each suit occupies one byte. If there are trumps, they occupy the lowest byte. Within a suit, a higher bit
//! is a stronger card.

/// Bit mask of the lowest card in each suit.
pub(super) const BOTTOMS: u32 = 0x0101_0101;
/// Bit mask of the trump suit in positions with trumps.
pub(super) const TRUMPS: u32 = 0xFF;
/// Bit that represents the seven of trumps until it has been played.
pub(super) const SEVEN: u32 = 1;

/// Bit masks of the four suits. In positions with trumps, the trump suit comes first.
pub(super) const SUITS: [u32; 4] = [0xFF, 0xFF00, 0x00FF_0000, 0xFF00_0000];

pub(super) fn suits() -> impl Iterator<Item = u32> {
    SUITS.into_iter()
}

/// Returns the highest card in `cards`, which must not be empty.
pub(super) const fn highest(cards: u32) -> u32 {
    1 << cards.ilog2()
}

/// Returns the cards in `cards` that are higher than all cards in `others`.
///
/// If `others` is empty, returns all cards in `cards`.
pub(super) const fn above_all(cards: u32, others: u32) -> u32 {
    if others == 0 { cards } else { cards & !(highest(others) | (highest(others) - 1)) }
}

/// Returns the bit mask of all cards in the suit of `card`.
pub(super) const fn suit_of(card: u32) -> u32 {
    0xFF << (card.trailing_zeros() & 0b11000)
}

/// Returns the bit mask of all cards that beat `card`.
///
/// `trumps` is the mask of the trump suit, or 0 in a position without trumps.
pub(super) const fn beaters(card: u32, trumps: u32) -> u32 {
    let above = suit_of(card) & !(card | (card - 1));
    if card & trumps == 0 { above | trumps } else { above }
}

/// Removes equivalent cards from a hand, keeping the lowest card of each group.
///
/// Adjacent cards of a suit are equivalent unless exactly one of them is in `marks`.
pub(super) const fn distinct(cards: u32, marks: u32) -> u32 {
    let same_mark = !(marks ^ (marks << 1));
    cards & !((cards << 1) & same_mark & !BOTTOMS)
}

/// Removes equivalent cards from a hand, like [`distinct`], but treats the card `gone` as out of play.
///
/// `gone` is a card of the current trick that has been beaten. The cards directly above and below `gone`
/// count as adjacent.
pub(super) const fn distinct_but_for(gone: u32, cards: u32, marks: u32) -> u32 {
    let above = (gone << 1) & !BOTTOMS;
    let below = (gone & !BOTTOMS) >> 1;
    let same_mark = (marks & above == 0) == (marks & below == 0);
    let apart = distinct(cards, marks);
    if cards & below != 0 && same_mark { apart & !above } else { apart }
}
