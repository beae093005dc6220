//! Stops updates from editing a user's hand messages while a reply to the user is about to be sent.
//!
//! The reply usually shows the same hand, so that the update would be a second request with the same picture.
//!
//! An update may already have been sent when a button of the hand message is pressed. If Discord's response
//! to the update arrives while the reply is being sent, their order is unknown, and the hand has to be sent
//! again.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::Mutex;
use poise::serenity_prelude::InteractionId;

use crate::table::{TableId, UserId};

/// Users whose interactions have not been answered yet.
#[derive(Debug, Default)]
pub(crate) struct PendingReplies {
    users: Mutex<HashMap<UserId, Unanswered>>,
    /// Number of presses so far.
    presses: AtomicU64,
}

/// Unanswered interactions of a user.
#[derive(Debug, Default)]
struct Unanswered {
    interactions: u32,
    /// Presses of buttons that have not been answered yet.
    presses: BTreeMap<u64, Press>,
    /// Tables whose updates did not edit the user's hand message because of these interactions.
    skipped: BTreeSet<TableId>,
}

/// A press of a button that has not been answered yet.
#[derive(Debug)]
struct Press {
    /// The interaction that created the message with the button.
    created_by: InteractionId,
    /// `true` while the reply that replaces the content of the message is being sent.
    is_sending: bool,
    /// Tables whose updates edited the message in the meantime.
    edited: BTreeSet<TableId>,
}

/// Hand messages of a user that may be outdated after a reply.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct OutdatedHands {
    /// Tables whose updates did not edit the message.
    pub(crate) skipped: BTreeSet<TableId>,
    /// Tables whose updates edited the message at the same time as the reply, and may have overwritten it.
    pub(crate) overwritten: BTreeSet<TableId>,
}

/// Stops updates from editing a user's hand messages until an interaction of the user has been answered.
#[derive(Debug)]
pub(crate) struct ReplyGuard<'a> {
    pending: &'a PendingReplies,
    /// `None` once the guard has been released.
    user: Option<UserId>,
    /// Number of the press, if a button was pressed.
    press: Option<u64>,
}

impl Press {
    const fn new(created_by: InteractionId) -> Self {
        Self { created_by, is_sending: false, edited: BTreeSet::new() }
    }
}

impl Unanswered {
    fn is_pressed(&self, created_by: InteractionId) -> bool {
        self.presses.values().any(|press| press.created_by == created_by)
    }
}

impl ReplyGuard<'_> {
    /// Records that the reply is about to be sent, and that it replaces the content of the pressed message.
    pub(crate) fn begin_sending(&self) {
        let mut unanswered = self.pending.users.lock();
        let replies = self.user.and_then(|user| unanswered.get_mut(&user));
        if let Some(press) =
            replies.zip(self.press).and_then(|(replies, press)| replies.presses.get_mut(&press))
        {
            press.is_sending = true;
        }
    }

    /// Allows updates again. Returns the hands whose updates have been skipped since the last guard of the
    /// user was released, and those that an update may have overwritten.
    pub(crate) fn finish(mut self) -> OutdatedHands {
        self.release()
    }

    fn release(&mut self) -> OutdatedHands {
        let mut unanswered = self.pending.users.lock();
        let Some((user, replies)) =
            self.user.take().and_then(|user| Some((user, unanswered.get_mut(&user)?)))
        else {
            return OutdatedHands::default();
        };
        replies.interactions -= 1;
        let press = self.press.and_then(|press| replies.presses.remove(&press));
        let overwritten = press.map(|press| press.edited).unwrap_or_default();
        let skipped = std::mem::take(&mut replies.skipped);
        if replies.interactions == 0 {
            unanswered.remove(&user);
        }
        OutdatedHands { skipped, overwritten }
    }
}

impl Drop for ReplyGuard<'_> {
    fn drop(&mut self) {
        self.release();
    }
}

impl PendingReplies {
    /// Stops updates from editing the user's hand messages until the returned guard is dropped.
    ///
    /// `pressed_message` is the interaction that created the message whose button the user pressed, if any.
    pub(crate) fn begin(&self, user: UserId, pressed_message: Option<InteractionId>) -> ReplyGuard<'_> {
        let mut unanswered = self.users.lock();
        let replies = unanswered.entry(user).or_default();
        replies.interactions += 1;
        let press = pressed_message.map(|created_by| {
            let number = self.presses.fetch_add(1, Ordering::Relaxed);
            replies.presses.insert(number, Press::new(created_by));
            number
        });
        ReplyGuard { pending: self, user: Some(user), press }
    }

    /// Returns `true` if the user has pressed a button of a message, and the press has not been answered yet.
    /// `created_by` is the interaction that created the message.
    pub(crate) fn is_pressed(&self, user: UserId, created_by: InteractionId) -> bool {
        self.users.lock().get(&user).is_some_and(|replies| replies.is_pressed(created_by))
    }

    /// Returns `true` if an update must not edit a player's hand message because a reply to the player is
    /// about to be sent. [`ReplyGuard::finish`] then returns the table.
    pub(crate) fn skips_update(&self, table: TableId, user: UserId) -> bool {
        let mut unanswered = self.users.lock();
        unanswered.get_mut(&user).map(|replies| replies.skipped.insert(table)).is_some()
    }

    /// Records that an update has edited a user's hand message. If a reply is being sent to the message,
    /// [`ReplyGuard::finish`] then returns the table.
    ///
    /// `created_by` is the interaction that created the message.
    pub(crate) fn add_edit(&self, (table, user): (TableId, UserId), created_by: InteractionId) {
        if let Some(replies) = self.users.lock().get_mut(&user) {
            let presses = replies.presses.values_mut();
            for press in presses.filter(|press| press.is_sending && press.created_by == created_by) {
                press.edited.insert(table);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn skipped(table: TableId) -> OutdatedHands {
        OutdatedHands { skipped: [table].into(), ..OutdatedHands::default() }
    }

    #[test]
    fn updates_skipped_during_reply_are_reported_afterwards() {
        let replies = PendingReplies::default();
        let (table, user) = (TableId(1), UserId(2));
        assert!(!replies.skips_update(table, user));
        let [message, other] = [InteractionId::new(7), InteractionId::new(8)];
        let (first, second) = (replies.begin(user, Some(message)), replies.begin(user, None));
        assert!(replies.is_pressed(user, message) && !replies.is_pressed(user, other));
        assert!(!replies.is_pressed(UserId(3), message));
        assert!(replies.skips_update(table, user));
        assert!(!replies.skips_update(table, UserId(3)), "another user's hand was not updated");
        assert_eq!(first.finish(), skipped(table));
        assert!(!replies.is_pressed(user, message));
        assert!(replies.skips_update(TableId(2), user), "the second interaction is unanswered");
        assert_eq!(second.finish(), skipped(TableId(2)));
        drop(replies.begin(user, None));
        assert!(!replies.skips_update(table, user));
        assert_eq!(replies.begin(user, None).finish(), OutdatedHands::default());
    }

    #[test]
    fn edit_of_pressed_message_is_reported_after_reply() {
        let replies = PendingReplies::default();
        let (table, user) = (TableId(1), UserId(2));
        let [message, other] = [InteractionId::new(7), InteractionId::new(8)];
        let (press, command) = (replies.begin(user, Some(message)), replies.begin(user, None));
        replies.add_edit((table, user), message); // the reply is not being sent yet
        press.begin_sending();
        replies.add_edit((table, user), other);
        replies.add_edit((table, UserId(3)), message);
        let again = replies.begin(user, Some(message));
        assert_eq!(press.finish(), OutdatedHands::default());
        again.begin_sending();
        let later = replies.begin(user, Some(message));
        replies.add_edit((table, user), message);
        for guard in [command, later] {
            assert_eq!(guard.finish(), OutdatedHands::default());
        }
        assert_eq!(again.finish().overwritten, [table].into());
    }
}
