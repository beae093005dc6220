//! Compares the analysis with brute force and with settlements.

use std::sync::Arc;

use super::*;
use crate::test_deals;
use crate::{Level, robot};
use ulti_rules::{Action, Book, BySeat, Deal, RuleSet, Start};

/// Plays a deal to its end with robots and returns the finished deal.
fn played(preset: &str, levels: [Level; 3], number: u64) -> Deal {
    played_by(RuleSet::preset(preset).unwrap(), levels, number)
}

fn played_by(rules: RuleSet, levels: [Level; 3], number: u64) -> Deal {
    let dealer = Seat::ALL[usize::try_from(number % 3).unwrap()];
    let start = Start { dealer, hands: test_deals::numbered(number, dealer), window: 0 };
    let mut deal = Deal::new(Arc::new(Book::new(rules)), start).unwrap();
    let mut robots = [0, 1, 2].map(|seat| robot(levels[seat], number * 3 + seat as u64));
    while let Some(seat) = deal.turn() {
        let action = robots[seat.index()].act(&deal.view(Some(seat)), &Cancellation::new()).unwrap();
        act(&mut deal, seat, action);
    }
    deal
}

/// Returns rules in which a marriage counts only for a player who wins a trick.
fn marriage_needs_trick() -> RuleSet {
    RuleSet { marriage_needs_trick: true, ..RuleSet::preset("4m").unwrap() }
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
        let rules = ["4m", "rablo", "pagat"].map(|name| RuleSet::preset(name).unwrap());
        let rules =
            rules.into_iter().chain([marriage_needs_trick()]).nth(usize::try_from(number % 4).unwrap());
        let deal = played_by(rules.unwrap(), [Level::Easy, Level::Random, Level::Easy], number);
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
            let rules = PointsNeededRules::of(&view, board, &first.position.hands);
            let makeable = known.made(rules.needed(game, 30), 0);
            let made = settlement.items.iter().find(|item| item.game == ScoredGame::Game(game));
            assert_eq!(made.map(|item| item.made), makeable, "deal {number}: {game} of {}", board.contract);
        }
    }
}

/// The card points of a parti in which a marriage counts only for a player who wins a trick.
struct Parti<'a> {
    hands: &'a BySeat<CardSet>,
    most: u32,
}

impl Parti<'_> {
    /// Returns `true` if the declarer wins the parti when all seats play perfectly for it, by searching all
    /// lines of play. `winners` lists the seats that have won a trick.
    fn brute_force(&self, state: &PlayState, winners: &[Seat]) -> bool {
        let declarer = state.position.declarer;
        if state.is_end() {
            let marriages = |defends: bool| {
                let seats = Seat::ALL.into_iter().filter(|seat| (*seat != declarer) == defends);
                let suits = seats
                    .filter(|seat| winners.contains(seat))
                    .flat_map(|seat| self.hands[seat].marriages().iter());
                let worth = |suit| if Some(suit) == state.position.trump { 40 } else { 20 };
                suits.map(worth).sum::<u32>().min(self.most)
            };
            let theirs = 90 - state.past.points + marriages(true);
            let has_trick = winners.iter().any(|seat| *seat != declarer);
            return state.past.points + marriages(false) > if has_trick { theirs } else { 0 };
        }
        let after = |card: Card| {
            let (_, taken) = state.position.after(card);
            let winner = taken.map(|(winner, _)| winner);
            let winners: Vec<Seat> = winners.iter().copied().chain(winner).collect();
            self.brute_force(&state.after(card), &winners)
        };
        let mut wins = state.position.playable().iter().map(after);
        if state.position.turn() == declarer { wins.any(|wins| wins) } else { wins.all(|wins| wins) }
    }
}

/// If a marriage counts only for a player who wins a trick, the analysis states the result of a parti only if
/// no other result is possible.
#[test]
fn pending_marriages_leave_only_uncertain_results_open() {
    let (mut open, mut known) = (0, [0; 2]);
    for number in 0..400 {
        let deal = played_by(marriage_needs_trick(), [Level::Random, Level::Easy, Level::Random], number);
        let view = deal.view(None);
        let Some(board) = view.board().filter(|board| board.contract.has(Game::Parti)) else { continue };
        let (history, talon) = (PlayHistory::of(&view, board), view.talon.unwrap_or_default());
        let hands = &history.states.first().unwrap().position.hands;
        let rules = PointsNeededRules::of(&view, board, hands);
        let parti = Parti { hands, most: view.book.rules().marriages_at_most };
        let mut solver = Solver::new(TableSize::USUAL);
        let late =
            |(_, state): &(usize, &PlayState)| state.position.hands.values().all(|hand| hand.len() <= 4);
        for (place, state) in history.states.iter().enumerate().filter(late).step_by(4) {
            let value = Aim::Points.value(state, talon, &mut solver);
            let winners: Vec<Seat> = board.tricks.iter().take(place / 3).map(|(_, winner)| *winner).collect();
            let wins = parti.brute_force(state, &winners);
            match rules.needed(Game::Parti, place).is_reached(value) {
                Some(reached) => {
                    assert_eq!(reached, wins, "deal {number} after {place} cards");
                    known[usize::from(wins)] += 1;
                }
                None => open += 1,
            }
        }
    }
    assert!(open > 5 && known.into_iter().all(|count| count > 50), "{open} open, {known:?} known");
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
