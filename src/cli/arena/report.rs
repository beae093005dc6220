//! Everything that an arena comes to, for JSON and for the table.

use serde::Serialize;

use super::contracts::{Contracts, ToldContract};
use super::defence::{Defence, ToldDefence};
use super::match_up::{MatchUp, Played};
use super::plan::Plan;
use super::players::{Players, ToldPlayers};
use super::thinking::{Thinking, ToldThinking};
use crate::ai::Level;
use crate::rules::{BySeat, Games, RuleSetError, RulesNote};

/// The sums over all deals so far.
#[derive(Debug)]
pub(super) struct Sums {
    dealt: u64,
    counted: u64,
    games: u64,
    standing: Standing,
    contracts: Contracts,
    thinking: Thinking,
}

#[derive(Debug)]
enum Standing {
    Players(Players),
    Defence(Defence),
}

impl Sums {
    pub(super) fn new(plan: &Plan) -> Self {
        let standing = match plan {
            Plan::Rotate(seatings) | Plan::Duplicate(seatings) => {
                let mut levels: Vec<Level> = Vec::new();
                for level in seatings.iter().flat_map(BySeat::values) {
                    if !levels.contains(level) {
                        levels.push(*level);
                    }
                }
                Standing::Players(Players::new(levels))
            }
            Plan::Defence { declarer, defenders } => {
                Standing::Defence(Defence::new(*declarer, defenders.clone()))
            }
        };
        let (contracts, thinking) = (Contracts::default(), Thinking::default());
        Self { dealt: 0, counted: 0, games: 0, standing, contracts, thinking }
    }

    pub(super) fn add(&mut self, played: &Played) {
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
            Standing::Players(players) => players.add(&played.games),
            Standing::Defence(defence) => defence.add(&played.games),
        }
    }

    pub(super) fn report(&self, how: &MatchUp) -> Result<Report, RuleSetError> {
        let [by_declarer, by_defenders] = self.contracts.tell(&how.book);
        let (players, defence) = match &self.standing {
            Standing::Players(players) => (Some(players.tell()), None),
            Standing::Defence(defence) => (None, Some(defence.tell())),
        };
        Ok(Report {
            format: "ulti-arena/1",
            rules: RulesNote::of(how.book.rules())?,
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
            thinking: how.time.then(|| self.thinking.tell()),
        })
    }
}

/// What `--json` prints; `ulti arena --help` explains the fields.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    format: &'static str,
    pub(super) rules: RulesNote,
    pub(super) seed: u64,
    pub(super) dealt: u64,
    pub(super) counted: u64,
    pub(super) games: u64,
    pub(super) auction: Option<Level>,
    pub(super) only: Games,
    #[serde(flatten)]
    pub(super) players: Option<ToldPlayers>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) defence: Option<ToldDefence>,
    pub(super) by_declarer: Vec<ToldContract>,
    pub(super) by_defenders: Vec<ToldContract>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) thinking: Option<Vec<ToldThinking>>,
}
