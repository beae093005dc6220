//! Random endings in which the question is open: whoever asks for aces holds some of them.

use fastrand::Rng;

use crate::plain::card::{Paper, RANKS, SUITS};
use crate::plain::goal::Goal;
use crate::plain::position::Plain;

/// What is drawn.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Kind {
    pub(crate) goal: Goal,
    /// Cards a hand, before any of them is led.
    pub(crate) cards: usize,
    pub(crate) trumps: bool,
    pub(crate) must_beat: bool,
}

impl Kind {
    /// An ending with 0, 1 or 2 cards lying, led by anyone.
    pub(crate) fn draw(self, dice: &mut Rng) -> Plain {
        let trump = self.trumps.then(|| SUITS[dice.usize(..4)]);
        let declarer = dice.usize(..3);
        let mut at = Plain {
            trump,
            declarer,
            hands: self.hands(trump, declarer, dice),
            leader: dice.usize(..3),
            trick: Vec::new(),
            must_beat: self.must_beat,
            seven_locked: self.trumps && dice.u8(..3) == 0,
        };
        for _ in 0..dice.usize(..3) {
            let cards = at.playable();
            at = at.after(cards[dice.usize(..cards.len())]).0;
        }
        at
    }

    /// The declarer gets what the goal wants, more often than chance would have it.
    fn hands(self, trump: Option<char>, declarer: usize, dice: &mut Rng) -> [Vec<Paper>; 3] {
        let mut cards = self.in_play(trump, dice);
        let wish = dice.i32(0..=10);
        cards.sort_by_cached_key(|card| dice.i32(0..100) - wish * liking(self.goal, *card, trump));
        let mut hands: [Vec<Paper>; 3] = Default::default();
        hands[declarer] = cards.drain(..self.cards).collect();
        dice.shuffle(&mut cards);
        hands[(declarer + 1) % 3] = cards.drain(..self.cards).collect();
        hands[(declarer + 2) % 3] = cards;
        hands
    }

    /// The cards that are left, those that the goal is about among them.
    fn in_play(self, trump: Option<char>, dice: &mut Rng) -> Vec<Paper> {
        let mut cards = Paper::deck();
        dice.shuffle(&mut cards);
        // Without trumps a ten is hard to bring home.
        let few = dice.usize(1..=if self.goal == Goal::FourTens && trump.is_none() { 1 } else { 3 });
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

fn is_seven(card: Paper, trump: Option<char>) -> bool {
    card.rank == '7' && Some(card.suit) == trump
}

/// How dear a card is to the declarer; around ten, more than chance decides.
fn liking(goal: Goal, card: Paper, trump: Option<char>) -> i32 {
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
