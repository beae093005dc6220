//! The users whose forced cards are played automatically.

use std::collections::HashSet;

use parking_lot::Mutex;

use super::UserId;

/// The users whose forced cards are played automatically. A forced card is the only one that a player may
/// play.
#[derive(Debug, Default)]
pub(super) struct ForcedCardUsers(Mutex<HashSet<UserId>>);

impl ForcedCardUsers {
    /// Adds or removes a user.
    pub(super) fn set(&self, user: UserId, is_on: bool) {
        let mut users = self.0.lock();
        if is_on {
            users.insert(user);
        } else {
            users.remove(&user);
        }
    }

    pub(super) fn contains(&self, user: UserId) -> bool {
        self.0.lock().contains(&user)
    }
}
