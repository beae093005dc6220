//! Compares the solver with brute force in random endings.

use fastrand::Rng;

use crate::compare::Solvers;
use crate::endings::EndingKind;
use crate::plain::goal::Goal;

/// Number of random endings that are generated for each [`EndingKind`].
const ENDINGS: usize = 500;

/// Asserts that the goal is reached in at least 1/8 and less than 7/8 of the random endings.
fn assert_balanced(kind: EndingKind, made: usize) {
    assert!(
        (ENDINGS / 8..ENDINGS * 7 / 8).contains(&made),
        "one result is rare: {kind:?}, {made} of {ENDINGS} made"
    );
}

/// Compares the solver with brute force in random endings with the given goal.
///
/// The endings are generated with and without the duty to beat the best card.
fn endings(goal: Goal, trumps: bool, seed: u64) {
    let (mut rng, mut solvers) = (Rng::with_seed(seed), Solvers::new());
    for must_beat in [true, false] {
        let kind = EndingKind { goal, cards: 5, trumps, must_beat };
        let made = (0..ENDINGS).filter(|_| solvers.agree(&kind.draw(&mut rng), goal) == 1).count();
        assert_balanced(kind, made);
    }
}

#[test]
fn solver_agrees_with_exhaustive_search_for_betli() {
    endings(Goal::Betli, false, 1);
}

#[test]
fn solver_matches_brute_force_if_betli_has_trumps() {
    endings(Goal::Betli, true, 2);
}

#[test]
fn solver_agrees_with_exhaustive_search_for_durchmars() {
    endings(Goal::Durchmars, false, 3);
}

#[test]
fn solver_agrees_with_exhaustive_search_for_trump_durchmars() {
    endings(Goal::Durchmars, true, 4);
}

#[test]
fn solver_agrees_with_exhaustive_search_for_ulti() {
    endings(Goal::Ulti, true, 5);
}

#[test]
fn solver_agrees_with_exhaustive_search_for_four_aces() {
    endings(Goal::FourAces, true, 6);
}

#[test]
fn solver_evaluates_four_aces_correctly_without_trumps() {
    endings(Goal::FourAces, false, 7);
}

#[test]
fn solver_agrees_with_exhaustive_search_for_four_tens() {
    endings(Goal::FourTens, true, 8);
}

#[test]
fn solver_matches_brute_force_if_four_tens_has_no_trumps() {
    endings(Goal::FourTens, false, 9);
}

/// Compares the solver with brute force for questions about points.
///
/// Both the exact number of points and several thresholds are compared.
fn points(trumps: bool, seed: u64) {
    let (mut rng, mut solvers) = (Rng::with_seed(seed), Solvers::new());
    for must_beat in [true, false] {
        let kind = EndingKind { goal: Goal::Points, cards: 5, trumps, must_beat };
        let drawn = (0..ENDINGS).filter(|_| {
            let at = kind.draw(&mut rng);
            solvers.agree_on_points(&at, rng.u32(0..=50))
        });
        assert_balanced(kind, drawn.count());
    }
}

#[test]
fn solver_agrees_with_exhaustive_search_for_card_points() {
    points(true, 10);
}

#[test]
fn solver_counts_points_correctly_without_trumps() {
    points(false, 11);
}

const GOALS: [Goal; 6] =
    [Goal::Points, Goal::Betli, Goal::Durchmars, Goal::Ulti, Goal::FourAces, Goal::FourTens];

/// Compares the solver with brute force for all goals in random endings.
///
/// The rules vary between endings, but the same solvers are used for all of them.
fn mixed(cards: usize, endings: usize, seed: u64) {
    let (mut rng, mut solvers) = (Rng::with_seed(seed), Solvers::new());
    for _ in 0..endings {
        let goal = *rng.choice(&GOALS).expect("no goal");
        let trumps = goal == Goal::Ulti || rng.bool();
        let mut at = EndingKind { goal, cards, trumps, must_beat: rng.bool() }.draw(&mut rng);
        for goal in GOALS.into_iter().filter(|goal| trumps || *goal != Goal::Ulti) {
            solvers.agree(&at, goal);
            at.seven_locked = trumps && !at.seven_locked;
            solvers.agree(&at, goal);
        }
        solvers.agree_on_points(&at, rng.u32(0..=90));
    }
}

#[test]
fn solver_can_be_reused_for_different_goals() {
    mixed(5, 60, 12);
}

#[test]
fn solver_agrees_with_exhaustive_search_for_up_to_four_cards() {
    for cards in 1..5 {
        mixed(cards, 40, 13);
    }
}

#[test]
fn solver_agrees_with_exhaustive_search_for_six_card_hands() {
    mixed(6, 10, 14);
}

#[test]
fn solver_agrees_with_exhaustive_search_for_seven_card_hands() {
    mixed(7, 2, 15);
}
