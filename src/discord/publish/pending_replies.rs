//! Stops updates from editing a user's hand messages while a reply to the user is about to be sent.
//!
//! The reply usually shows the same hand, so that the update would be a second request with the same picture.

use std::collections::{BTreeSet, HashMap};

use parking_lot::Mutex;
use poise::serenity_prelude::InteractionId;

use crate::table::{TableId, UserId};

/// Users whose interactions have not been answered yet.
#[derive(Debug, Default)]
pub(crate) struct PendingReplies(Mutex<HashMap<UserId, Unanswered>>);

/// Unanswered interactions of a user.
#[derive(Debug, Default)]
struct Unanswered {
    interactions: u32,
    /// Messages whose buttons were pressed, by the interactions that created them.
    pressed_messages: Vec<InteractionId>,
    /// Tables whose updates did not edit the user's hand message because of these interactions.
    skipped: BTreeSet<TableId>,
    /// Tables whose hand message was edited by an update during a press of one of its buttons.
    edited: BTreeSet<TableId>,
}

/// Hand messages of a user that may be outdated after a reply.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct OutdatedHands {
    /// Tables whose updates did not edit the message.
    pub(crate) skipped: BTreeSet<TableId>,
    /// Tables whose update edited the message at the same time as the reply, and may have overwritten it.
    pub(crate) overwritten: BTreeSet<TableId>,
}

/// Stops updates from editing a user's hand messages until an interaction of the user has been answered.
#[derive(Debug)]
pub(crate) struct ReplyGuard<'a> {
    pending: &'a PendingReplies,
    /// `None` once the guard has been released.
    user: Option<UserId>,
    /// The interaction that created the message whose button was pressed, if any.
    pressed_message: Option<InteractionId>,
}

impl ReplyGuard<'_> {
    /// Allows updates again. Returns the hands whose updates have been skipped since the last guard of the
    /// user was released, and those that an update may have overwritten.
    pub(crate) fn finish(mut self) -> OutdatedHands {
        self.release()
    }

    fn release(&mut self) -> OutdatedHands {
        let mut unanswered = self.pending.0.lock();
        let Some((user, replies)) =
            self.user.take().and_then(|user| Some((user, unanswered.get_mut(&user)?)))
        else {
            return OutdatedHands::default();
        };
        replies.interactions -= 1;
        if let Some(place) =
            replies.pressed_messages.iter().position(|pressed| Some(*pressed) == self.pressed_message)
        {
            replies.pressed_messages.swap_remove(place);
        }
        let skipped = std::mem::take(&mut replies.skipped);
        // The edit may have overwritten the replies to all presses.
        let overwritten = replies.edited.clone();
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
        let mut unanswered = self.0.lock();
        let replies = unanswered.entry(user).or_default();
        replies.interactions += 1;
        replies.pressed_messages.extend(pressed_message);
        ReplyGuard { pending: self, user: Some(user), pressed_message }
    }

    /// Returns `true` if the user has pressed a button of a message, and the press has not been answered yet.
    /// `created_by` is the interaction that created the message.
    pub(crate) fn is_pressed(&self, user: UserId, created_by: InteractionId) -> bool {
        self.0.lock().get(&user).is_some_and(|replies| replies.pressed_messages.contains(&created_by))
    }

    /// Returns `true` if an update must not edit a player's hand message because a reply to the player is about to
    /// be sent. [`ReplyGuard::finish`] then returns the table.
    pub(crate) fn skips_update(&self, table: TableId, user: UserId) -> bool {
        let mut unanswered = self.0.lock();
        unanswered.get_mut(&user).map(|replies| replies.skipped.insert(table)).is_some()
    }

    /// Records that an update has edited a user's hand message.
    ///
    /// If the user has pressed a button of the message, the order in which Discord executes the edit and the
    /// reply is unknown. [`ReplyGuard::finish`] then returns the table.
    ///
    /// `created_by` is the interaction that created the message.
    pub(crate) fn add_edit(&self, (table, user): (TableId, UserId), created_by: InteractionId) {
        if let Some(replies) = self.0.lock().get_mut(&user)
            && replies.pressed_messages.contains(&created_by)
        {
            replies.edited.insert(table);
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
        replies.add_edit((table, user), other);
        replies.add_edit((table, UserId(3)), message);
        assert_eq!(command.finish(), OutdatedHands::default());
        let again = replies.begin(user, Some(message));
        replies.add_edit((table, user), message);
        for guard in [press, again] {
            assert_eq!(guard.finish().overwritten, [table].into());
        }
        assert_eq!(replies.begin(user, Some(message)).finish(), OutdatedHands::default());
    }
}
