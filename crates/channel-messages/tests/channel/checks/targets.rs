//! The interactions, messages and users that a request concerns.

use channel_messages::{Action, InteractionId, MessageId, ResponseKind, Sent};

use crate::discord::{Audience, Discord};

/// Returns the interaction to which a request belongs.
pub(super) fn interaction_of(action: &Action) -> Option<InteractionId> {
    match action {
        Action::Respond { token, .. }
        | Action::FollowUp { token, .. }
        | Action::EditOriginal(token)
        | Action::DeleteOriginal(token)
        | Action::Find { token, .. } => Some(token.interaction()),
        _ => None,
    }
}

/// Returns the message that a request changes or deletes.
pub(super) fn changed_message(action: &Action, discord: &Discord) -> Option<MessageId> {
    match action {
        Action::Edit(sent) | Action::AddPicture(sent) | Action::Delete(sent) => Some(sent.id),
        Action::EditOriginal(token) | Action::DeleteOriginal(token) => {
            discord.interactions[&token.interaction()].original
        }
        Action::Respond { token, kind: ResponseKind::Update } => {
            discord.interactions[&token.interaction()].component
        }
        _ => None,
    }
}

/// Returns the users who see the content of a request. Returns `None` if the request has no content.
pub(super) fn audience(action: &Action, discord: &Discord) -> Option<Audience> {
    Some(match action {
        Action::Post(_)
        | Action::FollowUp { is_ephemeral: false, .. }
        | Action::Respond { kind: ResponseKind::Public, .. } => Audience::Everyone,
        Action::FollowUp { token, .. } | Action::Respond { token, .. } => {
            Audience::Only(discord.interactions[&token.interaction()].user)
        }
        Action::Edit(Sent { id, .. }) | Action::AddPicture(Sent { id, .. }) => discord.messages[id].audience,
        Action::EditOriginal(token) => {
            let original = discord.interactions[&token.interaction()].original;
            original.map_or(Audience::Everyone, |original| discord.messages[&original].audience)
        }
        _ => return None,
    })
}
