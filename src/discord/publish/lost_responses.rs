//! Responses to interactions that may have created a table's message although its id is unknown, because the
//! connection failed.

use std::collections::HashMap;

use parking_lot::Mutex;
use poise::serenity_prelude::InteractionId;
use secrecy::SecretString;

use super::posted_messages::MessageKey;
use crate::table::TableId;

/// The interactions whose responses may have created the messages, with their tokens.
#[derive(Debug, Default)]
pub(super) struct LostResponses(Mutex<HashMap<MessageKey, (InteractionId, SecretString)>>);

impl LostResponses {
    /// Records that the response to an interaction may have created a message.
    pub(super) fn add(&self, key: MessageKey, interaction: InteractionId, token: &SecretString) {
        self.0.lock().insert(key, (interaction, token.clone()));
    }

    /// Returns the interaction whose response may have created a message, and its token.
    pub(super) fn get(&self, key: MessageKey) -> Option<(InteractionId, SecretString)> {
        self.0.lock().get(&key).cloned()
    }

    /// Removes the response once it is known whether it created the message.
    pub(super) fn remove(&self, key: MessageKey) {
        self.0.lock().remove(&key);
    }

    /// Removes the responses of a table for deals before `oldest`.
    pub(super) fn forget_before(&self, table: TableId, oldest: u32) {
        self.0.lock().retain(|(of, deal, _), _| *of != table || *deal >= oldest);
    }
}
