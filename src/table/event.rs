//! The events of a table. Applying them in journal order yields the state of the table.

use serde::{Deserialize, Serialize};

use super::shuffle::{Commitment, Seed};
use super::{ChannelId, Player, PlayerId, ServerId, UserId};
use ulti_rules::{self, BySeat, Card, RulesSpec, Start};

/// A recorded change of a table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "at_table", rename_all = "snake_case")]
pub enum TableEvent {
    /// The table was opened.
    SetUp {
        /// Server of the table.
        server: ServerId,
        /// Channel or thread of the table.
        channel: ChannelId,
        /// User who opened the table.
        host: UserId,
        /// Rules of the table.
        rules: RulesSpec,
        /// Number of deals after which the evening ends; `None` for no limit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        deals: Option<u32>,
    },
    /// A player joined the table.
    Joined {
        /// Player who joined.
        player: Player,
    },
    /// A player left the table.
    GotUp {
        /// Player who left.
        player: PlayerId,
    },
    /// Every player drew a card to choose the first dealer; the lowest card deals (`RULES §2`).
    Drew {
        /// Drawn cards in order. Players with equal lowest ranks drew again.
        draws: Vec<(PlayerId, Card)>,
        /// Player who deals first.
        dealer: PlayerId,
    },
    /// A deal started.
    DealBegan {
        /// Number of the deal within the evening, counted from 1.
        number: u32,
        /// Dealer, who sits out at a table of four.
        dealer: PlayerId,
        /// Player at each seat.
        seats: BySeat<PlayerId>,
        /// Start of the deal with the dealt hands, which are secret until the deal is over.
        start: Start,
        /// Seed of the shuffle, which is secret until the deal is over.
        seed: Seed,
        /// Commitment to the seed, posted before the deal.
        commitment: Commitment,
    },
    /// An event occurred within the current deal.
    InDeal {
        /// Event within the deal, such as a bid or a played card.
        event: ulti_rules::Event,
    },
    /// A player chose to pass for the rest of the auction.
    PassesOn {
        /// Player who passes.
        player: PlayerId,
    },
    /// A player missed a turn, and a robot played it.
    Missed {
        /// Player who missed the turn.
        player: PlayerId,
    },
    /// A stand-in robot takes over a player's seat until the player returns.
    StoodIn {
        /// Player whom the stand-in robot replaces.
        player: PlayerId,
    },
    /// A player returned and took over from the stand-in robot.
    TookBack {
        /// Player who returned.
        player: PlayerId,
    },
    /// A player agreed to end the evening.
    AgreedToEnd {
        /// Player who agreed to end the evening.
        player: PlayerId,
    },
    /// The evening ended.
    Ended {
        /// Reason why the evening ended.
        why: WhyEnded,
        /// Players' shares of the points left in the window (the table's pot).
        shares: Vec<(PlayerId, i32)>,
    },
}

/// The reason why an evening ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WhyEnded {
    /// All people who were present agreed to end the evening.
    Agreed,
    /// The agreed number of deals was played.
    Played,
    /// The lobby was closed before the first deal.
    Closed,
    /// No people were left at the table.
    Empty,
    /// The table was idle for too long.
    Abandoned,
    /// The channel was deleted. A deal in progress is discarded.
    NoChannel,
}

impl TableEvent {
    /// Returns the event with the user `person` replaced by `other`, whose display name is `name`. Used to
    /// anonymise a user whose data is deleted.
    #[must_use]
    pub fn with_another(mut self, person: UserId, other: UserId, name: &str) -> Self {
        match &mut self {
            Self::SetUp { host, .. } if *host == person => *host = other,
            Self::Joined { player } if player.id.user() == Some(person) => {
                *player = Player::person(other, name);
            }
            event => {
                let ids = event.player_ids().into_iter();
                ids.filter(|id| id.user() == Some(person)).for_each(|id| *id = PlayerId::User(other));
            }
        }
        self
    }

    /// Returns the ids of all users mentioned in the event.
    pub fn people(&self) -> Vec<UserId> {
        match self {
            Self::SetUp { host, .. } => vec![*host],
            event => event.clone().player_ids().iter().filter_map(|id| id.user()).collect(),
        }
    }

    /// Returns the ids of all players mentioned in the event.
    fn player_ids(&mut self) -> Vec<&mut PlayerId> {
        match self {
            Self::Joined { player } => vec![&mut player.id],
            Self::GotUp { player }
            | Self::PassesOn { player }
            | Self::Missed { player }
            | Self::StoodIn { player }
            | Self::TookBack { player }
            | Self::AgreedToEnd { player } => vec![player],
            Self::Drew { draws, dealer } => {
                draws.iter_mut().map(|(player, _)| player).chain([dealer]).collect()
            }
            Self::DealBegan { dealer, seats, .. } => seats.0.iter_mut().chain([dealer]).collect(),
            Self::Ended { shares, .. } => shares.iter_mut().map(|(player, _)| player).collect(),
            Self::SetUp { .. } | Self::InDeal { .. } => Vec::new(),
        }
    }
}
