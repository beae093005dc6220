//! The [`MessageSink`] for Discord: posts and edits public messages, posts notices and updates hand messages.

use std::collections::{HashMap, HashSet};

use async_trait::async_trait;
use parking_lot::Mutex;
use poise::serenity_prelude as serenity;
use serenity::{MessageId, Nonce};
use sha2::{Digest, Sha256};
use tokio::sync::Notify;

use super::plan::{self, PlannedMessage, PostCondition};
use super::posted_messages::{MessageKey, PostedMessage, PostedMessages};
use super::queue::{MessageSink, PendingUpdate, SendOutcome};
use crate::discord::delivery::{Delivered, Route};
use crate::discord::messages::{Appearance, Message};
use crate::discord::rest::channel_breaker::{ChannelState, jitter};
use crate::discord::rest::error::{ApiError, ErrorKind};
use crate::discord::rest::invalid_requests::Degradation;
use crate::discord::services::Services;
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
fn nonce((table, deal, kind): MessageKey, in_place_of: Option<u64>) -> Nonce {
    named(&format!("{table}/{deal}/{kind:?}/{}", in_place_of.unwrap_or_default()))
}

/// Converts a store error to a temporary [`ApiError`], so that the update is retried.
#[allow(clippy::needless_pass_by_value)] // for map_err
fn unavailable(error: StoreError) -> ApiError {
    ApiError::new(ErrorKind::Later, error.to_string())
}

/// Returns a nonce derived from a name. The same name always results in the same nonce.
pub(super) fn named(name: &str) -> Nonce {
    Nonce::String(hex::encode(&Sha256::digest(name)[..12]))
}

impl ChannelPublisher {
    pub(crate) fn new(services: Services) -> Self {
        Self {
            services,
            posted_messages: PostedMessages::default(),
            uncertain: Mutex::default(),
            again: Mutex::default(),
            pings: Mutex::default(),
            posted: Notify::new(),
        }
    }

    /// Waits until the table message for a deal has been posted.
    ///
    /// Returns immediately if the channel is not accepting messages, or if the bot is sending fewer messages
    /// because of invalid requests.
    pub(crate) async fn until_posted(&self, view: &TableView, deal: u32) {
        let key = (view.table, deal, MessageKind::Table);
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

    /// Requests that the table's message be reposted at the bottom of the channel with the next update.
    pub(crate) fn post_again(&self, table: TableId) {
        self.again.lock().insert(table);
    }

    /// Deletes the table's current messages if a repost was requested, so that they are posted again.
    async fn delete_for_repost(&self, view: &TableView, plan: &[PlannedMessage]) {
        if self.services.budget.stage() > Degradation::Calm {
            return; // reposting takes two requests, an edit takes one
        }
        if !self.again.lock().remove(&view.table) {
            return;
        }
        for planned in plan.iter().filter(|planned| planned.post == PostCondition::Always) {
            let key = (view.table, planned.deal, planned.kind);
            let Ok(Some(posted)) = self.find(key).await else { continue };
            self.services.sender.delete(posted.channel, MessageId::new(posted.message.max(1))).await;
            self.posted_messages.put(key, PostedMessage { gone: true, ..posted });
        }
    }

    /// Looks up a posted message in the cache, then in the store.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read. Returning `None` instead would cause the message to be
    /// posted twice.
    async fn find(&self, key: MessageKey) -> Result<Option<PostedMessage>, ApiError> {
        if let Some(posted) = self.posted_messages.get(key) {
            return Ok(Some(posted));
        }
        let kept =
            self.services.preferences.store().message(key.0, key.1, key.2).await.map_err(unavailable)?;
        Ok(kept.map(|(channel, message)| {
            let posted = PostedMessage { channel, message, says: None, picture: None, gone: false };
            self.posted_messages.put(key, posted.clone());
            posted
        }))
    }

    /// Posts a message if it is missing, or edits it if it is outdated. Returns `false` if neither was
    /// necessary.
    ///
    /// Pictures are not compared, because the text contains everything that the picture shows.
    async fn publish(
        &self,
        view: &TableView,
        planned: &PlannedMessage,
        appearance: Appearance,
    ) -> Result<bool, ApiError> {
        let key = (view.table, planned.deal, planned.kind);
        let says = Some(planned.message.content_hash());
        let posted = self.find(key).await?;
        let present = posted.as_ref().filter(|posted| !posted.gone);
        let is_current = present.map_or(planned.post == PostCondition::Never, |posted| posted.says == says);
        if is_current {
            return Ok(false);
        }
        let picture = self.draw(view.channel, planned.picture.as_ref(), appearance).await;
        if let Some(posted) = present {
            let name = picture.as_ref().map(|picture| picture.name.clone());
            let message = planned.message.clone().illustrated(picture.clone(), posted.picture.as_deref());
            if let Some(pictured) = self.edit(posted, message, appearance).await? {
                let picture = name.filter(|_| pictured);
                self.posted_messages.put(key, PostedMessage { says, picture, ..posted.clone() });
                return Ok(true);
            }
        }
        if let Some(posted) = posted.clone().filter(|_| planned.post != PostCondition::Always) {
            self.posted_messages.put(key, PostedMessage { says, gone: true, ..posted });
            return Ok(true);
        }
        self.post_new(view, planned, appearance, picture, posted.map(|posted| posted.message)).await
    }

    /// Posts a new public message.
    ///
    /// `in_place_of` is the id of the deleted message that it replaces, if any.
    async fn post_new(
        &self,
        view: &TableView,
        planned: &PlannedMessage,
        appearance: Appearance,
        picture: Option<Picture>,
        in_place_of: Option<u64>,
    ) -> Result<bool, ApiError> {
        let key = (view.table, planned.deal, planned.kind);
        let name = picture.as_ref().map(|picture| picture.name.clone());
        let message = planned.message.clone().illustrated(picture, None);
        let route = Route::Post { nonce: &nonce(key, in_place_of) };
        let posted = self.services.sender.deliver(message, appearance, view.channel, route).await;
        let tried_before = match &posted {
            // A 429 means that nothing was posted; any other error leaves that open.
            Err(error) if error.status == Some(429) => false,
            Err(error) if error.is_temporary() => !self.uncertain.lock().insert(key),
            _ => self.uncertain.lock().remove(&key),
        };
        let Delivered { message, has_picture } = posted?;
        let message = message.map_or(0, MessageId::get);
        let says = (!tried_before).then(|| planned.message.content_hash());
        let picture = name.filter(|_| has_picture && !tried_before);
        let channel = view.channel;
        self.posted_messages.put(key, PostedMessage { channel, message, says, picture, gone: false });
        self.posted.notify_waiters();
        let kept = self.services.preferences.store().put_message(key.0, key.1, key.2, channel, message).await;
        kept.map_err(unavailable)?;
        if tried_before {
            // An earlier attempt may have posted the message with outdated content.
            return Box::pin(self.publish(view, planned, appearance)).await;
        }
        Ok(true)
    }

    /// Draws a picture for a message in a channel.
    ///
    /// Returns `None` if `of` is `None`, if the bot may not attach files in the channel, or if the picture
    /// cannot be drawn.
    pub(super) async fn draw(
        &self,
        channel: ChannelId,
        of: Option<&Subject>,
        appearance: Appearance,
    ) -> Option<Picture> {
        self.services
            .picture_service
            .draw(of.filter(|_| self.services.preferences.may_attach(channel))?, appearance)
            .await
    }

    /// Edits a posted message. Returns `true` if the edited message includes a picture.
    ///
    /// Returns `None` if the message can no longer be edited and has to be posted again.
    async fn edit(
        &self,
        posted: &PostedMessage,
        message: Message,
        appearance: Appearance,
    ) -> Result<Option<bool>, ApiError> {
        let route = Route::Edit { message: MessageId::new(posted.message.max(1)) };
        match self.services.sender.deliver(message, appearance, posted.channel, route).await {
            Ok(edited) => Ok(Some(edited.has_picture)),
            Err(error) if error.kind == ErrorKind::MessageGone => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Posts or edits each public message of a table, in the order in which they appear in the channel.
    ///
    /// If one message fails, the others are still sent, unless the channel does not exist or Discord is
    /// unavailable.
    async fn show_public(&self, view: &TableView) -> SendOutcome {
        let appearance = self.services.preferences.public_appearance(view.server).await;
        let plan = plan::posters(view, appearance);
        self.delete_for_repost(view, &plan).await;
        let (mut sent, mut refusal) = (false, None);
        for planned in plan {
            let published = self.publish(view, &planned, appearance).await.map(|requested| sent |= requested);
            let Err(error) = published else { continue };
            let (table, deal, kind) = (view.table, planned.deal, planned.kind);
            tracing::warn!(%table, deal, ?kind, %error, "failed to post or edit table message");
            match error.kind {
                // Later messages must not be posted before the missing one.
                ErrorKind::Later => return SendOutcome::Again,
                ErrorKind::NoChannel => {
                    refusal = Some(error);
                    break;
                }
                _ => refusal = refusal.or(Some(error).filter(ApiError::is_of_channel)),
            }
        }
        if let Some(error) = refusal {
            return self.refused(view, &error);
        }
        if sent {
            self.services.breakers.forget(view.channel);
        }
        self.forget_old_deals(view);
        SendOutcome::Done
    }

    /// Records that the channel rejected a message and returns the outcome of the update.
    fn refused(&self, view: &TableView, error: &ApiError) -> SendOutcome {
        match self.services.breakers.refused(view.server, view.channel, error, jitter()) {
            ChannelState::PausedUntil(until) => SendOutcome::PausedUntil(until),
            state => {
                tracing::warn!(channel = %view.channel, ?state, "stopped posting in channel that rejects messages");
                SendOutcome::Done
            }
        }
    }

    /// Removes cached messages of all deals older than the previous deal.
    fn forget_old_deals(&self, view: &TableView) {
        if matches!(view.stage, TableStage::Ended(_)) {
            return self.forget_table(view.table);
        }
        let oldest = view.previous.as_ref().or(view.deal.as_ref()).map_or(0, |deal| deal.number);
        self.posted_messages.forget_before(view.table, oldest);
        self.uncertain
            .lock()
            .retain(|(table, deal, _)| *table != view.table || *deal == 0 || *deal >= oldest);
    }

    /// Removes a table from memory after its session has ended, because its messages no longer change.
    fn forget_table(&self, table: TableId) {
        self.posted_messages.forget(table);
        self.uncertain.lock().retain(|key| key.0 != table);
        self.again.lock().remove(&table);
    }
}

#[async_trait]
impl MessageSink for ChannelPublisher {
    async fn show(&self, update: &mut PendingUpdate) -> SendOutcome {
        let state = self.services.breakers.state(update.table_view.server, update.table_view.channel);
        let stage = self.services.budget.stage();
        if state != ChannelState::Accepting || stage > Degradation::Calm {
            update.notices.clear(); // they would be outdated by the time they could be posted
        }
        if state == ChannelState::Away {
            if matches!(update.table_view.stage, TableStage::Ended(_)) {
                self.forget_table(update.table_view.table);
                self.pings.lock().remove(&update.table_view.table);
            }
            return SendOutcome::Done;
        }
        let public = async {
            match state {
                ChannelState::Accepting => self.show_public(&update.table_view).await,
                ChannelState::PausedUntil(until) => SendOutcome::PausedUntil(until),
                ChannelState::Blocked | ChannelState::Away => SendOutcome::Done,
            }
        };
        let hands = async {
            if stage >= Degradation::Sparing {
                SendOutcome::Done
            } else {
                self.show_hands(&update.table_view, &update.player_views).await
            }
        };
        // Concurrently, so that hands do not wait for the channel's rate limit.
        let (public, hands) = tokio::join!(public, hands);
        if matches!(public, SendOutcome::PausedUntil(_)) {
            update.notices.clear();
        }
        let said = self.post_notices(update).await;
        let outcomes = [public, hands, said];
        outcomes.into_iter().find(|outcome| *outcome != SendOutcome::Done).unwrap_or(SendOutcome::Done)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn message_nonce_is_short_and_deterministic() {
        let text = |nonce| match nonce {
            Nonce::String(text) => text,
            Nonce::Number(number) => number.to_string(),
        };
        let key = (TableId(i64::MAX), u32::MAX, MessageKind::Result);
        let first = text(nonce(key, None));
        assert!(first.len() <= 25, "nonce exceeds 25 characters");
        assert_eq!(first, text(nonce(key, None)));
        assert_ne!(first, text(nonce(key, Some(7))));
        assert_ne!(first, text(nonce((key.0, key.1, MessageKind::Table), None)));
    }
}
