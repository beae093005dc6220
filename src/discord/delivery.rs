//! Sends messages to Discord. If Discord rejects pictures or emoji, the message is sent again without them.

mod reducible_message;
mod route;

use std::sync::Arc;
use std::time::Duration;

use poise::serenity_prelude as serenity;
use secrecy::SecretString;
use serde_json::Value;
use serenity::{
    CreateAllowedMentions, CreateInteractionResponse, CreateInteractionResponseFollowup, InteractionId,
    MessageId,
};

use reducible_message::ReducibleMessage;
pub(super) use route::{FirstResponse, ResponseKind, Route};

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

/// Flag of ephemeral messages.
const EPHEMERAL: u64 = 1 << 6;

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
    /// them. If an upload fails for another reason, such as a proxy that drops it, sends the message again without
    /// files.
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

    /// Sends a message like [`deliver`](Self::deliver). The first attempt uses a permit that was acquired before.
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
        let mut reducible = ReducibleMessage {
            message,
            appearance,
            files_refused: false,
            upload_failed: false,
            emoji_removed: false,
        };
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

    /// Deletes a channel message. Errors are logged but not returned.
    pub(super) async fn delete(&self, channel: ChannelId, message: MessageId) {
        let request = ApiRequest::delete(channel_id(channel), message);
        if let Err(error) = self.rest.send(&request, Priority::Notice).await {
            tracing::debug!(%error, "failed to delete message");
        }
    }

    /// Sends a response to an interaction that has no files, such as an acknowledgement. Retries the request while
    /// Discord is unavailable.
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
        let request = self.request(&reducible.message, channel, route)?;
        let priority = route.priority();
        let sent = if route.is_repeated() {
            let is_follow_up = matches!(route, Route::FollowUp { .. });
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
    /// Returns an error if there is no such message, or if it is ephemeral. The original message of an
    /// interaction that was answered with an update is the one whose button was pressed. That is an error,
    /// too.
    pub(super) async fn public_response(
        &self,
        interaction: InteractionId,
        token: &SecretString,
    ) -> Result<MessageId, ApiError> {
        let request = ApiRequest::original_response((self.rest.application()?, token));
        let original = self.rest.send(&request, Priority::Response).await?;
        let is_ephemeral = original["flags"].as_u64().is_some_and(|flags| flags & EPHEMERAL != 0);
        let is_created =
            original["interaction_metadata"]["id"].as_str() == Some(interaction.to_string().as_str());
        message_id(&original)
            .filter(|_| is_created && !is_ephemeral)
            .ok_or_else(|| ApiError::new(ErrorKind::Wrong, "response is not a public message"))
    }

    /// Builds the request for a message.
    fn request(
        &self,
        message: &Message,
        channel: ChannelId,
        route: Route<'_>,
    ) -> Result<ApiRequest, ApiError> {
        let (channel, files) = (channel_id(channel), &message.files);
        let response = |token| Ok::<_, ApiError>((self.rest.application()?, token));
        match route {
            Route::Response(first) => respond(message, first),
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
    /// An upload is attempted only once and for a limited time, because the message is then sent without files.
    /// A follow-up is not repeated if Discord may have accepted it, because it would be shown twice.
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
    /// `true` if an earlier request with the same message may have been accepted although its response was not
    /// received.
    may_be_accepted: bool,
    /// `true` if the request creates a follow-up, which Discord would create again.
    is_follow_up: bool,
}

impl RetryPolicy {
    const fn upload_timeout(self, timings: &Timings) -> Duration {
        if self.is_follow_up { timings.follow_up_upload } else { timings.upload }
    }
}

/// Builds the first response to an interaction.
fn respond(
    message: &Message,
    FirstResponse { interaction, token, kind }: FirstResponse<'_>,
) -> Result<ApiRequest, ApiError> {
    let mut response = serde_json::to_value(kind.response(message))
        .map_err(|error| ApiError::new(ErrorKind::Wrong, error.to_string()))?;
    if message.keeps_files
        && let Some(data) = response.get_mut("data").and_then(Value::as_object_mut)
    {
        // serenity's builder always lists the attachments, which would remove the existing ones.
        data.shift_remove("attachments");
    }
    ApiRequest::respond((interaction, token), &response, &message.files, kind == ResponseKind::Created)
}

/// Returns the id of the message in a response.
fn message_id(sent: &Value) -> Option<MessageId> {
    let id = sent["id"].as_str()?.parse().ok()?;
    (id != 0).then(|| MessageId::new(id))
}

fn follow_up(message: &Message) -> CreateInteractionResponseFollowup {
    CreateInteractionResponseFollowup::new()
        .content(message.shown_text())
        .embeds(message.sent_embeds())
        .components(message.rows.clone())
        .files(message.files.clone())
        .allowed_mentions(CreateAllowedMentions::new())
}

fn channel_id(channel: ChannelId) -> serenity::ChannelId {
    serenity::ChannelId::new(channel.0.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn follow_up_contains_the_same_text_as_first_response() {
        let beside_picture = Some("beside the picture".to_owned());
        for is_pictured in [true, false] {
            let complete = Message { beside_picture: beside_picture.clone(), ..Message::text("complete") };
            let message = Message { is_pictured, ..complete };
            let texts = [
                serde_json::to_value(follow_up(&message)).unwrap(),
                serde_json::to_value(message.respond(true)).unwrap(),
            ];
            let expected = if is_pictured { "beside the picture" } else { "complete" };
            assert_eq!(texts.map(|text| text["content"].clone()), [expected, expected]);
        }
    }
}
