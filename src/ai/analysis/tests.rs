//! Analyses against a slow second search, and of deals whose end can be told by hand.

use std::sync::Arc;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::ai::{Level, robot};
use crate::rules::{Action, Book, Deal, Start};
use crate::table::shuffle::{self, Seed};

/// A deal played to its end by robots, or to the declarer's folding.
fn played(preset: &str, levels: [Level; 3], number: u64) -> Deal {
    let seed = Seed::from_bytes(ChaCha8Rng::seed_from_u64(number).random());
    let dealer = Seat::ALL[usize::try_from(number % 3).unwrap()];
    let start = Start { dealer, hands: shuffle::deal(&seed, dealer), window: 0 };
    let mut deal = Deal::new(Arc::new(Book::preset(preset).unwrap()), start).unwrap();
    let mut robots = [0, 1, 2].map(|seat| robot(levels[seat], number * 3 + seat as u64));
    while let Some(seat) = deal.turn() {
        let action = robots[seat.index()].act(&deal.view(Some(seat)), &Stop::new()).unwrap();
        act(&mut deal, seat, action);
    }
    deal
}

fn act(deal: &mut Deal, seat: Seat, action: Action) {
    for event in deal.judge(seat, action).unwrap() {
        deal.apply(&event);
    }
}

/// Every way to play on, without a table and without bounds.
fn slowly(aim: Aim, moment: &Moment, talon: CardSet) -> u32 {
    if let Some(value) = aim.decided(moment, talon) {
        return value;
    }
    let values = moment.position.playable().iter().map(|card| slowly(aim, &moment.after(card), talon));
    let declarers = moment.position.turn() == moment.position.declarer;
    if declarers { values.max() } else { values.min() }.unwrap_or_default()
}

/// The last tricks of many deals of every kind, by both searches.
#[test]
fn values_are_those_of_a_slow_search() {
    let mut compared = 0;
    for number in 0..120 {
        let preset = ["4m", "rablo"][usize::try_from(number % 2).unwrap()];
        let deal = played(preset, [Level::Random, Level::Easy, Level::Random], number);
        let view = deal.view(None);
        let Some(board) = view.board() else { continue };
        let (course, talon) = (Course::of(&view, board), view.talon.unwrap_or_default());
        let mut solver = Solver::new(TableSize::USUAL);
        for game in board.contract.games() {
            let aim = Aim::of(game);
            let late = |moment: &&Moment| moment.position.hands.values().all(|hand| hand.len() <= 4);
            for moment in course.moments.iter().filter(late) {
                let slow = slowly(aim, moment, talon);
                assert_eq!(aim.value(moment, talon, &mut solver), slow, "deal {number}: {game}");
                compared += 1;
            }
        }
    }
    assert!(compared > 500, "{compared}");
}

/// What the analysis says of the very end is what was paid for.
#[test]
fn the_last_moment_agrees_with_the_settlement() {
    for number in 0..300 {
        let preset = ["4m", "rablo", "pagat"][usize::try_from(number % 3).unwrap()];
        let deal = played(preset, [Level::Easy, Level::Random, Level::Easy], number);
        let view = deal.view(None);
        let Stage::Over { board: Some(board), settlement, end: End::Played, .. } = &view.stage else {
            continue;
        };
        let (course, talon) = (Course::of(&view, board), view.talon.unwrap_or_default());
        let (first, last) = (course.moments.first().unwrap(), course.moments.last().unwrap());
        let hands = first.position.hands;
        let defence = board.declarer.others().map(|seat| hands[seat]);
        let hands = Hands { declarer: hands[board.declarer], defence };
        for game in board.contract.games() {
            let aim = Aim::of(game);
            let value = aim.decided(last, talon).unwrap();
            let known = Known { aim, values: vec![Some(value)] };
            let needs = needed(game, &view, board, hands, talon);
            let known = verdict(game, needs, &[known], settlement);
            assert_eq!(known.made, known.makeable, "deal {number}: {game} of {}", board.contract);
        }
    }
}

/// With little to search only the end is known, and that is said.
#[test]
fn what_is_too_deep_stays_unknown() {
    let deal = (0..).map(|number| played("4m", [Level::Easy; 3], number));
    let deal =
        deal.into_iter().find(|deal| deal.view(None).board().is_some_and(|b| b.tricks.len() == 10)).unwrap();
    let analysis = analyse_within(&deal.view(None), &Stop::new(), 20_000).unwrap();
    assert!(!analysis.complete);
    assert_eq!(analysis.verdicts[0].makeable, None);
    assert!(analysis.verdicts[0].made.is_some());
    assert!(analysis.line.is_empty());
    assert!(analysis.slips.iter().all(|slip| slip.trick > 1 && slip.card != slip.better));
    assert_eq!(analysis, analyse_within(&deal.view(None), &Stop::new(), 20_000).unwrap(), "the same again");
}

#[test]
fn who_is_told_to_stop_answers_with_what_was_paid() {
    let deal = played("4m", [Level::Easy; 3], 1);
    let stop = Stop::new();
    stop.stop();
    let analysis = analyse(&deal.view(None), &stop).unwrap();
    assert!(!analysis.complete && analysis.slips.is_empty() && analysis.line.is_empty());
    assert!(analysis.verdicts.iter().all(|verdict| verdict.makeable.is_none()));
}

/// A betli that the declarer leads into the first trick: the course is one trick.
#[test]
fn deals_without_cards_are_no_course() {
    let mut kinds = Vec::new();
    for number in 0..400 {
        let deal = played("4m", [Level::Random; 3], number);
        if deal.view(None).board().is_none_or(|board| board.tricks.is_empty() && board.current.is_empty()) {
            kinds.push(analyse(&deal.view(None), &Stop::new()).unwrap_err());
        }
    }
    assert!(kinds.contains(&NotPlayed::Folded), "{kinds:?}");
    let seed = Seed::from_bytes([1; 32]);
    let start = Start { dealer: Seat::Zero, hands: shuffle::deal(&seed, Seat::Zero), window: 0 };
    let mut deal = Deal::new(Arc::new(Book::preset("4m").unwrap()), start).unwrap();
    assert_eq!(analyse(&deal.view(None), &Stop::new()), Err(NotPlayed::Running));
    act(&mut deal, Seat::One, Action::Leave);
    assert_eq!(analyse(&deal.view(None), &Stop::new()), Err(NotPlayed::Left));
}
