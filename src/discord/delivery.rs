//! Sends messages to Discord. If Discord rejects pictures or emoji, the message is sent again without them.

mod bodies;
mod reducible_message;
mod route;

use std::sync::Arc;
use std::time::Duration;

use poise::serenity_prelude as serenity;
use rest_limiter::{Permit, Priority};
use secrecy::SecretString;
use serde_json::Value;
use serenity::{CreateInteractionResponse, InteractionId, MessageId, Nonce};
use sha2::{Digest as _, Sha256};
use tokio::time::Instant;

use bodies::{first_response, follow_up};
use reducible_message::ReducibleMessage;
pub(super) use route::{FirstResponse, ResponseKind, Route};
use route::{created_public_message, message_id};

use super::messages::{Appearance, Message};
use super::preferences::Preferences;
use super::rest::client::RestClient;
use super::rest::error::{ApiError, ErrorKind};
use super::rest::limits::RESPONSE;
use super::rest::request::ApiRequest;
use super::rest::upload_health::UploadHealth;
use super::timings::Timings;
use crate::table::ChannelId;

/// A message that Discord has accepted.
#[derive(Debug, Clone, Copy)]
pub(super) struct Delivered {
    /// Id of the message. `None` if it is not known.
    pub(super) message: Option<MessageId>,
    /// `true` if the message has a picture.
    pub(super) has_picture: bool,
}

/// Sends all of the bot's messages to Discord.
pub(super) struct MessageSender {
    rest: Arc<RestClient>,
    preferences: Arc<Preferences>,
    uploads: Arc<UploadHealth>,
    timings: Arc<Timings>,
}

impl MessageSender {
    pub(super) const fn new(
        rest: Arc<RestClient>,
        preferences: Arc<Preferences>,
        uploads: Arc<UploadHealth>,
        timings: Arc<Timings>,
    ) -> Self {
        Self { rest, preferences, uploads, timings }
    }

    /// Returns the client for requests that send no message.
    pub(super) const fn rest(&self) -> &Arc<RestClient> {
        &self.rest
    }

    /// Sends a message that was built for the given appearance.
    ///
    /// If Discord rejects the message because of its files or custom emoji, sends the message again without
    /// them. If an upload fails for another reason, such as a proxy that drops it, sends the message again
    /// without files.
    ///
    /// # Errors
    /// Returns the last error if there are no more files or emoji to remove, or if they cannot be the cause.
    /// The caller decides if the message is sent again.
    pub(super) async fn deliver(
        &self,
        message: Message,
        appearance: Appearance,
        channel: ChannelId,
        route: &Route,
    ) -> Result<Delivered, ApiError> {
        self.reduce_until_accepted(message, appearance, channel, route, (None, Duration::MAX)).await
    }

    /// Sends a message like [`deliver`](Self::deliver). The first attempt uses a permit that was acquired
    /// before. An upload takes at most `upload_limit`.
    ///
    /// # Errors
    /// See [`deliver`](Self::deliver).
    pub(super) async fn deliver_with(
        &self,
        message: Message,
        appearance: Appearance,
        channel: ChannelId,
        route: &Route,
        (permit, upload_limit): (Permit, Duration),
    ) -> Result<Delivered, ApiError> {
        let attempt = (Some(permit), upload_limit);
        self.reduce_until_accepted(message, appearance, channel, route, attempt).await
    }

    /// Sends a message until Discord accepts it. Removes files and emoji that may have caused an error.
    async fn reduce_until_accepted(
        &self,
        message: Message,
        appearance: Appearance,
        channel: ChannelId,
        route: &Route,
        (mut permit, upload_limit): (Option<Permit>, Duration),
    ) -> Result<Delivered, ApiError> {
        let mut reducible = ReducibleMessage::new(message, appearance);
        loop {
            let attempt = (permit.take(), upload_limit);
            let error = match Box::pin(self.attempt(&reducible.message, channel, route, attempt)).await {
                Ok(sent) => {
                    let has_picture = reducible.finish(&self.preferences, channel);
                    return Ok(Delivered { message: route.message_in(&sent), has_picture });
                }
                // An upload whose response was lost has been accepted.
                Err(error) if error.kind == ErrorKind::Acknowledged && reducible.upload_failed => {
                    return Ok(Delivered { message: None, has_picture: false });
                }
                Err(error) => error,
            };
            let (is_upload, may_be_accepted) = (reducible.is_upload(), reducible.upload_failed);
            reducible.reduce(error).map_err(|error| {
                if may_be_accepted { ApiError::new(ErrorKind::Later, error.to_string()) } else { error }
            })?;
            if is_upload && reducible.upload_failed {
                self.uploads.record_failure();
            }
        }
    }

    /// Makes one attempt to send a message. Returns the body of the response.
    async fn attempt(
        &self,
        message: &Message,
        channel: ChannelId,
        route: &Route,
        (permit, upload_limit): (Option<Permit>, Duration),
    ) -> Result<Value, ApiError> {
        let request = self.request(message, channel, route)?;
        let permit = match permit {
            Some(permit) => permit,
            None => self.permit(&request, route.priority()).await?,
        };
        let timeout = if request.is_upload() { upload_limit } else { Duration::MAX };
        let sent = tokio::time::timeout(timeout, self.rest.send_with(&request, permit)).await;
        let sent = sent.unwrap_or_else(|_| Err(ApiError::new(ErrorKind::Later, "upload timed out")))?;
        if request.is_upload() {
            self.uploads.record_success();
        }
        Ok(sent)
    }

    /// Sends the first response to an interaction without content, once and with a permit that was acquired
    /// before. Returns the id of the message that belongs to the response, if there is one.
    ///
    /// # Errors
    /// Returns an error if the response is not accepted.
    pub(super) async fn respond_empty(
        &self,
        interaction: InteractionId,
        token: &SecretString,
        response: CreateInteractionResponse,
        permit: Permit,
    ) -> Result<Option<MessageId>, ApiError> {
        let request = ApiRequest::respond((interaction, token), &response, &[], true)?;
        let sent = self.rest.send_with(&request, permit).await?;
        Ok(message_id(&sent["resource"]["message"]))
    }

    /// Asks Discord for the message that belongs to the first response to an interaction, and returns its id.
    ///
    /// # Errors
    /// Returns an error if there was no first response. If `created_public` is `true`, also returns an error
    /// unless the response has created a public message.
    pub(super) async fn original_response(
        &self,
        interaction: InteractionId,
        token: &SecretString,
        created_public: bool,
        permit: Permit,
    ) -> Result<MessageId, ApiError> {
        let request = ApiRequest::original_response((self.rest.application()?, token));
        let original = self.rest.send_with(&request, permit).await?;
        let missing = || ApiError::new(ErrorKind::Wrong, "response has no message");
        if created_public {
            created_public_message(&original, interaction)
        } else {
            message_id(&original).ok_or_else(missing)
        }
    }

    /// Sends a response to an interaction that has no files, such as an error message. The request is not
    /// repeated if it fails.
    ///
    /// # Errors
    /// Returns an error if the response cannot be sent.
    pub(super) async fn respond(
        &self,
        interaction: InteractionId,
        token: &SecretString,
        response: CreateInteractionResponse,
    ) -> Result<(), ApiError> {
        let request = ApiRequest::respond((interaction, token), &response, &[], false)?;
        let permit = self.permit(&request, RESPONSE).await?;
        self.rest.send_with(&request, permit).await.map(drop)
    }

    /// Builds the request for a message. The response to an interaction returns its message.
    fn request(&self, message: &Message, channel: ChannelId, route: &Route) -> Result<ApiRequest, ApiError> {
        let (channel, files) = (channel_id(channel), &message.files);
        let response = |token| Ok::<_, ApiError>((self.rest.application()?, token));
        match route {
            Route::Response(first) => first_response(message, first),
            Route::ResponseEdit { token, message: edited, .. } => {
                ApiRequest::edit_response(response(token)?, *edited, &message.edit_response(), files)
            }
            Route::PictureEdit { token, message: edited } => {
                ApiRequest::edit_response(response(token)?, *edited, &message.edit_pictures(), files)
            }
            Route::FollowUp { token, is_ephemeral, .. } => {
                ApiRequest::follow_up(response(token)?, &follow_up(message).ephemeral(*is_ephemeral), files)
            }
            Route::Post { nonce, .. } => {
                let create = message.create().nonce(nonce.clone()).enforce_nonce(true);
                ApiRequest::post(channel, &create, files)
            }
            Route::Edit { message: id, .. } => ApiRequest::edit(channel, *id, &message.edit(), files),
        }
    }

    /// Waits until a request may be sent.
    ///
    /// # Errors
    /// Returns an error if the first response to an interaction would be late. Sending it would only delay
    /// others.
    async fn permit(&self, request: &ApiRequest, priority: Priority) -> Result<Permit, ApiError> {
        if !request.is_first_response() {
            return Ok(self.rest.permit(request, priority).await);
        }
        let deadline = Instant::now() + self.timings.response_permit;
        let late = || ApiError::new(ErrorKind::Gone, "rate limits delayed the response for too long");
        self.rest.permit_before(request, priority, deadline).await.ok_or_else(late)
    }
}

/// Returns a nonce derived from a name. The same name always results in the same nonce.
///
/// Discord creates only one message per nonce. This prevents duplicates if the bot crashes after posting a
/// message but before storing its id. The nonces of all processes of a bot share one namespace.
pub(super) fn nonce(name: &str) -> Nonce {
    Nonce::String(hex::encode(&Sha256::digest(name)[..12]))
}

fn channel_id(channel: ChannelId) -> serenity::ChannelId {
    serenity::ChannelId::new(channel.0.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nonce_is_short_and_deterministic() {
        let text = |name| match nonce(name) {
            Nonce::String(text) => text,
            Nonce::Number(number) => number.to_string(),
        };
        assert_eq!(text("1/2"), text("1/2"));
        assert_ne!(text("1/2"), text("1/3"));
        assert!(text("1/2").len() <= 25, "Discord accepts at most 25 characters");
    }
}
