//! Choices for command options. Autocomplete suggests them, and error messages list them.

use crate::text::{Lang, Text, searchable};

/// Maximum number of choices that an error message lists.
const MOST_LISTED: usize = 12;
/// Number of typed characters that are compared with choices.
const LONGEST_SEARCHED: usize = 100;

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

    /// Returns `true` if the user may be typing the choice's name, value or one of its search terms.
    ///
    /// `typed` is [`searchable`] text. It matches if it occurs in one of them, with or without the spaces, or
    /// if each of its words is the beginning of one of their words.
    fn fits(&self, typed: &str) -> bool {
        let words = [&self.name, &self.value].into_iter().chain(&self.keywords);
        words.map(|word| searchable(word)).any(|word| {
            let begins = |typed: &str| word.split(' ').any(|word| word.starts_with(typed));
            word.contains(typed)
                || typed.split(' ').all(begins)
                || without_spaces(&word).contains(&without_spaces(typed))
        })
    }
}

fn without_spaces(text: &str) -> String {
    text.replace(' ', "")
}

/// The choices that autocomplete can suggest for what a user types.
#[derive(Debug, Default)]
pub(crate) struct Suggestions {
    choices: Vec<Choice>,
    /// The values that the typed text parses to.
    parsed: Vec<String>,
}

impl Suggestions {
    /// Adds the values that the typed text parses to. Their choices come first, in this order.
    pub(crate) fn with_parsed(mut self, values: impl IntoIterator<Item = String>) -> Self {
        self.parsed.extend(values);
        self
    }

    /// Returns the choices that match the typed text, best first.
    pub(super) fn matching(self, typed: &str) -> impl Iterator<Item = Choice> {
        let typed: String = typed.chars().take(LONGEST_SEARCHED).collect();
        let typed = searchable(&typed);
        let place = |choice: &Choice| self.parsed.iter().position(|value| *value == choice.value);
        let placed = self.choices.into_iter().map(|choice| (place(&choice), choice));
        let mut matching: Vec<_> =
            placed.filter(|(place, choice)| place.is_some() || choice.fits(&typed)).collect();
        matching.sort_by_key(|(place, _)| place.unwrap_or(usize::MAX));
        matching.into_iter().map(|(_, choice)| choice)
    }
}

impl From<Vec<Choice>> for Suggestions {
    fn from(choices: Vec<Choice>) -> Self {
        Self { choices, parsed: Vec::new() }
    }
}

impl FromIterator<Choice> for Suggestions {
    fn from_iter<I: IntoIterator<Item = Choice>>(choices: I) -> Self {
        Vec::from_iter(choices).into()
    }
}

/// Returns `true` if the typed text is the name in any language, apart from spelling: case, accents, spaces
/// and punctuation.
pub(crate) fn is_called(typed: &str, name: impl Fn(Lang) -> String) -> bool {
    let typed = searchable(typed);
    !typed.is_empty() && Lang::ALL.into_iter().any(|lang| searchable(&name(lang)) == typed)
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
