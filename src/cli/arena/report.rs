//! Report of an arena, which is printed as JSON or as text tables.

use serde::Serialize;

use super::contracts::{ContractJson, Contracts};
use super::defence::{Defence, DefenceJson};
use super::match_up::{DealResult, MatchUp};
use super::plan::SeatingPlan;
use super::players::{Players, PlayersJson};
use super::thinking::{DecisionTimes, DecisionTimesJson};
use ulti_ai::Level;
use ulti_rules::{BySeat, Games, RuleSetError, RulesSpec};

/// The results of all deals played so far in an arena (a series of deals between robots).
#[derive(Debug)]
pub(super) struct ArenaTotals {
    dealt: u64,
    counted: u64,
    games: u64,
    standing: LevelStanding,
    contracts: Contracts,
    thinking: DecisionTimes,
}

#[derive(Debug)]
enum LevelStanding {
    Players(Players),
    Defence(Defence),
}

impl ArenaTotals {
    pub(super) fn new(plan: &SeatingPlan) -> Self {
        let standing = match plan {
            SeatingPlan::Rotate(seatings) | SeatingPlan::Duplicate(seatings) => {
                let mut levels: Vec<Level> = Vec::new();
                for level in seatings.iter().flat_map(BySeat::values) {
                    if !levels.contains(level) {
                        levels.push(*level);
                    }
                }
                LevelStanding::Players(Players::new(levels))
            }
            SeatingPlan::Defence { declarer, defenders } => {
                LevelStanding::Defence(Defence::new(*declarer, defenders.clone()))
            }
        };
        let (contracts, thinking) = (Contracts::default(), DecisionTimes::default());
        Self { dealt: 0, counted: 0, games: 0, standing, contracts, thinking }
    }

    pub(super) fn add(&mut self, played: &DealResult) {
        self.dealt += 1;
        for thought in &played.thoughts {
            self.thinking.add(*thought);
        }
        if played.games.is_empty() {
            return;
        }
        self.counted += 1;
        self.games += played.games.len() as u64;
        for game in &played.games {
            self.contracts.add(game);
        }
        match &mut self.standing {
            LevelStanding::Players(players) => players.add(&played.games),
            LevelStanding::Defence(defence) => defence.add(&played.games),
        }
    }

    /// Creates the arena report from the totals.
    ///
    /// # Errors
    /// Returns an error if the rules cannot be expressed as a preset with changes.
    pub(super) fn report(&self, how: &MatchUp) -> Result<Report, RuleSetError> {
        let [by_declarer, by_defenders] = self.contracts.report(&how.book);
        let (players, defence) = match &self.standing {
            LevelStanding::Players(players) => (Some(players.report()), None),
            LevelStanding::Defence(defence) => (None, Some(defence.report())),
        };
        Ok(Report {
            format: "ulti-arena/1",
            rules: RulesSpec::of_setting(how.book.rules())?,
            seed: how.seed,
            dealt: self.dealt,
            counted: self.counted,
            games: self.games,
            auction: how.auction,
            only: how.only,
            players,
            defence,
            by_declarer,
            by_defenders,
            thinking: how.time.then(|| self.thinking.report()),
        })
    }
}

/// The output of `ulti arena --json`. The command's help text documents the fields.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    format: &'static str,
    pub(super) rules: RulesSpec,
    pub(super) seed: u64,
    pub(super) dealt: u64,
    pub(super) counted: u64,
    pub(super) games: u64,
    pub(super) auction: Option<Level>,
    pub(super) only: Games,
    #[serde(flatten)]
    pub(super) players: Option<PlayersJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) defence: Option<DefenceJson>,
    pub(super) by_declarer: Vec<ContractJson>,
    pub(super) by_defenders: Vec<ContractJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) thinking: Option<Vec<DecisionTimesJson>>,
}
