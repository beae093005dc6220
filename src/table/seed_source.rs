//! Sources of shuffle seeds: the operating system, or a repeatable sequence for tests.

use parking_lot::Mutex;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha20Rng;

use super::shuffle::Seed;

/// A source of shuffle seeds.
#[derive(Debug)]
pub struct SeedSource {
    /// Random number generator for a repeatable sequence of seeds, or `None` if seeds come from the operating
    /// system. All tables share the generator, and each call locks it briefly.
    repeatable: Option<Mutex<ChaCha20Rng>>,
}

impl SeedSource {
    /// Returns a source of random seeds from the operating system.
    pub const fn fresh() -> Self {
        Self { repeatable: None }
    }

    /// Returns a source that yields the same sequence for the same `seed`. Used by tests and to reproduce
    /// bugs.
    pub fn repeatable(seed: u64) -> Self {
        Self { repeatable: Some(Mutex::new(ChaCha20Rng::seed_from_u64(seed))) }
    }

    /// Returns the next seed.
    ///
    /// # Errors
    /// Fails if the operating system provides no randomness.
    pub fn seed(&self) -> Result<Seed, rand::rngs::SysError> {
        let Some(rng) = &self.repeatable else { return Seed::random() };
        let mut bytes = [0; 32];
        rng.lock().fill_bytes(&mut bytes);
        Ok(Seed::from_bytes(bytes))
    }
}
