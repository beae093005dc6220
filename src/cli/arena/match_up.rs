//! Plays one deal of an arena: the auction, then the cards, once for each assignment of robots to seats.

use std::sync::Arc;
use std::sync::mpsc::{self, Sender};

use anyhow::Context;

use super::finished::Finished;
use super::plan::SeatingPlan;
use super::thought::TimedDecision;
use crate::cli::robot_deals::randomness::DealRandomness;
use crate::cli::robot_deals::seats::{self, SeatRobots};
use crate::watch::TimedRobot;
use ulti_ai::{Level, robot};
use ulti_rules::{Book, BySeat, Deal, Games, Stage, View};

/// Settings for an arena (a series of deals between robots).
#[derive(Debug)]
pub(super) struct MatchUp {
    pub(super) book: Arc<Book>,
    pub(super) seed: u64,
    pub(super) plan: SeatingPlan,
    /// Level of the robots that bid and name trumps for all seats.
    ///
    /// If `None`, the robots that play the cards also bid and name trumps.
    pub(super) auction: Option<Level>,
    /// Filter for the deals to count.
    ///
    /// A deal is counted only if its contract contains at least one of these games. If the set is empty,
    /// every deal is counted.
    pub(super) only: Games,
    /// `true` to measure how long the robots take for each decision.
    pub(super) time: bool,
}

/// The results of a deal that is played once for each assignment of robots to seats.
#[derive(Debug)]
pub(super) struct DealResult {
    /// One result for each assignment of robots to seats.
    ///
    /// Empty if the deal is excluded by the filter [`MatchUp::only`].
    pub(super) games: Vec<Finished>,
    pub(super) thoughts: Vec<TimedDecision>,
}

impl MatchUp {
    /// Plays deal `number` and returns its results. Deal numbers start at 1.
    ///
    /// # Errors
    /// Returns an error if a robot returns no action or an illegal action.
    pub(super) fn play(&self, number: u64) -> anyhow::Result<DealResult> {
        self.play_source(&DealRandomness::new(self.seed, number)).with_context(|| format!("deal {number}"))
    }

    fn play_source(&self, source: &DealRandomness) -> anyhow::Result<DealResult> {
        let (sender, thoughts) = mpsc::channel();
        let mut deal = Deal::new(Arc::clone(&self.book), source.start(0))?;
        if let Some(level) = self.auction {
            let mut bidders = self.seat(BySeat([level; 3]), source.bidders, &sender);
            seats::play(&mut deal, &mut bidders, is_before_play)?;
        }
        let mut games = Vec::new();
        if self.counts(&deal) {
            for levels in self.plan.seatings(source, deal.contract().map(|(declarer, _)| declarer)) {
                let mut copy = deal.clone();
                let mut players = self.seat(levels, source.robots, &sender);
                seats::play(&mut copy, &mut players, |_| true)?;
                games.push(Finished::of(&copy, levels)?);
            }
        }
        drop(sender);
        Ok(DealResult { games, thoughts: thoughts.iter().collect() })
    }

    fn counts(&self, deal: &Deal) -> bool {
        let contract = deal.contract();
        self.only.is_empty() || contract.is_some_and(|(_, contract)| !contract.games().is_disjoint(self.only))
    }

    fn seat(
        &self,
        levels: BySeat<Level>,
        seeds: BySeat<u64>,
        thoughts: &Sender<TimedDecision>,
    ) -> SeatRobots {
        BySeat::from_fn(|seat| {
            let (level, robot) = (levels[seat], robot(levels[seat], seeds[seat]));
            if !self.time {
                return robot;
            }
            let thoughts = thoughts.clone();
            let record = move |view: &View, time| {
                // The receiver is dropped only after the deal has failed.
                let _ = thoughts.send(TimedDecision::new(level, view, time));
            };
            Box::new(TimedRobot { robot, record })
        })
    }
}

/// Returns `true` if the deal is still in the auction or the declarer has yet to name trumps.
fn is_before_play(deal: &Deal) -> bool {
    matches!(deal.view(None).stage, Stage::Auction { .. } | Stage::Naming { .. })
}
