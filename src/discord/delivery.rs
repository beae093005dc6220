//! Resends a message without pictures or emoji if Discord rejects them.

use super::messages::{Appearance, Message};
use super::preferences::Preferences;
use super::rest::error::ApiError;
use super::rest::invalid_requests::InvalidRequestBudget;
use crate::table::ChannelId;

/// A message that is reduced step by step until Discord accepts it.
///
/// The caller sends [`message`](Self::message). After each rejection, the caller passes the error to
/// [`lighten`](Self::lighten) and sends the message again. After success, the caller calls
/// [`went`](Self::went).
pub(super) struct Delivery {
    message: Message,
    look: Appearance,
    /// `true` if Discord rejected the attached files.
    files_refused: bool,
    /// `true` if the custom emoji have been replaced by plain symbols.
    undrawn: bool,
}

impl Delivery {
    /// Prepares a message for sending. `look` is the appearance for which the message was built.
    pub(super) const fn new(message: Message, look: Appearance) -> Self {
        Self { message, look, files_refused: false, undrawn: false }
    }

    /// Returns the message to send next.
    pub(super) const fn message(&self) -> &Message {
        &self.message
    }

    /// Returns `budget` if the message has files, else `None`. The budget then counts Discord's response to
    /// the upload; see [`heard`](super::rest::error::heard).
    pub(super) fn upload<'a>(&self, budget: &'a InvalidRequestBudget) -> Option<&'a InvalidRequestBudget> {
        (!self.message.files.is_empty()).then_some(budget)
    }

    /// Removes the files or emoji that may have caused the error, so that the message can be sent again.
    ///
    /// # Errors
    /// Returns the error unchanged if there is nothing to remove, or if neither files nor emoji can be the
    /// cause.
    pub(super) fn lighten(&mut self, error: ApiError) -> Result<(), ApiError> {
        let has_files = !self.message.files.is_empty();
        match error {
            ApiError::Files(_) | ApiError::Forbidden(_) | ApiError::Wrong(_) if has_files => {
                self.files_refused = matches!(error, ApiError::Files(_));
                self.message = self.message.in_words();
            }
            ApiError::Emoji(_) | ApiError::Wrong(_) if !self.undrawn => {
                let Some(undrawn) = self.message.undrawn(self.look) else { return Err(error) };
                self.message = undrawn;
                self.undrawn = true;
            }
            error => return Err(error),
        }
        Ok(())
    }

    /// Records what had to be removed from the message. Must be called after the message was sent.
    ///
    /// Returns `true` if the sent message has a picture.
    pub(super) fn went(&self, preferences: &Preferences, channel: ChannelId) -> bool {
        if self.files_refused {
            preferences.hear_refused(channel);
        }
        if self.undrawn {
            preferences.withdraw_emblems(self.look);
        }
        self.message.keeps_files || !self.message.files.is_empty()
    }
}
