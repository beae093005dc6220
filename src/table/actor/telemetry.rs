//! Tracing spans for table actions. A span contains the table, its version and the initiator of the action,
//! but no cards and no names.

use tracing::Span;
use tracing::field::{Empty, display};

use crate::table::{Refusal, RequestId, TableId, TableReply};

/// Cause of an action at a table, for the log.
#[derive(Debug, Clone, Copy, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub(crate) enum Initiator {
    /// A user's request, with the id of the Discord interaction if there is one.
    Person(Option<RequestId>),
    /// A robot that played its own turn or the turn of a person who did not act in time.
    Robot,
    /// A timer for a ping or a deadline.
    Clock,
    /// The bot itself, for example when it announces a table after a restart.
    Bot,
}

/// Creates the tracing span for an action. `version` is the number of events before the action.
pub(crate) fn action(table: TableId, version: u32, by: Initiator) -> Span {
    let initiator: &'static str = by.into();
    let span =
        tracing::info_span!("action", %table, version, by = initiator, request = Empty, outcome = Empty);
    if let Initiator::Person(Some(request)) = by {
        span.record("request", display(request));
    }
    span
}

/// Formats a refusal for the log. Omits the details of an illegal action because they may contain cards.
pub(crate) fn without_cards(refused: &Refusal) -> String {
    let Refusal::Illegal(here) = refused else { return refused.to_string() };
    let all = format!("{:?}", here.reason);
    let name = all.split(|letter: char| !letter.is_alphanumeric()).next();
    format!("illegal action: {}", name.unwrap_or_default())
}

/// Records the outcome of the current action, such as `done` or `refused`, in the tracing span.
pub(crate) fn record_outcome(outcome: &'static str) {
    Span::current().record("outcome", outcome);
    tracing::debug!("table action finished");
}

/// Records in the current tracing span how a user's request was answered, for example `done`, `refused` or
/// `failed`.
pub(crate) fn record_reply(answer: &Result<TableReply, Refusal>) {
    record_outcome(match answer {
        Ok(answer) => answer.outcome.into(),
        Err(Refusal::NotKept(_)) => "failed",
        Err(_) => "refused",
    });
}
