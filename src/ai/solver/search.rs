//! The search: alpha-beta with a window of nothing, and what it remembers between tricks.

use super::board::{Board, Lying, SEVEN, beaters, distinct, distinct_but_for};
use super::moves::Moves;
use super::table::{Bounds, Key, Table};

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

/// A position between two tricks that is worth a search.
struct Between {
    board: Board,
    lead: usize,
    /// What the trick before brought the declarer.
    gained: i8,
    key: Key,
    known: Bounds,
}

/// What is known of a position at first sight.
enum Glance {
    /// At least or at most this much: that answers the question.
    Answered(i8),
    /// Nothing that answers it.
    Open(Between),
}

impl<G: Goal> Search<'_, G> {
    /// What the declarer comes to: at least `target`, or less; the answer is a bound on that side.
    pub(super) fn value(&mut self, board: &Board, lying: &Lying, place: usize, target: i8) -> i8 {
        match lying.count {
            0 => match self.glance(board, place, 0, target) {
                Glance::Answered(value) => value,
                Glance::Open(between) => self.between_tricks(&between, target),
            },
            1 => self.any_card(board, lying, place, target),
            _ => self.third_card(board, lying, place, target),
        }
    }

    /// The value after this place has added a card.
    pub(super) fn after(&mut self, board: &Board, lying: &Lying, place: usize, card: u32, target: i8) -> i8 {
        if lying.count == 2 {
            return match self.after_trick(board, lying, place, card, target) {
                Glance::Answered(value) => value,
                Glance::Open(between) => self.between_tricks(&between, target),
            };
        }
        *self.nodes += 1;
        let mut next = *board;
        next.hands[place] &= !card;
        let lying = lying.with(card, place, self.trumps);
        self.value(&next, &lying, following(place), target)
    }

    /// What is known once this place has completed the trick with a card.
    fn after_trick(&mut self, board: &Board, lying: &Lying, place: usize, card: u32, target: i8) -> Glance {
        *self.nodes += 1;
        let mut next = *board;
        next.hands[place] &= !card;
        let lying = lying.with(card, place, self.trumps);
        let last = next.is_empty();
        match self.goal.taken(&next, &lying, last) {
            Taken::Decides(value) => Glance::Answered(value),
            Taken::Gains(gained) if last => Glance::Answered(gained),
            Taken::Gains(gained) => self.glance(&next.without(lying.cards), lying.owner, gained, target),
        }
    }

    /// What bounds and memory say.
    fn glance(&self, board: &Board, lead: usize, gained: i8, target: i8) -> Glance {
        let seen = self.goal.bounds(board, lead, self.trumps);
        if let Some(value) = seen.answer(target - gained) {
            return Glance::Answered(gained + value);
        }
        let key = self.table.key(board, lead, usize::from(self.trumps != 0));
        let known = self.table.find(key).map_or(seen, |kept| seen.and(kept));
        match known.answer(target - gained) {
            Some(value) => Glance::Answered(gained + value),
            None => Glance::Open(Between { board: *board, lead, gained, key, known }),
        }
    }

    fn between_tricks(&mut self, between: &Between, target: i8) -> i8 {
        let Between { board, lead, gained, key, mut known } = *between;
        let value = self.any_card(&board, &Lying::default(), lead, target - gained);
        if value >= target - gained {
            known.low = value;
        } else {
            known.high = value;
        }
        self.table.keep(key, known);
        gained + value
    }

    /// The first or second card of a trick.
    fn any_card(&mut self, board: &Board, lying: &Lying, place: usize, target: i8) -> i8 {
        let cards = distinct(self.legal(board, lying, place), board.marks);
        let mut best = Best::of(place, target);
        for card in self.goal.order(board, lying, place, cards, self.trumps) {
            if best.is_enough(self.after(board, lying, place, card, target)) {
                break;
            }
        }
        best.value
    }

    /// The third card: what each leads to is looked up before any is searched.
    fn third_card(&mut self, board: &Board, lying: &Lying, place: usize, target: i8) -> i8 {
        let beaten = lying.cards & !lying.best;
        let cards = distinct_but_for(beaten, self.legal(board, lying, place), board.marks);
        let mut best = Best::of(place, target);
        let mut open = [const { None }; 10];
        let moves = self.goal.order(board, lying, place, cards, self.trumps);
        for (card, kept) in moves.zip(&mut open) {
            match self.after_trick(board, lying, place, card, target) {
                Glance::Answered(value) if best.is_enough(value) => return value,
                Glance::Answered(_) => {}
                Glance::Open(between) => *kept = Some(between),
            }
        }
        for between in open.into_iter().flatten() {
            if best.is_enough(self.between_tricks(&between, target)) {
                break;
            }
        }
        best.value
    }

    /// The cards that the rules allow.
    fn legal(&self, board: &Board, lying: &Lying, place: usize) -> u32 {
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

/// The best value so far for whoever is to play: the highest for the declarer, else the lowest.
struct Best {
    declarer: bool,
    target: i8,
    value: i8,
}

impl Best {
    const fn of(place: usize, target: i8) -> Self {
        let declarer = place == 0;
        Self { declarer, target, value: if declarer { i8::MIN } else { i8::MAX } }
    }

    /// Takes a value in; whether no better one is needed.
    fn is_enough(&mut self, value: i8) -> bool {
        if self.declarer {
            self.value = self.value.max(value);
            self.value >= self.target
        } else {
            self.value = self.value.min(value);
            self.value < self.target
        }
    }
}

/// The place whose turn comes after this one.
const fn following(place: usize) -> usize {
    if place == 2 { 0 } else { place + 1 }
}
