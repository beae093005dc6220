//! Measures the time that a robot takes for each decision.

use std::sync::mpsc::Sender;
use std::time::Instant;

use serde::Serialize;

use ulti_ai::{Cancellation, Level, Robot};
use ulti_rules::{Action, Stage, View};

/// The kind of decision that a robot makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, strum::IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub(super) enum DecisionKind {
    /// The robot decides what to bid, including which two cards to discard.
    Bid,
    /// The robot decides whether to pass or to take the talon (the two discarded cards).
    #[strum(serialize = "take or pass")]
    Take,
    /// The robot chooses the trump suit.
    Trump,
    /// The robot decides whether to double any games (kontra).
    Kontra,
    /// The robot chooses a card to play.
    Play,
}

impl DecisionKind {
    pub(super) fn name(self) -> &'static str {
        self.into()
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

/// A wrapper around a robot that measures how long each decision takes.
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
