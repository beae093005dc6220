//! Personal settings that are changed by buttons.

use super::field_encoding::words;
use crate::text::{DeckStyle, Lang};

/// A change to one of the user's personal settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PersonalSetting {
    /// Enables or disables turn pings, which notify the user when it is their turn.
    Pings(bool),
    /// Enables or disables the hint button in the user's hand message.
    Hints(bool),
    /// Enables or disables text-only mode, which omits pictures and emoji.
    TextOnly(bool),
    /// Enables or disables forced cards, which are played for the user if no other card is allowed.
    ForcedCards(bool),
    /// Sets the language. `None` uses the language of the user's Discord client.
    Lang(Option<Lang>),
    /// Sets the deck style. `None` uses the server's deck style.
    Faces(Option<DeckStyle>),
}

words! { PersonalSetting {
    ["pings", on] => { Self::Pings(on) }
    ["hints", on] => { Self::Hints(on) }
    ["text", on] => { Self::TextOnly(on) }
    ["forced", on] => { Self::ForcedCards(on) }
    ["lang", lang] => { Self::Lang(lang) }
    ["faces", faces] => { Self::Faces(faces) }
} }
