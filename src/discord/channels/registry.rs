//! The channels in which the bot shows messages, each with a task.

use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use channel_messages::{Answer, InteractionId, Origin, Time, Token};
use futures::FutureExt as _;
use parking_lot::Mutex;
use tokio::sync::oneshot;
use tokio::time::Instant;
use tokio_util::task::TaskTracker;

use super::inbox::{ChannelReply, FirstAnswer, Inbox, Input, NewInteraction};
use super::performer::Performer;
use super::task::ChannelTask;
use super::void_deals::DecidedDeal;
use crate::discord::messages::Appearance;
use crate::discord::rest::error::ApiError;
use crate::discord::services::Services;
use crate::table::{Announcer, ChannelId, ServerId, TableId, TableUpdate, UserId};

/// The channels in which the bot shows messages. Each has a task, which owns all messages of the channel.
///
/// Clones refer to the same channels.
#[derive(Clone)]
pub(crate) struct Channels(Arc<Shared>);

struct Shared {
    services: Services,
    /// `true` if public messages are posted and edited with the tokens of interactions.
    uses_tokens: bool,
    /// The origin of the times that the tasks use.
    origin: Instant,
    inboxes: Mutex<Inboxes>,
    tasks: TaskTracker,
}

/// The inboxes of all running tasks.
#[derive(Default)]
struct Inboxes {
    of_channels: HashMap<ChannelId, Arc<Inbox>>,
    /// `true` if the process shuts down.
    is_closing: bool,
}

/// An interaction that is about to be handled.
pub(crate) struct Received {
    /// The user of the interaction.
    pub(crate) user: UserId,
    /// Id of the interaction.
    pub(crate) id: InteractionId,
    /// Text of its token.
    pub(crate) token: String,
    /// Time at which it was received.
    pub(crate) at: Instant,
    /// The command or component.
    pub(crate) origin: Origin,
    /// Filename of the picture that the message of the component has, if any.
    pub(crate) attached: Option<String>,
    /// `true` if the interaction normally needs no reply.
    pub(crate) is_quiet: bool,
}

/// The progress of the answer to an interaction.
pub(crate) struct Progress {
    /// Resolves once Discord has accepted the first response.
    pub(crate) responded: oneshot::Receiver<FirstAnswer>,
    /// Resolves once the reply was sent, or cannot be sent. Closed without a result if the task panics.
    pub(crate) answered: oneshot::Receiver<Result<Answer, ApiError>>,
}

impl Channels {
    pub(crate) fn new(services: Services, uses_tokens: bool) -> Self {
        let (origin, inboxes, tasks) = (Instant::now(), Mutex::default(), TaskTracker::new());
        Self(Arc::new(Shared { services, uses_tokens, origin, inboxes, tasks }))
    }

    /// Returns `true` if public messages are posted and edited with the tokens of interactions.
    pub(crate) fn uses_tokens(&self) -> bool {
        self.0.uses_tokens
    }

    /// Begins to answer an interaction. Its reply has to follow with [`reply`](Self::reply).
    pub(crate) fn begin(&self, channel: ChannelId, received: Received) -> Progress {
        let Received { user, id, token, at, origin, attached, is_quiet } = received;
        let (responded, has_responded) = oneshot::channel();
        let (answered, has_answered) = oneshot::channel();
        let (token, received) = (Token::new(id, token), self.time(at));
        let new = NewInteraction { user, token, received, origin, attached, is_quiet, responded, answered };
        self.send(channel, |inbox| inbox.put(Input::Interaction(Box::new(new))));
        Progress { responded: has_responded, answered: has_answered }
    }

    /// Sends the reply to an interaction. `style` is the language and card style of the user.
    pub(crate) fn reply(
        &self,
        channel: ChannelId,
        interaction: InteractionId,
        reply: ChannelReply,
        style: Appearance,
    ) {
        self.send(channel, |inbox| inbox.put(Input::Reply(interaction, Box::new((reply, style)))));
    }

    /// Moves the messages of a table to the end of its channel.
    pub(crate) fn repost(&self, channel: ChannelId, table: TableId) {
        self.send(channel, |inbox| inbox.put(Input::Repost(table)));
    }

    /// Updates the message of a result after the deal was declared void or restored.
    pub(crate) fn update_result(&self, decided: DecidedDeal) {
        self.send(decided.table_view.channel, |inbox| inbox.put(Input::Decided(decided)));
    }

    /// Sets the language and card style of a user's hands.
    pub(crate) fn set_style(&self, user: UserId, style: Appearance) {
        self.send_all(|| Input::Style(user, style));
    }

    /// Removes the hands of a user, which are not updated any more.
    pub(crate) fn forget(&self, user: UserId) {
        self.send_all(|| Input::Forget(user));
    }

    /// Brings all messages up to date without delays, waiting at most `within`.
    pub(crate) async fn close(&self, within: Duration) {
        self.0.inboxes.lock().is_closing = true;
        self.send_all(|| Input::ShuttingDown);
        self.0.tasks.close();
        if tokio::time::timeout(within, self.0.tasks.wait()).await.is_err() {
            tracing::warn!("timed out sending pending table messages before shutdown");
        }
    }

    fn time(&self, at: Instant) -> Time {
        at.saturating_duration_since(self.0.origin)
    }

    fn send_all(&self, input: impl Fn() -> Input) {
        for inbox in self.0.inboxes.lock().of_channels.values() {
            inbox.put(input());
        }
    }

    /// Passes something to the task of a channel. Starts the task if it is not running.
    fn send(&self, channel: ChannelId, put: impl FnOnce(&Inbox)) {
        let mut inboxes = self.0.inboxes.lock();
        if let Some(inbox) = inboxes.of_channels.get(&channel) {
            return put(inbox);
        }
        let inbox = Arc::<Inbox>::default();
        if inboxes.is_closing {
            inbox.put(Input::ShuttingDown);
        }
        put(&inbox);
        inboxes.of_channels.insert(channel, Arc::clone(&inbox));
        drop(inboxes);
        self.0.tasks.spawn(self.clone().run(channel, inbox));
    }

    /// Runs the task of a channel. If it panics, another task handles what is left in the inbox. The handlers
    /// of the interactions that were not answered reply to the users, and announce the tables of the channel
    /// again.
    async fn run(self, channel: ChannelId, inbox: Arc<Inbox>) {
        loop {
            let performer = Performer { services: self.0.services.clone(), channel };
            let task = ChannelTask::new(performer, Arc::clone(&inbox), self.0.origin, self.0.uses_tokens);
            let ended = AssertUnwindSafe(task.run(|| self.remove(channel, &inbox))).catch_unwind().await;
            if ended.is_ok() {
                return;
            }
            tracing::error!(%channel, "panicked while updating table messages");
            if self.0.inboxes.lock().is_closing {
                inbox.put(Input::ShuttingDown);
            }
            inbox.changed.notify_one();
        }
    }

    /// Removes the inbox of a task that is about to end. Returns `false` if something has arrived.
    fn remove(&self, channel: ChannelId, inbox: &Inbox) -> bool {
        let mut inboxes = self.0.inboxes.lock();
        if !inbox.is_empty() {
            return false;
        }
        inboxes.of_channels.remove(&channel);
        true
    }
}

impl Announcer for Channels {
    fn announce(&self, update: TableUpdate) {
        self.send(update.table_view.channel, |inbox| inbox.update(update));
    }

    fn rejects_messages(&self, server: ServerId, channel: ChannelId) -> bool {
        self.0.services.breakers.rejects_messages(server, channel)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::discord::options::Options;
    use crate::discord::rest::error::ErrorKind;
    use crate::render::NoPictures;
    use crate::store::Store;
    use crate::watch::Metrics;

    fn received(id: u64) -> Received {
        let (user, id, token) = (UserId(1), InteractionId(id), format!("token {id}"));
        let (at, origin) = (Instant::now(), Origin::Command);
        Received { user, id, token, at, origin, attached: None, is_quiet: false }
    }

    #[tokio::test]
    async fn task_that_panics_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("ulti.db")).await.unwrap();
        let options = Options { api: Some("http://127.0.0.1:1".to_owned()), ..Options::new("token") };
        let services = Services::new(&options, store, &(Arc::new(NoPictures) as _), Metrics::default());
        let (channels, channel) = (Channels::new(services, true), ChannelId(1));
        let lost = channels.begin(channel, received(1));
        channels.send(channel, |inbox| inbox.put(Input::Panic));
        assert!(lost.answered.await.is_err(), "the handler does not learn of the panic");
        channels.reply(channel, InteractionId(1), ChannelReply::Nothing, Appearance::default());
        let next = channels.begin(channel, received(2));
        let again = channels.begin(channel, received(2));
        let error = again.answered.await.unwrap().unwrap_err();
        assert_eq!(error.kind, ErrorKind::Acknowledged, "the interaction was answered twice");
        channels.reply(channel, InteractionId(2), ChannelReply::Nothing, Appearance::default());
        // There is no server, so the reply cannot be sent.
        assert!(next.answered.await.unwrap().is_err());
        channels.close(Duration::MAX).await;
        assert!(channels.0.inboxes.lock().of_channels.is_empty());
    }
}
