//! What a seat may do, in the words of its answers.

use serde::{Deserialize, Serialize};

use super::super::step::TrumpNote;
use super::super::{CardSet, Contract, Games, Legal};

/// [`Legal`] as JSON: each word that can be answered, with what it can be answered with.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct LegalNote {
    #[serde(skip_serializing_if = "is_false")]
    take: bool,
    #[serde(skip_serializing_if = "is_false")]
    pass: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    bid: Vec<Contract>,
    /// Whether two cards go with the bid.
    #[serde(skip_serializing_if = "is_false")]
    discard: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    trump: Vec<TrumpNote>,
    #[serde(skip_serializing_if = "Games::is_empty")]
    kontra: Games,
    #[serde(skip_serializing_if = "is_false")]
    no_kontra: bool,
    #[serde(skip_serializing_if = "no_cards")]
    play: CardSet,
    #[serde(skip_serializing_if = "is_false")]
    fold: bool,
    #[serde(skip_serializing_if = "is_false")]
    open: bool,
    #[serde(skip_serializing_if = "is_false")]
    claim: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde's signature
const fn is_false(flag: &bool) -> bool {
    !*flag
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde's signature
const fn no_cards(cards: &CardSet) -> bool {
    cards.is_empty()
}

impl From<&Legal> for LegalNote {
    fn from(legal: &Legal) -> Self {
        Self {
            take: legal.take,
            pass: legal.pass,
            bid: legal.bids.clone(),
            discard: legal.discard,
            trump: legal.trumps.iter().map(|trump| TrumpNote::from(*trump)).collect(),
            kontra: legal.kontra,
            no_kontra: legal.no_kontra,
            play: legal.cards,
            fold: legal.fold,
            open: legal.open,
            claim: legal.claim,
        }
    }
}

impl LegalNote {
    /// Whether it says the same, in whatever order.
    pub(super) fn says(&self, other: &Self) -> bool {
        let sorted = |note: &Self| {
            let mut note = note.clone();
            note.bid.sort_by_cached_key(Contract::to_string);
            note.trump.sort_unstable();
            note
        };
        sorted(self) == sorted(other)
    }
}
