//! How pairs of defenders fared against one declarer with the same cards in the same contract.

use std::collections::BTreeMap;

use serde::Serialize;

use super::finished::Finished;
use super::sample::{Estimate, Paired};
use crate::ai::Level;
use crate::rules::Game;

/// The sums over all deals so far.
#[derive(Debug)]
pub(super) struct Defence {
    declarer: Level,
    defenders: Vec<Level>,
    points: Paired,
    made: Paired,
    /// Of the deals whose contract has the game: whether it was made.
    games: BTreeMap<Game, Paired>,
}

impl Defence {
    pub(super) fn new(declarer: Level, defenders: Vec<Level>) -> Self {
        let none = Paired::new(defenders.len());
        Self { declarer, points: none.clone(), made: none, games: BTreeMap::new(), defenders }
    }

    /// Takes a deal in: one game for each level that defends.
    pub(super) fn add(&mut self, games: &[Finished]) {
        let each = |number: &dyn Fn(&Finished) -> f64| games.iter().map(number).collect::<Vec<_>>();
        self.points.add(&each(&|game| f64::from(game.declarers_points())));
        self.made.add(&each(&|game| one_if(game.is_made())));
        for game in games.first().map(|first| first.contract.games()).unwrap_or_default() {
            let made = self.games.entry(game).or_insert_with(|| Paired::new(self.defenders.len()));
            made.add(&each(&|finished| one_if(finished.made.contains(game))));
        }
    }

    pub(super) fn tell(&self) -> ToldDefence {
        ToldDefence {
            declarer: self.declarer,
            points: self.compared(&self.points),
            made: self.compared(&self.made),
            games: self
                .games
                .iter()
                .map(|(game, made)| ToldGame { game: *game, made: self.compared(made) })
                .collect(),
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

/// What `--json` says of pairs of defenders.
#[derive(Debug, Serialize)]
pub(super) struct ToldDefence {
    pub(super) declarer: Level,
    /// The declarer's points a deal.
    pub(super) points: Compared,
    /// Whether the whole contract was made: 1 or 0.
    pub(super) made: Compared,
    pub(super) games: Vec<ToldGame>,
}

#[derive(Debug, Serialize)]
pub(super) struct ToldGame {
    pub(super) game: Game,
    pub(super) made: Compared,
}

#[derive(Debug, Serialize)]
pub(super) struct Compared {
    pub(super) against: Vec<Against>,
    pub(super) pairs: Vec<Difference>,
}

/// What the declarer reached against a pair of this level.
#[derive(Debug, Serialize)]
pub(super) struct Against {
    pub(super) level: Level,
    #[serde(flatten)]
    pub(super) value: Estimate,
}

/// By how much more the declarer reached against the first level.
#[derive(Debug, Serialize)]
pub(super) struct Difference {
    pub(super) level: Level,
    pub(super) against: Level,
    #[serde(flatten)]
    pub(super) by: Estimate,
}
