//! Health of database writes. It is derived from the bot's regular writes, so the check itself writes
//! nothing.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

/// Maximum age of the last successful write. If it is older, the database is considered unhealthy. The bot
/// normally writes a heartbeat every 15 s.
const MAX_AGE: Duration = Duration::from_mins(1);
/// Time after which an unfinished database write is considered stuck.
const HANGS_AFTER: Duration = Duration::from_secs(10);

/// A record of whether database writes succeed, for the health check.
///
/// Clones share the same record.
#[derive(Debug, Clone, Default)]
pub struct WriteHealth(Arc<Mutex<WriteState>>);

#[derive(Debug, Default)]
struct WriteState {
    /// Time of the most recent write, if it succeeded.
    ///
    /// `None` if the most recent write failed or if no write has completed.
    through: Option<Instant>,
    /// Start times of the writes in progress, by write number.
    under_way: BTreeMap<u64, Instant>,
    /// Number of database writes that have been started.
    begun: u64,
}

/// A guard for a database write in progress. The write counts as unfinished until the guard is dropped.
pub(super) struct WriteInProgress {
    writes: WriteHealth,
    number: u64,
}

impl WriteHealth {
    /// Returns `true` if database writes are working.
    ///
    /// This requires that the most recent write succeeded within the last minute. In addition, no write may
    /// have been in progress for more than ten seconds.
    pub fn go_through(&self) -> bool {
        self.at(Instant::now())
    }

    fn at(&self, now: Instant) -> bool {
        let known = self.0.lock();
        let recent = known.through.is_some_and(|at| now.duration_since(at) <= MAX_AGE);
        let oldest = known.under_way.first_key_value().map(|(_, begun)| *begun);
        recent && oldest.is_none_or(|begun| now.duration_since(begun) <= HANGS_AFTER)
    }

    /// Records the start of a database write. The returned guard must be kept until the write ends.
    pub(super) fn begin(&self) -> WriteInProgress {
        let mut known = self.0.lock();
        known.begun += 1;
        let number = known.begun;
        known.under_way.insert(number, Instant::now());
        drop(known);
        WriteInProgress { writes: self.clone(), number }
    }
}

impl WriteInProgress {
    /// Records that the write has completed. `succeeded` is `false` if the database was unavailable.
    pub(super) fn end(self, succeeded: bool) {
        self.writes.0.lock().through = succeeded.then(Instant::now);
    }
}

impl Drop for WriteInProgress {
    /// Removes the write from the list of writes in progress.
    ///
    /// This also happens if the write's future is dropped before it completes.
    fn drop(&mut self) {
        self.writes.0.lock().under_way.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn database_is_unhealthy_without_recent_successful_write() {
        let writes = WriteHealth::default();
        assert!(!writes.go_through(), "no write yet");
        writes.begin().end(true);
        assert!(writes.go_through());
        assert!(!writes.at(Instant::now() + MAX_AGE + Duration::from_secs(1)), "last write too old");
        writes.begin().end(false);
        assert!(!writes.go_through(), "newest write failed");
        writes.begin().end(true);
        assert!(writes.go_through(), "newest write succeeded");
    }

    #[test]
    fn database_is_unhealthy_while_a_write_hangs() {
        let writes = WriteHealth::default();
        let hangs = writes.begin();
        writes.begin().end(true);
        assert!(writes.go_through());
        let later = Instant::now() + HANGS_AFTER + Duration::from_secs(1);
        assert!(!writes.at(later));
        drop(hangs);
        assert!(writes.at(later));
    }
}
