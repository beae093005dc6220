//! A finished deal looked at again with all cards in sight: what could be made, and which cards gave
//! something away.
//!
//! "Could" means against everyone's best play from the first lead on, with every hand known: what
//! nobody at the table could see. Silent games and kontra are not weighed.

mod aim;
mod course;
#[cfg(test)]
mod tests;

use self::aim::{Aim, Hands, needed};
use self::course::{Course, Moment};
use super::Stop;
use super::solver::{Solver, TableSize};
use crate::rules::{Board, Card, CardSet, Contract, End, Game, Scored, Seat, Settlement, Stage, Trump, View};

/// So many cards are tried in all searches together, before the rest is left unknown.
const BUDGET: u64 = 60_000_000;

/// What came of looking at a deal again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Analysis {
    /// Who played alone.
    pub declarer: Seat,
    /// What was played.
    pub contract: Contract,
    /// The trumps.
    pub trump: Trump,
    /// Each game of the contract.
    pub verdicts: Vec<Verdict>,
    /// How it goes when everyone plays at their best for one of the games; empty where unknown.
    pub line: Vec<(Seat, Card)>,
    /// The game that the line is about.
    pub about: Option<Game>,
    /// The cards that gave something away, in order.
    pub slips: Vec<Slip>,
    /// Whether all of it was looked through; else the beginning of the deal is left unknown.
    pub complete: bool,
}

/// What could be made of a game, and what was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    /// The game.
    pub game: Game,
    /// Whether it was made; `None` where the deal did not come to that.
    pub made: Option<bool>,
    /// Whether it could be made; `None` where that was not found out.
    pub makeable: Option<bool>,
    /// The points in tricks that it takes, where it is about points.
    pub needs: Option<u32>,
    /// The points in tricks that the declarer comes to at best.
    pub best: Option<u32>,
}

/// A card that gave something away.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slip {
    /// Who played it.
    pub seat: Seat,
    /// In which trick, from 1.
    pub trick: usize,
    /// The card.
    pub card: Card,
    /// One that would have kept it.
    pub better: Card,
    /// The games that changed sides by it.
    pub games: Vec<Game>,
    /// The points in tricks that changed sides by it.
    pub points: u32,
}

/// Why there is nothing to look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotPlayed {
    /// The deal is not over.
    #[error("the deal is not over")]
    Running,
    /// The declarer folded.
    #[error("the declarer folded: no card was played")]
    Folded,
    /// Someone left before a card was played.
    #[error("someone left before a card was played")]
    Left,
    /// It ended before a card was played.
    #[error("no card was played")]
    NoCard,
}

/// Looks at a finished deal again, in which every hand lies open, for so long as nobody says stop.
///
/// # Errors
/// Where no card was played, or the deal is not over.
pub fn analyse(view: &View, stop: &Stop) -> Result<Analysis, NotPlayed> {
    analyse_within(view, stop, BUDGET)
}

fn analyse_within(view: &View, stop: &Stop, budget: u64) -> Result<Analysis, NotPlayed> {
    let Stage::Over { board, settlement, end, .. } = &view.stage else { return Err(NotPlayed::Running) };
    let not_played = match end {
        End::Folded => NotPlayed::Folded,
        End::Left(_) => NotPlayed::Left,
        End::Played | End::Claimed => NotPlayed::NoCard,
    };
    let board = board.as_ref().ok_or(not_played)?;
    let course = Course::of(view, board);
    let first = course.moments.first().filter(|_| !course.cards.is_empty()).ok_or(not_played)?;
    let hands = first.position.hands;
    let hands =
        Hands { declarer: hands[board.declarer], defence: board.declarer.others().map(|seat| hands[seat]) };
    let talon = view.talon.unwrap_or_default();
    let needs = board.contract.games().iter().map(|game| (game, needed(game, view, board, hands, talon)));
    let needs: Vec<(Game, Option<u32>)> = needs.collect();
    let solver = Solver::new(TableSize::LARGE);
    let search = Search { course: &course, talon, needs: &needs, solver, stop, budget };
    Ok(search.analysis(board, settlement))
}

/// What a search knows of a game or of points at every moment; `None` where it stopped before.
struct Known {
    aim: Aim,
    values: Vec<Option<u32>>,
}

struct Search<'a> {
    course: &'a Course,
    talon: CardSet,
    /// The games of the contract with the points they take.
    needs: &'a [(Game, Option<u32>)],
    solver: Solver,
    stop: &'a Stop,
    budget: u64,
}

impl Search<'_> {
    fn analysis(mut self, board: &Board, settlement: &Settlement) -> Analysis {
        let mut aims: Vec<Aim> = Vec::new();
        for (game, _) in self.needs {
            if !aims.contains(&Aim::of(*game)) {
                aims.push(Aim::of(*game));
            }
        }
        let known: Vec<Known> = aims.into_iter().map(|aim| Known { aim, values: self.values(aim) }).collect();
        let complete = known.iter().all(|known| known.values.iter().all(Option::is_some));
        let verdicts: Vec<Verdict> =
            self.needs.iter().map(|(game, needs)| verdict(*game, *needs, &known, settlement)).collect();
        let slips = self.slips(&known);
        let about = worth_a_line(&verdicts);
        let line = about.map(|game| self.line(Aim::of(game))).unwrap_or_default();
        let Board { declarer, contract, trump, .. } = *board;
        Analysis { declarer, contract, trump, verdicts, line, about, slips, complete }
    }

    fn is_enough(&self) -> bool {
        self.stop.is_stopped() || self.solver.nodes() > self.budget
    }

    /// The value at every moment, from the end on, where little is left to search; the search
    /// remembers it for what comes before.
    fn values(&mut self, aim: Aim) -> Vec<Option<u32>> {
        let mut values = vec![None; self.course.moments.len()];
        for (moment, value) in self.course.moments.iter().zip(&mut values).rev() {
            if self.is_enough() {
                break;
            }
            *value = Some(aim.value(moment, self.talon, &mut self.solver));
        }
        values
    }

    fn slips(&mut self, known: &[Known]) -> Vec<Slip> {
        let course = self.course;
        let plays = course.cards.iter().zip(&course.moments).enumerate();
        let mut slips = Vec::new();
        for (place, (&(seat, card), moment)) in plays {
            if self.is_enough() {
                break;
            }
            let lost: Vec<&Known> = known.iter().filter(|known| known.change(place) != 0).collect();
            if lost.is_empty() || moment.position.playable().len() < 2 {
                continue;
            }
            slips.extend(self.slip(place, seat, card, moment, known));
        }
        slips
    }

    /// The card as a slip; none where every card that keeps one thing gives another away.
    fn slip(
        &mut self,
        place: usize,
        seat: Seat,
        card: Card,
        moment: &Moment,
        known: &[Known],
    ) -> Option<Slip> {
        let games: Vec<Game> = self
            .needs
            .iter()
            .filter(|(game, needs)| flips(*game, *needs, known, place))
            .map(|(game, _)| *game)
            .collect();
        let points =
            known.iter().find(|known| known.aim == Aim::Points).map_or(0, |known| known.change(place));
        let mut keeping = moment.position.playable();
        for known in known {
            let of_games = games.iter().any(|game| Aim::of(*game) == known.aim);
            // Points alone are no slip where they were the price of a game.
            if of_games || games.is_empty() {
                let best = known.aim.best(moment, self.talon, &mut self.solver);
                keeping = (keeping & best).or_else(if games.is_empty() { CardSet::EMPTY } else { best });
            }
        }
        let better = nearest(keeping - card.into(), card)?;
        Some(Slip { seat, trick: place / 3 + 1, card, better, games, points })
    }

    /// Everyone at their best from the first lead on; what was played, as long as it was that.
    fn line(&mut self, aim: Aim) -> Vec<(Seat, Card)> {
        let mut line = Vec::new();
        let mut played = self.course.cards.iter();
        let Some(mut moment) = self.course.moments.first().copied() else { return line };
        let mut follows = true;
        while !moment.is_end() && aim.decided(&moment, self.talon).is_none() {
            if self.is_enough() {
                return Vec::new();
            }
            let best = aim.best(&moment, self.talon, &mut self.solver);
            let own = played.next().map(|(_, card)| *card).filter(|card| follows && best.contains(*card));
            follows = own.is_some();
            let Some(card) = own.or_else(|| best.iter().last()) else { return line };
            line.push((moment.position.turn(), card));
            moment = moment.after(card);
        }
        line
    }
}

impl Known {
    /// By how much the card at this place changed it, where both are known.
    fn change(&self, place: usize) -> u32 {
        match (self.values.get(place), self.values.get(place + 1)) {
            (Some(Some(before)), Some(Some(after))) => before.abs_diff(*after),
            _ => 0,
        }
    }

    /// Whether a game is made from this moment on, everyone at their best.
    fn made(&self, needs: Option<u32>, place: usize) -> Option<bool> {
        let value = (*self.values.get(place)?)?;
        match self.aim {
            Aim::Points => Some(needs.is_some_and(|needs| value >= needs)),
            Aim::Made(_) => Some(value == 1),
        }
    }
}

fn flips(game: Game, needs: Option<u32>, known: &[Known], place: usize) -> bool {
    let known = known.iter().find(|known| known.aim == Aim::of(game));
    let sides = known.map(|known| (known.made(needs, place), known.made(needs, place + 1)));
    matches!(sides, Some((Some(before), Some(after))) if before != after)
}

fn verdict(game: Game, needs: Option<u32>, known: &[Known], settlement: &Settlement) -> Verdict {
    let known = known.iter().find(|known| known.aim == Aim::of(game));
    let made = settlement.items.iter().find(|item| item.game == Scored::Game(game)).map(|item| item.made);
    let points = known.filter(|known| known.aim == Aim::Points);
    Verdict {
        game,
        made,
        makeable: known.and_then(|known| known.made(needs, 0)),
        needs,
        best: points.and_then(|known| *known.values.first()?),
    }
}

/// The game that a line is worth most for: one that came out otherwise than it could have, else the
/// one that was bid.
fn worth_a_line(verdicts: &[Verdict]) -> Option<Game> {
    let known = || verdicts.iter().filter(|verdict| verdict.makeable.is_some());
    let otherwise = known().find(|verdict| verdict.made.is_some() && verdict.made != verdict.makeable);
    let bid = || known().find(|verdict| verdict.game != Game::Parti);
    otherwise.or_else(bid).or_else(|| known().next()).map(|verdict| verdict.game)
}

/// Of these cards one of the same suit, else any.
fn nearest(cards: CardSet, card: Card) -> Option<Card> {
    cards.of_suit(card.suit()).iter().last().or_else(|| cards.iter().last())
}
