//! Checks that the size of the solver's transposition table does not affect results.
//!
//! Every hand has ten cards.

use fastrand::Rng;
use ulti_ai::solver::{Position, Question, Solver, TableSize};
use ulti_rules::CardSet;

use crate::compare::{position, question};
use crate::endings::EndingKind;
use crate::plain::goal::Goal;

/// Solves a position. Returns its points, the value of `goal` and the best cards for that goal.
///
/// Two further searches check that these points can be reached, and that ten more can't.
fn ask(solver: &mut Solver, at: &Position, goal: Goal) -> (u32, u32, CardSet) {
    let points = solver.value(at, Question::Points);
    assert_eq!(solver.value(at, Question::AtLeast(points)), 1, "{at:?}");
    assert!(points == 90 || solver.value(at, Question::AtLeast(points + 10)) == 0, "{at:?}");
    (points, solver.value(at, question(goal)), solver.best(at, question(goal)))
}

/// Asserts that solvers with a small table, a large table and a reused table return equal results.
fn sizes_agree(goal: Goal, trumps: bool, seed: u64) {
    let mut rng = Rng::with_seed(seed);
    let mut kept = Solver::new(TableSize::USUAL);
    for number in 0..8 {
        let kind = EndingKind { goal, cards: 10, trumps, must_beat: number % 4 > 0 };
        let at = position(&kind.draw(&mut rng));
        let small = Solver::new(TableSize::new(10).expect("invalid table size"));
        let [small, large] =
            [small, Solver::new(TableSize::LARGE)].map(|mut solver| ask(&mut solver, &at, goal));
        assert_eq!(small, large, "{goal:?} of {at:?}");
        assert_eq!(ask(&mut kept, &at, goal), large, "{goal:?} of {at:?}");
    }
}

#[test]
fn solver_result_for_betli_does_not_depend_on_cache_size() {
    sizes_agree(Goal::Betli, false, 1);
}

#[test]
fn durchmars_result_does_not_depend_on_cache_size() {
    sizes_agree(Goal::Durchmars, false, 2);
    sizes_agree(Goal::Durchmars, true, 3);
}

#[test]
fn solver_cache_size_does_not_affect_ulti_result() {
    sizes_agree(Goal::Ulti, true, 4);
}

#[test]
fn solved_card_points_do_not_depend_on_cache_size() {
    sizes_agree(Goal::Points, true, 5);
}

#[test]
fn solver_cache_size_does_not_affect_four_aces_result() {
    sizes_agree(Goal::FourAces, true, 6);
    sizes_agree(Goal::FourTens, true, 7);
}
