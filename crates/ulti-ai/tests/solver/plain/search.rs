//! Exhaustive search that caches the value of each position between tricks.

use std::collections::HashMap;

use super::card::TextCard;
use super::goal::{Goal, TrickOutcome};
use super::position::PlainPosition;

/// An exhaustive search for one goal, with a cache of position values.
pub(crate) struct Search {
    goal: Goal,
    known: HashMap<String, u32>,
}

/// Returns each legal card with the value that results from playing it.
pub(crate) fn lines(at: &PlainPosition, goal: Goal) -> Vec<(TextCard, u32)> {
    let mut search = Search { goal, known: HashMap::new() };
    at.playable().into_iter().map(|card| (card, search.after(at, card))).collect()
}

/// Returns the best value for the player to move.
pub(crate) fn best(at: &PlainPosition, values: impl Iterator<Item = u32>) -> u32 {
    let best = if at.turn() == at.declarer { values.max() } else { values.min() };
    best.expect("no legal card")
}

impl Search {
    fn value(&mut self, at: &PlainPosition) -> u32 {
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

    fn decide(&mut self, at: &PlainPosition) -> u32 {
        let cards = at.playable();
        best(at, cards.into_iter().map(|card| self.after(at, card)))
    }

    fn after(&mut self, at: &PlainPosition, card: TextCard) -> u32 {
        let (next, taken) = at.after(card);
        let Some(taken) = taken else { return self.value(&next) };
        match self.goal.after(&next, &taken) {
            TrickOutcome::Settled(value) => value,
            TrickOutcome::More(points) => points + self.value(&next),
        }
    }
}

/// Returns a unique key for a position between tricks.
fn key(at: &PlainPosition) -> String {
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
