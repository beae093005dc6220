//! JSON form of the legal actions.

use serde::{Deserialize, Serialize};

use crate::seat_action::TrumpNote;
use crate::{CardSet, Contract, Games, Legal};

/// JSON form of [`Legal`], the legal actions of a seat. Each field is the key of an action and lists its
/// possible values.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct LegalNote {
    #[serde(skip_serializing_if = "is_false")]
    take: bool,
    #[serde(skip_serializing_if = "is_false")]
    pass: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    bid: Vec<Contract>,
    /// `true` if a bid must be accompanied by two cards that the seat lays down.
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

#[allow(clippy::trivially_copy_pass_by_ref)] // signature required by serde
const fn is_false(flag: &bool) -> bool {
    !*flag
}

#[allow(clippy::trivially_copy_pass_by_ref)] // signature required by serde
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
    /// Returns `true` if `self` and `other` contain the same actions, in any order.
    pub(super) fn is_equivalent(&self, other: &Self) -> bool {
        let sorted = |note: &Self| {
            let mut note = note.clone();
            note.bid.sort_by_cached_key(Contract::to_string);
            note.trump.sort_unstable();
            note
        };
        sorted(self) == sorted(other)
    }
}
