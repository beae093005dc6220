//! Where seeds come from: the operating system, or a seed of a test's.

use std::sync::{Mutex, PoisonError};

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha20Rng;

use super::shuffle::Seed;

/// A source of seeds.
#[derive(Debug)]
pub struct Chance {
    /// `None` is the operating system. Behind a mutex since all tables draw from one repeatable
    /// stream; it is held for one draw.
    repeatable: Option<Mutex<ChaCha20Rng>>,
}

impl Chance {
    /// The operating system's: what people play with.
    pub const fn fresh() -> Self {
        Self { repeatable: None }
    }

    /// The same seeds every time: for tests and for showing a bug.
    pub fn repeatable(seed: u64) -> Self {
        Self { repeatable: Some(Mutex::new(ChaCha20Rng::seed_from_u64(seed))) }
    }

    /// The next seed.
    ///
    /// # Errors
    /// Where the operating system has no randomness to give.
    pub fn seed(&self) -> Result<Seed, rand::rngs::SysError> {
        let Some(stream) = &self.repeatable else { return Seed::random() };
        let mut bytes = [0; 32];
        stream.lock().unwrap_or_else(PoisonError::into_inner).fill_bytes(&mut bytes);
        Ok(Seed::from_bytes(bytes))
    }
}
