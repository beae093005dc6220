//! A flag that cancels a robot's search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that cancels a robot's search. All clones share the flag.
///
/// A cancelled robot returns the best action found so far within a few milliseconds. Without cancellation,
/// the search is deterministic: the same seed and view produce the same action on every machine.
#[derive(Debug, Clone, Default)]
pub struct Cancellation(Arc<AtomicBool>);

impl Cancellation {
    /// Creates a flag that is not set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Cancels the search. This cannot be undone.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns `true` if the search has been cancelled.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
