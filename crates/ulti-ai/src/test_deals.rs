//! Shuffled deals for tests.
//!
//! The cards are shuffled by the algorithm of `RULES §11`, but no commitment is published.

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::{ChaCha8Rng, ChaCha20Rng};
use ulti_rules::{BySeat, Card, CardSet, Seat};

/// Shuffles the deck with the given seed and returns the dealt hands.
pub(crate) fn deal(seed: [u8; 32], dealer: Seat) -> BySeat<CardSet> {
    let mut stream = ChaCha20Rng::from_seed(seed);
    let mut deck: Vec<Card> = Card::deck().collect();
    for last in (1..32).rev() {
        let bound = u32::try_from(last + 1).unwrap();
        let limit = (1_u64 << 32) / u64::from(bound) * u64::from(bound);
        let word =
            std::iter::repeat_with(|| stream.next_u32()).find(|word| u64::from(*word) < limit).unwrap();
        deck.swap(last, (word % bound) as usize);
    }
    let [forehand, second, last] = dealer.next().round();
    let mut hands = BySeat::default();
    hands[forehand] = deck[..12].iter().copied().collect();
    hands[second] = deck[12..22].iter().copied().collect();
    hands[last] = deck[22..].iter().copied().collect();
    hands
}

/// Returns the hands of the test deal with the given number.
///
/// The same number produces the same hands in every run.
pub(crate) fn numbered(number: u64, dealer: Seat) -> BySeat<CardSet> {
    deal(ChaCha8Rng::seed_from_u64(number).random(), dealer)
}
