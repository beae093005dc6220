//! What happened. A deal is its start and its events.

use enumset::EnumSet;
use serde::{Deserialize, Serialize};

use super::{Card, CardSet, Contract, Games, Seat, Settlement, Suit, Trump};

/// One thing that happened in a deal: what a seat did, or what followed from it by the rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum Event {
    /// A seat took the talon up.
    TalonTaken {
        /// Who.
        seat: Seat,
    },
    /// A seat bid.
    Bid {
        /// Who.
        seat: Seat,
        /// What.
        contract: Contract,
        /// The two cards laid down; `None` where the talon was left alone. Secret.
        discard: Option<CardSet>,
    },
    /// A seat passed.
    Passed {
        /// Who.
        seat: Seat,
    },
    /// The auction is over.
    AuctionClosed {
        /// Who plays alone.
        declarer: Seat,
        /// What is played.
        contract: Contract,
    },
    /// The declarer named the trumps.
    TrumpNamed {
        /// Who.
        seat: Seat,
        /// Which; `None` is none.
        trump: Trump,
    },
    /// A seat doubled games.
    Kontra {
        /// Who.
        seat: Seat,
        /// Which.
        games: Games,
    },
    /// A seat let an offered raise go by.
    NoKontra {
        /// Who.
        seat: Seat,
    },
    /// A seat played a card.
    Played {
        /// Who.
        seat: Seat,
        /// Which.
        card: Card,
    },
    /// A seat's marriages became known as it played to the first trick.
    Announced {
        /// Who.
        seat: Seat,
        /// The suits.
        suits: EnumSet<Suit>,
    },
    /// A seat took the trick.
    TrickTaken {
        /// Who.
        seat: Seat,
    },
    /// A hand lies open from now on.
    Opened {
        /// Whose.
        seat: Seat,
    },
    /// The declarer claimed the rest.
    Claimed {
        /// Who.
        seat: Seat,
    },
    /// The declarer gave up before the first lead.
    Folded {
        /// Who.
        seat: Seat,
    },
    /// A seat left the deal for good.
    Left {
        /// Who.
        seat: Seat,
    },
    /// The deal is over, and this is what is paid.
    Settled {
        /// The payments and their reasons.
        settlement: Settlement,
    },
}
