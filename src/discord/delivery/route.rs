//! The API requests with which a message can be sent.

use poise::serenity_prelude as serenity;
use rest_limiter::Priority;
use secrecy::SecretString;
use serde_json::Value;
use serenity::{CreateInteractionResponse, InteractionId, MessageId, Nonce};

use crate::discord::messages::Message;
use crate::discord::rest::error::{ApiError, ErrorKind};
use crate::discord::rest::limits;
use crate::discord::rest::request::ResponseMessage;

/// Flag of ephemeral messages.
const EPHEMERAL: u64 = 1 << 6;

/// The API request used to send a message to Discord.
#[derive(Debug, Clone)]
pub(in crate::discord) enum Route {
    /// The first response to an interaction.
    Response(FirstResponse),
    /// An edit of a response to an interaction. The response may be ephemeral.
    ResponseEdit {
        /// Token of the interaction.
        token: SecretString,
        /// The response or follow-up to edit.
        message: ResponseMessage,
        /// Urgency of the edit.
        priority: Priority,
    },
    /// An edit that replaces only the pictures in a response to an interaction.
    PictureEdit {
        /// Token of the interaction.
        token: SecretString,
        /// The response or follow-up to edit.
        message: ResponseMessage,
    },
    /// A follow-up message for an interaction.
    FollowUp {
        /// Token of the interaction.
        token: SecretString,
        /// `true` if the message is visible only to the user who triggered the interaction.
        is_ephemeral: bool,
        /// Urgency of the message.
        priority: Priority,
    },
    /// A new message in the channel.
    Post {
        /// Nonce that lets Discord detect a repeated attempt to post the same message.
        nonce: Nonce,
        /// Urgency of the message.
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

impl Route {
    /// Returns the urgency of the request.
    pub(super) const fn priority(&self) -> Priority {
        match self {
            Self::Response(_) => limits::RESPONSE,
            Self::PictureEdit { .. } => limits::PICTURE,
            Self::Post { priority, .. }
            | Self::FollowUp { priority, .. }
            | Self::ResponseEdit { priority, .. }
            | Self::Edit { priority, .. } => *priority,
        }
    }

    /// Returns the id of the message in the body of a response to the request.
    pub(super) fn message_in(&self, sent: &Value) -> Option<MessageId> {
        let message = if matches!(self, Self::Response(_)) { &sent["resource"]["message"] } else { sent };
        message_id(message)
    }
}

/// The first response to an interaction.
#[derive(Debug, Clone)]
pub(in crate::discord) struct FirstResponse {
    /// Id of the interaction.
    pub(in crate::discord) interaction: InteractionId,
    /// Token of the interaction.
    pub(in crate::discord) token: SecretString,
    /// Kind of the response.
    pub(in crate::discord) kind: ResponseKind,
}

/// Determines how the first response to an interaction is displayed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::discord) enum ResponseKind {
    /// Replaces the message whose button was pressed.
    Update,
    /// Sends a new message that is visible only to the user who triggered the interaction.
    Ephemeral,
    /// Sends a new message that is visible to everyone in the channel.
    Public,
}

impl ResponseKind {
    pub(super) fn response(self, message: &Message) -> CreateInteractionResponse {
        match self {
            Self::Update => CreateInteractionResponse::UpdateMessage(message.respond(true)),
            Self::Ephemeral => CreateInteractionResponse::Message(message.respond(true)),
            Self::Public => CreateInteractionResponse::Message(message.respond(false)),
        }
    }
}

/// Returns the id of the message in a response.
pub(super) fn message_id(sent: &Value) -> Option<MessageId> {
    let id = sent["id"].as_str()?.parse().ok()?;
    (id != 0).then(|| MessageId::new(id))
}

/// Returns the id of the public message that the first response to an interaction created. `original` is the
/// message that belongs to the response, which may be that of the pressed button.
///
/// # Errors
/// Returns an error if the response has created no public message.
pub(super) fn created_public_message(
    original: &Value,
    interaction: InteractionId,
) -> Result<MessageId, ApiError> {
    let is_ephemeral = original["flags"].as_u64().is_some_and(|flags| flags & EPHEMERAL != 0);
    let is_created =
        original["interaction_metadata"]["id"].as_str() == Some(interaction.to_string().as_str());
    message_id(original)
        .filter(|_| is_created && !is_ephemeral)
        .ok_or_else(|| ApiError::new(ErrorKind::NotPublic, "response is not a public message"))
}
