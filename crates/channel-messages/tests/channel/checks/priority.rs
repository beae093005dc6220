//! Checks of the priority and the subject of requests.

use channel_messages::{Action, MessageKind, Nonce, Priority, PublicKey, Sent, Step, Subject};

use crate::discord::{Audience, Discord};
use crate::tables::{SimMessage, What};

/// Checks that a request has the priority and the subject of the message that it sends.
pub(super) fn check(step: &Step<SimMessage>, discord: &Discord) {
    let is_right = match &step.action {
        Action::FollowUp { token, .. } if matches!(step.subject, Subject::Hand(..)) => {
            let user = discord.interactions[&token.interaction()].user;
            step.priority == Priority::Turn
                && matches!(step.subject, Subject::Hand(_, owner) if owner == user)
        }
        Action::Respond { .. }
        | Action::FollowUp { .. }
        | Action::EditOriginal(_)
        | Action::DeleteOriginal(_) => step.priority == Priority::Response,
        Action::Post(Nonce::Public { table, key, .. }) => {
            step.priority == of_public(*key) && step.subject == Subject::Public(*table, *key)
        }
        Action::Post(Nonce::Notice { table, .. }) => {
            step.priority == Priority::Notice && step.subject == Subject::Notice(*table)
        }
        Action::AddPicture(_) => step.priority == Priority::Picture,
        Action::Edit(Sent { id, .. }) => {
            match (discord.messages[id].audience, &discord.messages[id].message.what) {
                (Audience::Everyone, What::Public(table, key, _)) => {
                    step.priority == of_public(*key) && step.subject == Subject::Public(*table, *key)
                }
                // The request updates a hand or marks a replaced one.
                (Audience::Only(user), _) => {
                    matches!(step.priority, Priority::Turn | Priority::Picture)
                        && matches!(step.subject, Subject::Hand(_, owner) if owner == user)
                }
                (Audience::Everyone, _) => false,
            }
        }
        Action::Delete(Sent { id, .. }) => match discord.messages[id].audience {
            Audience::Everyone => !matches!(step.subject, Subject::Hand(..)),
            Audience::Only(user) => {
                step.priority == Priority::Picture
                    && matches!(step.subject, Subject::Hand(_, owner) if owner == user)
            }
        },
        _ => true,
    };
    assert!(is_right, "wrong priority or subject: {step:?}");
}

/// Returns the priority of a public message.
const fn of_public(key: PublicKey) -> Priority {
    match key.kind {
        MessageKind::Lobby | MessageKind::Table => Priority::Turn,
        MessageKind::Result | MessageKind::Ended => Priority::Result,
    }
}
