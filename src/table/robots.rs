//! Robots at the tables: on few threads, in little time, and simpler ones where they fail.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::sleep;
use tracing::Instrument as _;

use super::{Chance, Thinkers};
use crate::ai::{self, Level, Robot, Stop};
use crate::rules::{Action, View};

/// How long a robot thinks about a hint.
const HINT_WITHIN: Duration = Duration::from_secs(2);

/// A robot that thinks about one turn, and what it has come to; `None` where it failed. Dropped, it
/// stops.
pub(super) type Mind = Pin<Box<dyn Future<Output = Option<Action>> + Send>>;

/// Makes a robot of a level from a seed.
type Make = dyn Fn(Level, u64) -> Box<dyn Robot> + Send + Sync;

/// The robots of all tables. Clones think on the same threads.
#[derive(Clone)]
pub struct Robots {
    thinkers: Thinkers,
    make: Arc<Make>,
}

impl Robots {
    /// The robots there are, on these threads.
    pub fn new(thinkers: Thinkers) -> Self {
        Self::made_by(thinkers, ai::robot)
    }

    /// Other robots: slow ones and broken ones, for tests.
    pub fn made_by(
        thinkers: Thinkers,
        make: impl Fn(Level, u64) -> Box<dyn Robot> + Send + Sync + 'static,
    ) -> Self {
        Self { thinkers, make: Arc::new(make) }
    }

    /// What one of them would do; it is heard not before `pace` has gone by.
    pub(super) fn think(&self, level: Level, view: View, pace: Duration, chance: &Chance) -> Mind {
        let (make, seed) = (Arc::clone(&self.make), seed(chance));
        let thinking = self.thinkers.think(move |stop| make(level, seed).act(&view, stop));
        Box::pin(async move { tokio::join!(thinking, sleep(pace)).0.flatten() })
    }

    /// What the strong one would do, for whoever asks; the same answer to the same question.
    pub(super) async fn hint(&self, view: View) -> Option<Action> {
        let (make, seed) = (Arc::clone(&self.make), view.version.into());
        let thinking =
            self.thinkers.think_within(HINT_WITHIN, move |stop| make(Level::Strong, seed).act(&view, stop));
        thinking.await.flatten()
    }

    /// The same of one that does not think, and so needs no thread: for when thinking failed.
    pub(super) fn answer_at_once(level: Level, view: View, pace: Duration, chance: &Chance) -> Mind {
        let seed = seed(chance);
        Box::pin(
            async move {
                sleep(pace).await;
                // A task of its own: should it break down, the table does not.
                let answer = tokio::spawn(async move { ai::robot(level, seed).act(&view, &Stop::new()) });
                answer.await.inspect_err(|_| tracing::error!("a robot broke down")).ok().flatten()
            }
            .in_current_span(),
        )
    }
}

impl fmt::Debug for Robots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Robots").field("thinkers", &self.thinkers).finish_non_exhaustive()
    }
}

/// The robot's answer once there is one; never, where none is thinking.
pub(super) async fn thought(robot: &mut Option<Mind>) -> Option<Action> {
    match robot {
        Some(robot) => robot.await,
        None => std::future::pending().await,
    }
}

/// A robot's randomness. No secret hangs on it: where there is none to be had it plays all the same.
fn seed(chance: &Chance) -> u64 {
    let seed = chance.seed().inspect_err(|error| tracing::error!(%error, "no randomness for a robot"));
    seed.ok().and_then(|seed| seed.as_bytes().first_chunk().copied()).map_or(0, u64::from_be_bytes)
}
