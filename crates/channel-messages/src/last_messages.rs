//! The newest messages of the channel.

use std::collections::BTreeMap;
use std::ops::Bound;

use crate::ids::{MessageId, UserId};

/// Number of messages that are remembered.
const REMEMBERED: usize = 64;

/// The newest messages of the channel that the bot has sent, or whose components were used.
///
/// The ids of messages grow with the time at which they were created, so a channel shows a message with a
/// greater id below one with a smaller id.
#[derive(Debug, Default)]
pub(crate) struct LastMessages(BTreeMap<MessageId, Option<UserId>>);

impl LastMessages {
    /// Records a message, unless it is known. `reader` is the user who sees it, or `None` if everyone does.
    pub(crate) fn record(&mut self, message: MessageId, reader: Option<UserId>) {
        self.0.entry(message).or_insert(reader);
        if self.0.len() > REMEMBERED {
            self.0.pop_first();
        }
    }

    /// Removes a message that was deleted.
    pub(crate) fn remove(&mut self, message: MessageId) {
        self.0.remove(&message);
    }

    /// Removes the messages that only a user sees.
    pub(crate) fn forget(&mut self, user: UserId) {
        self.0.retain(|_, reader| *reader != Some(user));
    }

    /// Returns `true` if a user sees no other known message below a message.
    pub(crate) fn is_last(&self, message: MessageId, user: UserId) -> bool {
        let below = (Bound::Excluded(message), Bound::Unbounded);
        self.0.range(below).all(|(_, reader)| reader.is_some_and(|reader| reader != user))
    }
}
