//! Time limits of waits.

use std::time::Duration;

/// Maximum time to wait for the bot.
pub const TIMEOUT: Duration = Duration::from_mins(2);

/// Maximum time to wait for a bot that runs in a child process.
pub const PROCESS_TIMEOUT: Duration = Duration::from_mins(5);
