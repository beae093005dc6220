//! Results of each contract, grouped by the level of the declarer and by the levels of the defenders.

use std::collections::BTreeMap;

use serde::Serialize;

use super::finished::Finished;
use super::players::{mean, share};
use ulti_ai::Level;
use ulti_rules::{Book, Contract};

/// Results, keyed by the name of the contract and by robot levels.
///
/// The levels are either the declarer's level or the levels of both defenders.
type Results = BTreeMap<(String, Vec<Level>), ContractResult>;

/// Number of deals, wins and points of the declarer for each contract.
///
/// Contracts that differ only in suit are counted together.
#[derive(Debug, Default)]
pub(super) struct Contracts {
    declarers: Results,
    defenders: Results,
}

#[derive(Debug, Clone, Copy, Default)]
struct ContractResult {
    times: u64,
    made: u64,
    points: i64,
}

impl Contracts {
    pub(super) fn add(&mut self, game: &Finished) {
        let contract = game.contract.without_suit().to_string();
        self.declarers.entry((contract.clone(), vec![game.declarers_level()])).or_default().add(game);
        self.defenders.entry((contract, game.defenders().to_vec())).or_default().add(game);
    }

    /// Returns the results for all contracts, once grouped by the declarer's level and once by the defenders'
    /// levels.
    ///
    /// Both lists begin with the contracts that are worth the fewest points.
    pub(super) fn report(&self, book: &Book) -> [Vec<ContractJson>; 2] {
        [&self.declarers, &self.defenders].map(|results| {
            let results = results.iter().map(|((contract, levels), played)| played.report(contract, levels));
            let mut contracts: Vec<ContractJson> = results.collect();
            contracts.sort_by_cached_key(|one| (points(book, &one.contract), one.contract.clone()));
            contracts
        })
    }
}

impl ContractResult {
    fn add(&mut self, game: &Finished) {
        self.times += 1;
        self.made += u64::from(game.is_made());
        self.points += i64::from(game.declarers_points());
    }

    fn report(self, contract: &str, levels: &[Level]) -> ContractJson {
        ContractJson {
            contract: contract.to_owned(),
            levels: levels.to_vec(),
            played: self.times,
            made: share(self.made, self.times),
            points: mean(self.points, self.times),
        }
    }
}

/// Returns the lowest number of points that a contract is worth in any suit, or `None` if the rules do not
/// include the contract.
fn points(book: &Book, contract: &str) -> Option<i32> {
    let contract: Contract = contract.parse().ok()?;
    let alike = book.entries().iter().filter(|entry| entry.contract.without_suit() == contract);
    alike.map(|entry| entry.points).min()
}

/// Results for one contract, as printed by `--json`.
#[derive(Debug, Serialize)]
pub(super) struct ContractJson {
    /// Name of the contract without its suit.
    pub(super) contract: String,
    /// The declarer's robot level, or the robot levels of the two defenders.
    pub(super) levels: Vec<Level>,
    pub(super) played: u64,
    /// Fraction of deals in which the declarer won every game of the contract, from 0 to 1.
    pub(super) made: Option<f64>,
    /// The declarer's average points per deal.
    pub(super) points: Option<f64>,
}
