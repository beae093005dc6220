//! Sends messages to Discord. If Discord rejects pictures or emoji, the message is sent again without them.

use std::sync::Arc;
use std::time::Duration;

use poise::serenity_prelude as serenity;
use secrecy::SecretString;
use serde_json::Value;
use serenity::{
    CreateAllowedMentions, CreateInteractionResponse, CreateInteractionResponseFollowup, InteractionId,
    MessageId, Nonce,
};

use super::messages::{Appearance, Message};
use super::preferences::Preferences;
use super::rest::client::RestClient;
use super::rest::error::{ApiError, ErrorKind};
use super::rest::limiter::{Permit, Priority};
use super::rest::request::{ApiRequest, ResponseMessage};
use super::rest::upload_health::UploadHealth;
use crate::table::ChannelId;

/// Maximum number of attempts to send a reply while Discord is unavailable.
const MAX_TRIES: u32 = 3;

/// Maximum duration of an upload in a reply. The reply is then sent without files, within the three seconds that
/// Discord waits for it.
const UPLOAD_TIMEOUT: Duration = Duration::from_secs(1);

/// Longest time for which a reply waits before it is repeated, if Discord rejected it because of a rate limit.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// The API request used to send a message to Discord.
#[derive(Debug, Clone, Copy)]
pub(super) enum Route<'a> {
    /// The first response to an interaction.
    Response(FirstResponse<'a>),
    /// An edit of a response to an interaction. The response may be ephemeral.
    ResponseEdit {
        /// Token of the interaction.
        token: &'a SecretString,
        /// The response or follow-up to edit.
        message: ResponseMessage,
        /// `true` if a user is waiting for the edit. In that case, the edit is retried while Discord is
        /// unavailable.
        is_awaited: bool,
    },
    /// An edit that replaces only the pictures in a response to an interaction.
    PictureEdit {
        /// Token of the interaction.
        token: &'a SecretString,
        /// The response or follow-up to edit.
        message: ResponseMessage,
    },
    /// An edit of a hand message that a newer one has replaced. It is not retried, because nobody waits for it.
    ReplacedHand {
        /// Token of the interaction.
        token: &'a SecretString,
        /// The response or follow-up to edit.
        message: ResponseMessage,
    },
    /// A follow-up message for an interaction.
    FollowUp {
        /// Token of the interaction.
        token: &'a SecretString,
        /// `true` if the message is visible only to the user who triggered the interaction.
        is_ephemeral: bool,
    },
    /// A new message in the channel.
    Post {
        /// Nonce that lets Discord detect a repeated attempt to post the same message.
        nonce: &'a Nonce,
        /// Urgency of the message.
        priority: Priority,
    },
    /// An edit of a public message with the token of the interaction whose response created it or whose component
    /// belongs to it.
    TokenEdit {
        /// Token of the interaction.
        token: &'a SecretString,
        /// Urgency of the edit.
        priority: Priority,
    },
    /// An edit of a message in the channel.
    Edit {
        /// Id of the message to edit.
        message: MessageId,
        /// Urgency of the edit.
        priority: Priority,
    },
}

impl Route<'_> {
    /// Returns the urgency of the request.
    const fn priority(&self) -> Priority {
        match self {
            Self::Response(_) | Self::ResponseEdit { is_awaited: true, .. } | Self::FollowUp { .. } => {
                Priority::Response
            }
            Self::ResponseEdit { .. } => Priority::Turn,
            Self::PictureEdit { .. } | Self::ReplacedHand { .. } => Priority::Picture,
            Self::Post { priority, .. } | Self::TokenEdit { priority, .. } | Self::Edit { priority, .. } => {
                *priority
            }
        }
    }

    /// Returns `true` if the request is repeated while Discord is unavailable, because a user is waiting.
    ///
    /// Public messages are repeated by the update queue instead.
    const fn is_repeated(&self) -> bool {
        matches!(
            self,
            Self::Response(_)
                | Self::ResponseEdit { is_awaited: true, .. }
                | Self::PictureEdit { .. }
                | Self::FollowUp { .. }
        )
    }
}

/// The first response to an interaction.
#[derive(Debug, Clone, Copy)]
pub(super) struct FirstResponse<'a> {
    /// Id of the interaction.
    pub(super) interaction: InteractionId,
    /// Token of the interaction.
    pub(super) token: &'a SecretString,
    /// Kind of the response.
    pub(super) kind: ResponseKind,
}

/// Determines how the first response to an interaction is displayed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ResponseKind {
    /// Replaces the message whose button was pressed.
    Update,
    /// Sends a new message that is visible only to the user who triggered the interaction.
    Ephemeral,
    /// Sends a new message that is visible to everyone in the channel.
    Public,
    /// Like [`Public`](Self::Public), but Discord's answer contains the message, so that it can be edited later.
    Created,
}

impl ResponseKind {
    fn response(self, message: &Message) -> CreateInteractionResponse {
        match self {
            Self::Update => CreateInteractionResponse::UpdateMessage(message.respond(true)),
            Self::Ephemeral => CreateInteractionResponse::Message(message.respond(true)),
            Self::Public | Self::Created => CreateInteractionResponse::Message(message.respond(false)),
        }
    }
}

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
}

impl MessageSender {
    pub(super) const fn new(
        rest: Arc<RestClient>,
        preferences: Arc<Preferences>,
        uploads: Arc<UploadHealth>,
    ) -> Self {
        Self { rest, preferences, uploads }
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

    /// Sends a response to an interaction that is not a message with files, for example an acknowledgement or the
    /// choices of an autocomplete request.
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
        self.insist(&request, Priority::Response, false, None).await.map(drop)
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
            self.insist(&request, priority, reducible.upload_failed, permit).await?
        } else {
            let permit = self.permit(&request, priority, permit).await;
            let sent = self.rest.send_with(&request, permit).await?;
            if request.is_upload() {
                self.uploads.record_success();
            }
            sent
        };
        Ok(match route {
            Route::Post { .. } | Route::FollowUp { .. } => message_id(&sent),
            Route::Response(FirstResponse { kind: ResponseKind::Created, token, .. }) => {
                Some(self.created_message(&sent, token).await?)
            }
            _ => None,
        })
    }

    /// Returns the id of the message that a first response created.
    ///
    /// If the response to the request was lost, asks Discord for the message.
    async fn created_message(&self, sent: &Value, token: &SecretString) -> Result<MessageId, ApiError> {
        if let Some(id) = message_id(&sent["resource"]["message"]) {
            return Ok(id);
        }
        let request = ApiRequest::original_response((self.rest.application()?, token));
        let original = self.rest.send(&request, Priority::Response).await?;
        message_id(&original).ok_or_else(|| ApiError::new(ErrorKind::Wrong, "response has no message"))
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

    async fn permit(&self, request: &ApiRequest, priority: Priority, held: Option<Permit>) -> Permit {
        match held {
            Some(permit) => permit,
            None => self.rest.permit(request, priority).await,
        }
    }

    /// Sends a request and retries it while Discord is unavailable. Returns `Null` if Discord reports that an
    /// earlier attempt was accepted.
    ///
    /// An upload is attempted only once and for a limited time, because the message is then sent without files.
    /// `is_repeated` is `true` if an earlier request may have been accepted although its response was not received.
    async fn insist(
        &self,
        request: &ApiRequest,
        priority: Priority,
        is_repeated: bool,
        mut held: Option<Permit>,
    ) -> Result<Value, ApiError> {
        let mut tries = 1;
        loop {
            let permit = self.permit(request, priority, held.take()).await;
            let timeout = if request.is_upload() { UPLOAD_TIMEOUT } else { Duration::MAX };
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
            if (tries > 1 || is_repeated) && error.kind == ErrorKind::Acknowledged {
                return Ok(Value::Null);
            }
            let wait = error.retry_after.unwrap_or(Duration::from_millis(200) * tries);
            let is_lost_upload = request.is_upload() && error.status != Some(429);
            if tries >= MAX_TRIES || is_lost_upload || !error.is_temporary() || wait > LONGEST_WAIT {
                return Err(error);
            }
            tokio::time::sleep(wait).await;
            tries += 1;
        }
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
        .content(&message.content)
        .embeds(message.sent_embeds())
        .components(message.rows.clone())
        .files(message.files.clone())
        .allowed_mentions(CreateAllowedMentions::new())
}

fn channel_id(channel: ChannelId) -> serenity::ChannelId {
    serenity::ChannelId::new(channel.0.max(1))
}

/// A message whose files and custom emoji are removed step by step until Discord accepts it.
struct ReducibleMessage {
    message: Message,
    appearance: Appearance,
    /// `true` if Discord rejected the attached files.
    files_refused: bool,
    /// `true` if an upload failed without a decision about the files.
    upload_failed: bool,
    /// `true` if the custom emoji have been replaced by plain symbols.
    emoji_removed: bool,
}

impl ReducibleMessage {
    fn is_upload(&self) -> bool {
        !self.message.files.is_empty()
    }

    /// Removes the files or emoji that may have caused the error.
    ///
    /// # Errors
    /// Returns the error unchanged if files and emoji cannot have caused it, or if there are none left to
    /// remove.
    fn reduce(&mut self, error: ApiError) -> Result<(), ApiError> {
        let has_files = self.is_upload();
        match error.kind {
            // A rate limit applies to requests without files, too.
            ErrorKind::Later if has_files && error.status != Some(429) => {
                self.upload_failed = true;
                self.message = self.message.in_words();
            }
            ErrorKind::Files | ErrorKind::Forbidden | ErrorKind::Wrong if has_files => {
                self.files_refused = error.kind == ErrorKind::Files;
                self.message = self.message.in_words();
            }
            ErrorKind::Emoji | ErrorKind::Wrong if !self.emoji_removed => {
                let Some(plain) = self.message.undrawn(self.appearance) else { return Err(error) };
                self.message = plain;
                self.emoji_removed = true;
            }
            _ => return Err(error),
        }
        Ok(())
    }

    /// Records in `preferences` whether Discord rejected the message's files or emoji.
    ///
    /// Call this after the message has been sent. Returns `true` if the sent message has a picture.
    fn finish(&self, preferences: &Preferences, channel: ChannelId) -> bool {
        if self.files_refused {
            preferences.record_refused_file(channel);
        }
        if self.emoji_removed {
            preferences.withdraw_emoji(self.appearance);
        }
        self.message.keeps_files || !self.message.files.is_empty()
    }
}
