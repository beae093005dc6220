//! Time limits of waits.

use std::time::Duration;

/// Maximum time to wait for the bot.
pub const TIMEOUT: Duration = Duration::from_mins(5);

/// Time within which a bot in a child process must respond to an interaction, where a test does not concern
/// Discord's limit of three seconds. The bot's own time limits are shorter. A test that expects no response
/// advances the sandbox's clock by this time.
pub const PROCESS_DEADLINE: Duration = Duration::from_mins(5);

/// Maximum time to wait for a bot that runs in a child process.
pub const PROCESS_TIMEOUT: Duration = Duration::from_mins(5);
