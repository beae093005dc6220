//! A position asked of both programs.

use ulti::ai::solver::{Position, Question, Solver, TableSize};
use ulti::rules::{BySeat, Card, CardSet, Seat, Suit, Trick};

use crate::plain::card::Paper;
use crate::plain::goal::Goal;
use crate::plain::position::Plain;
use crate::plain::search::{self, lines};

/// Solvers that keep their tables from position to position, one of them hardly any table at all.
pub(crate) struct Solvers(Vec<Solver>);

impl Solvers {
    pub(crate) fn new() -> Self {
        Self(sizes().map(Solver::new).into())
    }

    /// Asks all of them; gives the value.
    pub(crate) fn agree(&mut self, at: &Plain, goal: Goal) -> u32 {
        self.compare(at, question(goal), &lines(at, goal))
    }

    /// Asks for points, and for as many as can be had, one more, and this many; says whether these can
    /// be reached.
    pub(crate) fn agree_on_points(&mut self, at: &Plain, wanted: u32) -> bool {
        let points = lines(at, Goal::Points);
        let most = self.compare(at, Question::Points, &points);
        for wanted in [most, (most + 1).min(90), wanted] {
            let reached = |line: &(Paper, u32)| (line.0, u32::from(line.1 >= wanted));
            let reached: Vec<_> = points.iter().map(reached).collect();
            self.compare(at, Question::AtLeast(wanted), &reached);
        }
        most >= wanted
    }

    /// What the one with the largest table would play.
    pub(crate) fn best(&mut self, position: &Position, question: Question) -> CardSet {
        self.0.last_mut().expect("a solver").best(position, question)
    }

    fn compare(&mut self, at: &Plain, question: Question, lines: &[(Paper, u32)]) -> u32 {
        let value = search::best(at, lines.iter().map(|(_, value)| *value));
        let best = lines.iter().filter(|line| line.1 == value).map(|line| engine_card(line.0)).collect();
        let position = position(at);
        position.check().unwrap_or_else(|error| panic!("{at:?}: {error}"));
        for (number, solver) in self.0.iter_mut().enumerate() {
            let found: (u32, CardSet) = (solver.value(&position, question), solver.best(&position, question));
            assert_eq!(found, (value, best), "{question:?} by solver {number} in {}", note(at));
        }
        value
    }
}

/// The tables that are compared, the smallest first.
pub(crate) fn sizes() -> [TableSize; 3] {
    [TableSize::TINY, TableSize::new(10).expect("a size"), TableSize::USUAL]
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

/// The position as the solver takes it.
pub(crate) fn position(at: &Plain) -> Position {
    let mut trick = Trick::new(seat(at.leader));
    at.trick.iter().for_each(|card| trick.push(engine_card(*card)));
    Position {
        trump: at.trump.map(|letter| Suit::from_letter(letter).expect("a suit")),
        declarer: seat(at.declarer),
        hands: BySeat([0, 1, 2].map(|seat| at.hands[seat].iter().copied().map(engine_card).collect())),
        trick,
        must_beat: at.must_beat,
        seven_locked: at.seven_locked,
    }
}

/// The position as `ulti solve` takes it, to look at one that was answered wrongly.
fn note(at: &Plain) -> String {
    let cards = |cards: &[Paper]| cards.iter().map(Paper::to_string).collect::<Vec<_>>();
    let trump = at.trump.map_or_else(|| "none".to_owned(), String::from);
    let hands = [0, 1, 2].map(|seat| cards(&at.hands[seat]));
    serde_json::json!({
        "trump": trump, "hands": hands, "declarer": at.declarer, "lead": at.leader,
        "trick": cards(&at.trick), "must_beat": at.must_beat, "seven_locked": at.seven_locked,
    })
    .to_string()
}

fn seat(number: usize) -> Seat {
    Seat::from_index(number).expect("a seat")
}

pub(crate) fn engine_card(card: Paper) -> Card {
    card.to_string().parse().expect("a card")
}
