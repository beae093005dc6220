//! What was played, by whom and against whom.

use std::collections::BTreeMap;

use serde::Serialize;

use super::finished::Finished;
use super::players::{mean, share};
use crate::ai::Level;
use crate::rules::{Book, Contract};

/// Contracts without their suits, with how the declarers fared.
#[derive(Debug, Default)]
pub(super) struct Contracts {
    declarers: BTreeMap<(String, Level), Played>,
    defenders: BTreeMap<(String, [Level; 2]), Played>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Played {
    times: u64,
    made: u64,
    points: i64,
}

impl Contracts {
    pub(super) fn add(&mut self, game: &Finished) {
        let contract = game.contract.without_suit().to_string();
        self.declarers.entry((contract.clone(), game.declarers_level())).or_default().add(game);
        self.defenders.entry((contract, game.defenders())).or_default().add(game);
    }

    /// By declarer and by defenders, each in the book's order.
    pub(super) fn tell(&self, book: &Book) -> [Vec<ToldContract>; 2] {
        let declarers =
            self.declarers.iter().map(|((contract, level), played)| played.told(contract, &[*level]));
        let defenders =
            self.defenders.iter().map(|((contract, levels), played)| played.told(contract, levels));
        let sorted = |mut told: Vec<ToldContract>| {
            told.sort_by_cached_key(|one| (points(book, &one.contract), one.contract.clone()));
            told
        };
        [sorted(declarers.collect()), sorted(defenders.collect())]
    }
}

impl Played {
    fn add(&mut self, game: &Finished) {
        self.times += 1;
        self.made += u64::from(game.is_made());
        self.points += i64::from(game.declarers_points());
    }

    fn told(self, contract: &str, levels: &[Level]) -> ToldContract {
        ToldContract {
            contract: contract.to_owned(),
            levels: levels.to_vec(),
            played: self.times,
            made: share(self.made, self.times),
            points: mean(self.points, self.times),
        }
    }
}

/// The least that a contract of this text is worth, whatever its suit.
fn points(book: &Book, contract: &str) -> Option<i32> {
    let contract: Contract = contract.parse().ok()?;
    let alike = book.entries().iter().filter(|entry| entry.contract.without_suit() == contract);
    alike.map(|entry| entry.points).min()
}

/// What `--json` says of a contract.
#[derive(Debug, Serialize)]
pub(super) struct ToldContract {
    /// Without its suit.
    pub(super) contract: String,
    /// The declarer's level, or those of the two defenders.
    pub(super) levels: Vec<Level>,
    pub(super) played: u64,
    /// How many were made, every game of the contract, of 1.
    pub(super) made: Option<f64>,
    /// The declarer's, a deal.
    pub(super) points: Option<f64>,
}
