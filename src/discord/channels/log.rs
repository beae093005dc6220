//! Log lines about steps that have failed.

use channel_messages::{Action, Priority, PublicKey, Sent, Step, Subject, Via};

use super::outgoing::Outgoing;
use super::performer::StepError;
use crate::discord::rest::error::ErrorKind;
use crate::table::ChannelId;

/// Logs that a step has failed. The handler of an interaction logs that its reply was not sent.
pub(super) fn failed(step: &Step<Outgoing>, error: &StepError) {
    let is_picture = step.priority == Priority::Picture;
    if is_normal(step, error) {
        tracing::debug!(subject = ?step.subject, %error, "failed to change message");
        return;
    }
    match step.subject {
        Subject::Public(table, _) if is_picture => {
            tracing::debug!(table = table.0, %error, "failed to add picture to table message");
        }
        Subject::Public(table, _) if matches!(step.action, Action::ReadId(..)) => {
            tracing::warn!(table = table.0, %error, "failed to read ids of table messages");
        }
        Subject::Public(table, key) => {
            let (deal, kind) = (key.deal, key.kind);
            tracing::warn!(table = table.0, deal, ?kind, %error, "failed to post or edit table message");
        }
        Subject::Hand(table, _) if is_picture => {
            tracing::debug!(table = table.0, %error, "failed to add picture to message with player's hand");
        }
        Subject::Hand(table, _) if matches!(step.action, Action::Delete(_)) => {
            tracing::debug!(table = table.0, %error, "failed to delete older message with player's hand");
        }
        Subject::Hand(table, _) => {
            tracing::warn!(table = table.0, %error, "failed to update message with player's hand");
        }
        Subject::Notice(table) if is_temporary(error) => {
            tracing::warn!(table = table.0, %error, "failed to post table notice; retrying");
        }
        Subject::Notice(table) => tracing::warn!(table = table.0, %error, "failed to post table notice"),
        Subject::Reply(_) => {}
    }
}

/// Logs that a message is not sent any more until its table changes.
pub(super) fn gave_up(channel: ChannelId, subject: Subject) {
    let (table, message) = match subject {
        Subject::Public(table, PublicKey { kind, .. }) => (Some(table.0), format!("{kind:?}")),
        Subject::Hand(table, _) => (Some(table.0), "Hand".to_owned()),
        Subject::Notice(table) => (Some(table.0), "Notice".to_owned()),
        Subject::Reply(_) => (None, "Reply".to_owned()),
    };
    tracing::warn!(%channel, table, message, "gave up updating table messages after repeated failures");
}

/// Returns `true` if the step may succeed if it is repeated.
fn is_temporary(error: &StepError) -> bool {
    match error {
        StepError::Request(error) => error.is_temporary(),
        StepError::Store(_) => true,
    }
}

/// Returns `true` if the failure has an ordinary cause: a message was dismissed or deleted, a token has
/// expired, or another request is tried next.
fn is_normal(step: &Step<Outgoing>, error: &StepError) -> bool {
    let StepError::Request(error) = error else { return false };
    let is_gone = matches!(error.kind, ErrorKind::Gone | ErrorKind::MessageGone | ErrorKind::NotPublic);
    match (&step.action, step.subject) {
        (Action::Delete(_) | Action::Respond { .. } | Action::Find { .. }, _) => true,
        (Action::Edit(Sent { via: Via::Token { .. }, .. }), Subject::Public(..)) => !error.is_temporary(),
        _ => is_gone,
    }
}
