//! One deal through its auction and all its seatings.

use std::sync::Arc;
use std::sync::mpsc::{self, Sender};

use anyhow::Context;

use super::super::robots::{self, Robots};
use super::super::source::Source;
use super::finished::Finished;
use super::plan::Plan;
use super::thought::{Thought, Timed};
use crate::ai::{Level, robot};
use crate::rules::{Book, BySeat, Deal, Games, Stage};

/// How every deal is played.
#[derive(Debug)]
pub(super) struct MatchUp {
    pub(super) book: Arc<Book>,
    pub(super) seed: u64,
    pub(super) plan: Plan,
    /// Who bids and names the trumps, where the players don't.
    pub(super) auction: Option<Level>,
    /// A contract has to have one of these games; none leaves them all.
    pub(super) only: Games,
    /// Whether thinking is timed.
    pub(super) time: bool,
}

/// What came of one deal.
#[derive(Debug)]
pub(super) struct Played {
    /// One for each seating; none where the contract is not one that counts.
    pub(super) games: Vec<Finished>,
    pub(super) thoughts: Vec<Thought>,
}

impl MatchUp {
    /// Plays the deal of this number, from 1.
    pub(super) fn play(&self, number: u64) -> anyhow::Result<Played> {
        self.play_source(&Source::new(self.seed, number)).with_context(|| format!("deal {number}"))
    }

    fn play_source(&self, source: &Source) -> anyhow::Result<Played> {
        let (sender, thoughts) = mpsc::channel();
        let mut deal = Deal::new(Arc::clone(&self.book), source.start(0))?;
        if let Some(level) = self.auction {
            let mut bidders = self.seat(BySeat([level; 3]), source.bidders, &sender);
            robots::play(&mut deal, &mut bidders, is_before_play)?;
        }
        let mut games = Vec::new();
        if self.counts(&deal) {
            for levels in self.plan.seatings(source, deal.contract().map(|(declarer, _)| declarer)) {
                let mut copy = deal.clone();
                let mut players = self.seat(levels, source.robots, &sender);
                robots::play(&mut copy, &mut players, |_| true)?;
                games.push(Finished::of(&copy, levels)?);
            }
        }
        drop(sender);
        Ok(Played { games, thoughts: thoughts.iter().collect() })
    }

    fn counts(&self, deal: &Deal) -> bool {
        let contract = deal.contract();
        self.only.is_empty() || contract.is_some_and(|(_, contract)| !contract.games().is_disjoint(self.only))
    }

    fn seat(&self, levels: BySeat<Level>, seeds: BySeat<u64>, thoughts: &Sender<Thought>) -> Robots {
        BySeat::from_fn(|seat| {
            let robot = robot(levels[seat], seeds[seat]);
            if self.time { Box::new(Timed::new(levels[seat], robot, thoughts.clone())) } else { robot }
        })
    }
}

/// Whether the auction, or the naming of trumps, is still going on.
fn is_before_play(deal: &Deal) -> bool {
    matches!(deal.view(None).stage, Stage::Auction { .. } | Stage::Naming { .. })
}
