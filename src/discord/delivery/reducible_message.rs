//! Removes the parts of a message that Discord may have rejected.

use crate::discord::messages::{Appearance, Message};
use crate::discord::preferences::Preferences;
use crate::discord::rest::error::{ApiError, ErrorKind};
use crate::table::ChannelId;

/// A message whose files and custom emoji are removed step by step until Discord accepts it.
pub(super) struct ReducibleMessage {
    pub(super) message: Message,
    pub(super) appearance: Appearance,
    /// `true` if Discord rejected the attached files.
    pub(super) files_refused: bool,
    /// `true` if an upload failed without a decision about the files.
    pub(super) upload_failed: bool,
    /// `true` if the custom emoji have been replaced by plain symbols.
    pub(super) emoji_removed: bool,
}

impl ReducibleMessage {
    /// Creates a message from which nothing has been removed.
    pub(super) const fn new(message: Message, appearance: Appearance) -> Self {
        Self { message, appearance, files_refused: false, upload_failed: false, emoji_removed: false }
    }

    pub(super) fn is_upload(&self) -> bool {
        !self.message.files.is_empty()
    }

    /// Removes the files or emoji that may have caused the error.
    ///
    /// # Errors
    /// Returns the error unchanged if files and emoji cannot have caused it, or if there are none left to
    /// remove.
    pub(super) fn reduce(&mut self, error: ApiError) -> Result<(), ApiError> {
        let has_files = self.is_upload();
        match error.kind {
            // A rate limit applies to requests without files, too.
            ErrorKind::Later if has_files && error.status != Some(429) => {
                self.upload_failed = true;
                self.message = self.message.in_words();
            }
            ErrorKind::Files | ErrorKind::Forbidden | ErrorKind::Wrong if has_files => {
                self.files_refused = error.kind == ErrorKind::Files;
                self.message = self.message.in_words();
            }
            ErrorKind::Emoji | ErrorKind::Wrong if !self.emoji_removed => {
                let Some(plain) = self.message.undrawn(self.appearance) else { return Err(error) };
                self.message = plain;
                self.emoji_removed = true;
            }
            _ => return Err(error),
        }
        Ok(())
    }

    /// Records in `preferences` whether Discord rejected the message's files or emoji.
    ///
    /// Call this after the message has been sent. Returns `true` if the sent message has a picture.
    pub(super) fn finish(&self, preferences: &Preferences, channel: ChannelId) -> bool {
        if self.files_refused {
            preferences.record_refused_file(channel);
        }
        if self.emoji_removed {
            preferences.withdraw_emoji(self.appearance);
        }
        self.message.keeps_files || !self.message.files.is_empty()
    }
}
