//! Metrics for the time that robots take to choose an action.

use std::time::Instant;

use super::Metrics;
use ulti_ai::{self, Cancellation, Level, Robot};
use ulti_rules::{Action, View};

/// Returns a function that creates robots whose thinking time is recorded in `metrics`.
///
/// Pass the function to [`RobotPlayers::made_by`](crate::table::RobotPlayers::made_by).
pub fn timed(metrics: Metrics) -> impl Fn(Level, u64) -> Box<dyn Robot> + Send + Sync + 'static {
    move |level, seed| {
        Box::new(TimedRobot { robot: ulti_ai::robot(level, seed), level, metrics: metrics.clone() })
    }
}

struct TimedRobot {
    robot: Box<dyn Robot>,
    level: Level,
    metrics: Metrics,
}

impl Robot for TimedRobot {
    fn act(&mut self, view: &View, stop: &Cancellation) -> Option<Action> {
        let begun = Instant::now();
        let action = self.robot.act(view, stop);
        self.metrics.thought(self.level, begun.elapsed());
        action
    }
}
