//! Events of a deal. The state of a deal is determined by its start and its events.

use enumset::EnumSet;
use serde::{Deserialize, Serialize};

use crate::{Card, CardSet, Contract, Games, Seat, Settlement, Suit, Trump};

/// Something that happened in a deal, such as a player's action or the settlement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum Event {
    /// A seat took the talon (the two cards laid aside during the auction).
    TalonTaken {
        /// The seat that took the talon.
        seat: Seat,
    },
    /// A seat made a bid.
    Bid {
        /// The seat that made the bid.
        seat: Seat,
        /// The contract that was bid.
        contract: Contract,
        /// The two cards that the bidder discarded, or `None` if the bidder did not take the talon.
        ///
        /// Discarded cards must not be shown to other players.
        discard: Option<CardSet>,
    },
    /// A seat passed in the auction.
    Passed {
        /// The seat that passed.
        seat: Seat,
    },
    /// The auction ended.
    AuctionClosed {
        /// Seat of the declarer.
        declarer: Seat,
        /// The contract of the highest bid, which will be played.
        contract: Contract,
    },
    /// The declarer named the trump suit.
    TrumpNamed {
        /// Seat of the declarer.
        seat: Seat,
        /// The trump suit, or `None` for play without trumps.
        trump: Trump,
    },
    /// A seat announced a kontra, which doubles the value of some of the games.
    Kontra {
        /// The seat that doubled the games.
        seat: Seat,
        /// The games whose value was doubled.
        games: Games,
    },
    /// A seat declined to double again after an opponent's kontra (doubling).
    NoKontra {
        /// The seat that declined to double.
        seat: Seat,
    },
    /// A seat played a card.
    Played {
        /// The seat that played the card.
        seat: Seat,
        /// The card that was played.
        card: Card,
    },
    /// A seat announced its marriages (king and over of one suit) when it played its first card.
    Announced {
        /// The seat that holds the announced marriages.
        seat: Seat,
        /// The suits in which the seat holds a marriage (king and over).
        suits: EnumSet<Suit>,
    },
    /// A seat won a trick.
    TrickTaken {
        /// Seat that won the trick.
        seat: Seat,
    },
    /// A seat's hand was laid face up.
    Opened {
        /// The seat whose hand was laid face up.
        seat: Seat,
    },
    /// The declarer claimed the remaining tricks.
    Claimed {
        /// Seat of the declarer.
        seat: Seat,
    },
    /// The declarer folded (gave up the contract) before the first card was led, or conceded after the first
    /// trick.
    Folded {
        /// Seat of the declarer.
        seat: Seat,
    },
    /// A player left the deal permanently.
    Left {
        /// The seat of the player who left.
        seat: Seat,
    },
    /// The deal ended and its payments were computed.
    Settled {
        /// The payments of the deal and the reason for each of them.
        settlement: Settlement,
    },
}
