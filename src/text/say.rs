//! The typed layer over the Fluent files.

use std::borrow::Cow;
use std::collections::HashMap;

use fluent_templates::fluent_bundle::FluentValue;
use fluent_templates::{LanguageIdentifier, langid};

use super::Lang;
use super::plain::without_emoji;

fluent_templates::static_loader! {
    static LOCALES = {
        locales: "locales",
        fallback_language: "en",
        // Discord shows the marks that isolate right-to-left text as boxes on some systems.
        customise: |bundle| bundle.set_use_isolating(false),
    };
}

fluent_templates::static_loader! {
    // The same in words alone: emoji go while the sentences are read, so that those in people's names stay.
    static IN_WORDS = {
        locales: "locales",
        fallback_language: "en",
        customise: |bundle| {
            bundle.set_use_isolating(false);
            bundle.set_transform(Some(without_emoji));
        },
    };
}

/// The value of an argument of a sentence.
#[derive(Debug, Clone, PartialEq)]
pub enum Arg<'a> {
    /// Words, put in as they are: names of people are to be escaped before.
    Words(Cow<'a, str>),
    /// A number, which chooses singular or plural.
    Number(i64),
    /// Chooses the variant `yes` or `no`.
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

/// The bot's voice in one language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Text {
    lang: Lang,
    emoji: bool,
}

impl Text {
    /// The voice of a language.
    pub const fn new(lang: Lang) -> Self {
        Self { lang, emoji: true }
    }

    /// The same voice without a single emoji.
    #[must_use]
    pub const fn without_emoji(self) -> Self {
        Self { emoji: false, ..self }
    }

    /// Its language.
    pub const fn lang(self) -> Lang {
        self.lang
    }

    /// The sentence of a key, or of an attribute (`key.attribute`), that takes no arguments.
    ///
    /// A key that does not exist, or an argument that is missing, shows as `⟨key⟩` and is logged:
    /// a message with a hole is better than none.
    pub fn say(self, key: &str) -> String {
        self.with(key, &[])
    }

    /// The sentence of a key with its arguments.
    pub fn with(self, key: &str, args: &[(&'static str, Arg<'_>)]) -> String {
        self.look_up(key, args).unwrap_or_else(|error| {
            tracing::error!(key, lang = %self.lang, error, "a sentence can't be said");
            format!("⟨{key}⟩")
        })
    }

    fn look_up(self, key: &str, args: &[(&'static str, Arg<'_>)]) -> Result<String, String> {
        let args: HashMap<&str, FluentValue<'_>> =
            args.iter().map(|(name, value)| (*name, value.clone().into())).collect();
        let said = if self.emoji {
            LOCALES.lookup_single_language(&id(self.lang), key, Some(&args))
        } else {
            IN_WORDS.lookup_single_language(&id(self.lang), key, Some(&args))
        };
        said.map_err(|error| error.to_string())
    }
}

const fn id(lang: Lang) -> LanguageIdentifier {
    match lang {
        Lang::Hu => langid!("hu"),
        Lang::En => langid!("en"),
    }
}
