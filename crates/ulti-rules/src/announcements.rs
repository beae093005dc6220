//! The marriages that players announce with their first cards (`RULES §5`).

use enumset::EnumSet;

use crate::{BookEntry, Contract, Game, RuleSet, Suit, Trump};

/// The marriages (king and over of one suit) that are announced in a contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Announcements {
    /// No marriages.
    None,
    /// All marriages of every seat. They score points.
    All,
    /// The marriage that a 40-100 or 20-100 requires. It scores no points.
    Required,
}

impl Announcements {
    pub(crate) fn of(entry: &BookEntry, rules: &RuleSet) -> Self {
        let is_hundred = entry.contract.has(Game::FortyHundred) || entry.contract.has(Game::TwentyHundred);
        if entry.counts_marriages() {
            Self::All
        } else if is_hundred && rules.hundred_announced {
            Self::Required
        } else {
            Self::None
        }
    }

    /// Returns the suits of the marriages that a player who holds the marriages `held` announces with the
    /// first card.
    pub(crate) fn made_by(
        self,
        is_declarer: bool,
        held: EnumSet<Suit>,
        (contract, trump): (Contract, Trump),
    ) -> EnumSet<Suit> {
        match self {
            Self::All => held,
            Self::Required if is_declarer => {
                let needed = held & required_suits(contract, trump);
                needed.iter().next().map_or(EnumSet::empty(), EnumSet::only)
            }
            Self::Required | Self::None => EnumSet::empty(),
        }
    }
}

/// Returns the suits in which a marriage (king and over) fulfils the condition of a 40-100 or 20-100.
pub(crate) fn required_suits(contract: Contract, trump: Trump) -> EnumSet<Suit> {
    let trump = trump.map_or(EnumSet::empty(), EnumSet::only);
    if contract.has(Game::FortyHundred) { trump } else { !trump }
}
