//! Sends messages to Discord. If Discord rejects pictures or emoji, the message is sent again without them.

use std::sync::Arc;
use std::time::Duration;

use poise::serenity_prelude as serenity;
use secrecy::{ExposeSecret, SecretString};
use serenity::{
    Builder, CreateAllowedMentions, CreateInteractionResponse, CreateInteractionResponseFollowup, Http,
    InteractionId, MessageId, Nonce,
};

use super::messages::{Appearance, Message};
use super::preferences::Preferences;
use super::rest::error::{ApiError, ErrorKind, counted};
use super::rest::invalid_requests::InvalidRequestBudget;
use super::rest::upload_health::UploadHealth;
use crate::table::ChannelId;
use crate::watch::Metrics;

/// Maximum number of attempts to send a reply while Discord is unavailable.
const MAX_TRIES: u32 = 3;

/// Maximum duration of an upload in a reply. The reply is then sent without files, within the three seconds that
/// Discord waits for it.
const UPLOAD_TIMEOUT: Duration = Duration::from_secs(1);

/// The API request used to send a message to Discord.
#[derive(Debug, Clone, Copy)]
pub(super) enum Route<'a> {
    /// The first response to an interaction.
    Response(FirstResponse<'a>),
    /// An edit of the first response to an interaction. The response may be ephemeral.
    ResponseEdit {
        /// Token of the interaction.
        token: &'a SecretString,
        /// `true` if a user is waiting for the edit. In that case, the edit is retried while Discord is
        /// unavailable.
        is_awaited: bool,
    },
    /// An edit that replaces only the pictures in the first response to an interaction.
    PictureEdit {
        /// Token of the interaction.
        token: &'a SecretString,
    },
    /// An edit of a hand message that a newer one has replaced. It is not retried, because nobody waits for it.
    ReplacedHand {
        /// Token of the interaction.
        token: &'a SecretString,
    },
    /// A follow-up message for an interaction. It is never edited, because the bot uses the interaction token
    /// only to edit the first response.
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
    },
    /// An edit of a message in the channel.
    Edit {
        /// Id of the message to edit.
        message: MessageId,
    },
}

/// The first response to an interaction.
#[derive(Debug, Clone, Copy)]
pub(super) struct FirstResponse<'a> {
    /// HTTP client of the gateway connection, used to send the response.
    pub(super) http: &'a Http,
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
}

impl ResponseKind {
    fn response(self, message: &Message) -> CreateInteractionResponse {
        match self {
            Self::Update => CreateInteractionResponse::UpdateMessage(message.respond(true)),
            Self::Ephemeral => CreateInteractionResponse::Message(message.respond(true)),
            Self::Public => CreateInteractionResponse::Message(message.respond(false)),
        }
    }
}

/// A message that Discord has accepted.
#[derive(Debug, Clone, Copy)]
pub(super) struct Delivered {
    /// Id of a newly posted channel message. `None` for edits and for responses to interactions.
    pub(super) message: Option<MessageId>,
    /// `true` if the message has a picture.
    pub(super) has_picture: bool,
}

/// Sends all of the bot's messages to Discord.
pub(super) struct MessageSender {
    /// HTTP client for channel messages.
    channels: Arc<Http>,
    /// HTTP client for requests that use an interaction token. serenity applies one rate limit to all of
    /// them, so a separate client prevents them from delaying other requests.
    responses: Arc<Http>,
    /// HTTP client for adding pictures to responses and for marking replaced hand messages. It is separate so that
    /// its rate limit does not delay the responses themselves.
    pictures: Arc<Http>,
    preferences: Arc<Preferences>,
    budget: Arc<InvalidRequestBudget>,
    uploads: Arc<UploadHealth>,
    metrics: Metrics,
}

impl MessageSender {
    /// Creates a message sender. The three HTTP clients are for channel messages, responses to interactions,
    /// and pictures added to responses, in that order.
    pub(super) fn new(
        [channels, responses, pictures]: [Arc<Http>; 3],
        preferences: Arc<Preferences>,
        (budget, uploads): (Arc<InvalidRequestBudget>, Arc<UploadHealth>),
        metrics: Metrics,
    ) -> Self {
        Self { channels, responses, pictures, preferences, budget, uploads, metrics }
    }

    /// Sets the bot's application id, which Discord requires for edits that use an interaction token.
    pub(super) fn set_application(&self, application: serenity::ApplicationId) {
        self.responses.set_application_id(application);
        self.pictures.set_application_id(application);
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
        let mut reducible = ReducibleMessage {
            message,
            appearance,
            files_refused: false,
            upload_failed: false,
            emoji_removed: false,
        };
        loop {
            match Box::pin(self.send(&reducible, channel, route)).await {
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
        let deleted = self.channels.delete_message(channel_id(channel), message, None).await;
        if let Err(error) = counted(&self.metrics, deleted) {
            tracing::debug!(error = %ApiError::from(&error), "failed to delete message");
        }
    }

    /// Acknowledges an interaction without sending a message.
    pub(super) async fn acknowledge(
        &self,
        http: &Http,
        interaction: InteractionId,
        token: &SecretString,
        response: CreateInteractionResponse,
    ) -> Result<(), ApiError> {
        let token = token.expose_secret();
        let responded = || response.clone().execute(http, (interaction, token));
        self.insist(Attempt::default(), responded).await
    }

    async fn send(
        &self,
        ReducibleMessage { message, upload_failed, .. }: &ReducibleMessage,
        channel: ChannelId,
        route: Route<'_>,
    ) -> Result<Option<MessageId>, ApiError> {
        let channel = channel_id(channel);
        let is_upload = !message.files.is_empty();
        let attempt = Attempt { is_upload, is_repeated: *upload_failed };
        match route {
            Route::Response(first) => self.respond(message, first, attempt).await?,
            Route::ResponseEdit { token, is_awaited } => {
                let edited = || message.edit_response().execute(&*self.responses, token.expose_secret());
                if is_awaited {
                    self.insist(attempt, edited).await?;
                } else {
                    self.record_result(is_upload, edited().await)?;
                }
            }
            Route::PictureEdit { token } => {
                let edited = || message.edit_pictures().execute(&*self.pictures, token.expose_secret());
                self.insist(attempt, edited).await?;
            }
            Route::ReplacedHand { token } => {
                let edited = message.edit_response().execute(&*self.pictures, token.expose_secret()).await;
                self.record_result(is_upload, edited)?;
            }
            Route::FollowUp { token, is_ephemeral } => {
                let more = follow_up(message).ephemeral(is_ephemeral);
                let sent = || more.clone().execute(&*self.responses, (None, token.expose_secret()));
                self.insist(attempt, sent).await?;
            }
            Route::Post { nonce } => {
                let create = message.create().nonce(nonce.clone()).enforce_nonce(true);
                let posted = channel.send_message(&*self.channels, create).await;
                return Ok(Some(self.record_result(is_upload, posted)?.id));
            }
            Route::Edit { message: id } => {
                let edited = channel.edit_message(&*self.channels, id, message.edit()).await;
                self.record_result(is_upload, edited)?;
            }
        }
        Ok(None)
    }

    async fn respond(
        &self,
        message: &Message,
        FirstResponse { http, interaction, token, kind }: FirstResponse<'_>,
        attempt: Attempt,
    ) -> Result<(), ApiError> {
        let response = kind.response(message);
        let token = token.expose_secret();
        if !message.keeps_files {
            let responded = || response.clone().execute(http, (interaction, token));
            return self.insist(attempt, responded).await;
        }
        // serenity's builder always lists the attachments, which would remove the existing ones.
        let mut map = serde_json::to_value(&response).map_err(serenity::Error::from)?;
        if let Some(data) = map.get_mut("data").and_then(serde_json::Value::as_object_mut) {
            data.shift_remove("attachments");
        }
        let responded = || http.create_interaction_response(interaction, token, &map, Vec::new());
        self.insist(attempt, responded).await
    }

    /// Sends a request and retries it while Discord is unavailable. Returns `Ok` if Discord reports that an
    /// earlier attempt was accepted.
    ///
    /// An upload is attempted only once and for a limited time, because the message is then sent without files.
    ///
    /// Use this for replies, because a user is waiting. Public messages are retried by the update queue
    /// instead.
    async fn insist<T, F>(&self, attempt: Attempt, request: impl Fn() -> F) -> Result<(), ApiError>
    where
        F: Future<Output = serenity::Result<T>>,
    {
        let mut tries = 1;
        loop {
            let timeout = if attempt.is_upload { UPLOAD_TIMEOUT } else { Duration::MAX };
            let error = match tokio::time::timeout(timeout, request()).await {
                Ok(result) => match self.record_result(attempt.is_upload, result) {
                    Ok(_) => return Ok(()),
                    Err(error) => ApiError::from(error),
                },
                Err(_) => ApiError::new(ErrorKind::Later, "upload timed out"),
            };
            if (tries > 1 || attempt.is_repeated) && error.kind == ErrorKind::Acknowledged {
                return Ok(());
            }
            if tries >= MAX_TRIES || attempt.is_upload || !error.is_temporary() {
                return Err(error);
            }
            tokio::time::sleep(Duration::from_millis(200) * tries).await;
            tries += 1;
        }
    }

    /// Records the result of a request in the metrics and returns the result unchanged.
    ///
    /// For uploads, also records the response status in the budget, which counts invalid requests. For all
    /// other requests, the HTTP client configured by [`listening`](super::rest::invalid_requests::listening)
    /// does this.
    #[allow(clippy::result_large_err)] // the error type is serenity's
    fn record_result<T>(&self, is_upload: bool, result: serenity::Result<T>) -> serenity::Result<T> {
        let status = || result.as_ref().map_or_else(|error| ApiError::from(error).status, |_| Some(200));
        if let Some(status) = is_upload.then(status).flatten() {
            self.budget.record(status);
        }
        if is_upload && result.is_ok() {
            self.uploads.record_success();
        }
        counted(&self.metrics, result)
    }
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

/// Properties of an attempt to send a message.
#[derive(Debug, Clone, Copy, Default)]
struct Attempt {
    /// `true` if the request uploads files.
    is_upload: bool,
    /// `true` if an earlier attempt may have been accepted although its response was not received.
    is_repeated: bool,
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
