//! The REST requests that the bot sends: their routes, bodies and rate limits.
//!
//! See [Message Resource](https://docs.discord.com/developers/resources/message) and [Receiving and
//! Responding](https://docs.discord.com/developers/interactions/receiving-and-responding) in Discord's
//! documentation.

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

use poise::serenity_prelude as serenity;
use reqwest::Method;
use rest_limiter::{LimitKey, LimitScope};
use secrecy::{ExposeSecret, SecretString};
use serde::Serialize;
use serde_json::Value;
use serenity::{ApplicationId, ChannelId, CreateAttachment, EmojiId, InteractionId, MessageId};

use super::error::{ApiError, ErrorKind};

/// A message of an interaction: a response, or the message whose component the user used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ResponseMessage {
    /// The first response, or the message that it updated.
    Original,
    /// A follow-up message.
    FollowUp(MessageId),
}

/// A request to Discord's REST API.
#[derive(Debug, Clone)]
pub(crate) struct ApiRequest {
    pub(super) method: Method,
    /// Path below `/api/v10`. It may contain an interaction token and is therefore never logged.
    pub(super) path: SecretString,
    pub(super) body: Option<Value>,
    /// Files to upload. Discord identifies a file by its position.
    pub(super) files: Vec<CreateAttachment>,
    pub(super) limit_key: LimitKey,
}

/// Formats the message as it appears in the path of a request.
impl fmt::Display for ResponseMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Original => f.write_str("@original"),
            Self::FollowUp(id) => id.fmt(f),
        }
    }
}

impl ApiRequest {
    fn new(method: Method, path: String, limit_key: LimitKey) -> Self {
        Self { method, path: path.into(), body: None, files: Vec::new(), limit_key }
    }

    /// Sets the JSON body.
    ///
    /// # Errors
    /// Returns an error if the body cannot be serialized.
    fn json(mut self, body: &impl Serialize) -> Result<Self, ApiError> {
        let body = serde_json::to_value(body);
        self.body = Some(body.map_err(|error| ApiError::new(ErrorKind::Wrong, error.to_string()))?);
        Ok(self)
    }

    /// Adds files to a message, and their positions to the list of attachments in its body.
    ///
    /// serenity's builders list all files with the position 0 until serenity sends them itself.
    fn with_files(mut self, files: &[CreateAttachment]) -> Self {
        self.files = files.to_vec();
        let message =
            self.body.as_mut().map(|body| if body["data"].is_object() { &mut body["data"] } else { body });
        let listed = message.and_then(|message| message.get_mut("attachments")).and_then(Value::as_array_mut);
        for (position, file) in listed.into_iter().flatten().enumerate() {
            file["id"] = position.into();
        }
        self
    }

    /// Creates the first response to an interaction.
    ///
    /// If `returns_message` is `true`, the response contains the message that was created.
    ///
    /// # Errors
    /// Returns an error if the body cannot be serialized.
    pub(crate) fn respond(
        (interaction, token): (InteractionId, &SecretString),
        body: &impl Serialize,
        files: &[CreateAttachment],
        returns_message: bool,
    ) -> Result<Self, ApiError> {
        let query = if returns_message { "?with_response=true" } else { "" };
        let path = format!("interactions/{interaction}/{}/callback{query}", token.expose_secret());
        Ok(Self::new(Method::POST, path, callback_key(interaction)).json(body)?.with_files(files))
    }

    /// Creates an edit of a message of an interaction.
    ///
    /// # Errors
    /// Returns an error if the body cannot be serialized.
    pub(crate) fn edit_response(
        (application, token): (ApplicationId, &SecretString),
        message: ResponseMessage,
        body: &impl Serialize,
        files: &[CreateAttachment],
    ) -> Result<Self, ApiError> {
        let path = format!("webhooks/{application}/{}/messages/{message}", token.expose_secret());
        Ok(Self::new(Method::PATCH, path, token_edit_key(token)).json(body)?.with_files(files))
    }

    /// Creates a request for the first response to an interaction.
    pub(crate) fn original_response((application, token): (ApplicationId, &SecretString)) -> Self {
        let path = format!("webhooks/{application}/{}/messages/@original", token.expose_secret());
        Self::new(Method::GET, path, original_response_key(token))
    }

    /// Creates the deletion of a message of an interaction.
    pub(crate) fn delete_response(
        (application, token): (ApplicationId, &SecretString),
        message: ResponseMessage,
    ) -> Self {
        let path = format!("webhooks/{application}/{}/messages/{message}", token.expose_secret());
        Self::new(Method::DELETE, path, delete_response_key(token))
    }

    /// Creates a follow-up message of an interaction.
    ///
    /// # Errors
    /// Returns an error if the body cannot be serialized.
    pub(crate) fn follow_up(
        (application, token): (ApplicationId, &SecretString),
        body: &impl Serialize,
        files: &[CreateAttachment],
    ) -> Result<Self, ApiError> {
        let path = format!("webhooks/{application}/{}", token.expose_secret());
        Ok(Self::new(Method::POST, path, follow_up_key(token)).json(body)?.with_files(files))
    }

    /// Creates a channel message.
    ///
    /// # Errors
    /// Returns an error if the body cannot be serialized.
    pub(crate) fn post(
        channel: ChannelId,
        body: &impl Serialize,
        files: &[CreateAttachment],
    ) -> Result<Self, ApiError> {
        let path = format!("channels/{channel}/messages");
        Ok(Self::new(Method::POST, path, post_key(channel)).json(body)?.with_files(files))
    }

    /// Creates an edit of a channel message.
    ///
    /// # Errors
    /// Returns an error if the body cannot be serialized.
    pub(crate) fn edit(
        channel: ChannelId,
        message: MessageId,
        body: &impl Serialize,
        files: &[CreateAttachment],
    ) -> Result<Self, ApiError> {
        let path = format!("channels/{channel}/messages/{message}");
        Ok(Self::new(Method::PATCH, path, edit_key(channel)).json(body)?.with_files(files))
    }

    /// Creates the deletion of a channel message.
    pub(crate) fn delete(channel: ChannelId, message: MessageId) -> Self {
        let path = format!("channels/{channel}/messages/{message}");
        Self::new(Method::DELETE, path, delete_key(channel))
    }

    /// Creates the registration of all commands.
    ///
    /// # Errors
    /// Returns an error if the commands cannot be serialized.
    pub(crate) fn set_commands(
        application: ApplicationId,
        commands: &impl Serialize,
    ) -> Result<Self, ApiError> {
        let path = format!("applications/{application}/commands");
        Self::new(Method::PUT, path, of_application("PUT commands")).json(commands)
    }

    /// Creates a request for the commands that are registered.
    pub(crate) fn commands(application: ApplicationId) -> Self {
        let path = format!("applications/{application}/commands");
        Self::new(Method::GET, path, of_application("GET commands"))
    }

    /// Creates a request for the application's emoji.
    pub(crate) fn emojis(application: ApplicationId) -> Self {
        Self::new(Method::GET, format!("applications/{application}/emojis"), of_application("GET emojis"))
    }

    /// Creates an emoji of the application.
    ///
    /// # Errors
    /// Returns an error if the body cannot be serialized.
    pub(crate) fn create_emoji(application: ApplicationId, body: &impl Serialize) -> Result<Self, ApiError> {
        let path = format!("applications/{application}/emojis");
        Self::new(Method::POST, path, of_application("POST emojis")).json(body)
    }

    /// Creates the deletion of an emoji of the application.
    pub(crate) fn delete_emoji(application: ApplicationId, emoji: EmojiId) -> Self {
        let path = format!("applications/{application}/emojis/{emoji}");
        Self::new(Method::DELETE, path, of_application("DELETE emoji"))
    }

    /// Returns `true` if the request is the first response to an interaction.
    pub(crate) fn is_first_response(&self) -> bool {
        self.limit_key.scope == LimitScope::FirstResponse
    }

    /// Returns `true` if the request uploads files.
    pub(crate) fn is_upload(&self) -> bool {
        !self.files.is_empty()
    }
}

/// Identifies the limits of the first response to an interaction.
pub(crate) fn callback_key(interaction: InteractionId) -> LimitKey {
    LimitKey {
        route: "POST interaction callback",
        major: interaction.get(),
        scope: LimitScope::FirstResponse,
    }
}

/// Identifies the limits of a new channel message.
pub(crate) fn post_key(channel: ChannelId) -> LimitKey {
    LimitKey { route: "POST channel messages", major: channel.get(), scope: LimitScope::Global }
}

/// Identifies the limits of an edit of a channel message.
pub(crate) fn edit_key(channel: ChannelId) -> LimitKey {
    LimitKey { route: "PATCH channel message", major: channel.get(), scope: LimitScope::Global }
}

/// Identifies the limits of an edit with the token of an interaction.
pub(crate) fn token_edit_key(token: &SecretString) -> LimitKey {
    LimitKey { route: "PATCH webhook message", major: hash(token), scope: LimitScope::Interaction }
}

/// Identifies the limits of a follow-up message.
pub(crate) fn follow_up_key(token: &SecretString) -> LimitKey {
    LimitKey { route: "POST webhook", major: hash(token), scope: LimitScope::Interaction }
}

/// Identifies the limits of a request for the first response to an interaction.
pub(crate) fn original_response_key(token: &SecretString) -> LimitKey {
    LimitKey { route: "GET webhook message", major: hash(token), scope: LimitScope::Interaction }
}

/// Identifies the limits of a deletion with the token of an interaction.
pub(crate) fn delete_response_key(token: &SecretString) -> LimitKey {
    LimitKey { route: "DELETE webhook message", major: hash(token), scope: LimitScope::Interaction }
}

/// Identifies the limits of the deletion of a channel message.
pub(crate) fn delete_key(channel: ChannelId) -> LimitKey {
    LimitKey { route: "DELETE channel message", major: channel.get(), scope: LimitScope::Global }
}

/// Identifies the limits of a request that concerns the application.
const fn of_application(route: &'static str) -> LimitKey {
    LimitKey { route, major: 0, scope: LimitScope::Global }
}

fn hash(token: &SecretString) -> u64 {
    let mut hasher = DefaultHasher::new();
    token.expose_secret().hash(&mut hasher);
    hasher.finish()
}
