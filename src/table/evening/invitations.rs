//! Invitations: of a person by a player, and of everyone who played at the table that this one follows.

use super::change::Change;
use super::state::Evening;
use crate::table::command::Refusal;
use crate::table::{Player, PlayerId, TableEvent, UserId};

/// Maximum number of people whom the players of a table can invite.
const MAX_INVITED: usize = 10;

impl Change {
    /// Invites a person to take a free seat. Everybody can be invited once.
    pub(super) fn invite(&mut self, me: PlayerId, user: UserId) -> Result<(), Refusal> {
        let player = PlayerId::User(user);
        if player == me {
            Err(Refusal::AlreadySeated)
        } else if self.evening.chair(player).is_some() {
            Err(Refusal::InvitedPlayer(user))
        } else if self.evening.is_full() {
            Err(Refusal::Full { seats: self.evening.chairs.len() })
        } else if self.evening.invitees.contains(&user) {
            Err(Refusal::InvitedAlready(user))
        } else if self.evening.invitees.len() >= MAX_INVITED {
            Err(Refusal::TooManyInvited { most: MAX_INVITED })
        } else {
            self.add(TableEvent::Invited { player })
        }
    }
}

impl Evening {
    /// Returns the people who are invited to the first deal and have no seat yet. Empty once it has started.
    pub(super) fn invited_without_seat(&self) -> Vec<Player> {
        let is_open = self.ended.is_none() && self.current.is_none();
        let waiting = self.invited.iter().filter(|player| is_open && self.chair(player.id).is_none());
        waiting.cloned().collect()
    }

    /// Returns the people whom players have invited and who have no seat yet.
    pub(super) fn invitees_without_seat(&self) -> Vec<UserId> {
        let waiting = self.invitees.iter().filter(|user| self.chair(PlayerId::User(**user)).is_none());
        waiting.copied().collect()
    }

    /// Returns the people who are invited if the evening is repeated: everyone seated at its end or, if
    /// nobody was, everyone who has played.
    ///
    /// People whose data was deleted are omitted.
    pub(crate) fn invitable(&self) -> Vec<Player> {
        let is_invitable = |player: &&Player| !player.is_robot() && player.name != Player::ANONYMOUS;
        let seated = self.chairs.iter().map(|chair| &chair.player);
        let seated: Vec<Player> = seated.filter(is_invitable).cloned().collect();
        if !self.chairs.iter().all(|chair| chair.player.is_robot()) {
            return seated;
        }
        self.standings.iter().map(|standing| &standing.player).filter(is_invitable).cloned().collect()
    }
}
