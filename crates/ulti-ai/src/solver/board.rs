//! Bit-board representation of a position.
//!
//! Each of the three hands is a 32-bit mask, and the first one is the declarer's. Each suit occupies one
//! byte, with the trumps in the lowest byte. A card's bit is its rank among the cards *still in play* in its
//! suit. Positions are therefore equal if they differ only in cards already played or in the names of the
//! plain suits.

use ulti_rules::{CardSet, RankOrder, Seat, Suit, Trick};

use super::Position;
use super::bits::{SEVEN, beaters, suit_of};

/// The three hands of a position as bit masks, starting with the declarer's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Board {
    pub(super) hands: [u32; 3],
    /// The cards that count for the search goal, such as all aces and tens.
    pub(super) marks: u32,
    /// [`SEVEN`] if the declarer must not play the seven of trumps while another card is legal, otherwise 0.
    pub(super) locked: u32,
}

/// A trick with up to three cards, and the best card so far.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct PartialTrick {
    pub(super) count: u8,
    pub(super) cards: u32,
    /// Bit mask of the suit that was led.
    pub(super) suit: u32,
    pub(super) best: u32,
    pub(super) owner: usize,
}

impl PartialTrick {
    /// Returns a copy of the trick with `card` added.
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

/// A board with the current trick and the number of the player who plays next.
#[derive(Debug, Clone, Copy)]
pub(super) struct Turn {
    pub(super) board: Board,
    pub(super) partial: PartialTrick,
    pub(super) place: usize,
}

impl Board {
    /// Returns `true` if no player has any cards left. Must be called only between tricks.
    pub(super) const fn is_empty(&self) -> bool {
        self.hands[0] == 0
    }

    /// Returns a copy of the board without the cards of a completed trick.
    ///
    /// In each suit, higher cards move down to close the gaps.
    pub(super) fn without(&self, trick: u32) -> Self {
        let mut board = *self;
        let mut gone = trick;
        while gone != 0 {
            // Remove the highest card first, so that the bits of the remaining ones stay valid.
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

/// For each card of a position, the bit that represents it in a bit board.
#[derive(Debug, Clone, Copy)]
pub(super) struct Encoding {
    bit_of: [u8; 32],
    declarer: Seat,
}

impl Encoding {
    /// Assigns a bit to each card of a position.
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

    /// Converts a set of cards to a bit mask.
    pub(super) fn bits(&self, cards: CardSet) -> u32 {
        cards.iter().fold(0, |bits, card| bits | 1 << self.bit_of[usize::from(card.index())])
    }

    /// Returns a seat's number relative to the declarer: 0 for the declarer, 1 for the next seat and 2 for
    /// the third.
    pub(super) const fn place(&self, seat: Seat) -> usize {
        (seat.index() + 3 - self.declarer.index()) % 3
    }

    /// Converts a position to a bit board.
    ///
    /// `marked` contains the cards that count for the search goal.
    pub(super) fn board(&self, position: &Position, marked: CardSet, locked: bool) -> Board {
        let [me, next, third] = position.declarer.round().map(|seat| self.bits(position.hands[seat]));
        let hands = [me, next, third];
        let in_play = position.hands.values().fold(position.trick.cards(), |all, hand| all | *hand);
        Board { hands, marks: self.bits(marked & in_play), locked: if locked { SEVEN } else { 0 } }
    }

    /// Converts a trick's cards to bit masks.
    pub(super) fn partial(&self, trick: Trick, trumps: u32) -> PartialTrick {
        trick.plays().fold(PartialTrick::default(), |partial, (seat, card)| {
            partial.with(self.bits(card.into()), self.place(seat), trumps)
        })
    }
}
