//! The phases of a deal, each with its cards, and the reasons why a deal ends.

use crate::auction::Auction;
use crate::{BySeat, CardSet, Contract, Play, Seat, Settlement};

/// A phase of a deal, with its state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Phase {
    Auction(Auction),
    Naming(Naming),
    Play(Play),
    Over(Over),
}

/// The contract and the cards of a deal in which the declarer must still name the trump suit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Naming {
    pub(crate) declarer: Seat,
    pub(crate) contract: Contract,
    pub(crate) hands: BySeat<CardSet>,
    pub(crate) talon: CardSet,
}

/// A finished deal: its payments, the remaining cards and the reason why it ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Over {
    pub(crate) settlement: Settlement,
    /// Cards left in each hand at the end of the deal.
    pub(crate) hands: BySeat<CardSet>,
    /// The tricks and hands at the end of the card play, or `None` if the deal ended before play began.
    pub(crate) play: Option<Play>,
    pub(crate) talon: CardSet,
    pub(crate) end: DealEnd,
}

/// Reason why a deal ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DealEnd {
    /// The cards were played until the result was decided.
    Played,
    /// The declarer claimed the remaining tricks, and a search proved the claim.
    Claimed,
    /// The declarer folded (gave up the contract) before the first card was led.
    Folded,
    /// The declarer conceded after the first trick. The defenders won all remaining tricks.
    Conceded,
    /// The player at the given seat left the deal permanently.
    Left(Seat),
}
