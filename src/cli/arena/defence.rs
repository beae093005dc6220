//! Compares pairs of defenders that play against the same declarer, with the same cards and contract.

use std::collections::BTreeMap;

use serde::Serialize;

use super::finished::Finished;
use super::sample::{Estimate, Paired};
use ulti_ai::Level;
use ulti_rules::Game;

/// The declarer's points and wins against each pair of defenders, over all deals so far.
#[derive(Debug)]
pub(super) struct Defence {
    declarer: Level,
    defenders: Vec<Level>,
    points: Paired,
    made: Paired,
    /// The declarer's results in each game, against each pair of defenders: 1 for a win, 0 for a loss.
    ///
    /// The results of a game include only deals in which the game was part of the contract.
    games: BTreeMap<Game, Paired>,
}

impl Defence {
    pub(super) fn new(declarer: Level, defenders: Vec<Level>) -> Self {
        let none = Paired::new(defenders.len());
        Self { declarer, points: none.clone(), made: none, games: BTreeMap::new(), defenders }
    }

    /// Adds the results of one deal to the totals.
    ///
    /// `games` contains one result for each level in `self.defenders`, in the same order.
    pub(super) fn add(&mut self, games: &[Finished]) {
        let each = |number: &dyn Fn(&Finished) -> f64| games.iter().map(number).collect::<Vec<_>>();
        self.points.add(&each(&|game| f64::from(game.declarers_points())));
        self.made.add(&each(&|game| one_if(game.is_made())));
        for game in games.first().map(|first| first.contract.games()).unwrap_or_default() {
            let made = self.games.entry(game).or_insert_with(|| Paired::new(self.defenders.len()));
            made.add(&each(&|finished| one_if(finished.made.contains(game))));
        }
    }

    /// Returns the declarer's average results against each pair of defenders, and the differences between
    /// these averages.
    pub(super) fn report(&self) -> DefenceJson {
        let games = self.games.iter().map(|(game, made)| GameJson { game: *game, made: self.compared(made) });
        DefenceJson {
            declarer: self.declarer,
            points: self.compared(&self.points),
            made: self.compared(&self.made),
            games: games.collect(),
        }
    }

    fn compared(&self, paired: &Paired) -> Compared {
        let against =
            self.defenders.iter().zip(paired.values()).map(|(level, value)| Against { level: *level, value });
        let pairs = paired.differences().map(|(one, other, by)| Difference {
            level: self.defenders[one],
            against: self.defenders[other],
            by,
        });
        Compared { against: against.collect(), pairs: pairs.collect() }
    }
}

fn one_if(yes: bool) -> f64 {
    f64::from(u8::from(yes))
}

/// The declarer's results against each pair of defenders, as printed by `--json`.
#[derive(Debug, Serialize)]
pub(super) struct DefenceJson {
    pub(super) declarer: Level,
    /// The declarer's average points per deal against each pair of defenders.
    pub(super) points: Compared,
    /// Fraction of contracts that the declarer won against each pair of defenders, from 0 to 1.
    pub(super) made: Compared,
    pub(super) games: Vec<GameJson>,
}

#[derive(Debug, Serialize)]
pub(super) struct GameJson {
    pub(super) game: Game,
    pub(super) made: Compared,
}

#[derive(Debug, Serialize)]
pub(super) struct Compared {
    pub(super) against: Vec<Against>,
    pub(super) pairs: Vec<Difference>,
}

/// The declarer's average result against two defenders of the same robot level.
#[derive(Debug, Serialize)]
pub(super) struct Against {
    pub(super) level: Level,
    #[serde(flatten)]
    pub(super) value: Estimate,
}

/// Declarer's average result against defenders of `level`, minus the average against defenders of `against`.
#[derive(Debug, Serialize)]
pub(super) struct Difference {
    pub(super) level: Level,
    pub(super) against: Level,
    #[serde(flatten)]
    pub(super) by: Estimate,
}
