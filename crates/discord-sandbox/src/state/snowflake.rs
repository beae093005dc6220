//! Snowflake ids, which contain their creation time.
//!
//! See "Snowflakes" in Discord's API reference.

use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;

use serde_with::SerializeDisplay;

/// Discord's epoch, 2015-01-01T00:00:00Z, in Unix milliseconds.
const EPOCH: u64 = 1_420_070_400_000;

/// A 64-bit Discord id (snowflake), serialized as a decimal string.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, SerializeDisplay)]
pub struct Snowflake(pub u64);

impl fmt::Display for Snowflake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Snowflake {
    type Err = ParseIntError;

    fn from_str(digits: &str) -> Result<Self, ParseIntError> {
        digits.parse().map(Self)
    }
}

impl Snowflake {
    /// Returns the creation time encoded in the id, in Unix milliseconds.
    pub fn created_at(self) -> u64 {
        (self.0 >> 22) + EPOCH
    }

    /// Parses a snowflake from a JSON string or number.
    pub(crate) fn of(value: &serde_json::Value) -> Option<Self> {
        match value {
            serde_json::Value::String(digits) => digits.parse().ok(),
            other => other.as_u64().map(Self),
        }
    }
}

/// A generator of unique snowflake ids.
///
/// The ids are strictly increasing, even while the clock is stopped.
#[derive(Debug, Default)]
pub(crate) struct Snowflakes {
    last: u64,
    worker: u64,
}

impl Snowflakes {
    pub(crate) fn new(seed: u64) -> Self {
        Self { last: 0, worker: (seed & 0x3ff) << 12 }
    }

    pub(crate) fn next(&mut self, unix_ms: u64) -> Snowflake {
        let fresh = (unix_ms.saturating_sub(EPOCH) << 22) | self.worker;
        self.last = fresh.max(self.last + 1);
        Snowflake(self.last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn snowflake_ids_increase_even_if_clock_is_stopped() {
        let mut ids = Snowflakes::new(7);
        let at = EPOCH + 1_000;
        let first = ids.next(at);
        let second = ids.next(at);
        let earlier = ids.next(at - 500);
        assert!(first < second && second < earlier);
        assert_eq!(first.created_at(), at);
    }
}
