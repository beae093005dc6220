//! Sources of shuffle seeds: the operating system, or a repeatable sequence for tests.

use parking_lot::Mutex;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha20Rng;

use super::shuffle::Seed;

/// Generates the seeds for shuffling cards.
#[derive(Debug)]
pub struct SeedSource {
    /// Random number generator for a repeatable sequence of seeds, shared by all tables. `None` if seeds come
    /// from the operating system.
    repeatable: Option<Mutex<ChaCha20Rng>>,
}

impl SeedSource {
    /// Creates a source whose seeds come from the operating system's random number generator.
    pub const fn fresh() -> Self {
        Self { repeatable: None }
    }

    /// Creates a source that always generates the same sequence of seeds for a given `seed`. Used in tests
    /// and to reproduce bugs.
    pub fn repeatable(seed: u64) -> Self {
        Self { repeatable: Some(Mutex::new(ChaCha20Rng::seed_from_u64(seed))) }
    }

    /// Generates the next seed.
    ///
    /// # Errors
    /// Returns an error if the operating system provides no randomness.
    pub fn seed(&self) -> Result<Seed, rand::rngs::SysError> {
        let Some(rng) = &self.repeatable else { return Seed::random() };
        let mut bytes = [0; 32];
        rng.lock().fill_bytes(&mut bytes);
        Ok(Seed::from_bytes(bytes))
    }
}
