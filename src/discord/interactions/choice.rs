//! Choices for command options. Autocomplete suggests them, and error messages list them.

use crate::text::{Lang, Text};

/// Maximum number of choices that an error message lists.
const MOST_LISTED: usize = 12;

/// A possible value for a command option, with the name that the user sees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Choice {
    /// Name that the user sees.
    pub(crate) name: String,
    /// Value that Discord sends to the bot when the user selects the choice.
    pub(crate) value: String,
    /// Additional search terms by which the choice can be found.
    keywords: Vec<String>,
}

impl Choice {
    /// Creates an autocomplete choice that users can find by its name or value.
    pub(crate) fn new(name: impl Into<String>, value: impl Into<String>) -> Self {
        Self { name: name.into(), value: value.into(), keywords: Vec::new() }
    }

    /// Adds search terms to the choice.
    pub(crate) fn found_by(mut self, keywords: impl IntoIterator<Item = String>) -> Self {
        self.keywords.extend(keywords);
        self
    }

    /// Returns `true` if the normalized input occurs in the choice's name, value or search terms.
    pub(super) fn fits(&self, typed: &str) -> bool {
        let words = [&self.name, &self.value].into_iter().chain(&self.keywords);
        words.map(|word| normalize(word)).any(|word| word.contains(typed))
    }
}

/// Normalizes text for lenient comparisons by converting it to lowercase and removing accents and surrounding
/// whitespace.
pub(crate) fn normalize(text: &str) -> String {
    let letter = |letter: char| match letter {
        'á' => 'a',
        'é' => 'e',
        'í' => 'i',
        'ó' | 'ö' | 'ő' => 'o',
        'ú' | 'ü' | 'ű' => 'u',
        // Names of cards contain no-break spaces.
        '\u{a0}' => ' ',
        other => other,
    };
    text.trim().to_lowercase().chars().map(letter).collect()
}

/// Returns `true` if `wanted`, which must be lowercase, equals `name` in any language.
pub(super) fn is_called(wanted: &str, name: impl Fn(Lang) -> String) -> bool {
    Lang::ALL.into_iter().any(|lang| name(lang).to_lowercase() == wanted)
}

/// Returns a sentence that lists the choices, or an empty string if there are none.
pub(super) fn would_work(lang: Lang, choices: &[Choice]) -> String {
    if choices.is_empty() {
        return String::new();
    }
    let names: Vec<&str> = choices.iter().take(MOST_LISTED).map(|choice| choice.name.as_str()).collect();
    let more = if choices.len() > MOST_LISTED { ", …" } else { "" };
    Text::new(lang).with("door-would-work", &[("choices", format!("{}{more}", names.join(", ")).into())])
}
