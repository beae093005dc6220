//! The input of a channel's task. It never blocks the sender.

use std::collections::{BTreeMap, VecDeque};

use channel_messages::{Answer, Cause, InteractionId, Origin, Time, Token};
use parking_lot::Mutex;
use tokio::sync::{Notify, oneshot};

use super::board::TableBoard;
use super::void_deals::DecidedDeal;
use crate::discord::messages::Appearance;
use crate::discord::rest::error::ApiError;
use crate::table::{Notice, TableId, TableUpdate, UpdateCause, UserId};

/// The reply to an interaction, as [`channel_messages`] sends it.
pub(crate) type ChannelReply = channel_messages::Reply<TableBoard>;

/// Something that a channel's task has to handle.
pub(super) enum Input {
    /// An interaction was received.
    Interaction(Box<NewInteraction>),
    /// The reply to an interaction is known, with the language and card style of its user.
    Reply(InteractionId, Box<(ChannelReply, Appearance)>),
    /// The messages of a table have to be moved to the end of the channel.
    Repost(TableId),
    /// A deal was declared void or restored.
    Decided(DecidedDeal),
    /// A user has chosen another language or card style.
    Style(UserId, Appearance),
    /// The hands of a user must not be kept.
    Forget(UserId),
    /// The process is shutting down.
    ShuttingDown,
    /// The task panics.
    #[cfg(test)]
    Panic,
}

/// An interaction that was received.
pub(crate) struct NewInteraction {
    /// The user of the interaction.
    pub(crate) user: UserId,
    /// The token of the interaction.
    pub(crate) token: Token,
    /// Time at which it was received.
    pub(crate) received: Time,
    /// The command or component.
    pub(crate) origin: Origin,
    /// Filename of the picture that the message of the component has, if any.
    pub(crate) attached: Option<String>,
    /// `true` if the interaction normally needs no reply.
    pub(crate) is_quiet: bool,
    /// Receives the kind of the first response once Discord has accepted it.
    pub(super) responded: oneshot::Sender<FirstAnswer>,
    /// Receives the result.
    pub(super) answered: oneshot::Sender<Result<Answer, ApiError>>,
}

/// The kind of the first response to an interaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FirstAnswer {
    /// The response contains the reply, or the reply follows at once.
    Answered,
    /// The reply was not known in time.
    Deferred,
}

/// Updates of a table that have not been handled.
#[derive(Debug)]
pub(super) struct PendingUpdate {
    /// The newest update.
    pub(super) newest: TableUpdate,
    /// The causes of all updates.
    causes: Vec<UpdateCause>,
    /// Notices, each with the number of events at the table when it was created. The oldest comes first.
    pub(super) notices: Vec<(Notice, u32)>,
}

impl PendingUpdate {
    fn new(update: TableUpdate) -> Self {
        let version = update.table_view.version;
        let notices = update.notice.map(|notice| (notice, version)).into_iter().collect();
        Self { causes: vec![update.cause], notices, newest: update }
    }

    /// Returns the causes of the change, as [`channel_messages`] sees them. `is_known` is `false` if the
    /// table was not shown before by this process.
    pub(super) fn causes_of_change(&self, is_known: bool) -> Vec<Cause> {
        let interaction = |cause: &UpdateCause| match cause {
            UpdateCause::Opening(Some(id)) | UpdateCause::Request(id) => Some(InteractionId(id.0)),
            UpdateCause::Opening(None) | UpdateCause::Other => None,
        };
        let is_opened = self.causes.iter().any(|cause| matches!(cause, UpdateCause::Opening(_)));
        let first = if is_known || is_opened { Cause::Other } else { Cause::Resumed };
        let interactions = self.causes.iter().filter_map(interaction).map(Cause::Interaction);
        std::iter::once(first).chain(interactions).collect()
    }

    /// Adds another update of the same table.
    fn add(&mut self, update: TableUpdate) {
        let version = update.table_view.version;
        self.notices.extend(update.notice.map(|notice| (notice, version)));
        if !self.causes.contains(&update.cause) {
            self.causes.push(update.cause);
        }
        if version >= self.newest.table_view.version {
            self.newest = update;
        }
    }
}

/// The input of a channel's task.
#[derive(Default)]
pub(super) struct Inbox {
    content: Mutex<Content>,
    /// Notified when something arrives.
    pub(super) changed: Notify,
}

#[derive(Default)]
struct Content {
    inputs: VecDeque<Input>,
    /// Updates of each table, merged.
    updates: BTreeMap<TableId, PendingUpdate>,
}

impl Inbox {
    /// Adds an input.
    pub(super) fn put(&self, input: Input) {
        self.content.lock().inputs.push_back(input);
        self.changed.notify_one();
    }

    /// Adds an update of a table.
    pub(super) fn update(&self, update: TableUpdate) {
        let mut content = self.content.lock();
        match content.updates.get_mut(&update.table_view.table) {
            Some(pending) => pending.add(update),
            None => {
                content.updates.insert(update.table_view.table, PendingUpdate::new(update));
            }
        }
        drop(content);
        self.changed.notify_one();
    }

    /// Removes and returns the oldest input.
    pub(super) fn take_input(&self) -> Option<Input> {
        self.content.lock().inputs.pop_front()
    }

    /// Removes and returns the updates of a table.
    pub(super) fn take_update(&self) -> Option<PendingUpdate> {
        self.content.lock().updates.pop_first().map(|(_, update)| update)
    }

    /// Returns `true` if nothing is left to handle.
    pub(super) fn is_empty(&self) -> bool {
        let content = self.content.lock();
        content.inputs.is_empty() && content.updates.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::discord::messages::samples;
    use crate::table::{RequestId, TableView};

    fn update(version: u32, notice: Option<Notice>, cause: UpdateCause) -> TableUpdate {
        let table_view = Arc::new(TableView { version, ..samples::lobby() });
        TableUpdate { table_view, player_views: Vec::new(), notice, cause }
    }

    #[test]
    fn updates_of_a_table_are_merged() {
        let (inbox, cause) = (Inbox::default(), UpdateCause::Request(RequestId(1)));
        inbox.update(update(2, Some(Notice::CutBack), cause));
        inbox.update(update(4, None, UpdateCause::Other));
        inbox.update(update(3, Some(Notice::Awaited(UserId(1))), UpdateCause::Other));
        let merged = inbox.take_update().unwrap();
        assert_eq!(merged.newest.table_view.version, 4);
        assert_eq!(merged.causes, [cause, UpdateCause::Other]);
        assert_eq!(merged.notices, [(Notice::CutBack, 2), (Notice::Awaited(UserId(1)), 3)]);
        assert!(inbox.is_empty());
    }
}
