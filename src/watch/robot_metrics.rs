//! Metrics for the time that robots take to choose an action.

use std::time::{Duration, Instant};

use super::Metrics;
use ulti_ai::{self, Cancellation, Level, Robot};
use ulti_rules::{Action, View};

/// Returns a function that creates robots whose thinking time is recorded in `metrics`.
///
/// Pass the function to [`RobotPlayers::made_by`](crate::table::RobotPlayers::made_by).
pub fn timed(metrics: Metrics) -> impl Fn(Level, u64) -> Box<dyn Robot> + Send + Sync + 'static {
    move |level, seed| {
        let metrics = metrics.clone();
        let record = move |_: &View, time| metrics.thought(level, time);
        Box::new(TimedRobot { robot: ulti_ai::robot(level, seed), record })
    }
}

/// A robot that wraps another robot and calls `record` with the time taken to choose each action.
pub(crate) struct TimedRobot<F> {
    pub(crate) robot: Box<dyn Robot>,
    pub(crate) record: F,
}

impl<F: FnMut(&View, Duration) + Send> Robot for TimedRobot<F> {
    fn act(&mut self, view: &View, stop: &Cancellation) -> Option<Action> {
        let begun = Instant::now();
        let action = self.robot.act(view, stop);
        (self.record)(view, begun.elapsed());
        action
    }
}
