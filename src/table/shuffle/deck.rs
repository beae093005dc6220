//! Derivation of the shuffled deck and the dealt hands from a seed.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha20Rng;

use super::Seed;
use ulti_rules::{BySeat, Card, CardSet, Rank, Seat, Suit};

/// Returns the deck, shuffled with the given seed. The first card of the array is the top card.
///
/// Uses a Fisher–Yates shuffle with random numbers from `ChaCha20`, keyed with the seed.
pub fn deck(seed: &Seed) -> [Card; 32] {
    let mut stream = ChaCha20Rng::from_seed(*seed.as_bytes());
    let mut deck = [Card::new(Suit::Acorns, Rank::Seven); 32];
    for (place, card) in deck.iter_mut().zip(Card::deck()) {
        *place = card;
    }
    for last in (1..32).rev() {
        deck.swap(last as usize, below(last + 1, &mut stream) as usize);
    }
    deck
}

/// Returns a uniformly distributed random number below `bound`.
///
/// Avoids modulo bias: rejects 32-bit random numbers at or above the largest multiple of `bound` that is at
/// most 2^32.
fn below(bound: u32, stream: &mut ChaCha20Rng) -> u32 {
    let limit = (1_u64 << 32) / u64::from(bound) * u64::from(bound);
    loop {
        let word = stream.next_u32();
        if u64::from(word) < limit {
            return word % bound;
        }
    }
}

/// Returns the hands that result from dealing with the given seed. Forehand receives twelve cards, and the
/// other two players receive ten each.
pub fn deal(seed: &Seed, dealer: Seat) -> BySeat<CardSet> {
    let deck = deck(seed);
    let (forehand, rest) = deck.split_at(12);
    let (second, last) = rest.split_at(10);
    let mut hands = BySeat::default();
    for (seat, cards) in dealer.next().round().into_iter().zip([forehand, second, last]) {
        hands[seat] = cards.iter().copied().collect();
    }
    hands
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(cards: &str) -> CardSet {
        cards.split(' ').map(|card| card.parse::<Card>().unwrap()).collect()
    }

    /// Compares the key stream with test vectors 1 and 2 in appendix A.1 of RFC 8439.
    ///
    /// Both vectors use an all-zero key and nonce. Their block counters are 0 and 1.
    #[test]
    fn chacha20_keystream_matches_rfc_8439() {
        let mut stream = ChaCha20Rng::from_seed([0; 32]);
        let words: Vec<u8> = (0..32).flat_map(|_| stream.next_u32().to_le_bytes()).collect();
        let blocks = "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7\
                      da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586\
                      9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed\
                      29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f";
        assert_eq!(hex::encode(words), blocks);
    }

    /// Compares shuffled decks with known results.
    ///
    /// The results come from an independent implementation, which was written in another language and based
    /// only on RFC 8439.
    #[test]
    fn shuffling_with_fixed_seed_gives_expected_card_order() {
        let text = |seed| deck(&seed).map(|card| card.to_string()).join(" ");
        assert_eq!(
            text(Seed::counting()),
            "HK AK A8 HA BX BK AA BU LK LU L9 AU LX HX LO BO \
             B9 HU LA HO BA L8 A7 AX A9 L7 B7 H9 H7 H8 AO B8"
        );
        assert_eq!(
            text(Seed::from_bytes([0; 32])),
            "H9 HA A7 BU B8 AA AU A8 H7 BA L8 BO LX HU LK LA \
             B9 HO AX AK BK BX LO L9 AO A9 B7 H8 L7 LU HX HK"
        );
    }

    #[test]
    fn fixed_seed_deals_expected_hands() {
        let hands = deal(&Seed::counting(), Seat::Zero);
        assert_eq!(hands[Seat::One], set("HK AK A8 HA BX BK AA BU LK LU L9 AU"));
        assert_eq!(hands[Seat::Two], set("LX HX LO BO B9 HU LA HO BA L8"));
        assert_eq!(hands[Seat::Zero], set("A7 AX A9 L7 B7 H9 H7 H8 AO B8"));
    }
}
