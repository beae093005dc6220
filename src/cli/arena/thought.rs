//! Measures the time that a robot takes for each decision.

use std::sync::mpsc::Sender;
use std::time::Instant;

use serde::Serialize;

use ulti_ai::{Cancellation, Level, Robot};
use ulti_rules::{Action, Stage, View};

/// Kind of a robot's decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum DecisionKind {
    /// A decision about a bid, including the two discards.
    Bid,
    /// A decision to take the talon or to pass.
    Take,
    /// A choice of the trump suit.
    Trump,
    /// A decision in which the player may say kontra or raise it.
    Kontra,
    /// A choice of the card to play.
    Play,
}

impl DecisionKind {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Bid => "bid",
            Self::Take => "take or pass",
            Self::Trump => "trump",
            Self::Kontra => "kontra",
            Self::Play => "play",
        }
    }

    fn of(view: &View) -> Self {
        match &view.stage {
            Stage::Auction { .. } if view.legal.discard => Self::Bid,
            Stage::Auction { .. } => Self::Take,
            Stage::Naming { .. } => Self::Trump,
            _ if view.legal.kontra.is_empty() => Self::Play,
            _ => Self::Kontra,
        }
    }
}

/// A robot's decision and the time that it took.
#[derive(Debug, Clone, Copy)]
pub(super) struct TimedDecision {
    pub(super) level: Level,
    pub(super) kind: DecisionKind,
    pub(super) milliseconds: f64,
}

/// A robot that wraps another robot and measures the time of its decisions.
pub(super) struct DecisionTimer {
    level: Level,
    robot: Box<dyn Robot>,
    thoughts: Sender<TimedDecision>,
}

impl DecisionTimer {
    pub(super) fn new(level: Level, robot: Box<dyn Robot>, thoughts: Sender<TimedDecision>) -> Self {
        Self { level, robot, thoughts }
    }
}

impl Robot for DecisionTimer {
    fn act(&mut self, view: &View, stop: &Cancellation) -> Option<Action> {
        let begun = Instant::now();
        let action = self.robot.act(view, stop);
        let milliseconds = begun.elapsed().as_secs_f64() * 1000.0;
        // The receiver is dropped only after the deal has failed.
        let _ = self.thoughts.send(TimedDecision {
            level: self.level,
            kind: DecisionKind::of(view),
            milliseconds,
        });
        action
    }
}
