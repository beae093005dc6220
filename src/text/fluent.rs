//! Typed access to the messages in the Fluent files.

use std::borrow::Cow;
use std::collections::HashMap;

use fluent_templates::fluent_bundle::FluentValue;
use fluent_templates::{LanguageIdentifier, langid};

use super::Lang;
use super::normalize::without_emoji;

fluent_templates::static_loader! {
    static LOCALES = {
        locales: "locales",
        fallback_language: "en",
        // Some Discord clients show the isolation marks for right-to-left text as boxes.
        customise: |bundle| bundle.set_use_isolating(false),
    };
}

fluent_templates::static_loader! {
    // Messages without emoji. The transform applies to message text only, so emoji in people's names are
    // kept.
    static WITHOUT_EMOJI = {
        locales: "locales",
        fallback_language: "en",
        customise: |bundle| {
            bundle.set_use_isolating(false);
            bundle.set_transform(Some(without_emoji));
        },
    };
}

/// An argument for a localised message.
#[derive(Debug, Clone, PartialEq)]
pub enum Arg<'a> {
    /// Text that is inserted as is. The caller must escape Markdown in user names.
    Words(Cow<'a, str>),
    /// A number. Also selects between the singular and plural forms of the message.
    Number(i64),
    /// A Boolean. Selects the variant `yes` or `no` of the message.
    Choice(bool),
}

impl<'a> From<&'a str> for Arg<'a> {
    fn from(words: &'a str) -> Self {
        Self::Words(words.into())
    }
}

impl<'a> From<&'a String> for Arg<'a> {
    fn from(words: &'a String) -> Self {
        Self::Words(words.as_str().into())
    }
}

impl From<String> for Arg<'_> {
    fn from(words: String) -> Self {
        Self::Words(words.into())
    }
}

impl From<bool> for Arg<'_> {
    fn from(choice: bool) -> Self {
        Self::Choice(choice)
    }
}

macro_rules! number_args {
    ($($number:ty),*) => {$(
        impl From<$number> for Arg<'_> {
            fn from(number: $number) -> Self {
                Self::Number(number.into())
            }
        }
    )*};
}
number_args!(i32, i64, u8, u16, u32);

impl From<usize> for Arg<'_> {
    fn from(number: usize) -> Self {
        Self::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl<'a> From<Arg<'a>> for FluentValue<'a> {
    fn from(arg: Arg<'a>) -> Self {
        match arg {
            Arg::Words(words) => Self::String(words),
            Arg::Number(number) => Self::from(number),
            Arg::Choice(choice) => Self::from(if choice { "yes" } else { "no" }),
        }
    }
}

/// Creates a list of message arguments, such as `args![name, points = signed(points)]`.
///
/// `name` without a value is short for `name = name`.
macro_rules! args {
    ($($name:ident $(= $value:expr)?),* $(,)?) => {
        &[$((stringify!($name), $crate::text::args!(@value $name $($value)?))),*]
    };
    (@value $name:ident) => { $crate::text::Arg::from($name) };
    (@value $name:ident $value:expr) => { $crate::text::Arg::from($value) };
}
pub(crate) use args;

/// A message formatter for one language, with or without emoji.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Text {
    lang: Lang,
    emoji: bool,
}

impl Text {
    /// Creates a message formatter for a language, with emoji.
    pub const fn new(lang: Lang) -> Self {
        Self { lang, emoji: true }
    }

    /// Returns a copy of the formatter that removes emoji from messages.
    #[must_use]
    pub const fn without_emoji(self) -> Self {
        Self { emoji: false, ..self }
    }

    /// Returns the message with the given key. The message must not require arguments.
    ///
    /// `key.attribute` selects an attribute of a message. If the message does not exist or requires an
    /// argument, logs an error and returns `⟨key⟩`, so that the rest of the text can still be displayed.
    pub fn text(self, key: &str) -> String {
        self.with(key, &[])
    }

    /// Returns the message with the given key, with the arguments inserted.
    ///
    /// If the message does not exist or an argument is missing, logs an error and returns `⟨key⟩`.
    pub fn with(self, key: &str, args: &[(&'static str, Arg<'_>)]) -> String {
        self.look_up(key, args).unwrap_or_else(|error| {
            tracing::error!(key, lang = %self.lang, error, "failed to format localized message");
            format!("⟨{key}⟩")
        })
    }

    fn look_up(self, key: &str, args: &[(&'static str, Arg<'_>)]) -> Result<String, String> {
        let args: HashMap<&str, FluentValue<'_>> =
            args.iter().map(|(name, value)| (*name, value.clone().into())).collect();
        let message = if self.emoji {
            LOCALES.lookup_single_language(&id(self.lang), key, Some(&args))
        } else {
            WITHOUT_EMOJI.lookup_single_language(&id(self.lang), key, Some(&args))
        };
        message.map_err(|error| error.to_string())
    }
}

const fn id(lang: Lang) -> LanguageIdentifier {
    match lang {
        Lang::Hu => langid!("hu"),
        Lang::En => langid!("en"),
    }
}
