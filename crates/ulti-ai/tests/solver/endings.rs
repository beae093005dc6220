//! Random endings in which both results of a goal are likely.

use fastrand::Rng;

use crate::plain::card::{RANKS, SUITS, TextCard};
use crate::plain::goal::Goal;
use crate::plain::position::PlainPosition;

/// Parameters of random endings.
#[derive(Debug, Clone, Copy)]
pub(crate) struct EndingKind {
    pub(crate) goal: Goal,
    /// Number of cards per hand at the start of the trick.
    pub(crate) cards: usize,
    pub(crate) trumps: bool,
    pub(crate) must_beat: bool,
}

impl EndingKind {
    /// Generates an ending with 0, 1 or 2 cards in the trick.
    pub(crate) fn draw(self, rng: &mut Rng) -> PlainPosition {
        let trump = self.trumps.then(|| SUITS[rng.usize(..4)]);
        let declarer = rng.usize(..3);
        let mut at = PlainPosition {
            trump,
            declarer,
            hands: self.hands(trump, declarer, rng),
            leader: rng.usize(..3),
            trick: Vec::new(),
            must_beat: self.must_beat,
            seven_locked: self.trumps && rng.u8(..3) == 0,
        };
        for _ in 0..rng.usize(..3) {
            let cards = at.playable();
            at = at.after(cards[rng.usize(..cards.len())]).0;
        }
        at
    }

    /// Deals the hands. The declarer receives useful cards more often than by chance.
    fn hands(self, trump: Option<char>, declarer: usize, rng: &mut Rng) -> [Vec<TextCard>; 3] {
        let mut cards = self.in_play(trump, rng);
        let wish = rng.i32(0..=10);
        cards.sort_by_cached_key(|card| rng.i32(0..100) - wish * preference(self.goal, *card, trump));
        let mut hands: [Vec<TextCard>; 3] = Default::default();
        hands[declarer] = cards.drain(..self.cards).collect();
        rng.shuffle(&mut cards);
        hands[(declarer + 1) % 3] = cards.drain(..self.cards).collect();
        hands[(declarer + 2) % 3] = cards;
        hands
    }

    /// Chooses the cards in play, including the cards that the goal depends on, such as aces for *four-aces*.
    fn in_play(self, trump: Option<char>, rng: &mut Rng) -> Vec<TextCard> {
        let mut cards = TextCard::deck();
        rng.shuffle(&mut cards);
        // Without trumps, more than one ten is rarely won.
        let few = rng.usize(1..=if self.goal == Goal::FourTens && trump.is_none() { 1 } else { 3 });
        cards.sort_by_key(|card| match self.goal {
            Goal::Ulti => !is_seven(*card, trump),
            Goal::FourAces => card.rank != 'A' || SUITS[few..].contains(&card.suit),
            Goal::FourTens => card.rank != 'X' || SUITS[few..].contains(&card.suit),
            _ => false,
        });
        cards.truncate(3 * self.cards);
        cards
    }
}

fn is_seven(card: TextCard, trump: Option<char>) -> bool {
    card.rank == '7' && Some(card.suit) == trump
}

/// Returns how useful a card is to the declarer for reaching the goal.
///
/// The higher the value, the more likely the declarer is to be dealt the card.
fn preference(goal: Goal, card: TextCard, trump: Option<char>) -> i32 {
    let strength = RANKS.iter().zip(0..).find(|(rank, _)| **rank == card.rank).map_or(0, |(_, place)| place);
    let trumps = if Some(card.suit) == trump { 10 } else { 0 };
    match goal {
        Goal::Points => strength,
        Goal::Betli => 2 * (8 - strength) - 2 * trumps,
        Goal::Durchmars => 4 * strength + 3 * trumps,
        Goal::Ulti if is_seven(card, trump) => 10_000,
        Goal::Ulti => trumps,
        Goal::FourAces => trumps / 2 + if card.rank == 'A' { 10 } else { strength / 2 },
        Goal::FourTens if trump.is_none() && strength > 2 => 20,
        Goal::FourTens => trumps / 2 + if card.rank == 'X' { 10 } else { strength / 2 },
    }
}
