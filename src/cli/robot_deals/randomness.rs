//! Random seeds of a deal between robots.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha20Rng;

use crate::table::shuffle::{self, Seed};
use ulti_rules::{BySeat, Seat, Start};

/// The random seeds for one deal between robots.
///
/// The seeds depend only on the `--seed` option and the deal number. All commands therefore deal the same
/// cards for the same seed.
pub(crate) struct DealRandomness {
    pub(crate) number: u64,
    pub(crate) shuffle: Seed,
    /// Seeds for the robots that play the cards, one per seat.
    pub(crate) robots: BySeat<u64>,
    /// Seeds for the robots that bid, one per seat. Used only if different robots play the cards.
    pub(crate) bidders: BySeat<u64>,
}

impl DealRandomness {
    pub(crate) fn new(seed: u64, number: u64) -> Self {
        let mut stream = ChaCha20Rng::seed_from_u64(seed);
        stream.set_stream(number);
        let mut bytes = [0; 32];
        stream.fill_bytes(&mut bytes);
        let mut seeds = || BySeat::from_fn(|_| stream.next_u64());
        let (robots, bidders) = (seeds(), seeds());
        Self { number, shuffle: Seed::from_bytes(bytes), robots, bidders }
    }

    /// Returns the dealer, the dealt hands and the given number of points in the window (the table's pot).
    pub(crate) fn start(&self, window: i32) -> Start {
        let dealer = self.dealer();
        Start { dealer, hands: shuffle::deal(&self.shuffle, dealer), window }
    }

    /// Returns the dealer's seat.
    ///
    /// The dealer rotates from deal to deal. In deal 1, seat 0 bids first.
    const fn dealer(&self) -> Seat {
        match self.number % 3 {
            1 => Seat::Two,
            2 => Seat::Zero,
            _ => Seat::One,
        }
    }
}
