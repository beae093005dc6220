//! The newest interaction token of each person at a table: with it their hand is kept fresh.
//!
//! A token is good for 15 minutes and lets its holder edit an ephemeral message, so it is a secret:
//! it stays in memory and is never logged.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use secrecy::{ExposeSecret, SecretString};
use tokio::time::Instant;

use crate::table::{TableId, UserId};
use crate::text::Look;

/// Discord's fifteen minutes, less what an edit may take to arrive.
const LIFE: Duration = Duration::from_secs(15 * 60 - 20);

/// A hand that is being shown to someone.
#[derive(Debug, Clone)]
pub(super) struct Held {
    /// With what it can be edited.
    pub(super) token: SecretString,
    /// How it is shown to them.
    pub(super) look: Look,
    /// What it shows, as [`super::wall::mark`] of the hand without a draft: the same is not sent
    /// again, and a bid being put together is not wiped out.
    pub(super) shown: u64,
    /// The name of the picture that it shows: the same is not sent again.
    pub(super) picture: Option<String>,
    /// Until when the token is good.
    pub(super) until: Instant,
}

impl Held {
    /// A hand shown just now.
    pub(super) fn new(token: &SecretString, look: Look, shown: u64, picture: Option<String>) -> Self {
        Self { token: token.clone(), look, shown, picture, until: Instant::now() + LIFE }
    }
}

/// The hands that are being shown.
#[derive(Debug, Default)]
pub(super) struct Tokens {
    held: Mutex<HashMap<(TableId, UserId), Held>>,
}

impl Tokens {
    /// Keeps the newest hand of a person, and forgets those whose time is up.
    pub(super) fn keep(&self, table: TableId, user: UserId, held: Held) {
        let now = Instant::now();
        let mut all = self.lock();
        all.retain(|_, old| old.until > now);
        all.insert((table, user), held);
    }

    /// The newest hand of a person, while it can be edited.
    #[cfg(test)]
    fn newest(&self, table: TableId, user: UserId) -> Option<Held> {
        self.lock().get(&(table, user)).filter(|held| held.until > Instant::now()).cloned()
    }

    /// Everyone at a table whose hand can be edited.
    pub(super) fn at(&self, table: TableId) -> Vec<(UserId, Held)> {
        let now = Instant::now();
        let all = self.lock();
        let here = all.iter().filter(|((at, _), held)| *at == table && held.until > now);
        here.map(|((_, user), held)| (*user, held.clone())).collect()
    }

    /// From now on this person's hands are shown in this look.
    pub(super) fn look(&self, user: UserId, look: Look) {
        self.lock()
            .iter_mut()
            .filter(|((_, whose), _)| *whose == user)
            .for_each(|(_, held)| held.look = look);
    }

    /// Notes what this very hand shows now; a newer one of the same person is left alone.
    pub(super) fn note(
        &self,
        table: TableId,
        user: UserId,
        token: &SecretString,
        shown: u64,
        picture: Option<String>,
    ) {
        if let Some(held) = self.lock().get_mut(&(table, user)).filter(|held| same(&held.token, token)) {
            (held.shown, held.picture) = (shown, picture);
        }
    }

    /// Forgets this very hand, which can't be edited any more.
    pub(super) fn forget(&self, table: TableId, user: UserId, token: &SecretString) {
        let mut all = self.lock();
        if all.get(&(table, user)).is_some_and(|held| same(&held.token, token)) {
            all.remove(&(table, user));
        }
    }

    /// Forgets every hand of a person.
    pub(super) fn forget_person(&self, user: UserId) {
        self.lock().retain(|(_, whose), _| *whose != user);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<(TableId, UserId), Held>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn same(one: &SecretString, other: &SecretString) -> bool {
    one.expose_secret() == other.expose_secret()
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHERE: (TableId, UserId) = (TableId(1), UserId(2));

    fn held(token: &str) -> Held {
        Held::new(&SecretString::from(token), Look::default(), 0, None)
    }

    #[tokio::test(start_paused = true)]
    async fn a_token_lasts_not_quite_fifteen_minutes() {
        let tokens = Tokens::default();
        tokens.keep(WHERE.0, WHERE.1, held("one"));
        tokio::time::advance(Duration::from_mins(14)).await;
        assert!(tokens.newest(WHERE.0, WHERE.1).is_some());
        tokio::time::advance(Duration::from_mins(1)).await;
        assert!(tokens.newest(WHERE.0, WHERE.1).is_none());
    }

    #[tokio::test(start_paused = true)]
    async fn the_newest_hand_counts_and_an_older_ones_end_does_not_touch_it() {
        let tokens = Tokens::default();
        tokens.keep(WHERE.0, WHERE.1, held("one"));
        tokens.keep(WHERE.0, WHERE.1, held("two"));
        tokens.note(WHERE.0, WHERE.1, &"one".into(), 7, None);
        tokens.forget(WHERE.0, WHERE.1, &"one".into());
        let newest = tokens.newest(WHERE.0, WHERE.1).unwrap();
        assert_eq!((newest.token.expose_secret(), newest.shown), ("two", 0));
        tokens.forget(WHERE.0, WHERE.1, &"two".into());
        assert!(tokens.newest(WHERE.0, WHERE.1).is_none());
    }

    #[tokio::test]
    async fn a_token_is_not_shown_by_debug() {
        assert!(!format!("{:?}", held("a very secret token")).contains("very secret"));
    }
}
