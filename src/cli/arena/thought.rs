//! How long robots think.

use std::sync::mpsc::Sender;
use std::time::Instant;

use serde::Serialize;

use crate::ai::{Level, Robot, Stop};
use crate::rules::{Action, Stage, View};

/// What is being decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Kind {
    /// A bid and two cards, with the talon in hand.
    Bid,
    /// To take the talon or to pass.
    Take,
    /// The trumps.
    Trump,
    /// A card, or a kontra before it; or a raise.
    Kontra,
    /// A card.
    Play,
}

impl Kind {
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

/// One decision.
#[derive(Debug, Clone, Copy)]
pub(super) struct Thought {
    pub(super) level: Level,
    pub(super) kind: Kind,
    pub(super) milliseconds: f64,
}

/// A robot whose thinking is timed.
pub(super) struct Timed {
    level: Level,
    robot: Box<dyn Robot>,
    thoughts: Sender<Thought>,
}

impl Timed {
    pub(super) fn new(level: Level, robot: Box<dyn Robot>, thoughts: Sender<Thought>) -> Self {
        Self { level, robot, thoughts }
    }
}

impl Robot for Timed {
    fn act(&mut self, view: &View, stop: &Stop) -> Option<Action> {
        let begun = Instant::now();
        let action = self.robot.act(view, stop);
        let milliseconds = begun.elapsed().as_secs_f64() * 1000.0;
        // Nobody listens any more only where the deal has failed.
        let _ = self.thoughts.send(Thought { level: self.level, kind: Kind::of(view), milliseconds });
        action
    }
}
