//! What happened at a table. A table is its events, in the journal's order.

use serde::{Deserialize, Serialize};

use super::shuffle::{Commitment, Seed};
use super::{ChannelId, Player, PlayerId, ServerId, UserId};
use crate::rules::{self, BySeat, Card, RulesNote, Start};

/// One thing that happened at a table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "at_table", rename_all = "snake_case")]
pub enum TableEvent {
    /// The table was set up.
    SetUp {
        /// The server.
        server: ServerId,
        /// The channel.
        channel: ChannelId,
        /// Who did it.
        host: UserId,
        /// What is played.
        rules: RulesNote,
        /// After how many deals the evening ends by itself.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        deals: Option<u32>,
    },
    /// A player sat down.
    Joined {
        /// Who.
        player: Player,
    },
    /// A player got up.
    GotUp {
        /// Who.
        player: PlayerId,
    },
    /// Everyone drew a card for the first deal; the lowest deals.
    Drew {
        /// Each draw; equal lowest ranks drew again.
        draws: Vec<(PlayerId, Card)>,
        /// Who deals first.
        dealer: PlayerId,
    },
    /// A deal began.
    DealBegan {
        /// Its number in the evening, from 1.
        number: u32,
        /// Who dealt, playing or sitting out.
        dealer: PlayerId,
        /// Who plays at which seat.
        seats: BySeat<PlayerId>,
        /// The cards. Secret until the deal is over.
        start: Start,
        /// What the shuffle came from. Secret until the deal is over.
        seed: Seed,
        /// What was posted of it beforehand.
        commitment: Commitment,
    },
    /// Something happened in the deal.
    InDeal {
        /// What.
        event: rules::Event,
    },
    /// A player passes for the rest of this auction.
    PassesOn {
        /// Who.
        player: PlayerId,
    },
    /// The hard limit ran out, and a robot played this turn.
    Missed {
        /// For whom.
        player: PlayerId,
    },
    /// A robot holds the seat until its owner takes it back.
    StoodIn {
        /// For whom.
        player: PlayerId,
    },
    /// The owner took the seat back.
    TookBack {
        /// Who.
        player: PlayerId,
    },
    /// A player agreed to end the evening.
    AgreedToEnd {
        /// Who.
        player: PlayerId,
    },
    /// The evening is over.
    Ended {
        /// Why.
        why: WhyEnded,
        /// What each player got of what was left in the window.
        shares: Vec<(PlayerId, i32)>,
    },
}

/// Why an evening ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WhyEnded {
    /// All the people at the table agreed.
    Agreed,
    /// The agreed number of deals has been played.
    Played,
    /// The lobby was closed before the first deal.
    Closed,
    /// Nobody was left.
    Empty,
    /// Nobody touched the table for long.
    Abandoned,
}
