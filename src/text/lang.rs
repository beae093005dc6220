//! The languages the bot speaks.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lang {
    /// Hungarian.
    Hu,
    /// English, which everybody else gets.
    #[default]
    En,
}

impl Lang {
    /// Every language, the game's own first.
    pub const ALL: [Self; 2] = [Self::Hu, Self::En];

    /// The language for a locale as Discord names them: Hungarian for `hu`, else English.
    pub fn from_locale(locale: &str) -> Self {
        if locale.split(['-', '_']).next() == Some("hu") { Self::Hu } else { Self::En }
    }

    /// Its code: `hu` or `en`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Hu => "hu",
            Self::En => "en",
        }
    }

    /// The locales of Discord that are given this language's names and descriptions.
    pub const fn locales(self) -> &'static [&'static str] {
        match self {
            Self::Hu => &["hu"],
            Self::En => &["en-GB", "en-US"],
        }
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for Lang {
    type Err = Infallible;

    fn from_str(locale: &str) -> Result<Self, Infallible> {
        Ok(Self::from_locale(locale))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hungarian_is_for_hungarians_and_english_for_the_rest() {
        for (locale, wanted) in
            [("hu", Lang::Hu), ("hu-HU", Lang::Hu), ("en-US", Lang::En), ("de", Lang::En), ("", Lang::En)]
        {
            assert_eq!(locale.parse(), Ok(wanted), "{locale}");
        }
        assert!(Lang::ALL.into_iter().all(|lang| Lang::from_locale(lang.code()) == lang));
    }
}
