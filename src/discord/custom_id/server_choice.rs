//! Settings of a server that are changed by buttons.

use super::field_encoding::words;
use crate::text::{DeckStyle, Lang};

/// A change to one of the server's settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ServerChoice {
    /// Sets the language of public messages. `None` uses the server's language on Discord.
    Lang(Option<Lang>),
    /// Sets the deck style of public messages. `None` uses the default deck style.
    Faces(Option<DeckStyle>),
    /// Enables or disables text-only mode for public messages, which omits pictures and emoji.
    TextOnly(bool),
}

words! { ServerChoice {
    ["lang", lang] => { Self::Lang(lang) }
    ["faces", faces] => { Self::Faces(faces) }
    ["text", on] => { Self::TextOnly(on) }
} }
