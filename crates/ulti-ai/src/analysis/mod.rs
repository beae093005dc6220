//! Analysis of a finished deal with all cards known: which games could be won, and which cards were mistakes.
//!
//! A game could be won if the declarer wins it when all seats play perfectly from the first card on. Silent
//! games (results paid without having been bid) and kontra (doubling) are not analysed.

mod history;
mod objective;
#[cfg(test)]
mod tests;

use crate::Cancellation;
use crate::solver::{Solver, TableSize};
use history::{PlayHistory, PlayState};
use objective::{Aim, PointsNeeded, PointsNeededRules};
use ulti_rules::{
    Board, Card, CardSet, Contract, DealEnd, Game, Games, ScoredGame, Seat, Settlement, Stage, Trump, View,
};

/// Maximum number of positions to search in one analysis.
///
/// Once the limit is reached, no further positions of the deal are analysed.
const BUDGET: u64 = 60_000_000;

/// An analysis of a finished deal: which games the declarer could have won, and the mistakes of all players.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Analysis {
    /// Seat of the declarer.
    pub declarer: Seat,
    /// The contract that was played.
    pub contract: Contract,
    /// The trump suit, or `None` if the deal was played without trumps.
    pub trump: Trump,
    /// The actual result of each game of the contract, together with its result under perfect play.
    pub verdicts: Vec<Verdict>,
    /// The cards that would be played under perfect play, in order, each with the seat that plays it.
    ///
    /// Perfect play is computed for the game in `about`. The list is empty if the cards could not be
    /// computed.
    pub line: Vec<(Seat, Card)>,
    /// The game for which `line` shows perfect play.
    pub about: Option<Game>,
    /// The mistakes of all players, in the order in which they were made.
    pub slips: Vec<Mistake>,
    /// `true` if all positions of the deal were searched.
    ///
    /// The search starts with the last position and works backwards. If it stops early, this field is
    /// `false`, and the positions at the start of the deal are not analysed.
    pub complete: bool,
}

/// The actual result of a game, compared with its result under perfect play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    /// The game that this result belongs to.
    pub game: Game,
    /// `true` if the declarer won the game. `None` if the settlement does not include the game.
    pub made: Option<bool>,
    /// `true` if the declarer wins the game under perfect play.
    ///
    /// `None` if the position was not searched, or if the result depends on which defenders win tricks (rule
    /// `marriage_needs_trick`). In the second case `best` is known.
    pub makeable: Option<bool>,
    /// Points that the declarer must win in tricks to win the game.
    ///
    /// `None` if the game does not depend on points, if no number of points is enough, or if the number
    /// depends on which defenders win tricks.
    pub needs: Option<u32>,
    /// Points that the declarer wins in tricks under perfect play.
    ///
    /// `None` if the number is unknown or the game does not depend on points.
    pub best: Option<u32>,
}

/// A played card that led to a worse result for the player's side than another card would have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// Seat of the player who made the mistake.
    pub seat: Seat,
    /// Number of the trick in which the mistake was made, starting at 1.
    pub trick: usize,
    /// The card that was played.
    pub card: Card,
    /// A better card that the player could have played instead.
    pub better: Card,
    /// Games whose result was changed by the mistake.
    pub games: Vec<Game>,
    /// Trick points that the player's side lost because of the mistake.
    pub points: u32,
}

/// Error returned when a deal cannot be analysed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AnalysisError {
    /// The deal is not over.
    #[error("the deal is not over")]
    Running,
    /// The declarer folded (gave up) before the first card was played.
    #[error("the declarer folded: no card was played")]
    Folded,
    /// A player left before the first card was played.
    #[error("someone left before a card was played")]
    Left,
    /// The deal ended before any card was played.
    #[error("no card was played")]
    NoCard,
}

/// Analyses a finished deal. `view` must show all hands.
///
/// If the search is cancelled through `stop`, the analysis covers only the positions searched so far.
///
/// # Errors
/// Returns an error if the deal is not over or no card was played.
pub fn analyse(view: &View, stop: &Cancellation) -> Result<Analysis, AnalysisError> {
    analyse_within(view, stop, BUDGET)
}

fn analyse_within(view: &View, stop: &Cancellation, budget: u64) -> Result<Analysis, AnalysisError> {
    let Stage::Over { board, settlement, end, .. } = &view.stage else { return Err(AnalysisError::Running) };
    let not_played = match end {
        DealEnd::Folded => AnalysisError::Folded,
        DealEnd::Left(_) => AnalysisError::Left,
        DealEnd::Played | DealEnd::Claimed | DealEnd::Conceded => AnalysisError::NoCard,
    };
    let board = board.as_ref().ok_or(not_played)?;
    let history = PlayHistory::of(view, board);
    let first = history.states.first().filter(|_| !history.cards.is_empty()).ok_or(not_played)?;
    let hands = &first.position.hands;
    let talon = view.talon.unwrap_or_default();
    let needed = PointsNeededRules::of(view, board, hands);
    let solver = Solver::new(TableSize::LARGE);
    let search = Search {
        history: &history,
        talon,
        games: board.contract.games(),
        needed: &needed,
        solver,
        stop,
        budget,
    };
    Ok(search.analysis(board, settlement))
}

/// The solver's results for one [`Aim`], with one element for each position of the deal.
///
/// Each element is the declarer's result if play continues perfectly from that position. It is `None` if the
/// position was not searched.
struct AimValues {
    aim: Aim,
    values: Vec<Option<u32>>,
}

struct Search<'a> {
    history: &'a PlayHistory,
    talon: CardSet,
    /// The games of the contract.
    games: Games,
    needed: &'a PointsNeededRules<'a>,
    solver: Solver,
    stop: &'a Cancellation,
    budget: u64,
}

impl Search<'_> {
    fn analysis(mut self, board: &Board, settlement: &Settlement) -> Analysis {
        let mut aims: Vec<Aim> = Vec::new();
        for game in self.games {
            if !aims.contains(&Aim::of(game)) {
                aims.push(Aim::of(game));
            }
        }
        let known: Vec<AimValues> =
            aims.into_iter().map(|aim| AimValues { aim, values: self.values(aim) }).collect();
        let complete = known.iter().all(|known| known.values.iter().all(Option::is_some));
        let verdicts: Vec<Verdict> =
            self.games.iter().map(|game| verdict(game, self.needed, &known, settlement)).collect();
        let slips = self.slips(&known);
        let about = game_of_line(&verdicts);
        let line = about.map(|game| self.line(Aim::of(game))).unwrap_or_default();
        let Board { declarer, contract, trump, .. } = *board;
        Analysis { declarer, contract, trump, verdicts, line, about, slips, complete }
    }

    fn is_exhausted(&self) -> bool {
        self.stop.is_stopped() || self.solver.nodes() > self.budget
    }

    /// Returns the declarer's result under perfect play from each position of the deal. The result is `None`
    /// if the position was not searched.
    ///
    /// The last position is solved first: late positions are fast to search, and their entries in the
    /// transposition table speed up the search of earlier ones.
    fn values(&mut self, aim: Aim) -> Vec<Option<u32>> {
        let mut values = vec![None; self.history.states.len()];
        for (state, value) in self.history.states.iter().zip(&mut values).rev() {
            if self.is_exhausted() {
                break;
            }
            *value = Some(aim.value(state, self.talon, &mut self.solver));
        }
        values
    }

    fn slips(&mut self, known: &[AimValues]) -> Vec<Mistake> {
        let history = self.history;
        let plays = history.cards.iter().zip(&history.states).enumerate();
        let mut slips = Vec::new();
        for (place, (&(seat, card), state)) in plays {
            if self.is_exhausted() {
                break;
            }
            let lost: Vec<&AimValues> = known.iter().filter(|known| known.change(place) != 0).collect();
            if lost.is_empty() || state.position.playable().len() < 2 {
                continue;
            }
            slips.extend(self.slip(place, seat, card, state, known));
        }
        slips
    }

    /// Returns a [`Mistake`] if the player could have played a better card, otherwise `None`.
    ///
    /// A card that loses points but saves a game is not a mistake. A card that loses only points is no
    /// mistake either if the result of the *parti* depends on which defenders win tricks, because it may save
    /// the *parti*.
    fn slip(
        &mut self,
        place: usize,
        seat: Seat,
        card: Card,
        state: &PlayState,
        known: &[AimValues],
    ) -> Option<Mistake> {
        let games: Vec<Game> =
            self.games.iter().filter(|game| flips(*game, self.needed, known, place)).collect();
        let of_points = known.iter().find(|known| known.aim == Aim::Points);
        let points = of_points.map_or(0, |known| known.change(place));
        let is_open = |known: &AimValues| known.made(self.needed.needed(Game::Parti, place), place).is_none();
        if games.is_empty() && self.games.contains(Game::Parti) && of_points.is_some_and(is_open) {
            return None;
        }
        let mut keeping = state.position.playable();
        for known in known {
            let of_games = games.iter().any(|game| Aim::of(*game) == known.aim);
            // Points lost in order to keep a game are no mistake.
            if of_games || games.is_empty() {
                let best = known.aim.best(state, self.talon, &mut self.solver);
                keeping = (keeping & best).or_else(if games.is_empty() { CardSet::EMPTY } else { best });
            }
        }
        let better = nearest(keeping - card.into(), card)?;
        Some(Mistake { seat, trick: place / 3 + 1, card, better, games, points })
    }

    /// Returns the cards of the deal in order, as actually played up to the first mistake and as perfect play
    /// would continue from there.
    fn line(&mut self, aim: Aim) -> Vec<(Seat, Card)> {
        let mut line = Vec::new();
        let mut played = self.history.cards.iter();
        let Some(mut state) = self.history.states.first().copied() else { return line };
        let mut follows = true;
        while !state.is_end() && aim.decided(&state, self.talon).is_none() {
            if self.is_exhausted() {
                return Vec::new();
            }
            let best = aim.best(&state, self.talon, &mut self.solver);
            let own = played.next().map(|(_, card)| *card).filter(|card| follows && best.contains(*card));
            follows = own.is_some();
            let Some(card) = own.or_else(|| best.iter().last()) else { return line };
            line.push((state.position.turn(), card));
            state = state.after(card);
        }
        line
    }
}

impl AimValues {
    /// Returns how much the card at index `place` changed the declarer's result under perfect play.
    ///
    /// Returns 0 if the result is unknown for the position before or after the card.
    fn change(&self, place: usize) -> u32 {
        match (self.values.get(place), self.values.get(place + 1)) {
            (Some(Some(before)), Some(Some(after))) => before.abs_diff(*after),
            _ => 0,
        }
    }

    /// Returns `true` if the declarer wins the game under perfect play from the position with index `place`.
    ///
    /// Returns `None` if the position was not searched, or if the result depends on which defenders win
    /// tricks. `needed` applies to games that are decided by points.
    fn made(&self, needed: PointsNeeded, place: usize) -> Option<bool> {
        let value = (*self.values.get(place)?)?;
        match self.aim {
            Aim::Points => needed.is_reached(value),
            Aim::Made(_) => Some(value == 1),
        }
    }
}

fn flips(game: Game, needed: &PointsNeededRules<'_>, known: &[AimValues], place: usize) -> bool {
    let Some(known) = known.iter().find(|known| known.aim == Aim::of(game)) else { return false };
    let made = |place| known.made(needed.needed(game, place), place);
    matches!((made(place), made(place + 1)), (Some(before), Some(after)) if before != after)
}

fn verdict(
    game: Game,
    needed: &PointsNeededRules<'_>,
    known: &[AimValues],
    settlement: &Settlement,
) -> Verdict {
    let known = known.iter().find(|known| known.aim == Aim::of(game));
    let made = settlement.items.iter().find(|item| item.game == ScoredGame::Game(game)).map(|item| item.made);
    let points = known.filter(|known| known.aim == Aim::Points);
    let needed = needed.needed(game, 0);
    Verdict {
        game,
        made,
        makeable: known.and_then(|known| known.made(needed, 0)),
        needs: needed.exact(),
        best: points.and_then(|known| *known.values.first()?),
    }
}

/// Chooses the game for which the analysis shows a line of perfect play.
///
/// Prefers a game whose actual result differs from its result under perfect play. Otherwise prefers any game
/// other than the *parti*.
fn game_of_line(verdicts: &[Verdict]) -> Option<Game> {
    let known = || verdicts.iter().filter(|verdict| verdict.makeable.is_some());
    let otherwise = known().find(|verdict| verdict.made.is_some() && verdict.made != verdict.makeable);
    let bid = || known().find(|verdict| verdict.game != Game::Parti);
    otherwise.or_else(bid).or_else(|| known().next()).map(|verdict| verdict.game)
}

/// Returns one of `cards`, preferably a card of the same suit as `card`.
fn nearest(cards: CardSet, card: Card) -> Option<Card> {
    cards.of_suit(card.suit()).iter().last().or_else(|| cards.iter().last())
}
