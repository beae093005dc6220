//! The public state of a table.

use std::ops::Deref;
use std::sync::Arc;

use super::shuffle::{Commitment, Seed};
use super::{ChannelId, Player, PlayerId, ServerId, TableId, UnixMillis, UserId, WhyEnded};
use ulti_rules::{Book, BySeat, Card, Seat, View};

/// The public state of a table, such as its players, points and current deal. Contains no hidden cards.
#[derive(Debug, Clone, PartialEq)]
pub struct TableView {
    /// Identifier of the table.
    pub table: TableId,
    /// Server of the table.
    pub server: ServerId,
    /// Channel or thread that the table belongs to.
    pub channel: ChannelId,
    /// Number of events at the table so far. Of two views, the one with the higher number is newer.
    pub version: u32,
    /// User who opened the table.
    pub host: UserId,
    /// Rules of the table, with the contracts that they allow.
    pub book: Arc<Book>,
    /// Rules with which the table was opened.
    pub opened: Arc<Book>,
    /// Number of deals after which the session ends. `None` if there is no limit.
    pub deals: Option<u32>,
    /// Time in seconds after which the next deal begins by itself. `None` if a player begins it.
    pub pause: Option<u32>,
    /// Ended table whose players are invited to this one. `None` if the table does not continue another one.
    pub follows: Option<TableId>,
    /// Invited people who have no seat yet. Empty once the first deal has started.
    pub invited: Vec<Player>,
    /// People whom players have invited and who have no seat yet.
    pub invitees: Vec<UserId>,
    /// Players at the table, in turn order.
    pub chairs: Vec<Chair>,
    /// Players who joined or left since the start of the newest deal. Empty before the first deal.
    pub seat_changes: Vec<SeatChange>,
    /// Points of every player in the session, including players who have left the table.
    pub standings: Vec<Standing>,
    /// Points in the window (the table's pot).
    pub window: i32,
    /// Points that each player received from the window at the end. They are included in the standings. Empty
    /// before the end, and players without a share are omitted.
    pub shares: Vec<(PlayerId, i32)>,
    /// Cards drawn to choose the first dealer. Empty before the first deal.
    pub draws: Vec<(PlayerId, Card)>,
    /// Stage of the session, such as the lobby or a deal in progress.
    pub stage: TableStage,
    /// Deal in progress or, between deals, the previous one. `None` before the first deal.
    pub deal: Option<Arc<DealView>>,
    /// Deal before [`deal`](TableView::deal). Kept so that its result can still be displayed.
    pub previous: Option<Arc<DealView>>,
    /// End of the evening by the time limit of the rules. `None` if it is not near, or if there is no time
    /// limit.
    pub time_left: Option<TimeLeft>,
    /// Wall-clock deadline for the player whose turn it is. `None` if no person has to act.
    pub deadline: Option<UnixMillis>,
    /// Wall-clock time at which the next deal begins by itself. `None` if a player begins it, or during a
    /// deal.
    pub next_deal: Option<UnixMillis>,
}

/// A player at a table, with flags for the player's status in the session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chair {
    /// Person or robot that occupies this place at the table.
    pub player: Player,
    /// `true` if the player is absent and a stand-in robot is playing instead.
    pub stood_in: bool,
    /// `true` if the player has agreed to end the session.
    pub agrees_to_end: bool,
}

/// The time that is left of an evening with a time limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeLeft {
    /// The last deal begins before this wall-clock time.
    Until(UnixMillis),
    /// The time is up, so the evening ends after the current deal.
    Up,
}

/// A change of the players at a table since the start of the newest deal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SeatChange {
    /// The player has taken a seat and plays from the next deal.
    Joined(Player),
    /// The player has left the table.
    Left(Player),
}

impl SeatChange {
    /// Returns the player who joined or left.
    pub const fn player(&self) -> &Player {
        match self {
            Self::Joined(player) | Self::Left(player) => player,
        }
    }
}

/// A player's points and number of deals in a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// Player who won or lost the points.
    pub player: Player,
    /// Net points that the player has won in the session. Negative for a net loss.
    pub points: i32,
    /// Number of deals that the player has taken part in.
    pub deals: u32,
}

impl Standing {
    /// Returns the standings in descending order of points, each with its rank. Ranks start at 1, and players
    /// with equal points share a rank.
    pub fn ranked(standings: &[Self]) -> Vec<(usize, &Self)> {
        Self::rank(standings.iter().collect())
    }

    /// Returns the standings at the end of a session, ranked as by [`Standing::ranked`]. Players who have
    /// neither a deal nor points are omitted.
    pub fn final_ranking(standings: &[Self]) -> Vec<(usize, &Self)> {
        let counts = |standing: &&Self| standing.deals > 0 || standing.points != 0;
        Self::rank(standings.iter().filter(counts).collect())
    }

    fn rank(mut standings: Vec<&Self>) -> Vec<(usize, &Self)> {
        standings.sort_by_key(|standing| std::cmp::Reverse(standing.points));
        let points: Vec<i32> = standings.iter().map(|standing| standing.points).collect();
        let place = |one: &Self| 1 + points.iter().filter(|other| **other > one.points).count();
        standings.into_iter().map(|standing| (place(standing), standing)).collect()
    }
}

/// The stage of a session at a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableStage {
    /// Players can join. The first deal has not started.
    Lobby,
    /// A deal is in progress.
    Dealing,
    /// A deal has ended, and the next one has not started.
    Between,
    /// The session has ended.
    Ended(WhyEnded),
}

/// The public state of a deal, such as its players and the cards played so far. Contains no hidden cards.
#[derive(Debug, Clone, PartialEq)]
pub struct DealView {
    /// Number of the deal in the session, counted from 1.
    pub number: u32,
    /// Dealer, who sits out if there are four players at the table.
    pub dealer: Player,
    /// Player at each seat.
    pub seats: BySeat<Player>,
    /// Public view of the deal.
    pub view: View,
    /// Commitment to the seed, published before the deal.
    pub commitment: Commitment,
    /// Seed used to shuffle the deck. `None` until the deal is over.
    pub seed: Option<Seed>,
    /// Standings after the deal. Empty until the deal is over.
    pub standings: Vec<Standing>,
    /// Points in the window (the table's pot) after the deal. Zero until the deal is over.
    pub window: i32,
}

/// A user's view of the current deal, with the user's own choices that other players do not see.
///
/// Dereferences to the view of the deal.
#[derive(Debug, Clone, PartialEq)]
pub struct PlayerView {
    /// The deal as the user sees it. The public view if the user does not play in the deal.
    pub deal: Arc<View>,
    /// `true` if the user has chosen to pass for the rest of the auction.
    pub passes_on: bool,
}

#[cfg(test)]
impl From<View> for PlayerView {
    fn from(deal: View) -> Self {
        Self { deal: Arc::new(deal), passes_on: false }
    }
}

impl Deref for PlayerView {
    type Target = View;

    fn deref(&self) -> &View {
        &self.deal
    }
}

impl DealView {
    /// Returns the player whose turn it is, or `None` if the deal is over.
    pub fn turn(&self) -> Option<&Player> {
        self.view.turn().map(|seat| &self.seats[seat])
    }

    /// Returns the seat of a player, or `None` if the player does not take part in the deal.
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

    /// Returns the person who plays alone with robots, or `None` if there are several people at the table or
    /// in the deal, or if there is no deal.
    pub fn person_among_robots(&self) -> Option<UserId> {
        let deal = self.deal.as_ref()?;
        let players = self.chairs.iter().map(|chair| chair.player.id);
        let mut people =
            players.chain(deal.seats.values().map(|player| player.id)).filter_map(PlayerId::user);
        let first = people.next()?;
        people.all(|other| other == first).then_some(first)
    }

    /// Returns `true` if the user has a seat at the table or has played in one of its deals.
    pub fn has_taken_part(&self, user: UserId) -> bool {
        let player = PlayerId::User(user);
        self.is_seated(user) || self.standings.iter().any(|standing| standing.player.id == player)
    }

    /// Returns `true` if the table was closed during a deal, so that the deal does not count.
    pub fn is_discarded(&self) -> bool {
        let is_unfinished = self.deal.as_ref().is_some_and(|deal| !deal.is_over());
        is_unfinished && matches!(self.stage, TableStage::Ended(_))
    }

    /// Returns `true` if there is a free seat.
    pub fn has_free_seat(&self) -> bool {
        self.chairs.len() < self.book.rules().most_players()
    }

    /// Returns `true` if a user has no seat and can take one.
    pub fn may_sit_down(&self, user: UserId) -> bool {
        let goes_on = !matches!(self.stage, TableStage::Ended(_));
        goes_on && self.has_free_seat() && !self.is_seated(user)
    }

    /// Returns `true` if a seat has become free since the first deal: more players have left than joined
    /// since the newest deal began, or too few players are left for the next deal.
    pub fn has_freed_seat(&self) -> bool {
        let left = self.seat_changes.iter().filter(|change| matches!(change, SeatChange::Left(_))).count();
        let is_freed = 2 * left > self.seat_changes.len() || self.chairs.len() < 3;
        let goes_on = matches!(self.stage, TableStage::Dealing | TableStage::Between);
        goes_on && is_freed && self.has_free_seat()
    }

    /// Returns `true` if players may ask for hints. Hints are currently available at every table.
    #[allow(clippy::unused_self)] // ranked tables will depend on the state
    pub const fn gives_hints(&self) -> bool {
        true
    }

    /// Returns `true` if the user may close the lobby and change the table's settings there: the person who
    /// opened the table, or any player if that person has left.
    pub fn manages_lobby(&self, user: UserId) -> bool {
        self.is_seated(user) && (self.host == user || !self.is_seated(self.host))
    }

    /// Returns how many players have agreed to end the session, and how many have to. Robots and players who
    /// are replaced by a robot do not count.
    pub fn votes_to_end(&self) -> (usize, usize) {
        let present = || self.chairs.iter().filter(|chair| !chair.player.is_robot() && !chair.stood_in);
        (present().filter(|chair| chair.agrees_to_end).count(), present().count())
    }

    /// Returns a player's place at the table, or `None` if the player is not there.
    pub fn chair(&self, player: PlayerId) -> Option<&Chair> {
        self.chairs.iter().find(|chair| chair.player.id == player)
    }

    /// Returns the user ids of everyone at the table except robots.
    pub fn people(&self) -> impl Iterator<Item = UserId> {
        self.chairs.iter().filter_map(|chair| chair.player.id.user())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn final_ranking_omits_players_without_deals_and_points() {
        let standing = |user, points, deals| {
            let player = Player::person(UserId(user), format!("Player {user}"));
            Standing { player, points, deals }
        };
        // Player 2 sat down after the last deal, and player 4 has only a share of the window.
        let standings =
            [standing(1, -10, 1), standing(2, 0, 0), standing(3, 5, 1), standing(4, 5, 0), standing(5, 0, 1)];
        let places = |ranked: Vec<(usize, &Standing)>| -> Vec<(usize, Option<UserId>)> {
            ranked.into_iter().map(|(place, standing)| (place, standing.player.id.user())).collect()
        };
        let user = |id| Some(UserId(id));
        let expected = [(1, user(3)), (1, user(4)), (3, user(5)), (4, user(1))];
        assert_eq!(places(Standing::final_ranking(&standings)), expected);
        let expected = [(1, user(3)), (1, user(4)), (3, user(2)), (3, user(5)), (5, user(1))];
        assert_eq!(places(Standing::ranked(&standings)), expected);
    }
}
