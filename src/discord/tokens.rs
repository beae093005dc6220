//! The newest interaction token of each person at a table: with it their hand is kept fresh.
//!
//! A token is good for 15 minutes and lets its holder edit an ephemeral message, so it is a secret:
//! it stays in memory and is never logged.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use secrecy::{ExposeSecret, SecretString};
use tokio::time::Instant;

use crate::table::{TableId, UserId};
use crate::text::Look;

/// Discord's fifteen minutes, less what an edit may take to arrive.
const LIFE: Duration = Duration::from_secs(15 * 60 - 20);

/// How often those whose time is up are forgotten.
const TIDY_EVERY: Duration = Duration::from_mins(1);

/// A hand that is being shown to someone.
#[derive(Debug, Clone)]
pub(super) struct Held {
    /// With what it can be edited.
    pub(super) token: SecretString,
    /// How it is shown to them.
    pub(super) look: Look,
    /// What it shows, as [`super::wall::mark`] of the hand without a draft: the same is not sent
    /// again, and a bid being put together is not wiped out. `None` where that is not known.
    pub(super) shown: Option<u64>,
    /// The name of the picture that it shows: the same is not sent again.
    pub(super) picture: Option<String>,
    /// Whether that is the picture of what it shows. After an answer it is still to be drawn.
    pub(super) pictured: bool,
    /// Whoever edits this person's message holds this, so that of two edits the newer one comes last. An
    /// answer does not wait for it: whoever finds a newer token after an edit is in [doubt](Tokens::doubt).
    pub(super) edits: Arc<tokio::sync::Mutex<()>>,
    /// Until when the token is good.
    pub(super) until: Instant,
}

impl Held {
    /// A hand shown just now, whose picture is still to follow.
    pub(super) fn new(token: &SecretString, look: Look, shown: u64, picture: Option<String>) -> Self {
        let until = Instant::now() + LIFE;
        let (token, shown, edits) = (token.clone(), Some(shown), Arc::default());
        Self { token, look, shown, picture, pictured: false, edits, until }
    }

    /// The same, which came with its picture or does not.
    pub(super) fn pictured(self, pictured: bool) -> Self {
        Self { pictured, ..self }
    }
}

/// The hands that are being shown.
#[derive(Debug, Default)]
pub(super) struct Tokens {
    held: Mutex<HashMap<TableId, HashMap<UserId, Held>>>,
    /// When those whose time is up were last forgotten.
    tidied: Mutex<Option<Instant>>,
}

impl Tokens {
    /// Keeps the newest hand of a person as it comes back, and now and then forgets those whose time is up.
    pub(super) fn keep(&self, table: TableId, user: UserId, mut held: Held) -> Held {
        let mut all = self.lock();
        let here = all.entry(table).or_default();
        if let Some(before) = here.get(&user) {
            held.edits = Arc::clone(&before.edits);
            // A draft, say: the hand is the same, and so is its picture.
            held.pictured |=
                before.pictured && (before.shown, &before.picture) == (held.shown, &held.picture);
        }
        here.insert(user, held.clone());
        drop(all);
        let mut tidied = self.tidied.lock().unwrap_or_else(PoisonError::into_inner);
        if tidied.is_none_or(|at| at.elapsed() >= TIDY_EVERY) {
            *tidied = Some(Instant::now());
            self.tidy();
        }
        held
    }

    fn tidy(&self) {
        let now = Instant::now();
        self.lock().retain(|_, here| {
            here.retain(|_, held| held.until > now);
            !here.is_empty()
        });
    }

    /// The newest hand of a person, while it can be edited.
    pub(super) fn newest(&self, table: TableId, user: UserId) -> Option<Held> {
        self.lock().get(&table)?.get(&user).filter(|held| held.until > Instant::now()).cloned()
    }

    /// This very hand as it is now, unless there is a newer one.
    pub(super) fn same(&self, table: TableId, user: UserId, held: &Held) -> Option<Held> {
        self.newest(table, user).filter(|now| same(&now.token, &held.token))
    }

    /// Everyone at a table whose hand can be edited.
    pub(super) fn at(&self, table: TableId) -> Vec<(UserId, Held)> {
        let now = Instant::now();
        let all = self.lock();
        let here = all.get(&table).into_iter().flatten().filter(|(_, held)| held.until > now);
        here.map(|(user, held)| (*user, held.clone())).collect()
    }

    /// From now on this person's hands are shown in this look.
    pub(super) fn look(&self, user: UserId, look: Look) {
        self.lock().values_mut().filter_map(|here| here.get_mut(&user)).for_each(|held| held.look = look);
    }

    /// Notes what this very hand shows now, under its picture. `false` where there is a newer one of the same
    /// person by now, which may have been written over.
    pub(super) fn note(
        &self,
        table: TableId,
        user: UserId,
        token: &SecretString,
        shown: Option<u64>,
        picture: Option<String>,
    ) -> bool {
        let mut all = self.lock();
        let held = all.get_mut(&table).and_then(|here| here.get_mut(&user));
        let Some(held) = held.filter(|held| same(&held.token, token)) else { return false };
        (held.shown, held.picture, held.pictured) = (shown, picture, true);
        true
    }

    /// From now on it is not known what a person's hand shows: the next time it is shown anew, and a picture
    /// that is still to follow hangs.
    pub(super) fn doubt(&self, table: TableId, user: UserId) {
        if let Some(held) = self.lock().get_mut(&table).and_then(|here| here.get_mut(&user)) {
            (held.shown, held.picture, held.pictured) = (None, None, false);
        }
    }

    /// Forgets this very hand, which can't be edited any more.
    pub(super) fn forget(&self, table: TableId, user: UserId, token: &SecretString) {
        let mut all = self.lock();
        let Some(here) = all.get_mut(&table) else { return };
        if here.get(&user).is_some_and(|held| same(&held.token, token)) {
            here.remove(&user);
        }
    }

    /// Forgets every hand of a person.
    pub(super) fn forget_person(&self, user: UserId) {
        for here in self.lock().values_mut() {
            here.remove(&user);
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<TableId, HashMap<UserId, Held>>> {
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
        tokens.tidy();
        assert_eq!(tokens.at(WHERE.0).len(), 1);
        tokio::time::advance(Duration::from_mins(1)).await;
        assert!(tokens.newest(WHERE.0, WHERE.1).is_none());
        tokens.tidy();
        assert!(tokens.lock().is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn the_newest_hand_counts_and_an_older_ones_end_does_not_touch_it() {
        let tokens = Tokens::default();
        tokens.keep(WHERE.0, WHERE.1, held("one"));
        tokens.keep(WHERE.0, WHERE.1, held("two"));
        assert!(!tokens.note(WHERE.0, WHERE.1, &"one".into(), Some(7), None));
        tokens.forget(WHERE.0, WHERE.1, &"one".into());
        let newest = tokens.newest(WHERE.0, WHERE.1).unwrap();
        assert_eq!((newest.token.expose_secret(), newest.shown, newest.pictured), ("two", Some(0), false));
        tokens.forget(WHERE.0, WHERE.1, &"two".into());
        assert!(tokens.newest(WHERE.0, WHERE.1).is_none());
    }

    #[tokio::test]
    async fn the_same_hand_keeps_its_picture_and_a_doubtful_one_does_not() {
        let tokens = Tokens::default();
        let first = tokens.keep(WHERE.0, WHERE.1, held("one"));
        assert!(tokens.note(WHERE.0, WHERE.1, &"one".into(), Some(0), Some("hand.png".into())));
        let draft = Held { picture: Some("hand.png".into()), ..held("two") };
        let draft = tokens.keep(WHERE.0, WHERE.1, draft);
        assert!(draft.pictured && Arc::ptr_eq(&first.edits, &draft.edits));
        let other = Held { picture: Some("hand.png".into()), shown: Some(1), ..held("three") };
        assert!(!tokens.keep(WHERE.0, WHERE.1, other).pictured);
        assert!(tokens.keep(WHERE.0, WHERE.1, held("four").pictured(true)).pictured, "it came with its own");
        tokens.doubt(WHERE.0, WHERE.1);
        assert_eq!(tokens.newest(WHERE.0, WHERE.1).unwrap().shown, None);
    }

    #[tokio::test]
    async fn a_token_is_not_shown_by_debug() {
        assert!(!format!("{:?}", held("a very secret token")).contains("very secret"));
    }
}
