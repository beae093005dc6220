//! What a seat can do.

use super::{Card, CardSet, Contract, Games, Trump};

/// Something that one seat wants to do; whether it may is for [`Deal::judge`](super::Deal::judge).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Take the talon up, and be bound to bid.
    Take,
    /// Bid, and lay two cards down; without cards where the talon is left alone.
    Bid {
        /// The contract.
        contract: Contract,
        /// The two cards.
        discard: Option<CardSet>,
    },
    /// Pass, for this turn.
    Pass,
    /// Name the trumps, where the contract leaves a choice.
    Trump(Trump),
    /// Double these games: kontra, rekontra and so on.
    Kontra(Games),
    /// Let an offered raise go by.
    NoKontra,
    /// Play a card.
    Play(Card),
    /// Give the contract up before the first lead.
    Fold,
    /// Lay the own hand open and play on.
    Open,
    /// Lay the own hand open and claim the rest.
    Claim,
    /// Leave the deal for good, and pay for it.
    Leave,
}
