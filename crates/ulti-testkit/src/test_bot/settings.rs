//! Settings that stay the same while a bot is stopped and started.

use ulti::discord::{Drawing, Options};
use ulti::table;

use crate::DrawingGate;

/// A callback that modifies the bot's options before each start.
pub(super) type Configure = Box<dyn Fn(&mut Options) + Send + Sync>;

/// Settings with which the bot is started.
pub(super) struct Settings {
    pub(super) drawing: Drawing,
    pub(super) drawing_gate: DrawingGate,
    pub(super) table: table::Options,
    pub(super) configure: Configure,
    pub(super) is_welcomed: bool,
    pub(super) is_real_time: bool,
    pub(super) has_rate_limits: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            drawing: Drawing::default(),
            drawing_gate: DrawingGate::default(),
            table: table::Options::default(),
            configure: Box::new(|_| {}),
            is_welcomed: true,
            is_real_time: false,
            has_rate_limits: false,
        }
    }
}
