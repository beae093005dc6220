//! The search: alpha-beta with a window of nothing, and what it remembers between tricks.

use super::board::{Board, Lying, SEVEN, beaters, distinct};
use super::moves::Moves;
use super::table::{Bounds, Table};

/// What a finished trick leads to.
pub(super) enum Taken {
    /// It decides: the rest is worth this much.
    Decides(i8),
    /// It is worth this much, and play goes on.
    Gains(i8),
}

/// A question, as the search asks it. Values are what the declarer comes to from a position on: 0 or
/// 1 for made or not, or points in tens.
pub(super) trait Goal: Copy {
    /// What a trick leads to: these cards, the best of them, laid by this place; `last` where the
    /// hands are empty now. `board` still knows which cards were marked.
    fn taken(&self, board: &Board, lying: &Lying, last: bool) -> Taken;

    /// Bounds that can be seen without a search; the place leads.
    fn bounds(&self, board: &Board, lead: usize, trumps: u32) -> Bounds;

    /// These cards of a place, the most promising first.
    fn order(&self, board: &Board, lying: &Lying, place: usize, cards: u32, trumps: u32) -> Moves;
}

/// A search for one goal, by one set of rules.
pub(super) struct Search<'a, G> {
    pub(super) goal: G,
    pub(super) table: &'a mut Table,
    pub(super) nodes: &'a mut u64,
    pub(super) trumps: u32,
    pub(super) must_beat: bool,
}

impl<G: Goal> Search<'_, G> {
    /// What the declarer comes to: at least `target`, or less; the answer is a bound on that side.
    pub(super) fn value(&mut self, board: &Board, lying: &Lying, place: usize, target: i8) -> i8 {
        if lying.count == 0 {
            self.between_tricks(board, place, target)
        } else {
            self.any_card(board, lying, place, target)
        }
    }

    /// The value after this place has added a card.
    pub(super) fn after(&mut self, board: &Board, lying: &Lying, place: usize, card: u32, target: i8) -> i8 {
        *self.nodes += 1;
        let mut next = *board;
        next.hands[place] &= !card;
        let lying = lying.with(card, place, self.trumps);
        if lying.count < 3 {
            return self.any_card(&next, &lying, following(place), target);
        }
        let last = next.is_empty();
        match self.goal.taken(&next, &lying, last) {
            Taken::Decides(value) => value,
            Taken::Gains(gained) if last => gained,
            Taken::Gains(gained) => {
                let next = next.without(lying.cards);
                gained + self.between_tricks(&next, lying.owner, target - gained)
            }
        }
    }

    fn between_tricks(&mut self, board: &Board, lead: usize, target: i8) -> i8 {
        let mut known = self.goal.bounds(board, lead, self.trumps);
        if known.low >= target {
            return known.low;
        }
        if known.high < target {
            return known.high;
        }
        let key = self.table.key(board, lead, usize::from(self.trumps != 0));
        if let Some(kept) = self.table.find(key) {
            known = Bounds { low: known.low.max(kept.low), high: known.high.min(kept.high) };
            if known.low >= target {
                return known.low;
            }
            if known.high < target {
                return known.high;
            }
        }
        let value = self.any_card(board, &Lying::default(), lead, target);
        if value >= target {
            known.low = value;
        } else {
            known.high = value;
        }
        self.table.keep(key, known);
        value
    }

    fn any_card(&mut self, board: &Board, lying: &Lying, place: usize, target: i8) -> i8 {
        let cards = distinct(self.legal(board, lying, place), board.marks);
        let moves = self.goal.order(board, lying, place, cards, self.trumps);
        let mut best = if place == 0 { i8::MIN } else { i8::MAX };
        for card in moves {
            let value = self.after(board, lying, place, card, target);
            if place == 0 {
                best = best.max(value);
                if best >= target {
                    break;
                }
            } else {
                best = best.min(value);
                if best < target {
                    break;
                }
            }
        }
        best
    }

    /// The cards that the rules allow.
    pub(super) fn legal(&self, board: &Board, lying: &Lying, place: usize) -> u32 {
        let hand = board.hands[place];
        let cards = if lying.count == 0 { hand } else { self.answers(hand, lying) };
        let locked = if place == 0 { board.locked & SEVEN } else { 0 };
        if cards == locked { cards } else { cards & !locked }
    }

    fn answers(&self, hand: u32, lying: &Lying) -> u32 {
        let following = hand & lying.suit;
        let cards = if following != 0 {
            following
        } else if hand & self.trumps != 0 {
            hand & self.trumps
        } else {
            return hand;
        };
        let beating = cards & beaters(lying.best, self.trumps);
        if self.must_beat && beating != 0 { beating } else { cards }
    }
}

/// The place whose turn comes after this one.
pub(super) const fn following(place: usize) -> usize {
    if place == 2 { 0 } else { place + 1 }
}
