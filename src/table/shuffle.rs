//! The fair shuffle that anyone can recompute (`RULES §11`).
//!
//! Before a deal the [`commitment`] to its [`Seed`] is posted, after it the seed itself: nobody,
//! this program included, could choose the cards once the commitment stood.

mod proof;

use std::fmt;
use std::str::FromStr;

use rand::rngs::{SysError, SysRng};
use rand::{Rng, SeedableRng, TryRng};
use rand_chacha::ChaCha20Rng;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::rules::{BySeat, Card, CardSet, Rank, Record, Seat, ShuffleNote, Suit};

pub use proof::Proof;

/// What a deal's cards follow from: 32 bytes. A secret until the deal is over, so that its
/// debug form does not show it.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Seed([u8; 32]);

/// What is posted before the deal: SHA-256 of the seed and the deal's number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Commitment([u8; 32]);

/// The text is not 32 bytes in hex.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not 64 hex digits")]
pub struct NotHex(pub String);

/// Why a record's shuffle is not believed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ShuffleError {
    /// The seed can't be read.
    #[error("the shuffle's seed: {0}")]
    Seed(NotHex),
    /// The commitment can't be read.
    #[error("the shuffle's commitment: {0}")]
    Commitment(NotHex),
    /// The commitment is not that of the seed and number.
    #[error("the commitment does not match: seed and number come to {computed}")]
    CommitmentDiffers {
        /// What they come to.
        computed: Commitment,
    },
    /// The cards are not those of the seed.
    #[error("the seed deals seat {seat} other cards: {computed}")]
    HandsDiffer {
        /// The first seat whose hand differs.
        seat: Seat,
        /// What the seed deals there.
        computed: CardSet,
    },
}

impl Seed {
    /// A new one from the operating system.
    pub fn random() -> Result<Self, SysError> {
        let mut bytes = [0; 32];
        SysRng.try_fill_bytes(&mut bytes)?;
        Ok(Self(bytes))
    }

    /// The seed of these bytes.
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Its bytes.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

/// What is posted before deal `number` is played with this seed.
pub fn commitment(seed: &Seed, number: u64) -> Commitment {
    let digest = Sha256::new().chain_update(seed.0).chain_update(number.to_be_bytes()).finalize();
    Commitment(digest.into())
}

/// The shuffled deck, top card first: Fisher–Yates on the seed's `ChaCha20` stream.
pub fn deck(seed: &Seed) -> [Card; 32] {
    let mut stream = ChaCha20Rng::from_seed(seed.0);
    let mut deck = [Card::new(Suit::Acorns, Rank::Seven); 32];
    for (place, card) in deck.iter_mut().zip(Card::deck()) {
        *place = card;
    }
    for last in (1..32).rev() {
        deck.swap(last as usize, below(last + 1, &mut stream) as usize);
    }
    deck
}

/// A number below `bound`, each as likely as any other: words in the incomplete last multiple of
/// the bound are drawn again.
fn below(bound: u32, stream: &mut ChaCha20Rng) -> u32 {
    let limit = (1_u64 << 32) / u64::from(bound) * u64::from(bound);
    loop {
        let word = stream.next_u32();
        if u64::from(word) < limit {
            return word % bound;
        }
    }
}

/// The three hands that this seed deals: twelve cards to forehand, ten to the next, ten to the dealer.
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

/// The note that a record of deal `number`, dealt from this seed, carries.
pub fn note(seed: &Seed, number: u64) -> ShuffleNote {
    ShuffleNote { number, seed: seed.to_string(), commitment: commitment(seed, number).to_string() }
}

/// Checks a shuffle's note against itself and against the hands of the record.
pub fn check(note: &ShuffleNote, record: &Record) -> Result<(), ShuffleError> {
    let seed: Seed = note.seed.parse().map_err(ShuffleError::Seed)?;
    let posted: Commitment = note.commitment.parse().map_err(ShuffleError::Commitment)?;
    let computed = commitment(&seed, note.number);
    if posted != computed {
        return Err(ShuffleError::CommitmentDiffers { computed });
    }
    let dealt = deal(&seed, record.dealer);
    match Seat::ALL.into_iter().find(|seat| dealt[*seat] != record.hands[*seat]) {
        Some(seat) => Err(ShuffleError::HandsDiffer { seat, computed: dealt[seat] }),
        None => Ok(()),
    }
}

fn bytes(text: &str) -> Result<[u8; 32], NotHex> {
    let mut bytes = [0; 32];
    hex::decode_to_slice(text, &mut bytes).map_err(|_| NotHex(text.to_owned()))?;
    Ok(bytes)
}

impl FromStr for Seed {
    type Err = NotHex;

    fn from_str(text: &str) -> Result<Self, NotHex> {
        bytes(text).map(Self)
    }
}

impl FromStr for Commitment {
    type Err = NotHex;

    fn from_str(text: &str) -> Result<Self, NotHex> {
        bytes(text).map(Self)
    }
}

impl From<Seed> for String {
    fn from(seed: Seed) -> Self {
        seed.to_string()
    }
}

impl TryFrom<String> for Seed {
    type Error = NotHex;

    fn try_from(text: String) -> Result<Self, NotHex> {
        text.parse()
    }
}

impl From<Commitment> for String {
    fn from(commitment: Commitment) -> Self {
        commitment.to_string()
    }
}

impl TryFrom<String> for Commitment {
    type Error = NotHex;

    fn try_from(text: String) -> Result<Self, NotHex> {
        text.parse()
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(secret)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bytes 0, 1, 2 … 31.
    fn counting() -> Seed {
        Seed(std::array::from_fn(|place| u8::try_from(place).unwrap()))
    }

    fn set(cards: &str) -> CardSet {
        cards.split(' ').map(|card| card.parse::<Card>().unwrap()).collect()
    }

    /// RFC 8439, appendix A.1, test vectors 1 and 2: zero key, zero nonce, blocks 0 and 1.
    #[test]
    fn the_stream_is_that_of_rfc_8439() {
        let mut stream = ChaCha20Rng::from_seed([0; 32]);
        let words: Vec<u8> = (0..32).flat_map(|_| stream.next_u32().to_le_bytes()).collect();
        let blocks = "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7\
                      da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586\
                      9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed\
                      29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f";
        assert_eq!(hex::encode(words), blocks);
    }

    /// Computed by a second program, in another language, from the RFC's pages alone.
    #[test]
    fn golden_deck() {
        let text = |seed| deck(&seed).map(|card| card.to_string()).join(" ");
        assert_eq!(
            text(counting()),
            "HK AK A8 HA BX BK AA BU LK LU L9 AU LX HX LO BO \
             B9 HU LA HO BA L8 A7 AX A9 L7 B7 H9 H7 H8 AO B8"
        );
        assert_eq!(
            text(Seed([0; 32])),
            "H9 HA A7 BU B8 AA AU A8 H7 BA L8 BO LX HU LK LA \
             B9 HO AX AK BK BX LO L9 AO A9 B7 H8 L7 LU HX HK"
        );
    }

    #[test]
    fn golden_deal_and_commitment() {
        let hands = deal(&counting(), Seat::Zero);
        assert_eq!(hands[Seat::One], set("HK AK A8 HA BX BK AA BU LK LU L9 AU"));
        assert_eq!(hands[Seat::Two], set("LX HX LO BO B9 HU LA HO BA L8"));
        assert_eq!(hands[Seat::Zero], set("A7 AX A9 L7 B7 H9 H7 H8 AO B8"));
        let text = commitment(&counting(), 17).to_string();
        assert_eq!(text, "a967a915e9b06cfa23419174a075b7fe079baef82e328b49e003f984ad95031c");
    }

    #[test]
    fn text_reads_back_and_the_debug_form_keeps_the_secret() {
        let seed = Seed::random().unwrap();
        assert_eq!(seed.to_string().parse(), Ok(seed));
        assert_eq!("beef".parse::<Seed>(), Err(NotHex("beef".to_owned())));
        assert!(!format!("{seed:?}").contains(&seed.to_string()));
        assert_ne!(Seed::random().unwrap(), seed);
    }

    fn record(note: &ShuffleNote) -> Record {
        let json = serde_json::json!({
            "format": "ulti-record/1", "rules": "4m", "players": ["a", "b", "c"], "dealer": 0,
            "hands": deal(&counting(), Seat::Zero), "actions": [], "shuffle": note,
            "result": {"payments": [0, 0, 0], "window": 0, "items": []},
        });
        Record::from_json(&json.to_string()).unwrap()
    }

    #[test]
    fn a_note_is_checked_whole() {
        let good = note(&counting(), 17);
        let record = record(&good);
        assert_eq!(check(&good, &record), Ok(()));
        let with = |change: fn(&mut ShuffleNote)| {
            let mut note = good.clone();
            change(&mut note);
            check(&note, &record)
        };
        assert!(matches!(with(|note| note.seed.push('0')), Err(ShuffleError::Seed(_))));
        assert!(matches!(with(|note| note.commitment.clear()), Err(ShuffleError::Commitment(_))));
        assert!(matches!(with(|note| note.number += 1), Err(ShuffleError::CommitmentDiffers { .. })));
        let other = with(|changed| *changed = note(&Seed([0; 32]), 17));
        assert!(matches!(other, Err(ShuffleError::HandsDiffer { seat: Seat::Zero, .. })));
    }
}
