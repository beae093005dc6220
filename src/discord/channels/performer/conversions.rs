//! Conversions of the types of [`channel_messages`] into those of requests.

use channel_messages::{Address, MessageId, Priority, ResponseKind, Token};
use poise::serenity_prelude as serenity;
use secrecy::SecretString;
use serenity::{CreateInteractionResponse, CreateInteractionResponseMessage, InteractionId};

use crate::discord::delivery;
use crate::discord::rest::limits;
use crate::discord::rest::request::ResponseMessage;

/// Returns the message as it is addressed by the token of an interaction.
pub(super) const fn addressed(id: MessageId, address: Address) -> ResponseMessage {
    match address {
        Address::Original => ResponseMessage::Original,
        Address::FollowUp => ResponseMessage::FollowUp(serenity_id(id)),
    }
}

/// Returns how a first response shows its message, or `None` for a response without a message.
pub(super) const fn shown_as(kind: ResponseKind) -> Option<delivery::ResponseKind> {
    match kind {
        ResponseKind::Update => Some(delivery::ResponseKind::Update),
        ResponseKind::Public => Some(delivery::ResponseKind::Public),
        ResponseKind::Ephemeral => Some(delivery::ResponseKind::Ephemeral),
        ResponseKind::Acknowledge | ResponseKind::Thinking => None,
    }
}

/// Returns the first response that defers a reply or acknowledges a press.
pub(super) fn response_without_content(kind: ResponseKind) -> CreateInteractionResponse {
    match kind {
        ResponseKind::Thinking => {
            CreateInteractionResponse::Defer(CreateInteractionResponseMessage::new().ephemeral(true))
        }
        _ => CreateInteractionResponse::Acknowledge,
    }
}

/// Returns the urgency of a step as the rate limiter sees it.
pub(super) const fn priority_of(priority: Priority) -> rest_limiter::Priority {
    match priority {
        Priority::Response => limits::RESPONSE,
        Priority::Turn => limits::TURN,
        Priority::Picture => limits::PICTURE,
        Priority::Result => limits::RESULT,
        Priority::Notice => limits::NOTICE,
    }
}

pub(super) fn interaction_of(token: &Token) -> InteractionId {
    InteractionId::new(token.interaction().0.max(1))
}

pub(super) fn secret(token: &Token) -> SecretString {
    token.expose().into()
}

pub(super) const fn serenity_id(message: MessageId) -> serenity::MessageId {
    serenity::MessageId::new(if message.0 == 0 { 1 } else { message.0 })
}
