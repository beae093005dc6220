//! Asks the solver and brute force about the same position and asserts equal results.

use ulti_ai::solver::{Position, Question, Solver, TableSize};
use ulti_rules::{BySeat, Card, CardSet, Seat, Suit, Trick};

use crate::plain::card::TextCard;
use crate::plain::goal::Goal;
use crate::plain::position::PlainPosition;
use crate::plain::search::{self, lines};

/// Solvers with transposition tables of different sizes. They are reused for all positions.
pub(crate) struct Solvers(Vec<Solver>);

impl Solvers {
    pub(crate) fn new() -> Self {
        Self(sizes().map(Solver::new).into())
    }

    /// Asserts that all solvers agree with brute force. Returns the value of the position.
    pub(crate) fn agree(&mut self, at: &PlainPosition, goal: Goal) -> u32 {
        self.compare(at, question(goal), &lines(at, goal))
    }

    /// Asserts that all solvers agree with brute force on the number of points and on several thresholds.
    ///
    /// Returns `true` if the declarer wins at least `wanted` points.
    pub(crate) fn agree_on_points(&mut self, at: &PlainPosition, wanted: u32) -> bool {
        let points = lines(at, Goal::Points);
        let most = self.compare(at, Question::Points, &points);
        for wanted in [most, (most + 1).min(90), wanted] {
            let reached = |line: &(TextCard, u32)| (line.0, u32::from(line.1 >= wanted));
            let reached: Vec<_> = points.iter().map(reached).collect();
            self.compare(at, Question::AtLeast(wanted), &reached);
        }
        most >= wanted
    }

    /// Returns the best cards according to the solver with the largest table.
    pub(crate) fn best(&mut self, position: &Position, question: Question) -> CardSet {
        self.0.last_mut().expect("no solver").best(position, question)
    }

    fn compare(&mut self, at: &PlainPosition, question: Question, lines: &[(TextCard, u32)]) -> u32 {
        let value = search::best(at, lines.iter().map(|(_, value)| *value));
        let best = lines.iter().filter(|line| line.1 == value).map(|line| engine_card(line.0)).collect();
        let position = position(at);
        position.check().unwrap_or_else(|error| panic!("invalid position {at:?}: {error}"));
        for (number, solver) in self.0.iter_mut().enumerate() {
            let found: (u32, CardSet) = (solver.value(&position, question), solver.best(&position, question));
            assert_eq!(found, (value, best), "{question:?} by solver {number} in {}", note(at));
        }
        value
    }
}

/// Returns the table sizes to compare, smallest first.
pub(crate) fn sizes() -> [TableSize; 3] {
    [TableSize::TINY, TableSize::new(10).expect("invalid table size"), TableSize::USUAL]
}

pub(crate) const fn question(goal: Goal) -> Question {
    match goal {
        Goal::Points => Question::Points,
        Goal::Betli => Question::Betli,
        Goal::Durchmars => Question::Durchmars,
        Goal::Ulti => Question::Ulti,
        Goal::FourAces => Question::FourAces,
        Goal::FourTens => Question::FourTens,
    }
}

/// Converts a position to the solver's representation.
pub(crate) fn position(at: &PlainPosition) -> Position {
    let mut trick = Trick::new(seat(at.leader));
    at.trick.iter().for_each(|card| trick.push(engine_card(*card)));
    Position {
        trump: at.trump.map(|letter| Suit::from_letter(letter).expect("invalid suit")),
        declarer: seat(at.declarer),
        hands: BySeat([0, 1, 2].map(|seat| at.hands[seat].iter().copied().map(engine_card).collect())),
        trick,
        must_beat: at.must_beat,
        seven_locked: at.seven_locked,
    }
}

/// Returns the position as JSON input for `ulti solve`, so that a failure can be reproduced.
fn note(at: &PlainPosition) -> String {
    let cards = |cards: &[TextCard]| cards.iter().map(TextCard::to_string).collect::<Vec<_>>();
    let trump = at.trump.map_or_else(|| "none".to_owned(), String::from);
    let hands = [0, 1, 2].map(|seat| cards(&at.hands[seat]));
    serde_json::json!({
        "trump": trump, "hands": hands, "declarer": at.declarer, "lead": at.leader,
        "trick": cards(&at.trick), "must_beat": at.must_beat, "seven_locked": at.seven_locked,
    })
    .to_string()
}

fn seat(number: usize) -> Seat {
    Seat::from_index(number).expect("invalid seat")
}

pub(crate) fn engine_card(card: TextCard) -> Card {
    card.to_string().parse().expect("invalid card")
}
