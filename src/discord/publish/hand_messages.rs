//! Stores the newest interaction token of each player at a table. The token is used to edit the player's hand
//! message.
//!
//! A token is valid for 15 minutes and can edit an ephemeral message. It is therefore a secret, kept in
//! memory only and never logged.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use poise::serenity_prelude::InteractionId;
use secrecy::{ExposeSecret, SecretString};
use tokio::time::Instant;

use crate::table::{TableId, TableView, UnixMillis, UserId};
use crate::text::Appearance;
use ulti_rules::{Stage, View};

/// Period during which the bot uses an interaction token. Discord's limit is 15 minutes, and the last 20
/// seconds are reserved for a final edit.
const TOKEN_LIFETIME: Duration = Duration::from_secs(15 * 60 - 20);

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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
        let (created_by, waiting, picture, pictured, has_hint) = (None, None, None, false, false);
        Self {
            table,
            user,
            token,
            created_by,
            appearance,
            state,
            shown,
            waiting,
            picture,
            pictured,
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
    /// as `waiting`, with a current picture.
    pub(crate) fn keeps_waiting(&self, waiting: Option<WaitingHand>, appearance: Appearance) -> bool {
        let has_current_picture = self.pictured && self.picture.is_some();
        waiting.is_some() && waiting == self.waiting && has_current_picture && appearance == self.appearance
    }

    fn is_same(&self, other: &Self) -> bool {
        self.token.expose_secret() == other.token.expose_secret()
    }
}

/// The most recent hand message of each player at each table. Expired messages are removed periodically.
#[derive(Debug, Default)]
pub(crate) struct HandMessages {
    hands: Mutex<BTreeMap<(TableId, UserId), HandMessage>>,
    /// Time of the last cleanup of expired hand messages.
    tidied: Mutex<Option<Instant>>,
    /// Users whose interactions have not been answered yet.
    unanswered: Mutex<HashMap<UserId, Unanswered>>,
}

/// Unanswered interactions of a user.
#[derive(Debug, Default)]
struct Unanswered {
    interactions: u32,
    /// Tables whose updates did not edit the user's hand message because of these interactions.
    skipped: BTreeSet<TableId>,
}

/// Stops updates from editing a user's hand messages until an interaction of the user has been answered.
///
/// The reply usually shows the same hand, so that the update would be a second request with the same picture.
#[derive(Debug)]
pub(crate) struct ReplyGuard<'a> {
    messages: &'a HandMessages,
    /// `None` once the guard has been released.
    user: Option<UserId>,
}

impl ReplyGuard<'_> {
    /// Allows updates again. Returns the tables whose updates have been skipped since the last guard of the user
    /// was released.
    pub(crate) fn finish(mut self) -> BTreeSet<TableId> {
        self.release()
    }

    fn release(&mut self) -> BTreeSet<TableId> {
        let mut unanswered = self.messages.unanswered.lock();
        let Some((user, replies)) =
            self.user.take().and_then(|user| Some((user, unanswered.get_mut(&user)?)))
        else {
            return BTreeSet::new();
        };
        replies.interactions -= 1;
        let (interactions, skipped) = (replies.interactions, std::mem::take(&mut replies.skipped));
        if interactions == 0 {
            unanswered.remove(&user);
        }
        skipped
    }
}

impl Drop for ReplyGuard<'_> {
    fn drop(&mut self) {
        self.release();
    }
}

impl HandMessages {
    /// Stops updates from editing the user's hand messages until the returned guard is dropped.
    pub(crate) fn begin_reply(&self, user: UserId) -> ReplyGuard<'_> {
        self.unanswered.lock().entry(user).or_default().interactions += 1;
        ReplyGuard { messages: self, user: Some(user) }
    }

    /// Returns `true` if an update must not edit a player's hand message because a reply to the player is about to
    /// be sent. [`ReplyGuard::finish`] then returns the table.
    pub(crate) fn skips_update(&self, table: TableId, user: UserId) -> bool {
        let mut unanswered = self.unanswered.lock();
        unanswered.get_mut(&user).map(|replies| replies.skipped.insert(table)).is_some()
    }

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

    /// Records what a hand message shows after it has been edited.
    ///
    /// Returns `false` if a newer hand message has replaced it. In that case, the edit may have overwritten
    /// the newer message.
    pub(crate) fn record_edit(
        &self,
        edited: &HandMessage,
        (state, shown): (Option<HandState>, Option<u64>),
        waiting: Option<WaitingHand>,
        picture: Option<String>,
    ) -> bool {
        let mut hands = self.hands.lock();
        let hand = hands.get_mut(&edited.key()).filter(|hand| hand.is_same(edited));
        let Some(hand) = hand else { return false };
        (hand.state, hand.shown, hand.picture, hand.pictured) = (state, shown, picture, true);
        hand.waiting = waiting;
        true
    }

    /// Marks the player's hand message as outdated, so that the next update sends the hand and its picture
    /// again.
    pub(crate) fn invalidate(&self, table: TableId, user: UserId) {
        if let Some(hand) = self.hands.lock().get_mut(&(table, user)) {
            (hand.state, hand.shown, hand.picture, hand.pictured) = (None, None, None, false);
            hand.waiting = None;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::messages::fixtures::TestTable;
    use ulti_rules::Seat;

    const WHERE: (TableId, UserId) = (TableId(1), UserId(2));

    fn held(token: &str) -> HandMessage {
        let state = HandState { version: 1, deadline: None };
        HandMessage::new(WHERE, &SecretString::from(token), Appearance::default(), (state, 0))
    }

    #[tokio::test(start_paused = true)]
    async fn interaction_token_is_forgotten_after_fifteen_minutes() {
        let tokens = HandMessages::default();
        tokens.keep(held("one"));
        tokio::time::advance(Duration::from_mins(14)).await;
        assert!(tokens.newest(WHERE.0, WHERE.1).is_some());
        tokens.tidy();
        assert_eq!(tokens.at(WHERE.0).len(), 1);
        tokio::time::advance(Duration::from_mins(1)).await;
        assert!(tokens.newest(WHERE.0, WHERE.1).is_none());
        tokens.tidy();
        assert!(tokens.hands.lock().is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn replaced_hand_message_is_returned_while_its_token_is_valid() {
        let tokens = HandMessages::default();
        let replaced = |token| tokens.keep(held(token)).1.map(|hand| hand.token.expose_secret().to_owned());
        assert_eq!(replaced("one"), None);
        assert_eq!(replaced("two"), Some("one".to_owned()));
        assert_eq!(replaced("two"), None, "a message replaced itself");
        tokio::time::advance(Duration::from_mins(15)).await;
        assert_eq!(replaced("three"), None);
    }

    #[tokio::test(start_paused = true)]
    async fn forgetting_old_hand_message_keeps_newest_one() {
        let tokens = HandMessages::default();
        tokens.keep(held("one"));
        tokens.keep(held("two"));
        assert!(!tokens.record_edit(&held("one"), (None, Some(7)), None, None));
        tokens.forget(&held("one"));
        let newest = tokens.newest(WHERE.0, WHERE.1).unwrap();
        assert_eq!((newest.token.expose_secret(), newest.shown, newest.pictured), ("two", Some(0), false));
        tokens.forget(&held("two"));
        assert!(tokens.newest(WHERE.0, WHERE.1).is_none());
    }

    #[tokio::test]
    async fn hand_message_is_not_overwritten_with_older_state() {
        let hand = held("one");
        let with_hints = Appearance { hints: !hand.appearance.hints, ..hand.appearance };
        let state = |version, deadline| HandState { version, deadline };
        let needs_update = |state| hand.needs_update(state, hand.appearance);
        assert!(!needs_update(state(0, Some(UnixMillis(5)))));
        assert!(!needs_update(state(1, None)));
        assert!(needs_update(state(1, Some(UnixMillis(5)))), "new deadline is not shown");
        assert!(needs_update(state(2, None)));
        assert!(!hand.needs_update(state(0, None), with_hints));
        assert!(hand.needs_update(state(1, None), with_hints));
        let unknown = HandMessage { shown: None, ..hand.clone() };
        assert!(unknown.needs_update(state(0, None), hand.appearance));
    }

    #[tokio::test]
    async fn waiting_hand_is_updated_only_without_current_picture() {
        let waiting = |cards| Some(WaitingHand { deal: 1, cards, hides_last_trick: false });
        let picture = Some("hand.png".to_owned());
        let hand = HandMessage { waiting: waiting(8), picture, pictured: true, ..held("one") };
        assert!(hand.keeps_waiting(waiting(8), hand.appearance));
        assert!(!hand.keeps_waiting(None, hand.appearance), "the owner is next");
        assert!(!hand.keeps_waiting(waiting(7), hand.appearance), "a card was played");
        let text_only = hand.appearance.text_only();
        assert!(!hand.keeps_waiting(waiting(8), text_only), "the appearance has changed");
        let outdated = HandMessage { pictured: false, ..hand.clone() };
        assert!(!outdated.keeps_waiting(waiting(8), hand.appearance), "the picture is outdated");
        let without = HandMessage { picture: None, ..hand.clone() };
        assert!(!without.keeps_waiting(waiting(8), hand.appearance), "there is no picture");
    }

    /// Plays a deal with the house rule `last_trick_hidden`. A waiting hand drawn before a lead shows the last trick.
    #[test]
    fn waiting_hand_is_updated_after_lead_if_rules_hide_last_trick() {
        let mut compared = 0;
        for hidden in [true, false] {
            let rules = ulti_rules::RuleSet::preset("4m").unwrap();
            let rules = rules.with_rule("last_trick_hidden", hidden.into()).unwrap();
            let book = Arc::new(ulti_rules::Book::new(rules));
            let mut table = TestTable::shuffled(5).by_rules(&book);
            loop {
                let before =
                    Seat::ALL.map(|seat| WaitingHand::of(&table.table_view(), &table.deal.view(Some(seat))));
                let is_led = |table: &TestTable| {
                    let view = table.deal.view(None);
                    view.board()
                        .filter(|board| !board.tricks.is_empty())
                        .is_some_and(|board| board.current.cards().len() == 1)
                };
                if !table.step() {
                    break;
                }
                let waits = |seat: &Seat| WaitingHand::of(&table.table_view(), &table.deal.view(Some(*seat)));
                for (seat, before) in Seat::ALL.iter().zip(before) {
                    let (Some(before), Some(now), true) = (before, waits(seat), is_led(&table)) else {
                        continue;
                    };
                    compared += 1;
                    assert_eq!(before == now, !hidden, "seat {seat}");
                }
            }
        }
        assert!(compared > 4, "{compared}");
    }

    #[tokio::test]
    async fn hand_message_keeps_its_picture_if_hand_is_unchanged() {
        let tokens = HandMessages::default();
        let (first, _) = tokens.keep(held("one"));
        assert!(tokens.record_edit(&held("one"), (None, Some(0)), None, Some("hand.png".into())));
        let draft = HandMessage { picture: Some("hand.png".into()), ..held("two") };
        let (draft, _) = tokens.keep(draft);
        assert!(draft.pictured && Arc::ptr_eq(&first.edits, &draft.edits));
        let hint = HandMessage { picture: Some("hand.png".into()), has_hint: true, ..held("hint") };
        assert!(!tokens.keep(hint.clone()).0.pictured, "the picture lacks the hint");
        assert!(tokens.record_edit(&hint, (None, Some(0)), None, Some("hint.png".into())));
        let below = HandMessage { picture: Some("hint.png".into()), ..held("draft below a hint") };
        assert!(tokens.keep(below).0.pictured);
        let other = HandMessage { picture: Some("hint.png".into()), shown: Some(1), ..held("three") };
        assert!(!tokens.keep(other).0.pictured);
        assert!(
            tokens.keep(HandMessage { pictured: true, ..held("four") }).0.pictured,
            "own picture ignored"
        );
        tokens.invalidate(WHERE.0, WHERE.1);
        assert_eq!(tokens.newest(WHERE.0, WHERE.1).unwrap().shown, None);
    }

    #[tokio::test]
    async fn updates_skipped_during_reply_are_reported_afterwards() {
        let messages = HandMessages::default();
        let (table, user) = WHERE;
        assert!(!messages.skips_update(table, user));
        let (first, second) = (messages.begin_reply(user), messages.begin_reply(user));
        assert!(messages.skips_update(table, user));
        assert!(!messages.skips_update(table, UserId(3)), "another user's hand was not updated");
        assert_eq!(first.finish(), [table].into());
        assert!(messages.skips_update(TableId(2), user), "the second interaction is unanswered");
        assert_eq!(second.finish(), [TableId(2)].into());
        drop(messages.begin_reply(user));
        assert!(!messages.skips_update(table, user));
        assert_eq!(messages.begin_reply(user).finish(), BTreeSet::new());
    }

    #[tokio::test]
    async fn debug_output_hides_interaction_token() {
        assert!(!format!("{:?}", held("a very secret token")).contains("very secret"));
    }
}
