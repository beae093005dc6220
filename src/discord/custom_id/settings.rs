//! Personal settings that are changed by buttons.

use std::fmt;

use crate::text::{DeckStyle, Lang};

/// A new value for a personal setting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PersonalSetting {
    /// Enables or disables a ping when it is the user's turn.
    Pings(bool),
    /// Enables or disables the hint button in the user's hand message.
    Hints(bool),
    /// Enables or disables text-only messages, without pictures and emoji.
    TextOnly(bool),
    /// Sets the language. `None` follows the language of the user's Discord client.
    Lang(Option<Lang>),
    /// Sets the deck style. `None` follows the server's deck style.
    Faces(Option<DeckStyle>),
}

impl PersonalSetting {
    pub(super) fn read(words: &[&str]) -> Option<Self> {
        Some(match words {
            ["pings", on] => Self::Pings(*on == "on"),
            ["hints", on] => Self::Hints(*on == "on"),
            ["text", on] => Self::TextOnly(*on == "on"),
            ["lang", "-"] => Self::Lang(None),
            ["lang", lang] => Self::Lang(lang.parse().ok()),
            ["faces", "-"] => Self::Faces(None),
            ["faces", code] => Self::Faces(Some(DeckStyle::from_code(code)?)),
            _ => return None,
        })
    }
}

impl fmt::Display for PersonalSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let switch = |on| if on { "on" } else { "off" };
        match *self {
            Self::Pings(on) => write!(f, "pings:{}", switch(on)),
            Self::Hints(on) => write!(f, "hints:{}", switch(on)),
            Self::TextOnly(on) => write!(f, "text:{}", switch(on)),
            Self::Lang(lang) => write!(f, "lang:{}", lang.map_or("-", Lang::code)),
            Self::Faces(faces) => write!(f, "faces:{}", faces.map_or("-", DeckStyle::code)),
        }
    }
}
