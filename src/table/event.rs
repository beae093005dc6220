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
    /// The channel was deleted. A deal that was being played counts for nothing.
    NoChannel,
}

impl TableEvent {
    /// The same event with somebody else in a person's place, and another name where it says theirs:
    /// for whoever asks to be forgotten.
    #[must_use]
    pub fn with_another(mut self, person: UserId, other: UserId, name: &str) -> Self {
        let swap = |player: &mut PlayerId| {
            if *player == PlayerId::User(person) {
                *player = PlayerId::User(other);
            }
        };
        match &mut self {
            Self::SetUp { host, .. } if *host == person => *host = other,
            Self::Joined { player } if player.id == PlayerId::User(person) => {
                *player = Player::person(other, name);
            }
            Self::GotUp { player }
            | Self::PassesOn { player }
            | Self::Missed { player }
            | Self::StoodIn { player }
            | Self::TookBack { player }
            | Self::AgreedToEnd { player } => swap(player),
            Self::Drew { draws, dealer } => {
                for (player, _) in draws {
                    swap(player);
                }
                swap(dealer);
            }
            Self::DealBegan { dealer, seats, .. } => {
                seats.0.iter_mut().for_each(swap);
                swap(dealer);
            }
            Self::Ended { shares, .. } => {
                for (player, _) in shares {
                    swap(player);
                }
            }
            Self::SetUp { .. } | Self::Joined { .. } | Self::InDeal { .. } => {}
        }
        self
    }

    /// The people it names.
    pub fn people(&self) -> Vec<UserId> {
        let players: Vec<PlayerId> = match self {
            Self::SetUp { host, .. } => return vec![*host],
            Self::Joined { player } => vec![player.id],
            Self::GotUp { player }
            | Self::PassesOn { player }
            | Self::Missed { player }
            | Self::StoodIn { player }
            | Self::TookBack { player }
            | Self::AgreedToEnd { player } => vec![*player],
            Self::Drew { draws, dealer } => {
                draws.iter().map(|(player, _)| *player).chain([*dealer]).collect()
            }
            Self::DealBegan { dealer, seats, .. } => seats.0.iter().copied().chain([*dealer]).collect(),
            Self::Ended { shares, .. } => shares.iter().map(|(player, _)| *player).collect(),
            Self::InDeal { .. } => Vec::new(),
        };
        players.into_iter().filter_map(PlayerId::user).collect()
    }
}
