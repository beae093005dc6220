//! What a contract comes to when everyone sees all cards: perfect information.
//!
//! An alpha-beta search with a window of nothing asks whether the declarer comes to a target, trick by
//! trick; a transposition table keeps bounds for the positions between tricks. Its key is relative
//! (who holds the strongest card still in play of a suit, the next, and so on), so it depends neither
//! on how a position was reached nor on the names of suits, and one table serves every card of a
//! decision and every hand that is imagined for the others.

// Bits and tens: every number here is below 64.
#![allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)]

mod board;
mod goals;
mod moves;
mod position;
mod question;
mod search;
mod table;

pub use position::{NotAPosition, Position};
pub use question::Question;
pub use table::TableSize;

use self::board::{Lying, Names, TRUMPS};
use self::search::{Goal, Search};
use self::table::Table;
use crate::rules::{Card, CardSet, Rank};

/// Answers questions about positions, and remembers what it found from one to the next.
#[derive(Debug, Clone)]
pub struct Solver {
    table: Table,
    /// What the table is about.
    about: Option<About>,
    nodes: u64,
}

/// Answers to different questions, or by different rules, must not meet in one table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct About {
    kind: Kind,
    trumps: bool,
    must_beat: bool,
}

/// The goals that have bounds in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Points,
    Betli,
    Durchmars,
    Ulti,
    AllMarked,
}

impl Solver {
    /// A solver that knows nothing yet.
    pub fn new(size: TableSize) -> Self {
        Self { table: Table::new(size), about: None, nodes: 0 }
    }

    /// How many cards have been laid in all searches so far.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// What the declarer comes to: points for [`Question::Points`], else 1 or 0.
    ///
    /// The position is one that [`Position::check`] accepts.
    pub fn value(&mut self, position: &Position, question: Question) -> u32 {
        self.root(position, question).value(question)
    }

    /// Every card of whoever's turn it is that keeps the value.
    pub fn best(&mut self, position: &Position, question: Question) -> CardSet {
        let mut root = self.root(position, question);
        let value = root.value(question);
        root.keeping(value, question)
    }

    fn root(&mut self, position: &Position, question: Question) -> Root<'_> {
        let kind = match question {
            Question::Points | Question::AtLeast(_) => Kind::Points,
            Question::Betli => Kind::Betli,
            Question::Durchmars => Kind::Durchmars,
            Question::Ulti => Kind::Ulti,
            Question::FourAces | Question::FourTens => Kind::AllMarked,
        };
        let about = About { kind, trumps: position.trump.is_some(), must_beat: position.must_beat };
        if self.about.replace(about) != Some(about) {
            self.table.forget();
        }
        Root::new(self, kind, position, question)
    }
}

/// A position with a question, ready to be searched.
struct Root<'a> {
    solver: &'a mut Solver,
    kind: Kind,
    position: Position,
    names: Names,
    board: board::Board,
    lying: Lying,
    place: usize,
    trumps: u32,
}

impl<'a> Root<'a> {
    fn new(solver: &'a mut Solver, kind: Kind, position: &Position, question: Question) -> Self {
        let names = Names::new(position);
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
        let locked = held && (kind == Kind::Ulti || position.seven_locked);
        let board = names.board(position, marked, locked);
        let lying = names.lying(&position.trick, trumps);
        let place = names.place(position.turn());
        Self { solver, kind, position: *position, names, board, lying, place, trumps }
    }

    /// What a search of whatever kind says to `ask`.
    fn search(&mut self, card: Option<u32>, target: i8) -> i8 {
        match self.kind {
            Kind::Points => self.ask(goals::Points, card, target),
            Kind::Betli => self.ask(goals::Betli, card, target),
            Kind::Durchmars => self.ask(goals::Durchmars, card, target),
            Kind::Ulti => self.ask(goals::Ulti, card, target),
            Kind::AllMarked => self.ask(goals::AllMarked, card, target),
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
            None => search.value(&self.board, &self.lying, self.place, target),
            Some(card) => search.after(&self.board, &self.lying, self.place, card, target),
        }
    }

    fn value(&mut self, question: Question) -> u32 {
        match question {
            Question::Points => 10 * self.most_points(),
            Question::AtLeast(points) => u32::from(self.reaches(points)),
            _ => u32::from(self.search(None, 1) >= 1),
        }
    }

    fn reaches(&mut self, points: u32) -> bool {
        let target = i8::try_from(points.div_ceil(10)).unwrap_or(i8::MAX);
        self.search(None, target) >= target
    }

    /// The exact number of tens, by narrowing it down.
    fn most_points(&mut self) -> u32 {
        let (mut low, mut high) = (0, (self.board.marks.count_ones() + 1) as i8);
        let mut guess = (high + 1) / 2;
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

    fn keeping(&mut self, value: u32, question: Question) -> CardSet {
        let target = match question {
            Question::AtLeast(points) => i8::try_from(points.div_ceil(10)).unwrap_or(i8::MAX),
            Question::Points => (value / 10) as i8,
            _ => 1,
        };
        let playable = self.position.playable();
        let declarers = self.position.turn() == self.position.declarer;
        let mut kept = CardSet::EMPTY;
        for card in playable {
            let bit = self.names.bits(card.into());
            let keeps = match (declarers, question) {
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
