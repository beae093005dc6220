//! Every line of play to its end. What was found out about a whole position is kept, nothing else.

use std::collections::HashMap;

use super::card::Paper;
use super::goal::{Goal, Then};
use super::position::Plain;

/// Answers one question about the positions that follow one position.
pub(crate) struct Search {
    goal: Goal,
    known: HashMap<String, u32>,
}

/// What each card that may be played leads to.
pub(crate) fn lines(at: &Plain, goal: Goal) -> Vec<(Paper, u32)> {
    let mut search = Search { goal, known: HashMap::new() };
    at.playable().into_iter().map(|card| (card, search.after(at, card))).collect()
}

/// The best of these for whoever's turn it is.
pub(crate) fn best(at: &Plain, values: impl Iterator<Item = u32>) -> u32 {
    let best = if at.turn() == at.declarer { values.max() } else { values.min() };
    best.expect("a card to play")
}

impl Search {
    fn value(&mut self, at: &Plain) -> u32 {
        if at.is_over() {
            return self.goal.at_the_end();
        }
        if !at.trick.is_empty() {
            return self.decide(at);
        }
        let key = key(at);
        if let Some(value) = self.known.get(&key) {
            return *value;
        }
        let value = self.decide(at);
        self.known.insert(key, value);
        value
    }

    fn decide(&mut self, at: &Plain) -> u32 {
        let cards = at.playable();
        best(at, cards.into_iter().map(|card| self.after(at, card)))
    }

    fn after(&mut self, at: &Plain, card: Paper) -> u32 {
        let (next, taken) = at.after(card);
        let Some(taken) = taken else { return self.value(&next) };
        match self.goal.after(&next, &taken) {
            Then::Settled(value) => value,
            Then::More(points) => points + self.value(&next),
        }
    }
}

/// All that can differ between two positions of one search with no card lying.
fn key(at: &Plain) -> String {
    let mut key = String::with_capacity(64);
    for hand in &at.hands {
        for card in hand {
            key.push(card.suit);
            key.push(card.rank);
        }
        key.push(' ');
    }
    key.push(['0', '1', '2'][at.leader]);
    key
}
