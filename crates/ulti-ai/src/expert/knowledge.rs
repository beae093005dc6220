//! A seat's knowledge of the location of unseen cards.

use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::worlds::World;
use crate::easy::SeatKnowledge;
use ulti_rules::{Board, BySeat, Card, CardSet, Hand, Rank, Seat, View};

/// Number of places where an unseen card can be: three hands and the talon (the two cards laid aside).
const PLACES: usize = 4;
const TALON: usize = 3;
/// Maximum number of card placements to try when sampling a deal.
const MAX_TRIES: usize = 5_000;

/// A seat's knowledge of the cards that it does not see.
///
/// For each hand and for the talon (the two cards laid aside), it knows how many unseen cards are there and
/// which cards they may be.
#[derive(Debug, Clone)]
pub(super) struct Knowledge {
    hands: BySeat<CardSet>,
    talon: CardSet,
    unseen: CardSet,
    may: [CardSet; PLACES],
    missing: [u32; PLACES],
}

impl Knowledge {
    /// Determines what a seat knows about unseen cards during play.
    ///
    /// Returns `None` if no deal is consistent with the seat's view.
    pub(super) fn of(view: &View, board: &Board) -> Option<Self> {
        let seat_knowledge = SeatKnowledge::of(view, board)?;
        let talon = view.talon.unwrap_or_default();
        let played = board.tricks.iter().fold(board.current.cards(), |all, (trick, _)| all | trick.cards());
        let seen =
            view.hands.values().filter_map(|hand| hand.cards()).fold(played | talon, |all, hand| all | hand);
        let mut knowledge = Self {
            hands: view.hands.map(|hand| hand.cards().unwrap_or_default()),
            talon,
            unseen: CardSet::DECK - seen,
            may: [CardSet::EMPTY; PLACES],
            missing: [0; PLACES],
        };
        for seat in Seat::ALL {
            if let Hand::Hidden(count) = view.hands[seat] {
                knowledge.missing[seat.index()] = count;
                knowledge.may[seat.index()] = seat_knowledge.possible(seat) & knowledge.unseen;
            }
        }
        knowledge.missing[TALON] = 2 - talon.len().min(2);
        knowledge.may[TALON] = knowledge.unseen;
        knowledge.place_marriages(board)?;
        Some(knowledge)
    }

    /// Determines what a seat knows about unseen cards before play begins.
    ///
    /// `talon` contains the seat's two discards, or is empty if the seat has not discarded any cards.
    pub(super) fn in_auction(me: Seat, hand: CardSet, talon: CardSet) -> Self {
        let unseen = CardSet::DECK - hand - talon;
        let [next, third] = me.others();
        let mut knowledge =
            Self { hands: BySeat::default(), talon, unseen, may: [unseen; PLACES], missing: [0; PLACES] };
        knowledge.hands[me] = hand;
        knowledge.missing[next.index()] = 10;
        knowledge.missing[third.index()] = 10;
        knowledge.missing[TALON] = unseen.len().saturating_sub(20);
        knowledge
    }

    /// Assigns the unplayed cards of announced marriages to the seats that announced them.
    ///
    /// A marriage is the king and over of one suit. Returns `None` if a hand has too few unknown cards to
    /// hold its marriages.
    fn place_marriages(&mut self, board: &Board) -> Option<()> {
        for (seat, suits) in board.announced.iter() {
            let pair = |suit| [Rank::King, Rank::Over].map(|rank| Card::new(suit, rank));
            let held = suits.iter().flat_map(pair).collect::<CardSet>() & self.unseen;
            self.unseen -= held;
            self.hands[seat] |= held;
            let missing = &mut self.missing[seat.index()];
            *missing = missing.checked_sub(held.len())?;
        }
        Some(())
    }

    /// Samples a complete deal that is consistent with the seat's knowledge. All such deals are about equally
    /// likely.
    ///
    /// Returns `None` if no deal was found within [`MAX_TRIES`] card placements.
    pub(super) fn deal(&self, rng: &mut ChaCha8Rng) -> Option<World> {
        let mut cards: Vec<Card> = self.unseen.iter().collect();
        cards.shuffle(rng);
        // Cards with the fewest possible places are placed first, while those places are free.
        cards.sort_by_key(|card| self.may.iter().filter(|may| may.contains(*card)).count());
        let mut tries = 0;
        let mut dealt = [CardSet::EMPTY; PLACES];
        if !self.place(&cards, &mut dealt, &mut tries, rng) {
            return None;
        }
        Some(World {
            hands: BySeat::from_fn(|seat| self.hands[seat] | dealt[seat.index()]),
            talon: self.talon | dealt[TALON],
        })
    }

    fn place(
        &self,
        cards: &[Card],
        dealt: &mut [CardSet; PLACES],
        tries: &mut usize,
        rng: &mut ChaCha8Rng,
    ) -> bool {
        let Some((card, rest)) = cards.split_first() else { return true };
        // One ticket per free slot, so that a pile is drawn in proportion to its free slots.
        let mut tickets: Vec<usize> = (0..PLACES)
            .filter(|pile| self.may[*pile].contains(*card))
            .flat_map(|pile| std::iter::repeat_n(pile, (self.missing[pile] - dealt[pile].len()) as usize))
            .collect();
        tickets.shuffle(rng);
        while let Some(&pile) = tickets.last() {
            *tries += 1;
            if *tries > MAX_TRIES {
                return false;
            }
            dealt[pile] |= (*card).into();
            if self.place(rest, dealt, tries, rng) {
                return true;
            }
            dealt[pile] -= (*card).into();
            tickets.retain(|ticket| *ticket != pile);
        }
        false
    }
}
