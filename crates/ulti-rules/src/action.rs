//! Actions that a seat can take.

use crate::{Card, CardSet, Contract, Games, Trump};

/// An action that a player wants to take in a deal.
///
/// [`Deal::judge`](crate::Deal::judge) checks whether the action is legal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Take the talon (the two cards discarded by the previous bidder). The seat must then bid.
    Take,
    /// Bid a contract and, if required, discard two cards.
    Bid {
        /// The contract to bid.
        contract: Contract,
        /// The two cards to discard.
        ///
        /// `None` if the seat raises its own bid without taking the talon (the two cards laid aside).
        discard: Option<CardSet>,
    },
    /// Pass. The seat may bid again on a later turn.
    Pass,
    /// Name the trump suit, if the contract leaves the choice to the declarer.
    Trump(Trump),
    /// Double the value of the given games. Successive doublings are called kontra, rekontra and so on.
    Kontra(Games),
    /// Decline to double again after an opponent's kontra (doubling).
    NoKontra,
    /// Play a card to the current trick.
    Play(Card),
    /// Fold (give up the contract) before the first card is led, or concede after the first trick if the
    /// rules allow it. Only the declarer may fold.
    Fold,
    /// Lay the hand face up and continue to play.
    Open,
    /// Lay the declarer's hand face up and claim the remaining tricks.
    Claim,
    /// Leave the deal before it is over. If the rules have a penalty for leaving, the player pays it.
    Leave,
}
