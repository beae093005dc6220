//! Actions that a seat can take.

use crate::{Card, CardSet, Contract, Games, Trump};

/// An action that a seat wants to take.
///
/// [`Deal::judge`](crate::Deal::judge) decides if the action is legal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Take up the talon (the two cards laid aside by the previous bidder). The seat must then bid.
    Take,
    /// Bid a contract and lay down two cards.
    Bid {
        /// The contract that the seat bids.
        contract: Contract,
        /// The two cards that the seat lays down.
        ///
        /// `None` if the seat raises its own bid without taking up the talon (the two cards laid aside).
        discard: Option<CardSet>,
    },
    /// Pass for this turn. The seat may bid again at a later turn.
    Pass,
    /// Name the trump suit, if the contract lets the declarer choose it.
    Trump(Trump),
    /// Double the value of the given games. Successive doublings are called kontra, rekontra and so on.
    Kontra(Games),
    /// Decline to double the games again after an opponent's kontra (doubling).
    NoKontra,
    /// Play a card to the current trick.
    Play(Card),
    /// Give up the contract before the first card is led. Only the declarer may do this.
    Fold,
    /// Lay the seat's own hand face up and continue the play.
    Open,
    /// Lay the declarer's hand face up and claim the remaining tricks.
    Claim,
    /// Leave the deal permanently and pay the penalty for leaving.
    Leave,
}
