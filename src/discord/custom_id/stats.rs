//! What the buttons under somebody's numbers ask for.

use std::fmt;

use crate::table::UserId;

/// Somebody's numbers over a span of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StatsId {
    /// Whose.
    pub user: UserId,
    /// Of which time.
    pub span: Span,
}

/// The times that buttons ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Span {
    /// All seasons together.
    All,
    /// The season that runs when the button is pressed.
    Now,
}

impl StatsId {
    pub(super) fn read(words: &[&str]) -> Option<Self> {
        let [user, span] = words else { return None };
        let span = match *span {
            "all" => Span::All,
            "now" => Span::Now,
            _ => return None,
        };
        Some(Self { user: UserId(user.parse().ok()?), span })
    }
}

impl fmt::Display for StatsId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let span = match self.span {
            Span::All => "all",
            Span::Now => "now",
        };
        write!(f, "{}:{span}", self.user)
    }
}
