//! Perfect-information solver: computes what the declarer achieves when all hands are known and every player
//! plays perfectly.
//!
//! The solver runs a zero-window alpha-beta search, trick by trick. A transposition table stores upper and
//! lower bounds of positions between tricks. Its key is relative: for each suit, it records who holds the
//! strongest card still in play, the next strongest, and so on. Positions therefore match regardless of the
//! order of play and the names of suits. One table serves all cards of a decision and all sampled worlds.
//!
//! See the [crate documentation](crate#examples) for an example.

// Masks fit in 32 bits and points in tens are at most 10, so that no cast loses information.
#![allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)]

mod bits;
mod board;
mod goals;
mod moves;
mod position;
mod question;
mod search;
mod table;

pub use position::{InvalidPosition, Position};
pub use question::Question;
pub use table::TableSize;

use bits::TRUMPS;
use board::{Encoding, Turn};
use search::{Goal, Search};
use table::Table;
use ulti_rules::{Card, CardSet, Rank};

/// A perfect-information solver with a transposition table.
///
/// The table is reused between calls, so related positions are solved faster.
#[derive(Debug, Clone)]
pub struct Solver {
    table: Table,
    /// The questions and rules for which the stored results in `table` are valid. `None` before the first
    /// search.
    subject: Option<TableSubject>,
    nodes: u64,
}

/// The questions and rules for which the stored results in a transposition table are valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct TableSubject {
    /// The group of questions to which the stored bounds apply. See [`Question::group`].
    group: Question,
    trumps: bool,
    must_beat: bool,
}

impl Solver {
    /// Creates a solver with an empty transposition table.
    pub fn new(size: TableSize) -> Self {
        Self { table: Table::new(size), subject: None, nodes: 0 }
    }

    /// Returns the total number of nodes searched so far. Each card played by the search counts as one node.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the declarer's result if all players play perfectly.
    ///
    /// For [`Question::Points`], the result is a number of points. For all other questions, it is 1 for "yes"
    /// and 0 for "no". The position must be valid (see [`Position::check`]).
    pub fn value(&mut self, position: &Position, question: Question) -> u32 {
        self.root(position, question).value()
    }

    /// Returns `true` if the answer to the question is "yes" after `card` is played.
    ///
    /// `card` must be one of [`Position::playable`]. For [`Question::Points`], returns `true` if the declarer
    /// wins any points.
    pub fn is_made_by(&mut self, position: &Position, question: Question, card: Card) -> bool {
        let mut root = self.root(position, question);
        let target = question.target();
        let bit = root.encoding.bits(card.into());
        root.search(Some(bit), target) >= target
    }

    /// Returns all cards that are optimal for the player whose turn it is.
    pub fn best(&mut self, position: &Position, question: Question) -> CardSet {
        let mut root = self.root(position, question);
        let value = root.value();
        root.cards_keeping(value)
    }

    fn root(&mut self, position: &Position, question: Question) -> Root<'_> {
        let (group, trumps) = (question.group(), position.trump.is_some());
        let subject = TableSubject { group, trumps, must_beat: position.must_beat };
        if self.subject.replace(subject) != Some(subject) {
            self.table.clear();
        }
        Root::new(self, position, question)
    }
}

/// The position and question of one call to the solver, converted to bit masks.
struct Root<'a> {
    solver: &'a mut Solver,
    question: Question,
    position: Position,
    encoding: Encoding,
    turn: Turn,
    trumps: u32,
}

impl<'a> Root<'a> {
    fn new(solver: &'a mut Solver, position: &Position, question: Question) -> Self {
        let encoding = Encoding::new(position);
        let trumps = if position.trump.is_some() { TRUMPS } else { 0 };
        let of = |rank| move |card: &Card| card.rank() == rank;
        let marked: CardSet = match question {
            Question::Points | Question::AtLeast(_) => {
                Card::deck().filter(|card| card.points() > 0).collect()
            }
            Question::FourAces => Card::deck().filter(of(Rank::Ace)).collect(),
            Question::FourTens => Card::deck().filter(of(Rank::Ten)).collect(),
            _ => CardSet::EMPTY,
        };
        let seven: CardSet =
            position.trump.map_or(CardSet::EMPTY, |trump| Card::new(trump, Rank::Seven).into());
        let laid: CardSet = position.trick.card_of(position.declarer).into_iter().collect();
        let held = !(seven & (position.hands[position.declarer] | laid)).is_empty();
        let locked = held && (question == Question::Ulti || position.seven_locked);
        let board = encoding.board(position, marked, locked);
        let partial = encoding.partial(position.trick, trumps);
        let place = encoding.place(position.turn());
        let turn = Turn { board, partial, place };
        Self { solver, question, position: *position, encoding, turn, trumps }
    }

    /// Searches the current position, or the position after `card` if a card is given.
    ///
    /// Returns a bound on the result for the current question. The result is a lower bound if it is at least
    /// `target`, otherwise an upper bound.
    fn search(&mut self, card: Option<u32>, target: i8) -> i8 {
        match self.question {
            Question::Points | Question::AtLeast(_) => self.ask(goals::Points, card, target),
            Question::Betli => self.ask(goals::Betli { must_beat: self.position.must_beat }, card, target),
            Question::Durchmars => self.ask(goals::Durchmars, card, target),
            Question::Ulti => self.ask(goals::Ulti, card, target),
            Question::FourAces | Question::FourTens => self.ask(goals::AllMarked, card, target),
        }
    }

    fn ask<G: Goal>(&mut self, goal: G, card: Option<u32>, target: i8) -> i8 {
        let mut search = Search {
            goal,
            table: &mut self.solver.table,
            nodes: &mut self.solver.nodes,
            trumps: self.trumps,
            must_beat: self.position.must_beat,
        };
        match card {
            None => search.value(&self.turn, target),
            Some(card) => search.after(&self.turn, card, target),
        }
    }

    fn value(&mut self) -> u32 {
        let target = self.question.target();
        match self.question {
            Question::Points => 10 * self.most_points(),
            _ => u32::from(self.search(None, target) >= target),
        }
    }

    /// Returns the declarer's exact points in units of ten, computed by repeated zero-window searches.
    fn most_points(&mut self) -> u32 {
        let (mut low, mut high) = (0, (self.turn.board.marks.count_ones() + 1) as i8);
        // First guess: long trumps, aces and tens in hand win most of the points.
        let own = self.turn.board.hands[0];
        let held = (own & self.trumps).count_ones() + (own & self.turn.board.marks).count_ones();
        let mut guess = ((held + 1) * 2 / 3) as i8;
        while low < high {
            let target = guess.clamp(low + 1, high);
            let value = self.search(None, target);
            if value >= target {
                low = value;
                guess = value + 1;
            } else {
                high = value;
                guess = value;
            }
        }
        low.unsigned_abs().into()
    }

    fn cards_keeping(&mut self, value: u32) -> CardSet {
        let target = match self.question {
            Question::Points => (value / 10) as i8,
            question => question.target(),
        };
        let playable = self.position.playable();
        let declarers = self.position.turn() == self.position.declarer;
        let mut kept = CardSet::EMPTY;
        for card in playable {
            let bit = self.encoding.bits(card.into());
            let keeps = match (declarers, self.question) {
                (true, Question::Points) => self.search(Some(bit), target) >= target,
                (false, Question::Points) => self.search(Some(bit), target + 1) <= target,
                _ => u32::from(self.search(Some(bit), target) >= target) == value,
            };
            if keeps {
                kept |= card.into();
            }
        }
        kept
    }
}
