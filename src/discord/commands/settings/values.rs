//! The values of the settings for languages and decks: their parsers and their autocomplete choices.

use crate::discord::commands::common::failure::Failure;
use crate::discord::interactions::choice::Choice;
use crate::discord::interactions::context::UserContext;
use crate::text::{self, DeckStyle, Lang, Text};

/// Value of the autocomplete choice that resets a setting.
const AUTO: &str = "auto";

/// Parses a language code or a language name such as `magyar`. Returns `None` if the input is `auto`, which
/// resets the setting.
pub(in crate::discord::commands) fn language(
    user: &UserContext<'_>,
    typed: &str,
) -> Result<Option<Lang>, Failure> {
    let fits = |lang, typed: &str| typed == Lang::code(lang) || typed == language_name(lang).to_lowercase();
    parse_setting(typed, Lang::ALL, Lang::code, fits).map_err(|choices| user.would_work(&choices))
}

/// Parses a deck style from its code, or from the beginning of its name in any language.
///
/// Returns `None` if the input is `auto`, which resets the setting to its default.
pub(in crate::discord::commands) fn deck(
    user: &UserContext<'_>,
    typed: &str,
) -> Result<Option<DeckStyle>, Failure> {
    read_deck(typed).map_err(|choices| user.would_work(&choices))
}

/// Returns the languages as autocomplete choices. `auto` is the locale key of the choice that resets the
/// setting.
pub(in crate::discord::commands) fn languages(lang: Lang, auto: &str) -> Vec<Choice> {
    let named = |lang: Lang| Choice::new(language_name(lang), lang.code());
    Lang::ALL.into_iter().map(named).chain([Choice::new(Text::new(lang).text(auto), AUTO)]).collect()
}

/// Returns the deck styles as autocomplete choices. `auto` is the locale key of the choice that resets the
/// setting.
pub(in crate::discord::commands) fn decks(lang: Lang, auto: &str) -> Vec<Choice> {
    let named = |faces: DeckStyle| Choice::new(text::faces(lang, faces), faces.code());
    DeckStyle::ALL.into_iter().map(named).chain([Choice::new(Text::new(lang).text(auto), AUTO)]).collect()
}

/// Returns the name of a language in that language, such as `magyar`.
fn language_name(lang: Lang) -> String {
    Text::new(lang).text("settings-language-name")
}

fn read_deck(typed: &str) -> Result<Option<DeckStyle>, String> {
    let fits = |faces: DeckStyle, typed: &str| {
        let mut names = Lang::ALL.into_iter().map(|lang| text::faces(lang, faces).to_lowercase());
        typed == faces.code() || !typed.is_empty() && names.any(|name| name.starts_with(typed))
    };
    parse_setting(typed, DeckStyle::ALL, DeckStyle::code, fits)
}

/// Parses the value of a setting. Returns `None` if the input is `auto`, which resets the setting.
///
/// `fits` returns `true` if the given value matches the lowercase input.
///
/// # Errors
/// Returns the list of possible values if the input does not match exactly one of them.
fn parse_setting<T: Copy, const N: usize>(
    typed: &str,
    values: [T; N],
    code: impl Fn(T) -> &'static str,
    fits: impl Fn(T, &str) -> bool,
) -> Result<Option<T>, String> {
    let typed = typed.trim().to_lowercase();
    if typed == AUTO {
        return Ok(None);
    }
    let mut fitting = values.into_iter().filter(|value| fits(*value, &typed));
    match (fitting.next(), fitting.next()) {
        (Some(value), None) => Ok(Some(value)),
        _ => Err(values
            .map(code)
            .into_iter()
            .chain([AUTO])
            .map(|code| format!("`{code}`"))
            .collect::<Vec<_>>()
            .join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deck_style_can_be_parsed_from_its_name() {
        for (typed, wanted) in [
            ("french", Some(Some(DeckStyle::French))),
            ("Francia kártya", Some(Some(DeckStyle::French))),
            ("magyar", Some(Some(DeckStyle::Hungarian))),
            (" Hungarian ", Some(Some(DeckStyle::Hungarian))),
            ("auto", Some(None)),
            ("", None),
            ("tarot", None),
        ] {
            assert_eq!(read_deck(typed).ok(), wanted, "{typed}");
        }
        for lang in Lang::ALL {
            for faces in DeckStyle::ALL {
                assert_eq!(read_deck(&text::faces(lang, faces)).ok(), Some(Some(faces)));
            }
        }
    }
}
