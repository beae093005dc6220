//! The word to stop thinking.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A word that can be given to a robot from elsewhere while it thinks; its clones share it.
///
/// Who is told to stop answers after the imagined hand that is being looked at, some thousandths of a
/// second, with the best so far. Nothing else depends on time: without
/// that word the same seed and view give the same answer on any machine.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Nobody has said it yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Says it, for good.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it has been said.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
