//! Computation of robots' actions on a thread pool with a time limit. If a search fails, a simpler robot
//! plays.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::sleep;
use tracing::Instrument as _;

use crate::table::{SeedSource, ThinkingPool, ThinkingTask};
use ulti_ai::{self, Cancellation, Level, Robot};
use ulti_rules::{Action, View};

/// Time limit for finding a hint.
const HINT_TIME: Duration = Duration::from_secs(2);

/// A future for a robot's action. Resolves to `None` if the search fails. Dropping the future cancels the
/// search.
pub(crate) type RobotTurn = ThinkingTask<Action>;

/// A function that creates a robot with the given level and random seed.
type RobotFactory = dyn Fn(Level, u64) -> Box<dyn Robot> + Send + Sync;

/// Runs the robots of all tables. Clones share one thread pool.
#[derive(Clone)]
pub struct RobotPlayers {
    pool: ThinkingPool,
    make: Arc<RobotFactory>,
}

impl RobotPlayers {
    /// Creates a runner for the standard robots. Their searches run on `pool`.
    pub fn new(pool: ThinkingPool) -> Self {
        Self::made_by(pool, ulti_ai::robot)
    }

    /// Creates a runner for robots built by `make`. Tests use this to simulate slow and failing robots.
    pub fn made_by(
        pool: ThinkingPool,
        make: impl Fn(Level, u64) -> Box<dyn Robot> + Send + Sync + 'static,
    ) -> Self {
        Self { pool, make: Arc::new(make) }
    }

    /// Returns the number of searches that run or wait for a free thread.
    pub(crate) fn running(&self) -> usize {
        self.pool.running()
    }

    /// Starts searching for a robot's action. The returned future takes at least `pace` to complete.
    pub(crate) fn think(&self, level: Level, view: View, pace: Duration, seeds: &SeedSource) -> RobotTurn {
        let (make, seed) = (Arc::clone(&self.make), seed(seeds));
        let task = self.pool.think(move |stop| make(level, seed).act(&view, stop));
        Box::pin(async move { tokio::join!(task, sleep(pace)).0.flatten() })
    }

    /// Returns the action that the strongest robot would take. Returns `None` if the robot does not finish in
    /// time.
    ///
    /// Uses the version number of `view` as the robot's random seed.
    pub(crate) async fn hint(&self, view: View) -> Option<Action> {
        let (make, seed) = (Arc::clone(&self.make), view.version.into());
        let task = self.pool.think_within(HINT_TIME, move |stop| make(Level::Strong, seed).act(&view, stop));
        task.await.flatten()
    }

    /// Chooses an action without using the thread pool. Used as a fallback with a simple robot after a search
    /// has failed.
    pub(crate) fn act_without_pool(
        level: Level,
        view: View,
        pace: Duration,
        seeds: &SeedSource,
    ) -> RobotTurn {
        let seed = seed(seeds);
        let turn = async move {
            sleep(pace).await;
            // A separate task, so that a panic does not stop the table.
            let answer =
                tokio::spawn(async move { ulti_ai::robot(level, seed).act(&view, &Cancellation::new()) });
            answer
                .await
                .inspect_err(|_| tracing::error!("robot panicked while choosing action"))
                .ok()
                .flatten()
        };
        Box::pin(turn.in_current_span())
    }
}

impl fmt::Debug for RobotPlayers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RobotPlayers").field("pool", &self.pool).finish_non_exhaustive()
    }
}

/// Waits for a robot's action. If `robot` is `None`, waits forever.
pub(crate) async fn robot_action(robot: &mut Option<RobotTurn>) -> Option<Action> {
    match robot {
        Some(robot) => robot.await,
        None => std::future::pending().await,
    }
}

/// Returns a random seed for a robot, or 0 if the operating system provides no randomness.
///
/// A constant is acceptable because a robot's seed does not have to be secret.
fn seed(seeds: &SeedSource) -> u64 {
    let seed = seeds.seed().inspect_err(
        |error| tracing::error!(%error, "failed to get random seed for robot; using constant seed"),
    );
    seed.ok().and_then(|seed| seed.as_bytes().first_chunk().copied()).map_or(0, u64::from_be_bytes)
}
