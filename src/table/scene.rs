//! A table as everyone may see it.

use std::sync::Arc;

use super::shuffle::{Commitment, Seed};
use super::{ChannelId, Millis, Player, PlayerId, ServerId, TableId, UserId, WhyEnded};
use crate::rules::{Book, BySeat, Card, Seat, View};

/// The public face of a table at one moment. Holds no closed card.
#[derive(Debug, Clone, PartialEq)]
pub struct Scene {
    /// Which table.
    pub table: TableId,
    /// Where.
    pub server: ServerId,
    /// Where.
    pub channel: ChannelId,
    /// How many events have happened.
    pub version: u32,
    /// Who set it up.
    pub host: UserId,
    /// What is played.
    pub book: Arc<Book>,
    /// After how many deals the evening ends by itself.
    pub deals: Option<u32>,
    /// Who sits there, in order of turn.
    pub chairs: Vec<Chair>,
    /// Everyone who has played this evening, with what they have won or lost.
    pub standings: Vec<Standing>,
    /// What lies in the window.
    pub window: i32,
    /// The draw for the first deal, once it was made.
    pub draws: Vec<(PlayerId, Card)>,
    /// What is going on.
    pub stage: SceneStage,
    /// The deal that is being played, or the last one.
    pub deal: Option<Arc<DealScene>>,
    /// The deal before that one, so that its result can still be shown.
    pub previous: Option<Arc<DealScene>>,
    /// When the player whose turn it is must have acted; by the clock on the wall.
    pub deadline: Option<Millis>,
}

/// A chair with who sits on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chair {
    /// Who.
    pub player: Player,
    /// Whether a robot holds the seat for the player.
    pub stood_in: bool,
    /// Whether the player has agreed to end the evening.
    pub agrees_to_end: bool,
}

/// A player's line of the standings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// Who.
    pub player: Player,
    /// What was won or lost this evening.
    pub points: i32,
    /// In how many deals.
    pub deals: u32,
}

impl Standing {
    /// Most points first, each with its place, from 1; equal points share one.
    pub fn ranked(standings: &[Self]) -> Vec<(usize, &Self)> {
        let mut ranked: Vec<&Self> = standings.iter().collect();
        ranked.sort_by_key(|standing| std::cmp::Reverse(standing.points));
        let place = |one: &Self| 1 + standings.iter().filter(|other| other.points > one.points).count();
        ranked.into_iter().map(|standing| (place(standing), standing)).collect()
    }
}

/// What is going on at a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SceneStage {
    /// People are sitting down; no deal has been played.
    Lobby,
    /// A deal is being played.
    Dealing,
    /// A deal is over, and the next has not begun.
    Between,
    /// The evening is over.
    Ended(WhyEnded),
}

/// A deal as everyone may see it.
#[derive(Debug, Clone, PartialEq)]
pub struct DealScene {
    /// Its number in the evening, from 1.
    pub number: u32,
    /// Who dealt; not among the seats when four are at the table.
    pub dealer: Player,
    /// Who plays where.
    pub seats: BySeat<Player>,
    /// The deal through the public's eyes.
    pub view: View,
    /// What was posted of the shuffle beforehand.
    pub commitment: Commitment,
    /// What the shuffle came from, once the deal is over.
    pub seed: Option<Seed>,
    /// The standings after this deal, once it is over.
    pub standings: Vec<Standing>,
    /// The window after it.
    pub window: i32,
}

impl DealScene {
    /// Whose turn it is.
    pub fn turn(&self) -> Option<&Player> {
        self.view.turn().map(|seat| &self.seats[seat])
    }

    /// Where a player sits in this deal.
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        Seat::ALL.into_iter().find(|seat| self.seats[*seat].id == player)
    }

    /// Whether the deal is over.
    pub const fn is_over(&self) -> bool {
        self.view.turn().is_none()
    }
}

impl Scene {
    /// Whether this person sits at the table.
    pub fn is_seated(&self, user: UserId) -> bool {
        self.chair(PlayerId::User(user)).is_some()
    }

    /// Whether someone else could sit down.
    pub fn has_free_seat(&self) -> bool {
        self.chairs.len() < self.book.rules().most_players()
    }

    /// Whether those who play may ask a robot what it would do: everywhere but at ranked tables, of
    /// which there are none yet.
    #[allow(clippy::unused_self)] // a ranked table will say so in its scene
    pub const fn gives_hints(&self) -> bool {
        true
    }

    /// The chair of a player.
    pub fn chair(&self, player: PlayerId) -> Option<&Chair> {
        self.chairs.iter().find(|chair| chair.player.id == player)
    }

    /// The people at the table.
    pub fn people(&self) -> impl Iterator<Item = UserId> {
        self.chairs.iter().filter_map(|chair| chair.player.id.user())
    }
}
