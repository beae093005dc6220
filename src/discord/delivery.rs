//! Sends messages to Discord. If Discord rejects pictures or emoji, the message is sent again without them.

mod bodies;
mod reducible_message;
mod route;

use std::sync::Arc;
use std::time::Duration;

use poise::serenity_prelude as serenity;
use secrecy::SecretString;
use serde_json::Value;
use serenity::{CreateInteractionResponse, InteractionId, MessageId};

use bodies::{follow_up, respond};
use reducible_message::ReducibleMessage;
pub(super) use route::{FirstResponse, ResponseKind, Route};
use route::{created_public_message, message_id};

use super::messages::{Appearance, Message};
use super::preferences::Preferences;
use super::rest::client::RestClient;
use super::rest::error::{ApiError, ErrorKind};
use super::rest::limiter::{Permit, Priority};
use super::rest::request::{ApiRequest, ResponseMessage};
use super::rest::upload_health::UploadHealth;
use super::timings::Timings;
use crate::table::ChannelId;

/// Maximum number of attempts to send a reply while Discord is unavailable.
const MAX_TRIES: u32 = 3;

/// A message that Discord has accepted.
#[derive(Debug, Clone, Copy)]
pub(super) struct Delivered {
    /// Id of a new message. `None` for edits and for first responses of other kinds than
    /// [`ResponseKind::Created`].
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
    pub(super) async fn deliver(
        &self,
        message: Message,
        appearance: Appearance,
        channel: ChannelId,
        route: Route<'_>,
    ) -> Result<Delivered, ApiError> {
        self.deliver_with(message, appearance, channel, route, None).await
    }

    /// Sends a message like [`deliver`](Self::deliver). The first attempt uses a permit that was acquired
    /// before.
    ///
    /// # Errors
    /// See [`deliver`](Self::deliver).
    pub(super) async fn deliver_with(
        &self,
        message: Message,
        appearance: Appearance,
        channel: ChannelId,
        route: Route<'_>,
        mut permit: Option<Permit>,
    ) -> Result<Delivered, ApiError> {
        let mut reducible = ReducibleMessage::new(message, appearance);
        loop {
            match Box::pin(self.send(&reducible, channel, route, permit.take())).await {
                Ok(message) => {
                    let has_picture = reducible.finish(&self.preferences, channel);
                    return Ok(Delivered { message, has_picture });
                }
                Err(error) => {
                    let is_upload = reducible.is_upload();
                    reducible.reduce(error)?;
                    if is_upload && reducible.upload_failed {
                        self.uploads.record_failure();
                    }
                }
            }
        }
    }

    /// Sends a message once, with a permit that was acquired before. The response to an interaction returns
    /// the id of its message.
    ///
    /// Like [`deliver`](Self::deliver), omits files or emoji if these may be the cause of an error. An upload
    /// takes at most `upload_limit`.
    ///
    /// # Errors
    /// Returns the last error. The caller decides if the message is sent again.
    pub(super) async fn deliver_once(
        &self,
        message: Message,
        appearance: Appearance,
        channel: ChannelId,
        route: Route<'_>,
        (permit, upload_limit): (Permit, Duration),
    ) -> Result<Delivered, ApiError> {
        let mut reducible = ReducibleMessage::new(message, appearance);
        let mut permit = Some(permit);
        loop {
            let attempt = (permit.take(), upload_limit);
            match self.attempt(&reducible.message, channel, route, attempt).await {
                Ok(sent) => {
                    let has_picture = reducible.finish(&self.preferences, channel);
                    return Ok(Delivered { message: route.message_in(&sent), has_picture });
                }
                // An upload whose response was lost has been accepted.
                Err(error) if error.kind == ErrorKind::Acknowledged && reducible.upload_failed => {
                    return Ok(Delivered { message: None, has_picture: false });
                }
                Err(error) => {
                    let (is_upload, may_be_accepted) = (reducible.is_upload(), reducible.upload_failed);
                    reducible.reduce(error).map_err(|error| {
                        if may_be_accepted {
                            ApiError::new(ErrorKind::Later, error.to_string())
                        } else {
                            error
                        }
                    })?;
                    if is_upload && reducible.upload_failed {
                        self.uploads.record_failure();
                    }
                }
            }
        }
    }

    /// Makes one attempt to send a message. Returns the body of the response.
    async fn attempt(
        &self,
        message: &Message,
        channel: ChannelId,
        route: Route<'_>,
        (permit, upload_limit): (Option<Permit>, Duration),
    ) -> Result<Value, ApiError> {
        let request = self.request(message, channel, route, true)?;
        let permit = self.permit(&request, route.priority(), permit).await?;
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
    pub(super) async fn respond_once(
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

    /// Deletes a channel message. Errors are logged but not returned.
    pub(super) async fn delete(&self, channel: ChannelId, message: MessageId) {
        let request = ApiRequest::delete(channel_id(channel), message);
        if let Err(error) = self.rest.send(&request, Priority::Notice).await {
            tracing::debug!(%error, "failed to delete message");
        }
    }

    /// Sends a response to an interaction that has no files, such as an acknowledgement. Retries the request
    /// while Discord is unavailable.
    ///
    /// # Errors
    /// Returns an error if the response cannot be sent.
    pub(super) async fn acknowledge(
        &self,
        interaction: InteractionId,
        token: &SecretString,
        response: CreateInteractionResponse,
    ) -> Result<(), ApiError> {
        let request = ApiRequest::respond((interaction, token), &response, &[], false)?;
        self.insist(&request, Priority::Response, RetryPolicy::default(), None).await.map(drop)
    }

    /// Sends a response like [`acknowledge`](Self::acknowledge), but does not repeat the request if it fails.
    ///
    /// # Errors
    /// Returns an error if the response cannot be sent.
    pub(super) async fn acknowledge_once(
        &self,
        interaction: InteractionId,
        token: &SecretString,
        response: CreateInteractionResponse,
    ) -> Result<(), ApiError> {
        let request = ApiRequest::respond((interaction, token), &response, &[], false)?;
        self.rest.send(&request, Priority::Response).await.map(drop)
    }

    async fn send(
        &self,
        reducible: &ReducibleMessage,
        channel: ChannelId,
        route: Route<'_>,
        permit: Option<Permit>,
    ) -> Result<Option<MessageId>, ApiError> {
        let request = self.request(&reducible.message, channel, route, false)?;
        let priority = route.priority();
        let sent = if route.is_repeated() {
            let is_follow_up = route.is_follow_up();
            let policy = RetryPolicy { may_be_accepted: reducible.upload_failed, is_follow_up };
            self.insist(&request, priority, policy, permit).await?
        } else {
            let permit = self.permit(&request, priority, permit).await?;
            let sent = self.rest.send_with(&request, permit).await?;
            if request.is_upload() {
                self.uploads.record_success();
            }
            sent
        };
        Ok(match route {
            Route::Post { .. } | Route::FollowUp { .. } => message_id(&sent),
            Route::Response(FirstResponse { kind: ResponseKind::Created, interaction, token }) => {
                self.created_message(&sent, interaction, token).await.ok()
            }
            _ => None,
        })
    }

    /// Returns the id of the message that a first response created.
    ///
    /// If the response to the request was lost, asks Discord for the message.
    async fn created_message(
        &self,
        sent: &Value,
        interaction: InteractionId,
        token: &SecretString,
    ) -> Result<MessageId, ApiError> {
        match message_id(&sent["resource"]["message"]) {
            Some(id) => Ok(id),
            None => self.public_response(interaction, token).await,
        }
    }

    /// Asks Discord for the public message that the first response to an interaction created, and returns its
    /// id.
    ///
    /// # Errors
    /// Returns an error if the response has created no public message.
    pub(super) async fn public_response(
        &self,
        interaction: InteractionId,
        token: &SecretString,
    ) -> Result<MessageId, ApiError> {
        let request = ApiRequest::original_response((self.rest.application()?, token));
        let original = self.rest.send(&request, Priority::Response).await?;
        created_public_message(&original, interaction)
    }

    /// Builds the request for a message.
    ///
    /// If `returns_message` is `true`, the response to an interaction contains its message.
    fn request(
        &self,
        message: &Message,
        channel: ChannelId,
        route: Route<'_>,
        returns_message: bool,
    ) -> Result<ApiRequest, ApiError> {
        let (channel, files) = (channel_id(channel), &message.files);
        let response = |token| Ok::<_, ApiError>((self.rest.application()?, token));
        match route {
            Route::Response(first) => respond(message, first, returns_message),
            Route::ResponseEdit { token, message: edited, .. }
            | Route::ReplacedHand { token, message: edited } => {
                ApiRequest::edit_response(response(token)?, edited, &message.edit_response(), files)
            }
            Route::TokenEdit { token, .. } => ApiRequest::edit_response(
                response(token)?,
                ResponseMessage::Original,
                &message.edit_response(),
                files,
            ),
            Route::PictureEdit { token, message: edited } => {
                ApiRequest::edit_response(response(token)?, edited, &message.edit_pictures(), files)
            }
            Route::FollowUp { token, is_ephemeral } => {
                ApiRequest::follow_up(response(token)?, &follow_up(message).ephemeral(is_ephemeral), files)
            }
            Route::Post { nonce, .. } => {
                let create = message.create().nonce(nonce.clone()).enforce_nonce(true);
                ApiRequest::post(channel, &create, files)
            }
            Route::Edit { message: id, .. } => ApiRequest::edit(channel, id, &message.edit(), files),
        }
    }

    /// Waits until a request may be sent, unless it has a permit already.
    ///
    /// # Errors
    /// Returns an error if the first response to an interaction would be late. Sending it would only delay
    /// others.
    async fn permit(
        &self,
        request: &ApiRequest,
        priority: Priority,
        given: Option<Permit>,
    ) -> Result<Permit, ApiError> {
        if let Some(permit) = given {
            return Ok(permit);
        }
        let permit = self.rest.permit(request, priority);
        if !request.is_first_response() {
            return Ok(permit.await);
        }
        let late = |_| ApiError::new(ErrorKind::Gone, "rate limits delayed the response for too long");
        tokio::time::timeout(self.timings.response_permit, permit).await.map_err(late)
    }

    /// Sends a request and retries it while Discord is unavailable. Returns `Null` if Discord reports that an
    /// earlier attempt was accepted.
    ///
    /// An upload is attempted only once and for a limited time, because the message is then sent without
    /// files. A follow-up is not repeated if Discord may have accepted it, because it would be shown twice.
    async fn insist(
        &self,
        request: &ApiRequest,
        priority: Priority,
        policy: RetryPolicy,
        mut permit: Option<Permit>,
    ) -> Result<Value, ApiError> {
        let mut tries = 1;
        loop {
            let permit = self.permit(request, priority, permit.take()).await?;
            let timeout =
                if request.is_upload() { policy.upload_timeout(&self.timings) } else { Duration::MAX };
            let error = match tokio::time::timeout(timeout, self.rest.send_with(request, permit)).await {
                Ok(Ok(sent)) => {
                    if request.is_upload() {
                        self.uploads.record_success();
                    }
                    return Ok(sent);
                }
                Ok(Err(error)) => error,
                Err(_) => ApiError::new(ErrorKind::Later, "upload timed out"),
            };
            if (tries > 1 || policy.may_be_accepted) && error.kind == ErrorKind::Acknowledged {
                return Ok(Value::Null);
            }
            let wait = error.retry_after.unwrap_or(Duration::from_millis(200) * tries);
            let is_lost_upload = request.is_upload() && error.status != Some(429);
            let is_uncertain = policy.is_follow_up && error.status.is_none();
            let is_final = is_lost_upload || is_uncertain || !error.is_temporary();
            if tries >= MAX_TRIES || is_final || wait > self.timings.reply_retry_limit {
                return Err(error);
            }
            tokio::time::sleep(wait).await;
            tries += 1;
        }
    }
}

/// Determines how a request is repeated while Discord is unavailable.
#[derive(Debug, Clone, Copy, Default)]
struct RetryPolicy {
    /// `true` if an earlier request with the same message may have been accepted although its response was
    /// not received.
    may_be_accepted: bool,
    /// `true` if the request creates a follow-up, which Discord would create again.
    is_follow_up: bool,
}

impl RetryPolicy {
    const fn upload_timeout(self, timings: &Timings) -> Duration {
        if self.is_follow_up { timings.follow_up_upload } else { timings.upload }
    }
}

fn channel_id(channel: ChannelId) -> serenity::ChannelId {
    serenity::ChannelId::new(channel.0.max(1))
}
