//! Positions made by hand that a clever search gets wrong. Brute force has to agree with what is
//! written here, and the solver with both.

use ulti::rules::CardSet;

use crate::compare::{Solvers, engine_card, position, question};
use crate::plain::card::list;
use crate::plain::goal::Goal;
use crate::plain::position::Plain;

/// Seat 0 is the declarer; the duty to beat holds.
fn at(trump: Option<char>, hands: [&str; 3], leader: usize, trick: &str) -> Plain {
    Plain {
        trump,
        declarer: 0,
        hands: hands.map(list),
        leader,
        trick: list(trick),
        must_beat: true,
        seven_locked: false,
    }
}

#[track_caller]
fn check(at: &Plain, goal: Goal, value: u32, best: &str) {
    let mut solvers = Solvers::new();
    assert_eq!(solvers.agree(at, goal), value, "{goal:?} of {at:?}");
    let best: CardSet = list(best).into_iter().map(engine_card).collect();
    assert_eq!(solvers.best(&position(at), question(goal)), best, "{goal:?} of {at:?}");
}

#[test]
fn a_betli_may_need_the_low_card_of_a_suit() {
    // The under would win against the only other leaf; it goes away on the bells.
    check(&at(None, ["L7U", "L8 B8", "B9 A9"], 0, ""), Goal::Betli, 1, "L7");
    // Here the king has to go while the ace must still take it.
    check(&at(None, ["L7K", "L8A", "B9 A9"], 0, ""), Goal::Betli, 1, "LK");
}

#[test]
fn who_follows_a_suit_that_was_ruffed_is_free_of_beating() {
    // Seat 2 led the under, the declarer has ruffed: seat 1 keeps its ace for the partner's trick.
    let ruffed = at(Some('H'), ["L8", "A8A", "L9"], 2, "AU H7");
    check(&ruffed, Goal::Points, 0, "A8");
    // Where the declarer could only follow, the ace has to be played.
    let followed = at(Some('H'), ["L8", "A8A", "L9"], 2, "AU A7");
    check(&followed, Goal::Points, 0, "AA");
}

#[test]
fn who_ruffs_after_a_ruff_beats_it_if_able() {
    let over = at(Some('H'), ["L8", "H8U", "L9"], 2, "AU H9");
    check(&over, Goal::Points, 0, "HU");
    let under = at(Some('H'), ["L8", "H7 B7", "L9"], 2, "AU H9");
    check(&under, Goal::Points, 0, "H7");
}

#[test]
fn a_card_that_lies_parts_its_neighbours() {
    // Nothing in any hand is between the under and the king, but the over lies there.
    let mut lying = at(None, ["LUK", "L7 B7", "B8"], 2, "LO");
    lying.must_beat = false;
    check(&lying, Goal::Betli, 1, "LU");
    check(&lying, Goal::Durchmars, 1, "LK");
    // Once it is gone they are one and the same.
    check(&at(None, ["LUK", "L79", "B78"], 0, ""), Goal::Durchmars, 1, "LUK");
}

#[test]
fn a_ten_is_no_neighbour_of_the_king_where_it_counts() {
    // Either goes to the declarer's ace, and the ten is worth ten.
    check(&at(Some('H'), ["LA B7", "LKX", "L9 B8"], 1, ""), Goal::Points, 10, "LK");
    // The partner's ace takes either, and the declarer's trump the other.
    check(&at(Some('H'), ["H9", "LKX", "B8"], 2, "LA L9"), Goal::Points, 10, "LX");
}

#[test]
fn the_ten_ranks_below_the_under_without_trumps() {
    let hands = ["LX", "LU", "L9"];
    check(&at(None, hands, 0, ""), Goal::Durchmars, 0, "LX");
    check(&at(Some('H'), hands, 0, ""), Goal::Durchmars, 1, "LX");
    check(&at(None, hands, 0, ""), Goal::Points, 0, "LX");
    check(&at(Some('H'), hands, 0, ""), Goal::Points, 20, "LX");
}

#[test]
fn an_ulti_is_the_last_trick_and_the_seven() {
    // The last trick is the declarer's either way; the VII must be the card that takes it.
    check(&at(Some('H'), ["H7A", "B78", "B9 A9"], 0, ""), Goal::Ulti, 1, "HA");
    check(&at(Some('H'), ["HUA", "H7 B8", "B9 A9"], 0, ""), Goal::Ulti, 0, "HUA");
    // A trump is still out, and the plain lead would be taken: nothing helps.
    check(&at(Some('H'), ["H7 B7", "H8 B8", "B9 A9"], 0, ""), Goal::Ulti, 0, "H7 B7");
}

#[test]
fn a_locked_seven_is_played_where_nothing_else_is_legal() {
    let mut locked = at(Some('H'), ["H7 B7", "BA A8", "A9"], 2, "AK");
    check(&locked, Goal::Points, 0, "H7");
    locked.seven_locked = true;
    check(&locked, Goal::Points, 0, "H7");
    // Led, the VII is no ulti; the bell draws the last trump, and a VII that is free may fall too.
    let mut led = at(Some('H'), ["H7 B7", "BA A8", "AA H8"], 0, "");
    check(&led, Goal::Ulti, 1, "B7");
    check(&led, Goal::FourTens, 1, "H7 B7");
    led.seven_locked = true;
    check(&led, Goal::FourTens, 1, "B7");
}

#[test]
fn aces_that_are_gone_are_not_asked_for() {
    check(&at(Some('H'), ["H7U", "B78", "B9 A9"], 0, ""), Goal::FourAces, 1, "H7U");
    check(&at(Some('H'), ["H7 B8", "H8 B7", "B9 BA"], 0, ""), Goal::FourAces, 0, "H7 B8");
}

#[test]
fn a_table_tells_the_seven_from_the_lowest_trump() {
    let mut solvers = Solvers::new();
    for (lowest, made) in [('7', 1), ('8', 0), ('7', 1)] {
        let hand = format!("H{lowest}A LA");
        let ending = at(Some('H'), [&hand, "H9 B78", "B9 A9 L7"], 0, "");
        assert_eq!(solvers.agree(&ending, Goal::Ulti), made, "{ending:?}");
    }
}

#[test]
fn a_table_tells_a_locked_seven_from_a_free_one() {
    let mut solvers = Solvers::new();
    for locked in [false, true, false] {
        // The under draws the last trump, and the bell that comes back has to be ruffed by the VII.
        let mut ending = at(Some('H'), ["H7 LU", "L8 B8", "H9 B9"], 0, "");
        ending.seven_locked = locked;
        assert_eq!(solvers.agree(&ending, Goal::Betli), u32::from(!locked), "{ending:?}");
    }
}
