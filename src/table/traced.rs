//! What stands before the log lines of a table: which table, at which version, and on whose account.
//! Numbers alone; no card and no name.

use tracing::field::{Empty, display};
use tracing::{Instrument as _, Span};

use super::{Answer, Refused, RequestId, TableId};

/// Who has a table do something.
#[derive(Debug, Clone, Copy)]
pub(super) enum By {
    /// A person, by an interaction; none where it only looks.
    Person(Option<RequestId>),
    /// A robot, for itself or for a person whose time is up.
    Robot,
    /// The clock.
    Clock,
    /// The bot itself: a table is shown again.
    Bot,
}

/// The span of one action at a table; `version` is how many events it had before.
pub(super) fn action(table: TableId, version: u32, by: By) -> Span {
    let word = match by {
        By::Person(_) => "person",
        By::Robot => "robot",
        By::Clock => "clock",
        By::Bot => "bot",
    };
    let span = tracing::info_span!("action", %table, version, by = word, request = Empty, outcome = Empty);
    if let By::Person(Some(request)) = by {
        span.record("request", display(request));
    }
    span
}

/// Does it in its span.
pub(super) async fn within(span: Span, action: impl Future<Output = ()>) {
    action.instrument(span).await;
}

/// Why something was refused, without the cards that a refusal by the rules may name.
pub(super) fn without_cards(refused: &Refused) -> String {
    let Refused::Illegal(here) = refused else { return refused.to_string() };
    let all = format!("{:?}", here.reason);
    let name = all.split(|letter: char| !letter.is_alphanumeric()).next();
    format!("against the rules: {}", name.unwrap_or_default())
}

/// Notes what became of the action that is being done.
pub(super) fn came(outcome: &'static str) {
    Span::current().record("outcome", outcome);
    tracing::debug!("an action is over");
}

/// The same of what a person asked for.
pub(super) fn answered(answer: &Result<Answer, Refused>) {
    came(match answer {
        Ok(answer) => answer.outcome.word(),
        Err(Refused::NotKept(_)) => "failed",
        Err(_) => "refused",
    });
}
