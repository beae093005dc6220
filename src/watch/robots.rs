//! How long robots think.

use std::time::Instant;

use super::Meter;
use crate::ai::{self, Level, Robot, Stop};
use crate::rules::{Action, View};

/// Makes the robots there are, and measures each: for
/// [`Robots::made_by`](crate::table::Robots::made_by).
pub fn timed(meter: Meter) -> impl Fn(Level, u64) -> Box<dyn Robot> + Send + Sync + 'static {
    move |level, seed| Box::new(Timed { robot: ai::robot(level, seed), level, meter: meter.clone() })
}

struct Timed {
    robot: Box<dyn Robot>,
    level: Level,
    meter: Meter,
}

impl Robot for Timed {
    fn act(&mut self, view: &View, stop: &Stop) -> Option<Action> {
        let begun = Instant::now();
        let action = self.robot.act(view, stop);
        self.meter.thought(self.level, begun.elapsed());
        action
    }
}
