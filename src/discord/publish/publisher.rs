//! The [`MessageSink`] for Discord: posts and edits public messages, posts notices and updates hand messages.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use async_trait::async_trait;
use parking_lot::Mutex;
use poise::serenity_prelude as serenity;
use serenity::{MessageId, Nonce};
use sha2::{Digest, Sha256};
use tokio::sync::Notify;

use super::lost_responses::LostResponses;
use super::pictures::Late;
use super::plan::{PlannedMessage, PostCondition};
use super::posted_messages::{MessageKey, PostedMessage, PostedMessages};
use super::queue::{MessageSink, NewerUpdates, PendingUpdate, SendOutcome};
use crate::discord::messages::Appearance;
use crate::discord::rest::channel_breaker::ChannelState;
use crate::discord::rest::error::{ApiError, ErrorKind};
use crate::discord::rest::invalid_requests::Degradation;
use crate::discord::services::Services;
use crate::discord::timings::jitter;
use crate::render::{Picture, Subject};
use crate::store::{MessageKind, StoreError};
use crate::table::{ChannelId, TableId, TableStage, TableView, UserId};

/// Posts and edits table messages in Discord channels.
pub(crate) struct ChannelPublisher {
    pub(super) services: Services,
    pub(super) posted_messages: PostedMessages,
    /// Messages that may exist on Discord even though the request to post them failed, for example with a
    /// timeout.
    pub(super) uncertain: Mutex<HashSet<MessageKey>>,
    /// Responses to interactions that may have created a message although the message's id is unknown.
    pub(super) lost_responses: LostResponses,
    /// Tables whose messages should be reposted at the bottom of the channel.
    pub(super) again: Mutex<HashSet<TableId>>,
    /// The current turn ping at each table: the pinged player and the message id.
    pub(super) pings: Mutex<HashMap<TableId, (UserId, MessageId)>>,
    /// Notified whenever a public message has been posted.
    pub(super) posted: Notify,
}

/// Returns the nonce for posting a public message.
///
/// Discord creates only one message per nonce. This prevents duplicates if the bot crashes after posting a
/// message but before storing its id. A message that replaces the deleted message `in_place_of` gets a
/// different nonce.
///
/// The nonces of a bot share one namespace, and so do those of its processes, whose tables may have the same
/// ids.
pub(crate) fn nonce((table, deal, kind): MessageKey, channel: ChannelId, in_place_of: Option<u64>) -> Nonce {
    named(&format!("{channel}/{table}/{deal}/{kind:?}/{}", in_place_of.unwrap_or_default()))
}

/// Converts a store error to a temporary [`ApiError`], so that the update is retried.
#[allow(clippy::needless_pass_by_value)] // for map_err
pub(super) fn unavailable(error: StoreError) -> ApiError {
    ApiError::new(ErrorKind::Later, error.to_string())
}

/// Returns a nonce derived from a name. The same name always results in the same nonce.
pub(crate) fn named(name: &str) -> Nonce {
    Nonce::String(hex::encode(&Sha256::digest(name)[..12]))
}

impl ChannelPublisher {
    pub(crate) fn new(services: Services) -> Self {
        Self {
            services,
            posted_messages: PostedMessages::default(),
            uncertain: Mutex::default(),
            lost_responses: LostResponses::default(),
            again: Mutex::default(),
            pings: Mutex::default(),
            posted: Notify::new(),
        }
    }

    /// Waits until a public message of a table has been posted. `message` is its deal number and kind.
    ///
    /// Returns immediately if the channel is not accepting messages, or if the bot is sending fewer messages
    /// because of invalid requests.
    pub(crate) async fn until_posted(&self, view: &TableView, message: (u32, MessageKind)) {
        let key = (view.table, message.0, message.1);
        loop {
            let posted = self.posted.notified();
            let is_calm = self.services.budget.stage() == Degradation::Calm;
            let is_open = self.services.breakers.state(view.server, view.channel) == ChannelState::Accepting;
            let is_posted = self.posted_messages.get(key).is_some_and(|posted| !posted.gone);
            if !is_calm || !is_open || is_posted {
                return;
            }
            posted.await;
        }
    }

    /// Returns `true` if another process serves the table now, and publishes newer updates. The last update
    /// of a table is never outdated.
    pub(super) fn is_outdated(&self, view: &TableView) -> bool {
        !matches!(view.stage, TableStage::Ended(_)) && !self.services.gateway.serves(view.server)
    }

    /// Removes the messages of a table from the cache if they were cached before this process last got the
    /// table's shard. Another process may have replaced them in the meantime.
    fn forget_of_previous_owner(&self, view: &TableView) {
        if let Some(since) = self.services.gateway.serves_since(view.server) {
            self.posted_messages.forget_older(view.table, since);
        }
    }

    /// Requests that the table's message be reposted at the bottom of the channel with the next update.
    pub(crate) fn post_again(&self, table: TableId) {
        self.again.lock().insert(table);
    }

    /// Returns `true` if a repost of the table's messages was requested and is possible now.
    pub(super) fn wants_repost(&self, table: TableId) -> bool {
        // Reposting takes two requests, an edit takes one.
        self.services.budget.stage() == Degradation::Calm && self.again.lock().contains(&table)
    }

    /// Deletes the table's current messages, so that they are posted again. The repost is then no longer
    /// requested.
    pub(super) async fn delete_for_repost(&self, view: &TableView, plan: &[PlannedMessage]) {
        self.again.lock().remove(&view.table);
        for planned in plan.iter().filter(|planned| planned.post == PostCondition::Always) {
            let key = (view.table, planned.deal, planned.kind);
            let Ok(Some(posted)) = self.find(key).await else { continue };
            if posted.gone {
                continue;
            }
            self.services.sender.delete(posted.channel, MessageId::new(posted.message.max(1))).await;
            self.posted_messages.put(key, PostedMessage { gone: true, ..posted });
        }
    }

    /// Looks up a posted message in the cache, then in the store.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read. Returning `None` instead would cause the message to be
    /// posted twice.
    pub(super) async fn find(&self, key: MessageKey) -> Result<Option<PostedMessage>, ApiError> {
        if let Some(posted) = self.posted_messages.get(key) {
            return Ok(Some(posted));
        }
        let kept =
            self.services.preferences.store().message(key.0, key.1, key.2).await.map_err(unavailable)?;
        Ok(kept.map(|(channel, message)| {
            let posted = PostedMessage::new(channel, message);
            self.posted_messages.put(key, posted.clone());
            posted
        }))
    }

    /// Returns the subject of a picture, or `None` if the bot may not attach files in the channel.
    pub(super) fn drawable<'a>(
        &self,
        channel: ChannelId,
        subject: Option<&'a Subject>,
    ) -> Option<&'a Subject> {
        subject.filter(|_| self.services.preferences.may_attach(channel))
    }

    /// Draws a picture for a message in a channel, unless that takes too long.
    ///
    /// Returns `Ok(None)` if `subject` is `None`, if the bot may not attach files in the channel, or if the
    /// picture cannot be drawn.
    ///
    /// # Errors
    /// Returns an error if the picture is not drawn in time.
    pub(super) async fn draw_in_time(
        &self,
        channel: ChannelId,
        subject: Option<&Subject>,
        appearance: Appearance,
    ) -> Result<Option<Picture>, Late> {
        let Some(subject) = self.drawable(channel, subject) else { return Ok(None) };
        let wait = self.services.timings.update_picture;
        self.services.picture_service.draw_in_time(subject, appearance, wait).await
    }

    /// Records that the channel rejected a message and returns the outcome of the update.
    pub(super) fn refused(&self, view: &TableView, error: &ApiError) -> SendOutcome {
        match self.services.breakers.refused(view.server, view.channel, error, jitter()) {
            ChannelState::PausedUntil(until) => SendOutcome::PausedUntil(until),
            state => {
                tracing::warn!(channel = %view.channel, ?state, "stopped posting in channel that rejects messages");
                SendOutcome::Done
            }
        }
    }

    /// Removes cached messages of all deals older than the previous deal.
    pub(super) fn forget_old_deals(&self, view: &TableView) {
        if matches!(view.stage, TableStage::Ended(_)) {
            return self.forget_table(view.table);
        }
        let oldest = view.previous.as_ref().or(view.deal.as_ref()).map_or(0, |deal| deal.number);
        self.posted_messages.forget_before(view.table, oldest);
        self.uncertain
            .lock()
            .retain(|(table, deal, _)| *table != view.table || *deal == 0 || *deal >= oldest);
        self.lost_responses.forget_before(view.table, oldest);
    }

    /// Removes a table whose channel no longer exists from memory if its session has ended.
    fn forget_ended(&self, view: &TableView) {
        if matches!(view.stage, TableStage::Ended(_)) {
            self.forget_table(view.table);
            self.pings.lock().remove(&view.table);
        }
    }

    /// Removes a table from memory after its session has ended, because its messages no longer change.
    fn forget_table(&self, table: TableId) {
        self.posted_messages.forget(table);
        self.uncertain.lock().retain(|key| key.0 != table);
        self.lost_responses.forget_before(table, u32::MAX);
        self.again.lock().remove(&table);
    }
}

/// The [`MessageSink`] for the public messages of a table.
pub(crate) struct PublicMessages(pub(crate) Arc<ChannelPublisher>);

/// The [`MessageSink`] for the hand messages of a table's players.
///
/// Hands have a queue of their own, so that they do not wait for the rate limits of public messages.
pub(crate) struct HandUpdates(pub(crate) Arc<ChannelPublisher>);

#[async_trait]
impl MessageSink for PublicMessages {
    async fn show(&self, update: &mut PendingUpdate, newer: &NewerUpdates<'_>) -> SendOutcome {
        let publisher = &self.0;
        let (server, channel) = (update.table_view.server, update.table_view.channel);
        if publisher.is_outdated(&update.table_view) {
            return SendOutcome::Done;
        }
        publisher.forget_of_previous_owner(&update.table_view);
        let state = publisher.services.breakers.state(server, channel);
        if state != ChannelState::Accepting || publisher.services.budget.stage() > Degradation::Calm {
            update.notices.clear(); // they would be outdated by the time they could be posted
        }
        let public = match state {
            ChannelState::Accepting => publisher.show_public(update, newer).await,
            ChannelState::PausedUntil(until) => SendOutcome::PausedUntil(until),
            ChannelState::Blocked => SendOutcome::Done,
            ChannelState::Away => {
                publisher.forget_ended(&update.table_view);
                return SendOutcome::Done;
            }
        };
        if matches!(public, SendOutcome::PausedUntil(_)) {
            update.notices.clear();
        }
        let said = publisher.post_notices(update).await;
        if public == SendOutcome::Done { said } else { public }
    }
}

#[async_trait]
impl MessageSink for HandUpdates {
    async fn show(&self, update: &mut PendingUpdate, newer: &NewerUpdates<'_>) -> SendOutcome {
        let Services { breakers, budget, .. } = &self.0.services;
        if self.0.is_outdated(&update.table_view) {
            return SendOutcome::Done;
        }
        let state = breakers.state(update.table_view.server, update.table_view.channel);
        if state == ChannelState::Away || budget.stage() >= Degradation::Sparing {
            return SendOutcome::Done;
        }
        self.0.show_hands(update, newer).await
    }

    async fn follow_up(&self, update: &PendingUpdate, newer: &NewerUpdates<'_>) {
        self.0.add_late_hand_pictures(update, newer).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: ChannelId = ChannelId(5);

    #[test]
    fn message_nonce_is_short_and_deterministic() {
        let text = |nonce| match nonce {
            Nonce::String(text) => text,
            Nonce::Number(number) => number.to_string(),
        };
        let key = (TableId(i64::MAX), u32::MAX, MessageKind::Result);
        let first = text(nonce(key, HERE, None));
        assert!(first.len() <= 25, "nonce exceeds 25 characters");
        assert_eq!(first, text(nonce(key, HERE, None)));
        assert_ne!(first, text(nonce(key, ChannelId(6), None)), "processes may use the same ids of tables");
        assert_ne!(first, text(nonce(key, HERE, Some(7))));
        assert_ne!(first, text(nonce((key.0, key.1, MessageKind::Table), HERE, None)));
    }
}
