//! A position as the search sees it.
//!
//! Three masks of 32 bits, the declarer's first. A byte is a suit, trumps the lowest byte; within it
//! a card's bit is its strength among the cards *still in play*. So positions that differ only in
//! cards that are gone, or in the names of suits, are one position.

use crate::rules::{CardSet, RankOrder, Seat, Suit, Trick};

use super::Position;

/// The lowest bit of every suit.
pub(super) const BOTTOMS: u32 = 0x0101_0101;
/// The suit of trumps, where there is one.
pub(super) const TRUMPS: u32 = 0xFF;
/// The VII of trumps, as long as it is in play.
pub(super) const SEVEN: u32 = 1;

/// The cards in hand, the declarer's hand first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Board {
    pub(super) hands: [u32; 3],
    /// The cards that the question is about: aces and tens, or one of them.
    pub(super) marks: u32,
    /// [`SEVEN`] where the declarer may not play it while another card is legal.
    pub(super) locked: u32,
}

/// The cards that lie, and the best of them.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Lying {
    pub(super) count: u8,
    pub(super) cards: u32,
    /// The whole suit that was led.
    pub(super) suit: u32,
    pub(super) best: u32,
    pub(super) owner: usize,
}

/// The suit of a card.
pub(super) const fn suit_of(card: u32) -> u32 {
    0xFF << (card.trailing_zeros() & 0b11000)
}

/// The cards that beat a card; `trumps` is empty where there are none.
pub(super) const fn beaters(card: u32, trumps: u32) -> u32 {
    let above = suit_of(card) & !(card | (card - 1));
    if card & trumps == 0 { above | trumps } else { above }
}

impl Lying {
    /// With one more card.
    pub(super) const fn with(self, card: u32, seat: usize, trumps: u32) -> Self {
        if self.count == 0 {
            return Self { count: 1, cards: card, suit: suit_of(card), best: card, owner: seat };
        }
        let wins = card & beaters(self.best, trumps) != 0;
        Self {
            count: self.count + 1,
            cards: self.cards | card,
            suit: self.suit,
            best: if wins { card } else { self.best },
            owner: if wins { seat } else { self.owner },
        }
    }
}

impl Board {
    /// Whether each hand is empty, given that it is nobody's turn in the middle of a trick.
    pub(super) const fn is_empty(&self) -> bool {
        self.hands[0] == 0
    }

    /// Without the three cards of a trick, the others closing up.
    pub(super) fn without(&self, trick: u32) -> Self {
        let mut board = *self;
        let mut gone = trick;
        while gone != 0 {
            // From the top, so that a card's going moves none that is still to go.
            let card = 1 << gone.ilog2();
            gone &= !card;
            let above = suit_of(card) & !(card | (card - 1));
            let keep = !(above | card);
            for cards in &mut board.hands {
                *cards = (*cards & keep) | ((*cards & above) >> 1);
            }
            board.marks = (board.marks & keep) | ((board.marks & above) >> 1);
        }
        if trick & SEVEN != 0 {
            board.locked = 0;
        }
        board
    }
}

/// One of each group of cards that do the same: neighbours of a suit in one hand, marked alike. The
/// lowest stands for the group.
pub(super) const fn distinct(cards: u32, marks: u32) -> u32 {
    let same_mark = !(marks ^ (marks << 1));
    cards & !((cards << 1) & same_mark & !BOTTOMS)
}

/// The same, where one card is as good as gone: it lies, and is beaten. So it parts no neighbours.
pub(super) const fn distinct_but_for(gone: u32, cards: u32, marks: u32) -> u32 {
    let above = (gone << 1) & !BOTTOMS;
    let below = (gone & !BOTTOMS) >> 1;
    let same_mark = (marks & above == 0) == (marks & below == 0);
    let apart = distinct(cards, marks);
    if cards & below != 0 && same_mark { apart & !above } else { apart }
}

/// How the cards of a position become bits, and back.
#[derive(Debug, Clone, Copy)]
pub(super) struct Names {
    bit_of: [u8; 32],
    declarer: Seat,
}

impl Names {
    /// The names of a position's cards.
    pub(super) fn new(position: &Position) -> Self {
        let order = RankOrder::of(position.trump);
        let in_play = position.hands.values().fold(position.trick.cards(), |all, hand| all | *hand);
        let mut bit_of = [0; 32];
        let suits = position
            .trump
            .into_iter()
            .chain(Suit::ALL.into_iter().filter(|suit| Some(*suit) != position.trump));
        for (byte, suit) in (0_u8..).zip(suits) {
            for card in in_play.of_suit(suit) {
                let above = (CardSet::above(card, order) & in_play).len();
                let below = in_play.of_suit(suit).len() - 1 - above;
                bit_of[usize::from(card.index())] = byte * 8 + below as u8;
            }
        }
        Self { bit_of, declarer: position.declarer }
    }

    /// The bits of these cards.
    pub(super) fn bits(&self, cards: CardSet) -> u32 {
        cards.iter().fold(0, |bits, card| bits | 1 << self.bit_of[usize::from(card.index())])
    }

    /// 0 for the declarer, 1 for the seat after, 2 for the third.
    pub(super) const fn place(&self, seat: Seat) -> usize {
        (seat.index() + 3 - self.declarer.index()) % 3
    }

    /// The board of the position, with these cards marked.
    pub(super) fn board(&self, position: &Position, marked: CardSet, locked: bool) -> Board {
        let [me, next, third] = position.declarer.round().map(|seat| self.bits(position.hands[seat]));
        let hands = [me, next, third];
        let in_play = position.hands.values().fold(position.trick.cards(), |all, hand| all | *hand);
        Board { hands, marks: self.bits(marked & in_play), locked: if locked { SEVEN } else { 0 } }
    }

    /// The cards that lie.
    pub(super) fn lying(&self, trick: Trick, trumps: u32) -> Lying {
        trick.plays().fold(Lying::default(), |lying, (seat, card)| {
            lying.with(self.bits(card.into()), self.place(seat), trumps)
        })
    }
}
