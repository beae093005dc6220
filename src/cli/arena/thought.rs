//! The time that a robot takes for each decision.

use std::time::Duration;

use serde::Serialize;

use ulti_ai::Level;
use ulti_rules::{Stage, View};

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

impl TimedDecision {
    /// Creates a timed decision for a robot of the given level. `view` is the robot's view before the
    /// decision, and `time` is the time that the decision took.
    pub(super) fn new(level: Level, view: &View, time: Duration) -> Self {
        Self { level, kind: DecisionKind::of(view), milliseconds: time.as_secs_f64() * 1000.0 }
    }
}
