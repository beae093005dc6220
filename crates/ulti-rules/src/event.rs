//! Events of a deal. The state of a deal is determined by its start and its events.

use enumset::EnumSet;
use serde::{Deserialize, Serialize};

use crate::{Card, CardSet, Contract, Games, Seat, Settlement, Suit, Trump};

/// An event of a deal. It is either an action of a seat or a consequence of the rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum Event {
    /// A seat took up the talon.
    TalonTaken {
        /// Seat that took up the talon.
        seat: Seat,
    },
    /// A seat bid a contract.
    Bid {
        /// Seat that bid.
        seat: Seat,
        /// The contract that was bid.
        contract: Contract,
        /// The two cards laid down, or `None` if the talon was left untouched. Must not be shown to other
        /// players.
        discard: Option<CardSet>,
    },
    /// A seat passed.
    Passed {
        /// Seat that passed.
        seat: Seat,
    },
    /// The auction ended.
    AuctionClosed {
        /// Seat of the declarer.
        declarer: Seat,
        /// The contract to be played.
        contract: Contract,
    },
    /// The declarer named the trumps.
    TrumpNamed {
        /// Seat of the declarer.
        seat: Seat,
        /// The trumps, or `None` for play without trumps.
        trump: Trump,
    },
    /// A seat doubled some games.
    Kontra {
        /// Seat that doubled.
        seat: Seat,
        /// The games that were doubled.
        games: Games,
    },
    /// A seat declined to raise a kontra.
    NoKontra {
        /// Seat that declined.
        seat: Seat,
    },
    /// A seat played a card.
    Played {
        /// Seat that played the card.
        seat: Seat,
        /// The card that was played.
        card: Card,
    },
    /// The marriages of a seat were announced when it played to the first trick.
    Announced {
        /// Seat that holds the marriages.
        seat: Seat,
        /// Suits of the marriages.
        suits: EnumSet<Suit>,
    },
    /// A seat won a trick.
    TrickTaken {
        /// Seat that won the trick.
        seat: Seat,
    },
    /// A hand was laid face up.
    Opened {
        /// Seat whose hand was laid face up.
        seat: Seat,
    },
    /// The declarer claimed the remaining tricks.
    Claimed {
        /// Seat of the declarer.
        seat: Seat,
    },
    /// The declarer gave up the contract before the first lead.
    Folded {
        /// Seat of the declarer.
        seat: Seat,
    },
    /// A player left the deal permanently.
    Left {
        /// Seat of the player who left.
        seat: Seat,
    },
    /// The deal ended and was settled.
    Settled {
        /// The payments with their reasons.
        settlement: Settlement,
    },
}
