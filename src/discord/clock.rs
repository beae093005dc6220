//! The current time in Unix milliseconds, the unit of recorded deals.

use crate::table::{UnixMillis, WallClock};

/// Returns the current time in Unix milliseconds.
pub(super) fn now() -> UnixMillis {
    WallClock::wall().now()
}
