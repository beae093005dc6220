//! Errors in the input of `ulti solve`.

use ulti_ai::solver::InvalidPosition;
use ulti_rules::Card;

/// An error in an input line. The message explains how to correct the line.
#[derive(Debug, thiserror::Error)]
pub(super) enum LineError {
    #[error("the line is not valid JSON ({0}): see `ulti solve --help` for an example")]
    NotJson(serde_json::Error),
    #[error("the line is not a JSON object: see `ulti solve --help` for an example")]
    NotAnObject,
    #[error("unknown field '{found}': did you mean '{nearest}'?")]
    UnknownField { found: String, nearest: &'static str },
    #[error("missing field {field}: it is {is}")]
    Missing { field: &'static str, is: &'static str },
    #[error("{path}: {reason}; {field} is {is}")]
    Field { path: String, reason: String, field: &'static str, is: &'static str },
    #[error("unknown trump '{0}': use A, L, H, B or none")]
    UnknownTrump(String),
    #[error("expected three hands, of seats 0, 1 and 2, but found {0}")]
    Hands(usize),
    #[error("the trick has {0} cards: 0, 1 or 2 are possible because the third card ends a trick")]
    Trick(usize),
    #[error("the talon has {0} cards: give two cards, or none if the talon is unknown")]
    Talon(usize),
    #[error("{0} occurs twice: each card must be in one hand, in the trick or in the talon")]
    Twice(Card),
    #[error(transparent)]
    Position(#[from] InvalidPosition),
    #[error("unknown question '{found}': did you mean '{nearest}'?")]
    UnknownQuestion { found: String, nearest: &'static str },
    #[error("question {0} occurs twice: remove one of them")]
    PartTwice(&'static str),
    #[error("{0} is played with trumps: set trump to A, L, H or B")]
    NoTrumps(&'static str),
    #[error(
        "parti needs complete hands, ten cards each including those in the trick: ask for points instead"
    )]
    NotFromTheStart,
    #[error("the declarer's marriages win the parti with any trick: ask for betli instead")]
    AllMarriages,
}
