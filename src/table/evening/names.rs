//! The display names of a table's players: changes of names, and numbers for names that look alike.

use std::borrow::Cow;

use super::change::Change;
use super::current_deal::CurrentDeal;
use super::state::{Evening, NotATable};
use crate::player_names::Numbers;
use crate::table::{Player, PlayerId, SeatChange, TableEvent, UserId};
use ulti_rules::BySeat;

impl Evening {
    /// Returns the change that stores a new display name of a user. Returns `None` if the user has no seat or
    /// still has the name, or if the evening has ended.
    pub(crate) fn renamed(&self, user: UserId, name: &str) -> Option<Change> {
        let player = self.chair(PlayerId::User(user)).map(|chair| &chair.player)?;
        if self.ended.is_some() || player.name == name {
            return None;
        }
        Change::only(self, TableEvent::Renamed { player: Player::person(user, name) }).ok()
    }

    /// Replaces the name of a player everywhere, including the standings and past deals.
    pub(super) fn rename(&mut self, renamed: &Player) {
        for player in self.players_mut().filter(|player| player.id == renamed.id) {
            player.name.clone_from(&renamed.name);
        }
    }

    /// Checks that a person with the id of `renamed` has a seat, and replaces the person's name.
    pub(super) fn rename_seated(&mut self, renamed: &Player) -> Result<(), NotATable> {
        if renamed.is_robot() || self.chair(renamed.id).is_none() {
            return Err(NotATable::NoSuchPlayer(renamed.id));
        }
        self.rename(renamed);
        Ok(())
    }

    /// Returns the table with numbers in the names of players whose names look alike, for display.
    ///
    /// All players of the evening are compared. The numbers follow the user ids, so a player who joins later
    /// can change them.
    pub(super) fn with_distinct_names(&self) -> Cow<'_, Self> {
        let numbers = self.numbers();
        if numbers.is_empty() {
            return Cow::Borrowed(self);
        }
        let mut shown = self.clone();
        for player in shown.players_mut() {
            player.name = numbers.name(&player.id, &player.name);
        }
        Cow::Owned(shown)
    }

    /// Returns the players of a deal with names that can be told apart.
    pub(super) fn distinct_seats(&self, deal: &CurrentDeal) -> BySeat<Player> {
        let numbers = self.numbers();
        deal.seats.clone().map(|player| Player { name: numbers.name(&player.id, &player.name), ..player })
    }

    fn numbers(&self) -> Numbers<PlayerId> {
        let known = self.players().filter(|player| player.name != Player::ANONYMOUS);
        Numbers::of(known.map(|player| (player.id, player.name.as_str())))
    }

    /// Returns every player who is or was at the table or is invited. A player can occur several times.
    fn players(&self) -> impl Iterator<Item = &Player> {
        let seated = self.chairs.iter().map(|chair| &chair.player);
        let played = self.standings.iter().map(|standing| &standing.player);
        seated.chain(played).chain(&self.invited).chain(self.seat_changes.iter().map(SeatChange::player))
    }

    fn players_mut(&mut self) -> impl Iterator<Item = &mut Player> {
        let seated = self.chairs.iter_mut().map(|chair| &mut chair.player);
        let played = self.standings.iter_mut().map(|standing| &mut standing.player);
        let deals = self.current.iter_mut().chain(&mut self.previous).flat_map(CurrentDeal::players_mut);
        seated.chain(played).chain(deals).chain(&mut self.invited).chain(self.seat_changes.players_mut())
    }
}

impl CurrentDeal {
    fn players_mut(&mut self) -> impl Iterator<Item = &mut Player> {
        let standings = self.after.iter_mut().flat_map(|(standings, _)| standings);
        let played = standings.map(|standing| &mut standing.player);
        self.seats.0.iter_mut().chain([&mut self.dealer]).chain(played)
    }
}
