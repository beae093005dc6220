//! Messages that the bot cannot know, so that it does not bring them up to date.

use std::collections::BTreeSet;

use channel_messages::{Action, Failure, MessageId, ResponseKind, StepResult, TableId, UserId};

use super::Database;
use super::execution::Execution;
use crate::discord::{Audience, Discord};
use crate::tables::What;

/// Messages that the bot cannot know, so that it does not bring them up to date.
#[derive(Debug, Default)]
pub(super) struct UnknownMessages {
    /// Messages whose result was lost, whose process has ended, or whose user was forgotten.
    orphans: BTreeSet<MessageId>,
    /// Public messages that a response has created after the bot has stopped waiting for its result.
    late: BTreeSet<MessageId>,
}

impl UnknownMessages {
    /// Returns `true` if the bot does not know a message, unless the database contains its id.
    pub(super) fn contains(&self, message: MessageId) -> bool {
        self.orphans.contains(&message) || self.late.contains(&message)
    }

    /// Returns `true` if the result of a message was lost, its process has ended, or its user was forgotten.
    pub(super) fn is_orphan(&self, message: MessageId) -> bool {
        self.orphans.contains(&message)
    }

    /// Returns `true` if a response has created a public message after the bot has stopped waiting for it.
    pub(super) fn is_late(&self, message: MessageId) -> bool {
        self.late.contains(&message)
    }

    /// Adds messages that the bot cannot know.
    pub(super) fn extend(&mut self, messages: impl IntoIterator<Item = MessageId>) {
        self.orphans.extend(messages);
    }

    /// Records that another process has started.
    pub(super) fn restarted(&mut self, discord: &Discord, database: &Database) {
        // The tokens of ephemeral messages are kept in memory only.
        let ephemeral = discord.messages.iter().filter(|(_, message)| message.audience != Audience::Everyone);
        self.orphans.extend(ephemeral.map(|(id, _)| *id));
        // Messages that were posted and not stored are found again only if they are posted again.
        let known: BTreeSet<MessageId> = database.values().copied().collect();
        let public = discord.messages.iter().filter(|(_, message)| message.audience == Audience::Everyone);
        self.orphans.extend(public.map(|(id, _)| *id).filter(|id| !known.contains(id)));
    }

    /// Records that another process serves a table.
    pub(super) fn dropped(&mut self, table: TableId, discord: &Discord, database: &Database) {
        let known: BTreeSet<MessageId> = database.values().copied().collect();
        // An edit on its way may turn another reply into a hand of the table.
        let of_others = |what: &What| what.table().is_some_and(|of| of != table);
        let messages = discord.messages.iter().filter(|(_, message)| !of_others(&message.message.what));
        self.orphans.extend(messages.map(|(id, _)| *id).filter(|id| !known.contains(id)));
    }

    /// Records that the bot forgets a user, and with it the hands that it has sent.
    pub(super) fn forgets(&mut self, user: UserId, discord: &Discord) {
        let hands = discord.messages.iter().filter(|(_, message)| message.audience == Audience::Only(user));
        self.orphans.extend(hands.map(|(id, _)| *id));
    }

    /// Records the result of a request at Discord.
    pub(super) fn executed(&mut self, execution: &Execution<'_>) {
        let created = execution.result.ok().and_then(|accepted| accepted.message);
        match execution.action {
            Action::Edit(sent) if execution.is_hand() && execution.is_lost => {
                self.orphans.insert(sent.id);
            }
            // A message whose id is not known is found again if it is posted again.
            Action::Post(_) | Action::FollowUp { .. } if !execution.is_known => self.orphans.extend(created),
            // The message of a response can be found with the token, but not by another process.
            Action::Respond { .. } if execution.is_lost => self.orphans.extend(created),
            _ => {}
        }
    }

    /// Records the result that the bot gets. `is_mark` is `true` if the request marks a replaced hand.
    pub(super) fn result(&mut self, action: &Action, is_mark: bool, result: StepResult) {
        if let (Action::Edit(sent), Err(Failure::Invalid), true) = (action, result, is_mark) {
            self.orphans.insert(sent.id);
        }
    }

    /// Records that a response has created a message after the bot has stopped waiting for its result.
    pub(super) fn created_late(&mut self, action: &Action, result: StepResult) {
        if let (Action::Respond { kind: ResponseKind::Public, .. }, Ok(accepted)) = (action, result) {
            self.late.extend(accepted.message);
        }
    }
}
