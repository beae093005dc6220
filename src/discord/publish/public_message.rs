//! Posts and edits a single public message of a table.
//!
//! A message is posted with the response that an interaction offers, if there is one, and edited with the newest token
//! of an interaction that belongs to it. Such requests do not count towards the bot's global rate limit. Otherwise,
//! the channel's own routes are used.

use poise::serenity_prelude as serenity;
use secrecy::SecretString;
use serenity::{InteractionId, MessageId};

use super::advance_permit::AdvancePermit;
use super::pictures::Late;
use super::plan::{PlannedMessage, PostCondition};
use super::posted_messages::{EditToken, MessageKey, PostedMessage};
use super::publisher::{ChannelPublisher, nonce, unavailable};
use super::response_offers::TakenResponse;
use crate::discord::delivery::{Delivered, FirstResponse, ResponseKind, Route};
use crate::discord::messages::{Appearance, Message};
use crate::discord::rest::error::{ApiError, ErrorKind};
use crate::discord::rest::limiter::{LimitKey, Permit};
use crate::discord::rest::request::{edit_key, post_key, token_edit_key};
use crate::render::Picture;
use crate::store::MessageKind;
use crate::table::{ChannelId, TableView};

/// The picture and the permit of a message that is ready to be sent.
pub(super) struct Prepared {
    pub(super) picture: Result<Option<Picture>, Late>,
    /// The permit for the request. `None` if the message is sent as a response to an interaction.
    pub(super) permit: Option<AdvancePermit>,
}

/// A message that is about to be sent.
struct Draft<'a> {
    view: &'a TableView,
    planned: &'a PlannedMessage,
    appearance: Appearance,
    picture: Result<Option<Picture>, Late>,
}

impl Draft<'_> {
    const fn key(&self) -> MessageKey {
        (self.view.table, self.planned.deal, self.planned.kind)
    }

    /// Returns the message with its picture. A picture with the filename `attached` is not uploaded again.
    fn message(&self, attached: Option<&str>) -> Message {
        let picture = self.picture.as_ref().ok().cloned().flatten();
        self.planned.message.clone().illustrated(picture, attached)
    }

    /// Returns the filename of the picture if the sent message has one.
    fn picture_name(&self, has_picture: bool) -> Option<String> {
        let picture = self.picture.as_ref().ok().and_then(Option::as_ref);
        picture.filter(|_| has_picture).map(|picture| picture.name.clone())
    }

    /// Returns the message as it is remembered after it was posted.
    fn posted(&self, message: u64, has_picture: bool) -> PostedMessage {
        PostedMessage {
            says: Some(self.planned.content_hash()),
            picture: self.picture_name(has_picture),
            awaits_picture: self.picture.is_err(),
            ..PostedMessage::new(self.view.channel, message)
        }
    }
}

fn takes_response(planned: &PlannedMessage) -> bool {
    planned.post == PostCondition::Always && matches!(planned.kind, MessageKind::Table | MessageKind::Lobby)
}

impl ChannelPublisher {
    /// Waits until a message may be sent.
    ///
    /// Returns `None` if the message is sent as a response to an interaction.
    pub(super) async fn permit_for(
        &self,
        view: &TableView,
        planned: &PlannedMessage,
        posted: Option<&PostedMessage>,
    ) -> Option<AdvancePermit> {
        let limits = self.limits(view, planned, posted)?;
        let limiter = self.services.sender.rest().limiter();
        let permit = limiter.acquire(limits.clone(), planned.priority()).await;
        Some(AdvancePermit::new(planned, limits, permit))
    }

    /// Identifies the limits of a message. Returns `None` if the message is sent as a response to an
    /// interaction.
    fn limits(
        &self,
        view: &TableView,
        planned: &PlannedMessage,
        posted: Option<&PostedMessage>,
    ) -> Option<LimitKey> {
        if let Some(present) = posted.filter(|posted| !posted.gone) {
            return Some(edit_limits(view.channel, present));
        }
        let is_response = takes_response(planned) && self.services.response_offers.is_open(view.channel);
        (!is_response).then(|| post_key(channel_id(view.channel)))
    }

    /// Posts a message, or edits it if it exists. `posted` is the message that was posted before, if any.
    ///
    /// If the message can no longer be edited, or not with its token, only that is recorded.
    pub(super) async fn publish(
        &self,
        view: &TableView,
        planned: &PlannedMessage,
        posted: Option<PostedMessage>,
        appearance: Appearance,
        Prepared { picture, permit }: Prepared,
    ) -> Result<(), ApiError> {
        let limits = self.limits(view, planned, posted.as_ref());
        let permit = permit.and_then(|permit| permit.for_request(planned, limits.as_ref()));
        let draft = Draft { view, planned, appearance, picture };
        match &posted {
            Some(present) if !present.gone => self.edit(present, &draft, permit).await,
            _ => self.post_new(&draft, permit, posted.map(|posted| posted.message)).await,
        }
    }

    /// Posts a new public message.
    ///
    /// `in_place_of` is the id of the deleted message that it replaces, if any.
    async fn post_new(
        &self,
        draft: &Draft<'_>,
        permit: Option<Permit>,
        in_place_of: Option<u64>,
    ) -> Result<(), ApiError> {
        let mut permit = permit;
        if let Some(lost) = self.lost_responses.get(draft.key()) {
            // A permit must not be held while waiting for another one.
            permit.take().into_iter().for_each(Permit::cancel);
            if let Some(found) = self.find_lost_response(draft, lost).await? {
                return self.keep(draft.key(), found).await;
            }
        }
        // A response has no nonce that lets Discord detect a repeated attempt.
        let takes_response = takes_response(draft.planned) && !self.uncertain.lock().contains(&draft.key());
        let offered = takes_response.then(|| self.services.response_offers.take(draft.view.channel));
        if let Some(response) = offered.flatten()
            && let Some(posted) = self.post_as_response(draft, response).await?
        {
            if let Some(permit) = permit {
                permit.cancel();
            }
            return self.keep(draft.key(), posted).await;
        }
        self.post_in_channel(draft, permit, in_place_of).await
    }

    /// Posts a message with the channel's own route.
    async fn post_in_channel(
        &self,
        draft: &Draft<'_>,
        permit: Option<Permit>,
        in_place_of: Option<u64>,
    ) -> Result<(), ApiError> {
        let (key, channel) = (draft.key(), draft.view.channel);
        let route =
            Route::Post { nonce: &nonce(key, channel, in_place_of), priority: draft.planned.priority() };
        let message = draft.message(None);
        let sent = self.services.sender.deliver_with(message, draft.appearance, channel, route, permit).await;
        let tried_before = match &sent {
            // A 429 means that nothing was posted; any other error leaves that open.
            Err(error) if error.status == Some(429) => false,
            Err(error) if error.is_temporary() => !self.uncertain.lock().insert(key),
            _ => self.uncertain.lock().remove(&key),
        };
        let Delivered { message, has_picture } = sent?;
        let message = message.map_or(0, MessageId::get);
        // An earlier attempt may have posted the message with outdated content. It is then edited next.
        let posted = if tried_before {
            PostedMessage::new(channel, message)
        } else {
            draft.posted(message, has_picture)
        };
        self.keep(key, posted).await
    }

    /// Posts a message as the first response to an interaction. Returns `None` if Discord rejects the
    /// response.
    ///
    /// # Errors
    /// Returns an error if it is unknown whether the response created the message, or which id it has.
    async fn post_as_response(
        &self,
        draft: &Draft<'_>,
        response: TakenResponse,
    ) -> Result<Option<PostedMessage>, ApiError> {
        let (interaction, token, kind) =
            (response.interaction, response.token.clone(), ResponseKind::Created);
        let route = Route::Response(FirstResponse { interaction, token: &token, kind });
        let channel = draft.view.channel;
        let sent = self.services.sender.deliver(draft.message(None), draft.appearance, channel, route).await;
        match sent {
            Ok(Delivered { message: Some(message), has_picture }) => {
                response.sent();
                let token = Some(EditToken::new(&token));
                Ok(Some(PostedMessage { token, ..draft.posted(message.get(), has_picture) }))
            }
            Ok(_) => {
                response.sent();
                self.lost_responses.add(draft.key(), interaction, &token);
                Err(ApiError::new(ErrorKind::Later, "id of message is unknown"))
            }
            Err(error) if error.is_temporary() && error.status != Some(429) => {
                self.resolve_uncertain(draft, response, error).await
            }
            Err(error) => {
                tracing::debug!(table = %draft.view.table, %error, "failed to post table message as response");
                Ok(None)
            }
        }
    }

    /// Asks Discord if a response that was not confirmed has created the message. Returns `None` if it has
    /// not.
    ///
    /// # Errors
    /// Returns `error` if this cannot be determined. The response then counts as used: the user gets their
    /// hand as a follow-up message, because a response with it might become the content of a public message.
    async fn resolve_uncertain(
        &self,
        draft: &Draft<'_>,
        response: TakenResponse,
        error: ApiError,
    ) -> Result<Option<PostedMessage>, ApiError> {
        let lost = (response.interaction, response.token.clone());
        self.lost_responses.add(draft.key(), lost.0, &lost.1);
        match self.find_lost_response(draft, lost).await {
            Ok(Some(posted)) => {
                response.sent();
                Ok(Some(posted))
            }
            Ok(None) => Ok(None),
            Err(_) => {
                response.sent();
                Err(error)
            }
        }
    }

    /// Asks Discord for the message that the response to an interaction may have created although the
    /// connection failed. Returns `None` if it has not created the message.
    async fn find_lost_response(
        &self,
        draft: &Draft<'_>,
        (interaction, token): (InteractionId, SecretString),
    ) -> Result<Option<PostedMessage>, ApiError> {
        let found = self.services.sender.public_response(interaction, &token).await;
        if let Err(error) = &found
            && error.is_temporary()
        {
            return Err(error.clone());
        }
        self.lost_responses.remove(draft.key());
        let token = Some(EditToken::new(&token));
        let found = found.ok().map(|id| PostedMessage::new(draft.view.channel, id.get()));
        Ok(found.map(|posted| PostedMessage { token, ..posted }))
    }

    /// Stores the id of a message that was posted.
    async fn keep(&self, key: MessageKey, posted: PostedMessage) -> Result<(), ApiError> {
        let (channel, message) = (posted.channel, posted.message);
        self.posted_messages.put(key, posted);
        self.posted.notify_waiters();
        let store = self.services.preferences.store();
        store.put_message(key.0, key.1, key.2, channel, message).await.map_err(unavailable)
    }

    /// Edits a posted message. If it was deleted, or if its token is rejected, that is recorded.
    async fn edit(
        &self,
        posted: &PostedMessage,
        draft: &Draft<'_>,
        permit: Option<Permit>,
    ) -> Result<(), ApiError> {
        let (sender, priority) = (&self.services.sender, draft.planned.priority());
        let message = draft.message(posted.picture.as_deref());
        let token = posted.edit_token();
        let route = match token {
            Some(token) => Route::TokenEdit { token, priority },
            None => Route::Edit { message: MessageId::new(posted.message.max(1)), priority },
        };
        let sent = sender.deliver_with(message, draft.appearance, posted.channel, route, permit).await;
        match (sent, token) {
            (Ok(edited), _) => {
                let picture = draft.picture_name(edited.has_picture);
                let picture = (picture, draft.picture.is_err());
                self.posted_messages.record_edit(draft.key(), draft.planned.content_hash(), picture);
            }
            (Err(error), _) if error.is_temporary() => return Err(error),
            // The token has expired, or the message was deleted. The next request finds that out.
            (Err(_), Some(token)) => self.posted_messages.remove_token(draft.key(), token),
            (Err(error), None) if error.kind == ErrorKind::MessageGone => {
                self.posted_messages.put(draft.key(), PostedMessage { gone: true, ..posted.clone() });
            }
            (Err(error), None) => return Err(error),
        }
        Ok(())
    }
}

/// Identifies the limits of an edit of a message.
pub(super) fn edit_limits(channel: ChannelId, posted: &PostedMessage) -> LimitKey {
    posted.edit_token().map_or_else(|| edit_key(channel_id(channel)), token_edit_key)
}

fn channel_id(channel: ChannelId) -> serenity::ChannelId {
    serenity::ChannelId::new(channel.0.max(1))
}
