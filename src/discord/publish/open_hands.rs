//! Stores the newest interaction token of each player at a table. The token is used to edit the player's hand
//! message.
//!
//! A token is valid for 15 minutes and can edit an ephemeral message. It is therefore a secret, kept in
//! memory only and never logged.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};
use secrecy::{ExposeSecret, SecretString};
use tokio::time::Instant;

use crate::table::{TableId, TableView, UnixMillis, UserId};
use crate::text::Appearance;

/// Usable lifetime of a token: Discord's 15 minutes minus the time that an edit may take.
const TOKEN_LIFETIME: Duration = Duration::from_secs(15 * 60 - 20);

/// Minimum interval between two removals of expired hand messages.
const TIDY_INTERVAL: Duration = Duration::from_mins(1);

/// The state of a table that a hand shows. Equal states give equal hands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct HandState {
    /// Version of the table.
    pub(crate) version: u32,
    /// Deadline of the player to move.
    pub(crate) deadline: Option<UnixMillis>,
}

impl From<&TableView> for HandState {
    fn from(view: &TableView) -> Self {
        Self { version: view.version, deadline: view.deadline }
    }
}

/// An ephemeral message that shows a hand.
#[derive(Debug, Clone)]
pub(crate) struct HandMessage {
    /// Interaction token that allows editing the message.
    pub(crate) token: SecretString,
    /// Appearance in which the hand was rendered.
    pub(crate) look: Appearance,
    /// State of the table that the message shows, or `None` if unknown.
    pub(crate) state: Option<HandState>,
    /// Hash of the displayed hand, without bid draft and note, from [`super::publisher::mark`]. `None` if
    /// unknown.
    ///
    /// An unchanged hand is not sent again, so that a bid draft is not overwritten.
    pub(crate) shown: Option<u64>,
    /// Filename of the attached picture. A picture with the same name is not sent again.
    pub(crate) picture: Option<String>,
    /// `true` if the attached picture matches the hand. It is `false` after a reply until the new picture has
    /// been sent.
    pub(crate) pictured: bool,
    /// Lock held during an edit of the player's message, so that the newer of two edits comes last.
    ///
    /// Replies do not take the lock. After an edit that finds a newer token, call [`HandMessages::doubt`].
    pub(crate) edits: Arc<tokio::sync::Mutex<()>>,
    /// Time at which the token expires.
    pub(crate) until: Instant,
}

impl HandMessage {
    /// Creates the entry for a hand message that was just sent and whose picture is still missing.
    pub(crate) fn new(
        token: &SecretString,
        look: Appearance,
        (state, shown): (HandState, u64),
        picture: Option<String>,
    ) -> Self {
        let until = Instant::now() + TOKEN_LIFETIME;
        let (token, state, shown, edits) = (token.clone(), Some(state), Some(shown), Arc::default());
        Self { token, look, state, shown, picture, pictured: false, edits, until }
    }

    /// Sets whether the attached picture matches the hand.
    pub(crate) fn pictured(self, pictured: bool) -> Self {
        Self { pictured, ..self }
    }
}

/// The ephemeral hand messages that can still be edited.
#[derive(Debug, Default)]
pub(crate) struct HandMessages {
    held: Mutex<HashMap<TableId, HashMap<UserId, HandMessage>>>,
    /// Time of the last removal of expired hand messages.
    tidied: Mutex<Option<Instant>>,
}

impl HandMessages {
    /// Registers a player's newest hand message and returns the stored entry.
    ///
    /// Also removes expired hand messages from time to time.
    pub(crate) fn keep(&self, table: TableId, user: UserId, mut held: HandMessage) -> HandMessage {
        let mut all = self.lock();
        let here = all.entry(table).or_default();
        if let Some(before) = here.get(&user) {
            held.edits = Arc::clone(&before.edits);
            // The hand is unchanged, for example below a draft, so its picture is too.
            held.pictured |=
                before.pictured && (before.shown, &before.picture) == (held.shown, &held.picture);
        }
        here.insert(user, held.clone());
        drop(all);
        let mut tidied = self.tidied.lock();
        if tidied.is_none_or(|at| at.elapsed() >= TIDY_INTERVAL) {
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

    /// Returns a player's newest hand message, unless its token has expired.
    pub(crate) fn newest(&self, table: TableId, user: UserId) -> Option<HandMessage> {
        self.lock().get(&table)?.get(&user).filter(|held| held.until > Instant::now()).cloned()
    }

    /// Returns the current entry of a hand message. Returns `None` if it has expired or a newer message has
    /// replaced it.
    pub(crate) fn same(&self, table: TableId, user: UserId, held: &HandMessage) -> Option<HandMessage> {
        self.newest(table, user).filter(|now| same(&now.token, &held.token))
    }

    /// Returns all players at a table whose hand messages can be edited, with those messages.
    pub(crate) fn at(&self, table: TableId) -> Vec<(UserId, HandMessage)> {
        let now = Instant::now();
        let all = self.lock();
        let here = all.get(&table).into_iter().flatten().filter(|(_, held)| held.until > now);
        here.map(|(user, held)| (*user, held.clone())).collect()
    }

    /// Sets the appearance of a player's hand messages.
    pub(crate) fn look(&self, user: UserId, look: Appearance) {
        self.lock().values_mut().filter_map(|here| here.get_mut(&user)).for_each(|held| held.look = look);
    }

    /// Records the content and the picture of a hand message after an edit.
    ///
    /// Returns `false` if a newer message has replaced the hand message. The edit may then have overwritten
    /// the newer message.
    pub(crate) fn note(
        &self,
        table: TableId,
        user: UserId,
        token: &SecretString,
        (state, shown): (Option<HandState>, Option<u64>),
        picture: Option<String>,
    ) -> bool {
        let mut all = self.lock();
        let held = all.get_mut(&table).and_then(|here| here.get_mut(&user));
        let Some(held) = held.filter(|held| same(&held.token, token)) else { return false };
        (held.state, held.shown, held.picture, held.pictured) = (state, shown, picture, true);
        true
    }

    /// Marks the content of a player's hand message as unknown. The next update then sends the hand and its
    /// picture again.
    pub(crate) fn doubt(&self, table: TableId, user: UserId) {
        if let Some(held) = self.lock().get_mut(&table).and_then(|here| here.get_mut(&user)) {
            (held.state, held.shown, held.picture, held.pictured) = (None, None, None, false);
        }
    }

    /// Removes a hand message that can no longer be edited, unless a newer one has replaced it.
    pub(crate) fn forget(&self, table: TableId, user: UserId, token: &SecretString) {
        let mut all = self.lock();
        let Some(here) = all.get_mut(&table) else { return };
        if here.get(&user).is_some_and(|held| same(&held.token, token)) {
            here.remove(&user);
        }
    }

    /// Removes the hand messages of a player at all tables.
    pub(crate) fn forget_person(&self, user: UserId) {
        for here in self.lock().values_mut() {
            here.remove(&user);
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<TableId, HashMap<UserId, HandMessage>>> {
        self.held.lock()
    }
}

fn same(one: &SecretString, other: &SecretString) -> bool {
    one.expose_secret() == other.expose_secret()
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHERE: (TableId, UserId) = (TableId(1), UserId(2));

    fn held(token: &str) -> HandMessage {
        let state = HandState { version: 1, deadline: None };
        HandMessage::new(&SecretString::from(token), Appearance::default(), (state, 0), None)
    }

    #[tokio::test(start_paused = true)]
    async fn token_expires_before_fifteen_minutes() {
        let tokens = HandMessages::default();
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
    async fn older_token_does_not_affect_newest_hand() {
        let tokens = HandMessages::default();
        tokens.keep(WHERE.0, WHERE.1, held("one"));
        tokens.keep(WHERE.0, WHERE.1, held("two"));
        assert!(!tokens.note(WHERE.0, WHERE.1, &"one".into(), (None, Some(7)), None));
        tokens.forget(WHERE.0, WHERE.1, &"one".into());
        let newest = tokens.newest(WHERE.0, WHERE.1).unwrap();
        assert_eq!((newest.token.expose_secret(), newest.shown, newest.pictured), ("two", Some(0), false));
        tokens.forget(WHERE.0, WHERE.1, &"two".into());
        assert!(tokens.newest(WHERE.0, WHERE.1).is_none());
    }

    #[tokio::test]
    async fn equal_hand_keeps_its_picture() {
        let tokens = HandMessages::default();
        let first = tokens.keep(WHERE.0, WHERE.1, held("one"));
        assert!(tokens.note(WHERE.0, WHERE.1, &"one".into(), (None, Some(0)), Some("hand.png".into())));
        let draft = HandMessage { picture: Some("hand.png".into()), ..held("two") };
        let draft = tokens.keep(WHERE.0, WHERE.1, draft);
        assert!(draft.pictured && Arc::ptr_eq(&first.edits, &draft.edits));
        let other = HandMessage { picture: Some("hand.png".into()), shown: Some(1), ..held("three") };
        assert!(!tokens.keep(WHERE.0, WHERE.1, other).pictured);
        assert!(tokens.keep(WHERE.0, WHERE.1, held("four").pictured(true)).pictured, "own picture ignored");
        tokens.doubt(WHERE.0, WHERE.1);
        assert_eq!(tokens.newest(WHERE.0, WHERE.1).unwrap().shown, None);
    }

    #[tokio::test]
    async fn debug_hides_token() {
        assert!(!format!("{:?}", held("a very secret token")).contains("very secret"));
    }
}
