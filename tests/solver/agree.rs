//! Random endings: the solver says what brute force says.

use fastrand::Rng;

use crate::compare::Solvers;
use crate::endings::Kind;
use crate::plain::goal::Goal;

/// Endings of five cards a hand, each kind with and without the duty to beat.
const ENDINGS: usize = 500;

/// Neither answer may be rare.
fn is_open(kind: Kind, made: usize) {
    assert!((ENDINGS / 8..ENDINGS * 7 / 8).contains(&made), "{kind:?}: {made} of {ENDINGS}");
}

/// Asks about one kind of endings.
fn endings(goal: Goal, trumps: bool, seed: u64) {
    let (mut dice, mut solvers) = (Rng::with_seed(seed), Solvers::new());
    for must_beat in [true, false] {
        let kind = Kind { goal, cards: 5, trumps, must_beat };
        let made = (0..ENDINGS).filter(|_| solvers.agree(&kind.draw(&mut dice), goal) == 1).count();
        is_open(kind, made);
    }
}

#[test]
fn betli() {
    endings(Goal::Betli, false, 1);
}

#[test]
fn betli_with_trumps() {
    endings(Goal::Betli, true, 2);
}

#[test]
fn durchmars() {
    endings(Goal::Durchmars, false, 3);
}

#[test]
fn durchmars_with_trumps() {
    endings(Goal::Durchmars, true, 4);
}

#[test]
fn ulti() {
    endings(Goal::Ulti, true, 5);
}

#[test]
fn four_aces() {
    endings(Goal::FourAces, true, 6);
}

#[test]
fn four_aces_without_trumps() {
    endings(Goal::FourAces, false, 7);
}

#[test]
fn four_tens() {
    endings(Goal::FourTens, true, 8);
}

#[test]
fn four_tens_without_trumps() {
    endings(Goal::FourTens, false, 9);
}

/// Points, and whether some number of them can be reached: the most, one more, and any.
fn points(trumps: bool, seed: u64) {
    let (mut dice, mut solvers) = (Rng::with_seed(seed), Solvers::new());
    for must_beat in [true, false] {
        let kind = Kind { goal: Goal::Points, cards: 5, trumps, must_beat };
        let drawn = (0..ENDINGS).filter(|_| {
            let at = kind.draw(&mut dice);
            solvers.agree_on_points(&at, dice.u32(0..=50))
        });
        is_open(kind, drawn.count());
    }
}

#[test]
fn points_with_trumps() {
    points(true, 10);
}

#[test]
fn points_without_trumps() {
    points(false, 11);
}

const GOALS: [Goal; 6] =
    [Goal::Points, Goal::Betli, Goal::Durchmars, Goal::Ulti, Goal::FourAces, Goal::FourTens];

/// Any goals, trumps and duties, one after the other in one table; all goals of each ending, with the
/// VII of trumps locked and free.
fn mixed(cards: usize, endings: usize, seed: u64) {
    let (mut dice, mut solvers) = (Rng::with_seed(seed), Solvers::new());
    for _ in 0..endings {
        let goal = *dice.choice(&GOALS).expect("a goal");
        let trumps = goal == Goal::Ulti || dice.bool();
        let mut at = Kind { goal, cards, trumps, must_beat: dice.bool() }.draw(&mut dice);
        for goal in GOALS.into_iter().filter(|goal| trumps || *goal != Goal::Ulti) {
            solvers.agree(&at, goal);
            at.seven_locked = trumps && !at.seven_locked;
            solvers.agree(&at, goal);
        }
        solvers.agree_on_points(&at, dice.u32(0..=90));
    }
}

#[test]
fn one_table_answers_everything() {
    mixed(5, 60, 12);
}

#[test]
fn the_last_tricks() {
    for cards in 1..5 {
        mixed(cards, 40, 13);
    }
}

#[test]
fn six_cards_a_hand() {
    mixed(6, 10, 14);
}

#[test]
fn seven_cards_a_hand() {
    mixed(7, 2, 15);
}
