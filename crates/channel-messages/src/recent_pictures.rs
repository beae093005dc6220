//! The pictures of messages that were changed recently.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::ids::{MessageId, PictureId, Time};

/// The pictures of messages that were changed recently.
///
/// An interaction that was created before a change and arrives after it contains the earlier picture. An
/// interaction that arrives later than [`Timings::response_deadline`](crate::Timings::response_deadline)
/// cannot be answered, so pictures are kept for that time.
#[derive(Debug, Default)]
pub(crate) struct RecentPictures(BTreeMap<MessageId, (Time, Option<PictureId>)>);

impl RecentPictures {
    /// Records the picture of a message that was changed. `None` means that it has none, or that it is not
    /// known.
    pub(crate) fn record(&mut self, message: MessageId, picture: Option<PictureId>, now: Time) {
        self.0.insert(message, (now, picture));
    }

    /// Removes the messages that were changed longer ago than `age`.
    pub(crate) fn remove_older(&mut self, age: Duration, now: Time) {
        self.0.retain(|_, (changed, _)| *changed + age > now);
    }

    /// Returns the picture of a message: the recorded one if the message was changed recently, and
    /// otherwise `picture`.
    pub(crate) fn newest(&self, message: MessageId, picture: Option<PictureId>) -> Option<PictureId> {
        self.0.get(&message).map_or(picture, |(_, recorded)| *recorded)
    }
}
