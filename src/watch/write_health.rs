//! Health of database writes. It is derived from the bot's regular writes, so the check itself writes
//! nothing.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

/// Maximum age of the last successful write of a healthy database. The bot writes a heartbeat every 15 s.
const MAX_AGE: Duration = Duration::from_mins(1);
/// Duration after which an unfinished write is treated as stuck.
const HANGS_AFTER: Duration = Duration::from_secs(10);

/// The health of database writes.
///
/// Clones share the same state.
#[derive(Debug, Clone, Default)]
pub struct WriteHealth(Arc<Mutex<WriteState>>);

#[derive(Debug, Default)]
struct WriteState {
    /// Time of the last successful write.
    ///
    /// `None` if the write that finished last has failed, or if no write has finished.
    through: Option<Instant>,
    /// Start times of the writes in progress, by sequence number.
    under_way: BTreeMap<u64, Instant>,
    /// Number of database writes started so far.
    begun: u64,
}

/// A database write in progress.
pub(super) struct WriteInProgress {
    writes: WriteHealth,
    number: u64,
}

impl WriteHealth {
    /// Returns `true` if database writes are healthy.
    ///
    /// Writes are healthy if the write that finished last was successful and is at most one minute old, and
    /// no write in progress is stuck.
    pub fn go_through(&self) -> bool {
        self.at(Instant::now())
    }

    fn at(&self, now: Instant) -> bool {
        let known = self.0.lock();
        let recent = known.through.is_some_and(|at| now.duration_since(at) <= MAX_AGE);
        let oldest = known.under_way.first_key_value().map(|(_, begun)| *begun);
        recent && oldest.is_none_or(|begun| now.duration_since(begun) <= HANGS_AFTER)
    }

    /// Registers the start of a write. The returned guard represents the write in progress.
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
    /// Records that a database write has finished. `succeeded` is `false` if the database was unavailable.
    pub(super) fn end(self, succeeded: bool) {
        self.writes.0.lock().through = succeeded.then(Instant::now);
    }
}

impl Drop for WriteInProgress {
    /// Removes the write from the writes in progress.
    ///
    /// This also happens if the future of the write is dropped before completion.
    fn drop(&mut self) {
        self.writes.0.lock().under_way.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn database_health_requires_recent_successful_write() {
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
    fn stuck_write_makes_database_unhealthy() {
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
