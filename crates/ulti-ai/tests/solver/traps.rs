//! Hand-crafted positions in which a faulty search returns a wrong result.
//!
//! The expected results are compared with those of a brute-force search and of the solver.

use ulti_rules::CardSet;

use crate::compare::{Solvers, engine_card, position, question};
use crate::plain::card::list;
use crate::plain::goal::Goal;
use crate::plain::position::PlainPosition;

/// Creates a position in which seat 0 is the declarer.
///
/// Players must beat the best card of the trick if they can.
fn at(trump: Option<char>, hands: [&str; 3], leader: usize, trick: &str) -> PlainPosition {
    PlainPosition {
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
fn check(at: &PlainPosition, goal: Goal, value: u32, best: &str) {
    let mut solvers = Solvers::new();
    assert_eq!(solvers.agree(at, goal), value, "{goal:?} of {at:?}");
    let best: CardSet = list(best).into_iter().map(engine_card).collect();
    assert_eq!(solvers.best(&position(at), question(goal)), best, "{goal:?} of {at:?}");
}

#[test]
fn solver_finds_best_lead_in_betli() {
    // The under would win against the only other leaf, so it must be discarded on bells.
    check(&at(None, ["L7U", "L8 B8", "B9 A9"], 0, ""), Goal::Betli, 1, "L7");
    // The king must be played while the ace can still beat it.
    check(&at(None, ["L7K", "L8A", "B9 A9"], 0, ""), Goal::Betli, 1, "LK");
}

#[test]
fn player_who_follows_suit_need_not_beat_a_trump() {
    // Seat 2 led the under and the declarer ruffed: seat 1 may keep its ace for a trick of its partner.
    let ruffed = at(Some('H'), ["L8", "A8A", "L9"], 2, "AU H7");
    check(&ruffed, Goal::Points, 0, "A8");
    // The declarer followed suit, so seat 1 must beat with the ace.
    let followed = at(Some('H'), ["L8", "A8A", "L9"], 2, "AU A7");
    check(&followed, Goal::Points, 0, "AA");
}

#[test]
fn player_must_beat_trump_with_higher_trump_if_possible() {
    let over = at(Some('H'), ["L8", "H8U", "L9"], 2, "AU H9");
    check(&over, Goal::Points, 0, "HU");
    let under = at(Some('H'), ["L8", "H7 B7", "L9"], 2, "AU H9");
    check(&under, Goal::Points, 0, "H7");
}

#[test]
fn solver_knows_when_under_and_king_are_equivalent() {
    // No hand holds the over, which is in the trick between under and king.
    let mut lying = at(None, ["LUK", "L7 B7", "B8"], 2, "LO");
    lying.must_beat = false;
    check(&lying, Goal::Betli, 1, "LU");
    check(&lying, Goal::Durchmars, 1, "LK");
    // Once the over is gone, under and king are equivalent.
    check(&at(None, ["LUK", "L79", "B78"], 0, ""), Goal::Durchmars, 1, "LUK");
}

#[test]
fn solver_scores_tens_but_not_kings() {
    // Either card loses to the declarer's ace, and the ten is worth ten points.
    check(&at(Some('H'), ["LA B7", "LKX", "L9 B8"], 1, ""), Goal::Points, 10, "LK");
    // The partner's ace wins the first trick, and the declarer's trump wins the other one.
    check(&at(Some('H'), ["H9", "LKX", "B8"], 2, "LA L9"), Goal::Points, 10, "LX");
}

#[test]
fn ten_is_lower_than_face_cards_without_trumps() {
    let hands = ["LX", "LU", "L9"];
    check(&at(None, hands, 0, ""), Goal::Durchmars, 0, "LX");
    check(&at(Some('H'), hands, 0, ""), Goal::Durchmars, 1, "LX");
    check(&at(None, hands, 0, ""), Goal::Points, 0, "LX");
    check(&at(Some('H'), hands, 0, ""), Goal::Points, 20, "LX");
}

#[test]
fn ulti_requires_winning_last_trick_with_trump_seven() {
    // The declarer wins the last trick either way, but it must be won with the VII.
    check(&at(Some('H'), ["H7A", "B78", "B9 A9"], 0, ""), Goal::Ulti, 1, "HA");
    check(&at(Some('H'), ["HUA", "H7 B8", "B9 A9"], 0, ""), Goal::Ulti, 0, "HUA");
    // A trump is still out and beats the plain lead, so that no card helps.
    check(&at(Some('H'), ["H7 B7", "H8 B8", "B9 A9"], 0, ""), Goal::Ulti, 0, "H7 B7");
}

#[test]
fn solver_keeps_trump_seven_for_ulti_if_possible() {
    let mut locked = at(Some('H'), ["H7 B7", "BA A8", "A9"], 2, "AK");
    check(&locked, Goal::Points, 0, "H7");
    locked.seven_locked = true;
    check(&locked, Goal::Points, 0, "H7");
    // Leading the VII loses the ulti. Bells draw the last trump; an unlocked VII may be played as well.
    let mut led = at(Some('H'), ["H7 B7", "BA A8", "AA H8"], 0, "");
    check(&led, Goal::Ulti, 1, "B7");
    check(&led, Goal::FourTens, 1, "H7 B7");
    led.seven_locked = true;
    check(&led, Goal::FourTens, 1, "B7");
}

#[test]
fn solver_considers_only_aces_still_in_play() {
    check(&at(Some('H'), ["H7U", "B78", "B9 A9"], 0, ""), Goal::FourAces, 1, "H7U");
    check(&at(Some('H'), ["H7 B8", "H8 B7", "B9 BA"], 0, ""), Goal::FourAces, 0, "H7 B8");
}

#[test]
fn solver_cache_distinguishes_seven_from_eight_of_trumps() {
    let mut solvers = Solvers::new();
    for (lowest, made) in [('7', 1), ('8', 0), ('7', 1)] {
        let hand = format!("H{lowest}A LA");
        let ending = at(Some('H'), [&hand, "H9 B78", "B9 A9 L7"], 0, "");
        assert_eq!(solvers.agree(&ending, Goal::Ulti), made, "{ending:?}");
    }
}

#[test]
fn solver_obeys_rule_to_keep_seven_of_trumps() {
    let mut solvers = Solvers::new();
    for locked in [false, true, false] {
        // The under draws the last trump, and the VII has to ruff the bell that is led next.
        let mut ending = at(Some('H'), ["H7 LU", "L8 B8", "H9 B9"], 0, "");
        ending.seven_locked = locked;
        assert_eq!(solvers.agree(&ending, Goal::Betli), u32::from(!locked), "{ending:?}");
    }
}
