//! Receives updates from the tables and queues them for publication.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use poise::serenity_prelude::MessageId;
use secrecy::SecretString;
use tokio::time::Instant;

use super::posted_messages::EditToken;
use super::publisher::{ChannelPublisher, HandUpdates, PublicMessages};
use super::queue::UpdateQueue;
use crate::discord::services::Services;
use crate::store::MessageKind;
use crate::table::{Announcer, TableId, TableStage, TableUpdate, TableView, UpdateCause};

/// Retention time of a table's newest version number. Must exceed the longest time needed to send a reply.
const VERSION_LIFETIME: Duration = Duration::from_mins(1);

/// An [`Announcer`] that publishes table updates in Discord channels.
pub(crate) struct ChannelAnnouncer {
    channels: Arc<ChannelPublisher>,
    public: Arc<UpdateQueue<PublicMessages>>,
    hands: Arc<UpdateQueue<HandUpdates>>,
    /// `true` if public messages are edited with the tokens of interactions.
    uses_tokens: bool,
    /// Newest version number of each recently updated table, with the time of its last update.
    newest: Mutex<HashMap<TableId, (Instant, u32)>>,
}

impl ChannelAnnouncer {
    pub(crate) fn new(services: Services, uses_tokens: bool) -> Self {
        let (pace, retry) = (services.timings.edit_interval, services.timings.update_retry);
        let budget = Arc::clone(&services.budget);
        let channels = Arc::new(ChannelPublisher::new(services));
        let public = Arc::new(PublicMessages(Arc::clone(&channels)));
        let hands = Arc::new(HandUpdates(Arc::clone(&channels)));
        let public = UpdateQueue::new(public, (pace, retry), Arc::clone(&budget));
        let hands = UpdateQueue::new(hands, (pace, retry), budget);
        Self { public, hands, channels, uses_tokens, newest: Mutex::default() }
    }

    /// Returns `true` if the table has been updated since `version`.
    ///
    /// Called after sending a reply that shows the table at `version`. If there is a newer version, the reply
    /// may have overwritten a newer hand message. The table must then be published again.
    pub(crate) fn has_newer(&self, table: TableId, version: u32) -> bool {
        let newest = self.newest.lock();
        newest.get(&table).is_some_and(|(_, newest)| *newest > version)
    }

    /// Returns `true` if a public message can no longer be edited with an interaction's token, or only for a short
    /// time.
    ///
    /// Renewing a token takes a request, which is only worthwhile if edits with the token do not count
    /// towards the global rate limit.
    pub(crate) fn needs_token(&self, table: TableId, message: MessageId) -> bool {
        let limiter = self.channels.services.sender.rest().limiter();
        self.uses_tokens
            && !limiter.counts_interactions()
            && self.channels.posted_messages.needs_token(table, message.get())
    }

    /// Stores the token of an interaction with a component of a public message. It can edit the message once the
    /// interaction has been acknowledged as an update.
    pub(crate) fn renew_token(&self, table: TableId, message: MessageId, token: &SecretString) {
        self.channels.posted_messages.set_token(table, message.get(), EditToken::new(token));
    }

    /// Reposts a table's message at the bottom of its channel.
    pub(crate) fn post_again(&self, view: &Arc<TableView>) {
        self.channels.post_again(view.table);
        self.public.put(TableUpdate {
            table_view: Arc::clone(view),
            player_views: Vec::new(),
            notice: None,
            cause: UpdateCause::Other,
        });
    }

    /// Waits until the current deal's table message has been posted, so that a hand message appears below it. Before the
    /// first deal, waits until the lobby message has been posted as the response to the user's interaction.
    ///
    /// Returns after a short timeout even if the message is still missing. Returns immediately between two deals.
    pub(crate) async fn until_posted(&self, view: &TableView) {
        let message = match view.deal.as_ref().filter(|deal| !deal.is_over()) {
            Some(deal) => (deal.number, MessageKind::Table),
            None if self.uses_tokens && view.stage == TableStage::Lobby => (0, MessageKind::Lobby),
            None => return,
        };
        // After the timeout the hand is sent first.
        let limit = self.channels.services.timings.table_message_wait;
        let _ = tokio::time::timeout(limit, self.channels.until_posted(view, message)).await;
    }

    /// Publishes all pending updates, waiting at most `within`.
    pub(crate) async fn close(&self, within: Duration) {
        tokio::join!(self.public.close(within), self.hands.close(within));
    }

    fn remember(&self, update: &TableUpdate) {
        let mut newest = self.newest.lock();
        let now = Instant::now();
        newest.retain(|_, (at, _)| now - *at < VERSION_LIFETIME);
        let (at, version) = newest.entry(update.table_view.table).or_insert((now, 0));
        (*at, *version) = (now, update.table_view.version.max(*version));
    }
}

impl Announcer for ChannelAnnouncer {
    fn announce(&self, update: TableUpdate) {
        self.remember(&update);
        if !update.player_views.is_empty() {
            self.hands.put(TableUpdate { notice: None, ..update.clone() });
        }
        self.public.put(update);
    }
}
