//! Discord's ids: 64-bit numbers that carry the time they were made (Discord's page "API Reference: Snowflakes").

use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;

use serde::{Serialize, Serializer};

/// The first second of 2015, where Discord's clock starts, in Unix milliseconds.
const EPOCH: u64 = 1_420_070_400_000;

/// A snowflake: written as a string of digits in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(pub u64);

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Id {
    type Err = ParseIntError;

    fn from_str(digits: &str) -> Result<Self, ParseIntError> {
        digits.parse().map(Self)
    }
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Id {
    /// When it was made, in Unix milliseconds.
    pub fn made_at(self) -> u64 {
        (self.0 >> 22) + EPOCH
    }

    /// An id out of JSON, which may hold it as a string or (some clients send that) as a number.
    pub(super) fn of(value: &serde_json::Value) -> Option<Self> {
        match value {
            serde_json::Value::String(digits) => digits.parse().ok(),
            other => other.as_u64().map(Self),
        }
    }
}

/// Gives out ids that never repeat and never go back, even if the clock stands still.
#[derive(Debug)]
pub(super) struct Snowflakes {
    last: u64,
    worker: u64,
}

impl Snowflakes {
    pub(super) fn new(seed: u64) -> Self {
        Self { last: 0, worker: (seed & 0x3ff) << 12 }
    }

    pub(super) fn next(&mut self, unix_ms: u64) -> Id {
        let fresh = (unix_ms.saturating_sub(EPOCH) << 22) | self.worker;
        self.last = fresh.max(self.last + 1);
        Id(self.last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_grow_though_the_clock_stands_still() {
        let mut ids = Snowflakes::new(7);
        let at = EPOCH + 1_000;
        let first = ids.next(at);
        let second = ids.next(at);
        let earlier = ids.next(at - 500);
        assert!(first < second && second < earlier);
        assert_eq!(first.made_at(), at);
    }
}
