//! Why a line is not answered.

use crate::ai::solver::NotAPosition;
use crate::rules::Card;

/// What is wrong with a line, and what would work.
#[derive(Debug, thiserror::Error)]
pub(super) enum Refused {
    #[error("this is no JSON ({0}): `ulti solve --help` shows a line")]
    NotJson(serde_json::Error),
    #[error("this is no JSON object: `ulti solve --help` shows a line")]
    NotAnObject,
    #[error("unknown field '{found}': did you mean '{nearest}'?")]
    UnknownField { found: String, nearest: &'static str },
    #[error("{field} is missing: it is {is}")]
    Missing { field: &'static str, is: &'static str },
    #[error("{path}: {reason}; {field} is {is}")]
    Field { path: String, reason: String, field: &'static str, is: &'static str },
    #[error("no trump is called '{0}': A, L, H, B or none")]
    UnknownTrump(String),
    #[error("there are {0} hands: three are needed, of seats 0, 1 and 2")]
    Hands(usize),
    #[error("the trick has {0} cards: 0, 1 or 2, since the third one ends it")]
    Trick(usize),
    #[error("the talon has {0} cards: two, or none where it is not known")]
    Talon(usize),
    #[error("{0} is there twice: each card is in one hand, in the trick or in the talon")]
    Twice(Card),
    #[error(transparent)]
    Position(#[from] NotAPosition),
    #[error("unknown question '{found}': did you mean '{nearest}'?")]
    UnknownQuestion { found: String, nearest: &'static str },
    #[error("{0} is asked twice: once is enough")]
    PartTwice(&'static str),
    #[error("{0} is played with trumps: trump is A, L, H or B")]
    NoTrumps(&'static str),
    #[error("a parti is asked of whole hands, ten cards each with those that lie: ask for points instead")]
    NotFromTheStart,
    #[error("the declarer holds every marriage, and any trick wins the parti: ask for betli instead")]
    AllMarriages,
}
