//! What the buttons about a person's data ask for.

use std::fmt;

use crate::table::UserId;

/// A step about the presser's own data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Privacy {
    /// To be told what is kept.
    About,
    /// To be given it.
    Export,
    /// To be asked back before it is deleted.
    Delete,
    /// To have it deleted: that of this person, who alone may press it.
    Sure(UserId),
    /// To stay out of lists, or to be in them.
    Hide(bool),
}

impl Privacy {
    pub(super) fn read(words: &[&str]) -> Option<Self> {
        Some(match words {
            ["about"] => Self::About,
            ["export"] => Self::Export,
            ["delete"] => Self::Delete,
            ["sure", user] => Self::Sure(UserId(user.parse().ok()?)),
            ["hide", "on"] => Self::Hide(true),
            ["hide", "off"] => Self::Hide(false),
            _ => return None,
        })
    }
}

impl fmt::Display for Privacy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::About => f.write_str("about"),
            Self::Export => f.write_str("export"),
            Self::Delete => f.write_str("delete"),
            Self::Sure(user) => write!(f, "sure:{user}"),
            Self::Hide(true) => f.write_str("hide:on"),
            Self::Hide(false) => f.write_str("hide:off"),
        }
    }
}
