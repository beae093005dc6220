//! Changes of the players at a table during and after the newest deal.

use crate::table::{Player, SeatChange};

/// Players who joined or left since the start of the newest deal, in order. A player is listed at most once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct SeatChanges(Vec<SeatChange>);

impl SeatChanges {
    /// Adds a player who has joined. A player who had left before has only returned and is removed.
    pub(super) fn joined(&mut self, player: &Player) {
        if !self.forget(player) {
            self.0.push(SeatChange::Joined(player.clone()));
        }
    }

    /// Adds a player who has left. A player who had joined before has never played and is removed.
    pub(super) fn left(&mut self, player: &Player) {
        if !self.forget(player) {
            self.0.push(SeatChange::Left(player.clone()));
        }
    }

    /// Removes the change of a player. Returns `true` if there was one.
    fn forget(&mut self, player: &Player) -> bool {
        let before = self.0.len();
        self.0.retain(|change| change.player().id != player.id);
        self.0.len() < before
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &SeatChange> {
        self.0.iter()
    }

    pub(super) fn players_mut(&mut self) -> impl Iterator<Item = &mut Player> {
        self.0.iter_mut().map(|change| match change {
            SeatChange::Joined(player) | SeatChange::Left(player) => player,
        })
    }

    pub(super) fn to_vec(&self) -> Vec<SeatChange> {
        self.0.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::UserId;

    #[test]
    fn opposite_changes_of_one_player_cancel_out() {
        let [anna, bela] = [1, 2].map(|user| Player::person(UserId(user), "P"));
        let mut changes = SeatChanges::default();
        changes.left(&anna);
        changes.joined(&bela);
        assert_eq!(changes.to_vec(), [SeatChange::Left(anna.clone()), SeatChange::Joined(bela.clone())]);
        changes.joined(&anna);
        changes.left(&bela);
        assert_eq!(changes.to_vec(), []);
    }
}
