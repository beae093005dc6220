//! Languages of the user interface.

use std::convert::Infallible;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A language of the user interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[derive(strum::Display, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Lang {
    /// Hungarian.
    Hu,
    /// English. Used for every Discord locale except Hungarian.
    #[default]
    En,
}

impl Lang {
    /// All languages, starting with Hungarian.
    pub const ALL: [Self; 2] = [Self::Hu, Self::En];

    /// Returns the language for a Discord locale: Hungarian for `hu` and its variants, otherwise English.
    pub fn from_locale(locale: &str) -> Self {
        if locale.split(['-', '_']).next() == Some("hu") { Self::Hu } else { Self::En }
    }

    /// Returns the language code: `hu` or `en`.
    pub fn code(self) -> &'static str {
        self.into()
    }

    /// Returns the Discord locales for which commands are registered with names and descriptions in this
    /// language.
    pub const fn locales(self) -> &'static [&'static str] {
        match self {
            Self::Hu => &["hu"],
            Self::En => &["en-GB", "en-US"],
        }
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
    fn only_hungarian_locales_select_hungarian_language() {
        for (locale, wanted) in
            [("hu", Lang::Hu), ("hu-HU", Lang::Hu), ("en-US", Lang::En), ("de", Lang::En), ("", Lang::En)]
        {
            assert_eq!(locale.parse(), Ok(wanted), "{locale}");
        }
        assert!(Lang::ALL.into_iter().all(|lang| Lang::from_locale(lang.code()) == lang));
    }
}
