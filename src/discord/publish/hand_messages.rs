//! Stores the newest interaction token of each player at a table. The token is used to edit the player's hand
//! message.
//!
//! A token is valid for 15 minutes and can edit an ephemeral message. It is therefore a secret, kept in
//! memory only and never logged.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use poise::serenity_prelude::InteractionId;
use secrecy::{ExposeSecret, SecretString};
use tokio::time::Instant;

use super::pending_replies::PendingReplies;
use super::pictures::Late;
use crate::discord::rest::request::ResponseMessage;
use crate::table::{TableId, TableView, UnixMillis, UserId};
use crate::text::Appearance;
use ulti_rules::{Stage, View};

/// Period during which the bot uses an interaction token. Discord's limit is 15 minutes, and the last 20
/// seconds are reserved for a final edit.
pub(super) const TOKEN_LIFETIME: Duration = Duration::from_secs(15 * 60 - 20);

/// Minimum time between two cleanups of expired hand messages.
const TIDY_INTERVAL: Duration = Duration::from_mins(1);

/// A table's version and deadline at the time when a hand message was last updated. The message is up to date
/// as long as both are unchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct HandState {
    /// Version of the table: the number of events so far.
    pub(crate) version: u32,
    /// Deadline for the player whose turn it is, or `None` if there is no deadline.
    pub(crate) deadline: Option<UnixMillis>,
}

impl From<&TableView> for HandState {
    fn from(view: &TableView) -> Self {
        Self { version: view.version, deadline: view.deadline }
    }
}

/// A hand during the turns of other players in the play. It is the same until its owner is next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct WaitingHand {
    /// Number of the deal.
    deal: u32,
    /// Number of cards in the hand.
    cards: u32,
    /// `true` if the rules hide the last trick since the lead to the current one. The picture of a hand that was
    /// drawn before the lead shows the last trick and has to be replaced.
    hides_last_trick: bool,
}

impl WaitingHand {
    /// Returns `None` if the owner of the hand is next, a robot holds the seat, or no cards are being played.
    pub(crate) fn of(table_view: &TableView, view: &View) -> Option<Self> {
        let (deal, seat) = (table_view.deal.as_deref()?, view.seat?);
        let is_held = table_view.chair(deal.seats[seat].id).is_some_and(|chair| chair.stood_in);
        let waits = matches!(view.stage, Stage::Play(_)) && view.turn() != Some(seat) && !is_held;
        let hides_last_trick = view.hides_last_trick();
        waits.then(|| Self { deal: deal.number, cards: view.own_hand().len(), hides_last_trick })
    }
}

/// An ephemeral message that shows a player's hand.
#[derive(Debug, Clone)]
pub(crate) struct HandMessage {
    /// Table where the hand is being played.
    pub(crate) table: TableId,
    /// Player whose hand is shown.
    pub(crate) user: UserId,
    /// Interaction token used to edit the message.
    pub(crate) token: SecretString,
    /// The message among those that the token can edit.
    pub(crate) message: ResponseMessage,
    /// Interaction whose response created the message, if known. Later interactions may have edited the message.
    /// Two hand messages with the same value are the same message on Discord.
    pub(crate) created_by: Option<InteractionId>,
    /// Appearance used to render the hand.
    pub(crate) appearance: Appearance,
    /// Version and deadline of the table when the hand was rendered, or `None` if unknown.
    pub(crate) state: Option<HandState>,
    /// Hash of the displayed hand, computed by
    /// [`Message::content_hash`](crate::discord::messages::Message::content_hash). `None` if unknown.
    ///
    /// Bid drafts and notes do not affect the hash. The hand is sent again only if the hash has changed, so
    /// that an update does not overwrite a bid draft.
    pub(crate) shown: Option<u64>,
    /// The hand that the message shows if its owner waits for other players. `None` at other times.
    pub(crate) waiting: Option<WaitingHand>,
    /// Filename of the attached picture, if any. A picture with the same filename is not uploaded again.
    pub(crate) picture: Option<String>,
    /// `true` if no new picture has to be attached. `false` if the attached picture is missing or may be
    /// outdated.
    pub(crate) pictured: bool,
    /// `true` if the message has no picture because drawing it took too long. The next edit attaches it.
    pub(crate) awaits_picture: bool,
    /// `true` if the message was last written by a table update. Such a message contains no bid draft and no
    /// note, so another edit removes nothing.
    pub(crate) is_from_update: bool,
    /// `true` if the message is sent with a hint, which its picture shows too.
    pub(crate) has_hint: bool,
    /// Lock held while the message is edited, so that an older edit cannot overwrite a newer one.
    ///
    /// Replies do not take the lock. If a reply was sent during an edit, call [`HandMessages::invalidate`]
    /// afterwards.
    pub(crate) edits: Arc<tokio::sync::Mutex<()>>,
    /// Time after which the interaction token is no longer used to edit the message.
    pub(crate) until: Instant,
}

impl HandMessage {
    /// Creates a hand message without a picture.
    ///
    /// `shown` is the hash of the rendered hand.
    pub(crate) fn new(
        (table, user): (TableId, UserId),
        token: &SecretString,
        appearance: Appearance,
        (state, shown): (HandState, u64),
    ) -> Self {
        let until = Instant::now() + TOKEN_LIFETIME;
        let (token, state, shown, edits) = (token.clone(), Some(state), Some(shown), Arc::default());
        let (created_by, waiting, picture) = (None, None, None);
        let (pictured, awaits_picture, is_from_update, has_hint) = (false, false, false, false);
        let message = ResponseMessage::Original;
        Self {
            table,
            user,
            token,
            message,
            created_by,
            appearance,
            state,
            shown,
            waiting,
            picture,
            pictured,
            awaits_picture,
            is_from_update,
            has_hint,
            edits,
            until,
        }
    }

    const fn key(&self) -> (TableId, UserId) {
        (self.table, self.user)
    }

    /// Returns `true` if an update with the given state and appearance would change the message.
    ///
    /// Returns `false` if the message shows a newer state. The reply to a player's own action may show it before
    /// an update that has read the table earlier.
    pub(crate) fn needs_update(&self, state: HandState, appearance: Appearance) -> bool {
        match self.state.filter(|_| self.shown.is_some()) {
            Some(shown) if shown.version > state.version => false,
            Some(shown) => shown != state || self.appearance != appearance,
            None => true,
        }
    }

    /// Returns `true` if the owner has nothing to see before their next turn: the message already shows the hand
    /// as `waiting`, with a current picture or without the picture that could not be drawn in time.
    pub(crate) fn keeps_waiting(&self, waiting: Option<WaitingHand>, appearance: Appearance) -> bool {
        let is_complete = self.awaits_picture || (self.pictured && self.picture.is_some());
        waiting.is_some() && waiting == self.waiting && is_complete && appearance == self.appearance
    }

    /// Returns `true` if both are the same message on Discord, edited with different tokens, as far as is known.
    pub(crate) fn is_same_message(&self, other: &Self) -> bool {
        self.created_by.is_some() && self.created_by == other.created_by
    }

    fn is_same(&self, other: &Self) -> bool {
        self.token.expose_secret() == other.token.expose_secret()
    }
}

/// The content of a hand message after an edit. The fields are described at [`HandMessage`].
#[derive(Debug)]
pub(crate) struct HandEdit {
    pub(crate) state: Option<HandState>,
    pub(crate) shown: Option<u64>,
    pub(crate) waiting: Option<WaitingHand>,
    /// Filename of the attached picture, or an error if the picture was not drawn in time.
    pub(crate) picture: Result<Option<String>, Late>,
    pub(crate) is_from_update: bool,
}

/// The most recent hand message of each player at each table. Expired messages are removed periodically.
#[derive(Debug, Default)]
pub(crate) struct HandMessages {
    hands: Mutex<BTreeMap<(TableId, UserId), HandMessage>>,
    /// Time of the last cleanup of expired hand messages.
    tidied: Mutex<Option<Instant>>,
    /// Replies that are about to be sent, during which updates do not edit the user's hand messages.
    pub(crate) replies: PendingReplies,
}

impl HandMessages {
    /// Stores a hand message as the player's newest hand message at the table.
    ///
    /// Returns the stored copy, and the hand message that it replaces if the bot may still edit that one. Both
    /// can be the same message on Discord, edited with different tokens. Also removes expired hand messages if
    /// the last cleanup was more than [`TIDY_INTERVAL`] ago.
    pub(crate) fn keep(&self, mut hand: HandMessage) -> (HandMessage, Option<HandMessage>) {
        let mut hands = self.hands.lock();
        if let Some(before) = hands.get(&hand.key()) {
            hand.edits = Arc::clone(&before.edits);
            // The hand is unchanged, for example below a draft, so its picture is too. A new hint changes it.
            hand.pictured |= !hand.has_hint
                && before.pictured
                && !before.awaits_picture
                && (before.shown, &before.picture) == (hand.shown, &hand.picture);
        }
        let replaced = hands.insert(hand.key(), hand.clone());
        drop(hands);
        let mut tidied = self.tidied.lock();
        if tidied.is_none_or(|at| at.elapsed() >= TIDY_INTERVAL) {
            *tidied = Some(Instant::now());
            self.tidy();
        }
        let now = Instant::now();
        let replaced = replaced.filter(|before| before.until > now && !before.is_same(&hand));
        (hand, replaced)
    }

    fn tidy(&self) {
        let now = Instant::now();
        self.hands.lock().retain(|_, hand| hand.until > now);
    }

    /// Returns a player's newest hand message at a table. Returns `None` if its token has expired.
    pub(crate) fn newest(&self, table: TableId, user: UserId) -> Option<HandMessage> {
        self.hands.lock().get(&(table, user)).filter(|hand| hand.until > Instant::now()).cloned()
    }

    /// Returns `true` if an older hand message can be marked as replaced by a newer one.
    ///
    /// Returns `false` if the user has meanwhile pressed a button of the older message: the reply to the press is
    /// shown in it, or is about to be.
    pub(crate) fn is_still_replaced(&self, older: &HandMessage) -> bool {
        let newest = self.newest(older.table, older.user);
        let is_pressed =
            older.created_by.is_some_and(|created_by| self.replies.is_pressed(older.user, created_by));
        !is_pressed && !newest.is_some_and(|newest| newest.is_same_message(older))
    }

    /// Returns the stored copy of a hand message. Returns `None` if its token has expired or a newer message
    /// has replaced it.
    pub(crate) fn current(&self, hand: &HandMessage) -> Option<HandMessage> {
        self.newest(hand.table, hand.user).filter(|now| now.is_same(hand))
    }

    /// Returns all hand messages of a table that can still be edited.
    pub(crate) fn at(&self, table: TableId) -> Vec<HandMessage> {
        let (now, hands) = (Instant::now(), self.hands.lock());
        let here = hands.range((table, UserId(0))..=(table, UserId(u64::MAX)));
        here.map(|(_, hand)| hand).filter(|hand| hand.until > now).cloned().collect()
    }

    /// Sets the appearance of all of a player's hand messages.
    pub(crate) fn set_appearance(&self, user: UserId, appearance: Appearance) {
        let mut hands = self.hands.lock();
        hands.values_mut().filter(|hand| hand.user == user).for_each(|hand| hand.appearance = appearance);
    }

    /// Records the content of a hand message after an edit.
    ///
    /// Returns `false` if a newer hand message has replaced it. In that case, the edit may have overwritten
    /// the newer message.
    pub(crate) fn record_edit(&self, edited: &HandMessage, edit: HandEdit) -> bool {
        let mut hands = self.hands.lock();
        let hand = hands.get_mut(&edited.key()).filter(|hand| hand.is_same(edited));
        let Some(hand) = hand else { return false };
        let HandEdit { state, shown, waiting, picture, is_from_update } = edit;
        (hand.awaits_picture, hand.picture) = (picture.is_err(), picture.unwrap_or_default());
        (hand.state, hand.shown, hand.pictured) = (state, shown, true);
        (hand.waiting, hand.is_from_update) = (waiting, is_from_update);
        true
    }

    /// Marks the player's hand message as outdated, so that the next update sends the hand and its picture
    /// again.
    pub(crate) fn invalidate(&self, table: TableId, user: UserId) {
        if let Some(hand) = self.hands.lock().get_mut(&(table, user)) {
            (hand.state, hand.shown, hand.picture, hand.pictured) = (None, None, None, false);
            (hand.waiting, hand.awaits_picture) = (None, false);
        }
    }

    /// Removes a hand message that can no longer be edited. Does nothing if a newer message has already
    /// replaced it.
    pub(crate) fn forget(&self, hand: &HandMessage) {
        let mut hands = self.hands.lock();
        if hands.get(&hand.key()).is_some_and(|now| now.is_same(hand)) {
            hands.remove(&hand.key());
        }
    }

    /// Removes a player's hand messages at all tables.
    pub(crate) fn forget_user(&self, user: UserId) {
        self.hands.lock().retain(|(_, player), _| *player != user);
    }
}
