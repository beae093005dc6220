//! The values of the settings for languages and decks: their parsers and their autocomplete choices.

use crate::discord::commands::common::failure::Failure;
use crate::discord::interactions::choice::{Choice, is_called};
use crate::discord::interactions::context::UserContext;
use crate::text::{self, DeckStyle, Lang, Text, searchable};

/// Value of the autocomplete choice that resets a setting.
const AUTO: &str = "auto";

/// Parses a language code or a language name such as `magyar`. Returns `None` if the input is `auto` or the
/// label with the locale key `auto`, which resets the setting.
pub(in crate::discord::commands) fn language(
    user: &UserContext<'_>,
    typed: &str,
    auto: &str,
) -> Result<Option<Lang>, Failure> {
    read_language(typed, auto).map_err(|choices| user.would_work(&choices))
}

fn read_language(typed: &str, auto: &str) -> Result<Option<Lang>, String> {
    let fits = |lang: Lang, typed: &str| typed == lang.code() || typed == searchable(&language_name(lang));
    parse_setting(typed, auto, Lang::ALL, Lang::code, fits)
}

/// Parses a deck style from its code, or from the beginning of its name in any language.
///
/// Returns `None` if the input is `auto` or the label with the locale key `auto`, which resets the setting to
/// its default.
pub(in crate::discord::commands) fn deck(
    user: &UserContext<'_>,
    typed: &str,
    auto: &str,
) -> Result<Option<DeckStyle>, Failure> {
    read_deck(typed, auto).map_err(|choices| user.would_work(&choices))
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

fn read_deck(typed: &str, auto: &str) -> Result<Option<DeckStyle>, String> {
    let fits = |faces: DeckStyle, typed: &str| {
        let mut names = Lang::ALL.into_iter().map(|lang| searchable(&text::faces(lang, faces)));
        typed == searchable(faces.code()) || !typed.is_empty() && names.any(|name| name.starts_with(typed))
    };
    parse_setting(typed, auto, DeckStyle::ALL, DeckStyle::code, fits)
}

/// Parses the value of a setting. Returns `None` if the input is `auto`, or the label with the locale key
/// `auto` in any language, which resets the setting.
///
/// `fits` returns `true` if the given value matches the input, which is [`searchable`] text.
///
/// # Errors
/// Returns the list of possible values if the input does not match exactly one of them.
fn parse_setting<T: Copy, const N: usize>(
    typed: &str,
    auto: &str,
    values: [T; N],
    code: impl Fn(T) -> &'static str,
    fits: impl Fn(T, &str) -> bool,
) -> Result<Option<T>, String> {
    let wanted = searchable(typed);
    if wanted == AUTO || is_called(typed, |lang| Text::new(lang).text(auto)) {
        return Ok(None);
    }
    let mut fitting = values.into_iter().filter(|value| fits(*value, &wanted));
    if let (Some(value), None) = (fitting.next(), fitting.next()) {
        return Ok(Some(value));
    }
    let codes = values.map(code).into_iter().chain([AUTO]);
    Err(codes.map(|code| format!("`{code}`")).collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    const AUTO_LABEL: &str = "cmd-settings.choice-deck-auto";

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
            assert_eq!(read_deck(typed, AUTO_LABEL).ok(), wanted, "{typed}");
        }
        for lang in Lang::ALL {
            for faces in DeckStyle::ALL {
                assert_eq!(read_deck(&text::faces(lang, faces), AUTO_LABEL).ok(), Some(Some(faces)));
            }
        }
    }
}
