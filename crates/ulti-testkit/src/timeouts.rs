//! Time limits of waits.

use std::time::Duration;

/// Time limit of every wait for the bot.
pub const TIMEOUT: Duration = Duration::from_secs(20);

/// Time limit of every wait for a bot in a child process.
pub const PROCESS_TIMEOUT: Duration = Duration::from_mins(1);
