//! Whether the database takes writes, told from those that are made anyway: no look at it writes
//! anything by itself.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The bot beats every fifteen seconds; this long without a write is too long.
const EVERY: Duration = Duration::from_mins(1);
/// A write that has not come back for so long hangs.
const HANGS_AFTER: Duration = Duration::from_secs(10);

/// What is known of writes to the database. Clones know the same.
#[derive(Debug, Clone, Default)]
pub struct Writes(Arc<Mutex<Known>>);

#[derive(Debug, Default)]
struct Known {
    /// When the last one went through; `None` where the newest failed, or there has been none.
    through: Option<Instant>,
    /// When those began that are under way, by a number of their own.
    under_way: BTreeMap<u64, Instant>,
    begun: u64,
}

/// A write that is under way.
pub(super) struct UnderWay {
    writes: Writes,
    number: u64,
}

impl Writes {
    /// Whether the newest write went through, not too long ago, and none hangs.
    pub fn go_through(&self) -> bool {
        self.at(Instant::now())
    }

    fn at(&self, now: Instant) -> bool {
        let known = self.lock();
        let recent = known.through.is_some_and(|at| now.duration_since(at) <= EVERY);
        let oldest = known.under_way.first_key_value().map(|(_, begun)| *begun);
        recent && oldest.is_none_or(|begun| now.duration_since(begun) <= HANGS_AFTER)
    }

    /// One begins.
    pub(super) fn begin(&self) -> UnderWay {
        let mut known = self.lock();
        known.begun += 1;
        let number = known.begun;
        known.under_way.insert(number, Instant::now());
        drop(known);
        UnderWay { writes: self.clone(), number }
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl UnderWay {
    /// It is over: the database took it, or did not.
    pub(super) fn end(self, taken: bool) {
        self.writes.lock().through = taken.then(Instant::now);
    }
}

impl Drop for UnderWay {
    /// Also where nobody waited for its end.
    fn drop(&mut self) {
        self.writes.lock().under_way.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_recent_write_that_went_through_counts() {
        let writes = Writes::default();
        assert!(!writes.go_through(), "nothing is known yet");
        writes.begin().end(true);
        assert!(writes.go_through());
        assert!(!writes.at(Instant::now() + EVERY + Duration::from_secs(1)), "too long ago");
        writes.begin().end(false);
        assert!(!writes.go_through(), "the newest failed");
        writes.begin().end(true);
        assert!(writes.go_through(), "and then one went through again");
    }

    #[test]
    fn a_write_that_hangs_is_seen_and_one_that_is_given_up_is_not() {
        let writes = Writes::default();
        let hangs = writes.begin();
        writes.begin().end(true);
        assert!(writes.go_through());
        let later = Instant::now() + HANGS_AFTER + Duration::from_secs(1);
        assert!(!writes.at(later));
        drop(hangs);
        assert!(writes.at(later));
    }
}
