//! Compares the analysis with brute force and with settlements.

use std::sync::Arc;

use super::*;
use crate::test_deals;
use crate::{Level, robot};
use ulti_rules::{Action, Book, Deal, Start};

/// Plays a deal to its end with robots and returns the finished deal.
fn played(preset: &str, levels: [Level; 3], number: u64) -> Deal {
    let dealer = Seat::ALL[usize::try_from(number % 3).unwrap()];
    let start = Start { dealer, hands: test_deals::numbered(number, dealer), window: 0 };
    let mut deal = Deal::new(Arc::new(Book::preset(preset).unwrap()), start).unwrap();
    let mut robots = [0, 1, 2].map(|seat| robot(levels[seat], number * 3 + seat as u64));
    while let Some(seat) = deal.turn() {
        let action = robots[seat.index()].act(&deal.view(Some(seat)), &Cancellation::new()).unwrap();
        act(&mut deal, seat, action);
    }
    deal
}

fn act(deal: &mut Deal, seat: Seat, action: Action) {
    for event in deal.judge(seat, action).unwrap() {
        deal.apply(&event);
    }
}

/// Computes the solver value of a position by searching all lines of play.
///
/// The search uses neither a transposition table nor bounds.
fn brute_force(aim: Aim, state: &PlayState, talon: CardSet) -> u32 {
    if let Some(value) = aim.decided(state, talon) {
        return value;
    }
    let values = state.position.playable().iter().map(|card| brute_force(aim, &state.after(card), talon));
    let declarers = state.position.turn() == state.position.declarer;
    if declarers { values.max() } else { values.min() }.unwrap_or_default()
}

/// Compares the solver with a search of all lines of play, in the last four tricks of many deals.
#[test]
fn analysis_agrees_with_exhaustive_search() {
    let mut compared = 0;
    for number in 0..120 {
        let preset = ["4m", "rablo"][usize::try_from(number % 2).unwrap()];
        let deal = played(preset, [Level::Random, Level::Easy, Level::Random], number);
        let view = deal.view(None);
        let Some(board) = view.board() else { continue };
        let (history, talon) = (PlayHistory::of(&view, board), view.talon.unwrap_or_default());
        let mut solver = Solver::new(TableSize::USUAL);
        for game in board.contract.games() {
            let aim = Aim::of(game);
            let late = |state: &&PlayState| state.position.hands.values().all(|hand| hand.len() <= 4);
            for state in history.states.iter().filter(late) {
                let slow = brute_force(aim, state, talon);
                assert_eq!(aim.value(state, talon, &mut solver), slow, "deal {number}: {game}");
                compared += 1;
            }
        }
    }
    assert!(compared > 500, "too few positions compared: {compared}");
}

/// After the last card, the computed values equal the results in the settlement of the deal.
#[test]
fn analysis_of_finished_deal_matches_result() {
    for number in 0..300 {
        let preset = ["4m", "rablo", "pagat"][usize::try_from(number % 3).unwrap()];
        let deal = played(preset, [Level::Easy, Level::Random, Level::Easy], number);
        let view = deal.view(None);
        let Stage::Over { board: Some(board), settlement, end: DealEnd::Played, .. } = &view.stage else {
            continue;
        };
        let (history, talon) = (PlayHistory::of(&view, board), view.talon.unwrap_or_default());
        let (first, last) = (history.states.first().unwrap(), history.states.last().unwrap());
        for game in board.contract.games() {
            let aim = Aim::of(game);
            let value = aim.decided(last, talon).unwrap();
            let known = AimValues { aim, values: vec![Some(value)] };
            let needs = needed(game, &view, board, &first.position.hands);
            let known = verdict(game, needs, &[known], settlement);
            assert_eq!(known.made, known.makeable, "deal {number}: {game} of {}", board.contract);
        }
    }
}

/// If the search limit is small, only the last positions of a deal are analysed and the analysis is
/// incomplete.
#[test]
fn analysis_is_incomplete_if_search_limit_is_reached() {
    let deal = (0..).map(|number| played("4m", [Level::Easy; 3], number));
    let deal =
        deal.into_iter().find(|deal| deal.view(None).board().is_some_and(|b| b.tricks.len() == 10)).unwrap();
    let analysis = analyse_within(&deal.view(None), &Cancellation::new(), 20_000).unwrap();
    assert!(!analysis.complete);
    assert_eq!(analysis.verdicts[0].makeable, None);
    assert!(analysis.verdicts[0].made.is_some());
    assert!(analysis.line.is_empty());
    assert!(analysis.slips.iter().all(|slip| slip.trick > 1 && slip.card != slip.better));
    assert_eq!(
        analysis,
        analyse_within(&deal.view(None), &Cancellation::new(), 20_000).unwrap(),
        "second analysis differs"
    );
}

#[test]
fn cancelled_analysis_is_marked_incomplete() {
    let deal = played("4m", [Level::Easy; 3], 1);
    let stop = Cancellation::new();
    stop.stop();
    let analysis = analyse(&deal.view(None), &stop).unwrap();
    assert!(!analysis.complete && analysis.slips.is_empty() && analysis.line.is_empty());
    assert!(analysis.verdicts.iter().all(|verdict| verdict.makeable.is_none()));
}

/// The analysis of a deal that ended before a card was played returns an error.
#[test]
fn deal_without_played_cards_is_not_analysed() {
    let mut kinds = Vec::new();
    for number in 0..400 {
        let deal = played("4m", [Level::Random; 3], number);
        if deal.view(None).board().is_none_or(|board| board.tricks.is_empty() && board.current.is_empty()) {
            kinds.push(analyse(&deal.view(None), &Cancellation::new()).unwrap_err());
        }
    }
    assert!(kinds.contains(&AnalysisError::Folded), "{kinds:?}");
    let start = Start { dealer: Seat::Zero, hands: test_deals::deal([1; 32], Seat::Zero), window: 0 };
    let mut deal = Deal::new(Arc::new(Book::preset("4m").unwrap()), start).unwrap();
    assert_eq!(analyse(&deal.view(None), &Cancellation::new()), Err(AnalysisError::Running));
    act(&mut deal, Seat::One, Action::Leave);
    assert_eq!(analyse(&deal.view(None), &Cancellation::new()), Err(AnalysisError::Left));
}
