//! A flag that cancels a robot's search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that cancels a search. All clones share the flag.
///
/// A cancelled robot returns the best action found so far, after at most a few milliseconds. Without
/// cancellation, searches do not depend on time: the same seed and view give the same action on every machine.
#[derive(Debug, Clone, Default)]
pub struct Cancellation(Arc<AtomicBool>);

impl Cancellation {
    /// Creates a cancellation flag that is not set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Cancels the robot's search. The cancellation can't be undone.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns `true` if the search has been cancelled.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
