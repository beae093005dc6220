//! The public state of a table.

use std::sync::Arc;

use super::shuffle::{Commitment, Seed};
use super::{ChannelId, Player, PlayerId, ServerId, TableId, UnixMillis, UserId, WhyEnded};
use ulti_rules::{Book, BySeat, Card, Seat, View};

/// The public state of a table. Contains no hidden cards.
#[derive(Debug, Clone, PartialEq)]
pub struct TableView {
    /// Identifier of the table.
    pub table: TableId,
    /// Server of the table.
    pub server: ServerId,
    /// Channel or thread of the table.
    pub channel: ChannelId,
    /// Number of events of the table so far. A view with a higher version is newer.
    pub version: u32,
    /// User who opened the table.
    pub host: UserId,
    /// Rules of the table and the contracts that they allow.
    pub book: Arc<Book>,
    /// Number of deals after which the evening ends; `None` for no limit.
    pub deals: Option<u32>,
    /// Players at the table, in turn order.
    pub chairs: Vec<Chair>,
    /// Points of each player this evening, including players who have left the table.
    pub standings: Vec<Standing>,
    /// Points in the window, the table's pot.
    pub window: i32,
    /// Cards drawn to choose the first dealer; empty before the first deal.
    pub draws: Vec<(PlayerId, Card)>,
    /// Stage of the evening, such as the lobby or a deal in progress.
    pub stage: TableStage,
    /// Deal in progress, or the most recent one.
    pub deal: Option<Arc<DealView>>,
    /// Deal before [`deal`](TableView::deal), kept so that its result can still be shown.
    pub previous: Option<Arc<DealView>>,
    /// Deadline of the player to move, in wall-clock time.
    pub deadline: Option<UnixMillis>,
}

/// A player's place at the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chair {
    /// Player at this place, either a person or a robot.
    pub player: Player,
    /// `true` if a stand-in robot is playing for the absent player.
    pub stood_in: bool,
    /// `true` if the player has agreed to end the evening.
    pub agrees_to_end: bool,
}

/// A player's points and number of deals in an evening, a series of deals at one table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// Player to whom the points belong.
    pub player: Player,
    /// Total points of the player this evening; negative for a net loss.
    pub points: i32,
    /// Number of deals played by the player.
    pub deals: u32,
}

impl Standing {
    /// Returns the standings sorted by descending points, each with its rank, counted from 1. Players with
    /// equal points share a rank.
    pub fn ranked(standings: &[Self]) -> Vec<(usize, &Self)> {
        let mut ranked: Vec<&Self> = standings.iter().collect();
        ranked.sort_by_key(|standing| std::cmp::Reverse(standing.points));
        let place = |one: &Self| 1 + standings.iter().filter(|other| other.points > one.points).count();
        ranked.into_iter().map(|standing| (place(standing), standing)).collect()
    }
}

/// The stage of an evening, which is a series of deals at a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableStage {
    /// Players are joining; no deal has been played.
    Lobby,
    /// A deal is in progress.
    Dealing,
    /// A deal is over, and the next has not started.
    Between,
    /// The evening has ended.
    Ended(WhyEnded),
}

/// The public state of a deal.
#[derive(Debug, Clone, PartialEq)]
pub struct DealView {
    /// Number of the deal within the evening, counted from 1.
    pub number: u32,
    /// Dealer, who sits out at a table of four.
    pub dealer: Player,
    /// Player at each seat.
    pub seats: BySeat<Player>,
    /// Public view of the deal.
    pub view: View,
    /// Commitment to the seed, posted before the deal.
    pub commitment: Commitment,
    /// Seed of the shuffle; `None` until the deal is over.
    pub seed: Option<Seed>,
    /// Standings after the deal; empty until the deal is over.
    pub standings: Vec<Standing>,
    /// Points in the window (the table's pot) after the deal; 0 until the deal is over.
    pub window: i32,
}

impl DealView {
    /// Returns the player to move, or `None` if the deal is over.
    pub fn turn(&self) -> Option<&Player> {
        self.view.turn().map(|seat| &self.seats[seat])
    }

    /// Returns the seat of a player, or `None` if the player does not play in the deal.
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        Seat::ALL.into_iter().find(|seat| self.seats[*seat].id == player)
    }

    /// Returns `true` if the deal is over.
    pub const fn is_over(&self) -> bool {
        self.view.turn().is_none()
    }
}

impl TableView {
    /// Returns `true` if the user has a seat at the table.
    pub fn is_seated(&self, user: UserId) -> bool {
        self.chair(PlayerId::User(user)).is_some()
    }

    /// Returns `true` if another player can join.
    pub fn has_free_seat(&self) -> bool {
        self.chairs.len() < self.book.rules().most_players()
    }

    /// Returns `true` if players may request hints. Currently always `true`.
    #[allow(clippy::unused_self)] // ranked tables will depend on the state
    pub const fn gives_hints(&self) -> bool {
        true
    }

    /// Returns the chair of a player, or `None` if the player is not at the table.
    pub fn chair(&self, player: PlayerId) -> Option<&Chair> {
        self.chairs.iter().find(|chair| chair.player.id == player)
    }

    /// Returns the user ids of the people at the table, without robots.
    pub fn people(&self) -> impl Iterator<Item = UserId> {
        self.chairs.iter().filter_map(|chair| chair.player.id.user())
    }
}
