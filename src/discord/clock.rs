//! Reads the system clock in Unix milliseconds.

use crate::table::{UnixMillis, WallClock};

/// Returns the current time in Unix milliseconds.
pub(super) fn now() -> UnixMillis {
    WallClock::wall().now()
}
