//! The events of a table. Applying them in journal order yields the state of the table.

use serde::{Deserialize, Serialize};

use super::shuffle::{Commitment, Seed};
use super::{ChannelId, Player, PlayerId, ServerId, TableId, UnixMillis, UserId};
use ulti_ai::Level;
use ulti_rules::{self, BySeat, Card, RulesSpec, Start};

/// Something that happened at a table, as recorded in the journal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "at_table", rename_all = "snake_case")]
pub enum TableEvent {
    /// The table was opened.
    SetUp {
        /// Server of the table.
        server: ServerId,
        /// Channel or thread in which the table was opened.
        channel: ChannelId,
        /// User who opened the table.
        host: UserId,
        /// Rules of the table.
        rules: RulesSpec,
        /// Number of deals after which the session ends. `None` if there is no limit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        deals: Option<u32>,
        /// Ended table whose players are invited to this one. `None` if the table does not continue another
        /// one.
        ///
        /// The players are not listed here, so that an invitation stores no personal data.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        follows: Option<TableId>,
    },
    /// The rules of the table were changed before the first deal.
    RulesChanged {
        /// The new rules.
        rules: RulesSpec,
    },
    /// The number of deals was changed before the first deal.
    DealsChanged {
        /// Number of deals after which the session ends. `None` if there is no limit.
        deals: Option<u32>,
    },
    /// The level of all robots was changed before the first deal.
    RobotsChanged {
        /// The new level.
        level: Level,
    },
    /// The pause between deals was changed.
    PauseChanged {
        /// Time in seconds after which the next deal begins by itself. `None` if a player begins it.
        seconds: Option<u32>,
    },
    /// A player took a seat at the table.
    Joined {
        /// Player who joined.
        player: Player,
    },
    /// A player invited a person to the table.
    Invited {
        /// The person, who has no seat.
        player: PlayerId,
    },
    /// A person at the table has a new display name.
    Renamed {
        /// The person, with the new name.
        player: Player,
    },
    /// A player left the table.
    GotUp {
        /// Player who left.
        player: PlayerId,
    },
    /// Every player drew a card. The player with the lowest card deals first (`RULES §2`).
    Drew {
        /// Cards in the order in which they were drawn. Players who tied for the lowest rank drew more than
        /// once.
        draws: Vec<(PlayerId, Card)>,
        /// Player who deals first.
        dealer: PlayerId,
    },
    /// A deal started.
    DealBegan {
        /// Number of the deal in the session, counted from 1.
        number: u32,
        /// Dealer, who sits out if there are four players at the table.
        dealer: PlayerId,
        /// Player at each seat.
        seats: BySeat<PlayerId>,
        /// Initial state of the deal, including the hands. Secret until the deal is over.
        start: Start,
        /// Seed used to shuffle the deck. Secret until the deal is over.
        seed: Seed,
        /// Commitment to the seed, published before the deal.
        commitment: Commitment,
        /// Time at which the deal started, on the game clock. `None` if the rules have no time limit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<UnixMillis>,
    },
    /// Something happened in the current deal, such as a bid or a played card.
    InDeal {
        /// Event of the deal.
        event: ulti_rules::Event,
    },
    /// A player chose to pass for the rest of the auction.
    PassesOn {
        /// Player who passes.
        player: PlayerId,
    },
    /// A player took back the choice to pass for the rest of the auction.
    StopsPassing {
        /// Player who decides again.
        player: PlayerId,
    },
    /// A player missed a turn, so a robot plays it.
    Missed {
        /// Player who missed the turn.
        player: PlayerId,
    },
    /// A stand-in robot took over a player's seat and plays until the player returns.
    StoodIn {
        /// Player who was replaced.
        player: PlayerId,
    },
    /// A player returned and took the seat back from the stand-in robot.
    TookBack {
        /// Player who returned.
        player: PlayerId,
    },
    /// A player agreed to end the session.
    AgreedToEnd {
        /// Player who agreed to end the session.
        player: PlayerId,
    },
    /// The session ended.
    Ended {
        /// Reason why the session ended.
        why: WhyEnded,
        /// Points that each player received from the window (the table's pot) at the end.
        shares: Vec<(PlayerId, i32)>,
    },
}

/// The reason why a session at a table ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WhyEnded {
    /// Everyone present agreed to end the session.
    Agreed,
    /// The planned number of deals was played.
    Played,
    /// A player's standing reached the score limit of the rules.
    Score,
    /// The time limit of the rules was reached.
    Time,
    /// The table was closed before the first deal.
    Closed,
    /// Everyone except the robots left the table.
    Empty,
    /// The table was not used for a long time.
    Abandoned,
    /// The channel was deleted, or the bot was removed from the server. An unfinished deal is discarded.
    NoChannel,
    /// A server manager closed the table. An unfinished deal is discarded.
    Manager,
}

impl TableEvent {
    /// Replaces every reference to the user `person` with the user `other`, whose display name is `name`.
    ///
    /// Used to anonymize a user whose data is deleted.
    #[must_use]
    pub fn with_another(mut self, person: UserId, other: UserId, name: &str) -> Self {
        match &mut self {
            Self::SetUp { host, .. } if *host == person => *host = other,
            Self::Joined { player } | Self::Renamed { player } if player.id.user() == Some(person) => {
                *player = Player::person(other, name);
            }
            event => {
                let ids = event.player_ids().into_iter();
                ids.filter(|id| id.user() == Some(person)).for_each(|id| *id = PlayerId::User(other));
            }
        }
        self
    }

    /// Returns the ids of all people mentioned in the event.
    pub fn people(&self) -> Vec<UserId> {
        match self {
            Self::SetUp { host, .. } => vec![*host],
            event => event.clone().player_ids().iter().filter_map(|id| id.user()).collect(),
        }
    }

    /// Returns mutable references to all player ids in the event.
    fn player_ids(&mut self) -> Vec<&mut PlayerId> {
        match self {
            Self::Joined { player } | Self::Renamed { player } => vec![&mut player.id],
            Self::Invited { player }
            | Self::GotUp { player }
            | Self::PassesOn { player }
            | Self::StopsPassing { player }
            | Self::Missed { player }
            | Self::StoodIn { player }
            | Self::TookBack { player }
            | Self::AgreedToEnd { player } => vec![player],
            Self::Drew { draws, dealer } => {
                draws.iter_mut().map(|(player, _)| player).chain([dealer]).collect()
            }
            Self::DealBegan { dealer, seats, .. } => seats.0.iter_mut().chain([dealer]).collect(),
            Self::Ended { shares, .. } => shares.iter_mut().map(|(player, _)| player).collect(),
            Self::SetUp { .. }
            | Self::RulesChanged { .. }
            | Self::DealsChanged { .. }
            | Self::RobotsChanged { .. }
            | Self::PauseChanged { .. }
            | Self::InDeal { .. } => Vec::new(),
        }
    }
}
