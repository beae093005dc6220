//! Zero-window alpha-beta search with a transposition table for positions between tricks.

use super::bits::{SEVEN, beaters, distinct, distinct_but_for};
use super::board::{Board, PartialTrick, Turn};
use super::moves::Moves;
use super::table::{Bounds, Key, Table};

/// The effect of a completed trick: it either decides the search goal or adds to the declarer's gain.
pub(super) enum TrickResult {
    /// The trick decides the goal, so the search can stop. The number is the declarer's total result from
    /// this trick and all later ones.
    Decides(i8),
    /// The trick does not decide the goal, so the search continues.
    ///
    /// The value is the number of points that the declarer gains from the trick, in units of ten. It is
    /// always 0 if the goal does not depend on points.
    Gains(i8),
}

impl TrickResult {
    /// Creates the result of a trick for a goal that does not depend on points.
    ///
    /// If either `missed` or `reached` is `true`, the trick decides the goal. Otherwise, the search
    /// continues.
    pub(super) const fn of(missed: bool, reached: bool) -> Self {
        match (missed, reached) {
            (true, _) => Self::Decides(0),
            (false, true) => Self::Decides(1),
            (false, false) => Self::Gains(0),
        }
    }
}

/// A search goal, evaluated from the declarer's point of view.
///
/// The value of a position is the declarer's points in units of ten if the goal is to win points. For other
/// goals, it is 1 if the declarer reaches the goal and 0 otherwise.
pub(super) trait Goal: Copy {
    /// Returns how a completed trick affects the search goal.
    ///
    /// `board` contains the hands after the trick, but `board.marks` still includes the cards of the trick.
    /// `last` is `true` if all hands are empty.
    fn trick_result(&self, board: &Board, partial: &PartialTrick, last: bool) -> TrickResult;

    /// Returns bounds on the position's value without searching.
    ///
    /// `lead` is the number of the player who leads. The declarer is player 0.
    fn bounds(&self, board: &Board, lead: usize, trumps: u32) -> Bounds;

    /// Orders a player's legal cards, most promising first.
    fn order(&self, board: &Board, partial: &PartialTrick, place: usize, cards: u32, trumps: u32) -> Moves;
}

/// An alpha-beta search that evaluates positions for the goal `G`.
pub(super) struct Search<'a, G> {
    pub(super) goal: G,
    pub(super) table: &'a mut Table,
    pub(super) nodes: &'a mut u64,
    pub(super) trumps: u32,
    pub(super) must_beat: bool,
}

/// A position between two tricks. It must be searched to determine its value.
struct Node {
    board: Board,
    lead: usize,
    /// Points that the declarer gained in the previous trick, in units of ten. Always 0 if the goal does not
    /// depend on points.
    gained: i8,
    key: Key,
    known: Bounds,
}

/// The result of checking whether a position has to be searched.
enum Lookup {
    /// No search is needed: this bound on the position's value already shows whether the target is reached.
    Answered(i8),
    /// This position must be searched, because the known bounds do not show whether the target is reached.
    Open(Node),
}

impl<G: Goal> Search<'_, G> {
    /// Searches a position and returns a bound on its value (see [`Goal`]).
    ///
    /// The result is a lower bound if it is at least `target`, otherwise an upper bound.
    pub(super) fn value(&mut self, turn: &Turn, target: i8) -> i8 {
        match turn.partial.count {
            0 => {
                let found = self.look_up(&turn.board, turn.place, 0, target);
                self.resolve(found, target)
            }
            1 => self.search_cards(turn, target),
            _ => self.search_third_card(turn, target),
        }
    }

    /// Plays `card` for the next player and searches the resulting position.
    ///
    /// Returns a bound on the value of the resulting position, as [`value`](Self::value) does.
    pub(super) fn after(&mut self, turn: &Turn, card: u32, target: i8) -> i8 {
        let next = self.play(turn, card);
        if next.partial.count < 3 {
            return self.value(&next, target);
        }
        let found = self.after_trick(&next, target);
        self.resolve(found, target)
    }

    fn play(&mut self, turn: &Turn, card: u32) -> Turn {
        *self.nodes += 1;
        let Turn { mut board, partial, place } = *turn;
        board.hands[place] &= !card;
        Turn { board, partial: partial.with(card, place, self.trumps), place: following(place) }
    }

    /// Computes the declarer's gain from a complete trick and looks up the position after it.
    fn after_trick(&self, Turn { board, partial, .. }: &Turn, target: i8) -> Lookup {
        let last = board.is_empty();
        match self.goal.trick_result(board, partial, last) {
            TrickResult::Decides(value) => Lookup::Answered(value),
            TrickResult::Gains(gained) if last => Lookup::Answered(gained),
            TrickResult::Gains(gained) => {
                self.look_up(&board.without(partial.cards), partial.owner, gained, target)
            }
        }
    }

    /// Checks whether the known bounds are enough to decide if `target` is reached.
    ///
    /// The bounds come from the goal and from the transposition table.
    fn look_up(&self, board: &Board, lead: usize, gained: i8, target: i8) -> Lookup {
        let seen = self.goal.bounds(board, lead, self.trumps);
        if let Some(value) = seen.answer(target - gained) {
            return Lookup::Answered(gained + value);
        }
        let key = self.table.key(board, lead, usize::from(self.trumps != 0));
        let known = self.table.find(key).map_or(seen, |kept| seen.and(kept));
        match known.answer(target - gained) {
            Some(value) => Lookup::Answered(gained + value),
            None => Lookup::Open(Node { board: *board, lead, gained, key, known }),
        }
    }

    /// Returns the bound found by the lookup. If there is none, searches the position.
    fn resolve(&mut self, found: Lookup, target: i8) -> i8 {
        match found {
            Lookup::Answered(value) => value,
            Lookup::Open(node) => self.search_node(&node, target),
        }
    }

    fn search_node(&mut self, node: &Node, target: i8) -> i8 {
        let Node { board, lead, gained, key, mut known } = *node;
        let turn = Turn { board, partial: PartialTrick::default(), place: lead };
        let value = self.search_cards(&turn, target - gained);
        if value >= target - gained {
            known.low = value;
        } else {
            known.high = value;
        }
        self.table.store(key, known);
        gained + value
    }

    /// Searches the legal cards of a player who plays the first or second card of a trick, and returns the
    /// best value found.
    fn search_cards(&mut self, turn: &Turn, target: i8) -> i8 {
        let cards = distinct(self.legal(turn), turn.board.marks);
        let mut best = BestValue::of(turn.place, target);
        for card in self.order(turn, cards) {
            if best.cuts_off(self.after(turn, card, target)) {
                break;
            }
        }
        best.value
    }

    /// Searches the legal cards of a player who plays the third card of a trick, and returns the best value
    /// found.
    ///
    /// All resulting positions are looked up in the transposition table before any of them is searched.
    fn search_third_card(&mut self, turn: &Turn, target: i8) -> i8 {
        let beaten = turn.partial.cards & !turn.partial.best;
        let cards = distinct_but_for(beaten, self.legal(turn), turn.board.marks);
        let mut best = BestValue::of(turn.place, target);
        let mut open = [const { None }; 10];
        for (card, kept) in self.order(turn, cards).zip(&mut open) {
            let next = self.play(turn, card);
            match self.after_trick(&next, target) {
                Lookup::Answered(value) if best.cuts_off(value) => return value,
                Lookup::Answered(_) => {}
                Lookup::Open(node) => *kept = Some(node),
            }
        }
        for node in open.into_iter().flatten() {
            if best.cuts_off(self.search_node(&node, target)) {
                break;
            }
        }
        best.value
    }

    fn order(&self, Turn { board, partial, place }: &Turn, cards: u32) -> Moves {
        self.goal.order(board, partial, *place, cards, self.trumps)
    }

    /// Returns the cards that the next player may legally play.
    fn legal(&self, Turn { board, partial, place }: &Turn) -> u32 {
        let hand = board.hands[*place];
        let cards = if partial.count == 0 { hand } else { self.answers(hand, partial) };
        let locked = if *place == 0 { board.locked & SEVEN } else { 0 };
        if cards == locked { cards } else { cards & !locked }
    }

    fn answers(&self, hand: u32, partial: &PartialTrick) -> u32 {
        let following = hand & partial.suit;
        let cards = if following != 0 {
            following
        } else if hand & self.trumps != 0 {
            hand & self.trumps
        } else {
            return hand;
        };
        let beating = cards & beaters(partial.best, self.trumps);
        if self.must_beat && beating != 0 { beating } else { cards }
    }
}

/// The best value found so far: the highest if the declarer is to move, or the lowest if a defender is.
struct BestValue {
    declarer: bool,
    target: i8,
    value: i8,
}

impl BestValue {
    const fn of(place: usize, target: i8) -> Self {
        let declarer = place == 0;
        Self { declarer, target, value: if declarer { i8::MIN } else { i8::MAX } }
    }

    /// Updates the best value. Returns `true` if the remaining moves can be skipped (a cutoff).
    fn cuts_off(&mut self, value: i8) -> bool {
        if self.declarer {
            self.value = self.value.max(value);
            self.value >= self.target
        } else {
            self.value = self.value.min(value);
            self.value < self.target
        }
    }
}

/// Returns the number of the next player in turn order. Players are numbered from 0 to 2.
const fn following(place: usize) -> usize {
    if place == 2 { 0 } else { place + 1 }
}
