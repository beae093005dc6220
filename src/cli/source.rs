//! Where the chance in a robots' deal comes from.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha20Rng;

use crate::rules::{BySeat, Seat, Start};
use crate::table::shuffle::{self, Seed};

/// All that is random in one deal: it depends on the command's seed and the deal's number, not on the
/// deals before it, so that the same seed deals the same cards in every command.
pub(super) struct Source {
    pub(super) number: u64,
    pub(super) shuffle: Seed,
    /// The seeds of the robots who play.
    pub(super) robots: BySeat<u64>,
    /// The seeds of the robots who bid, where others than the players do.
    pub(super) bidders: BySeat<u64>,
}

impl Source {
    pub(super) fn new(seed: u64, number: u64) -> Self {
        let mut stream = ChaCha20Rng::seed_from_u64(seed);
        stream.set_stream(number);
        let mut bytes = [0; 32];
        stream.fill_bytes(&mut bytes);
        let mut seeds = || BySeat::from_fn(|_| stream.next_u64());
        let (robots, bidders) = (seeds(), seeds());
        Self { number, shuffle: Seed::from_bytes(bytes), robots, bidders }
    }

    /// How the deal begins.
    pub(super) fn start(&self, window: i32) -> Start {
        let dealer = self.dealer();
        Start { dealer, hands: shuffle::deal(&self.shuffle, dealer), window }
    }

    /// Forehand goes round, seat 0 first.
    const fn dealer(&self) -> Seat {
        match self.number % 3 {
            1 => Seat::Two,
            2 => Seat::Zero,
            _ => Seat::One,
        }
    }
}
