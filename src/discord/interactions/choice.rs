//! Choices for command options. Autocomplete suggests them, and error messages list them.

use crate::text::{Lang, Text, searchable};

/// Maximum number of choices that an error message lists.
const MOST_LISTED: usize = 12;
/// Number of typed characters that are compared with choices.
const LONGEST_SEARCHED: usize = 100;

/// Separates the name of a choice from its explanation.
pub(in crate::discord) const SEPARATOR: &str = " · ";

/// A possible value for a command option, with the name that the user sees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Choice {
    /// Name that the user sees.
    pub(crate) name: String,
    /// Explanation after the name in autocomplete. May be empty.
    explanation: String,
    /// Value that Discord sends to the bot when the user selects the choice.
    pub(crate) value: String,
    /// Additional search terms by which the choice can be found.
    keywords: Vec<String>,
}

impl Choice {
    /// Creates an autocomplete choice that users can find by its name or value.
    pub(crate) fn new(name: impl Into<String>, value: impl Into<String>) -> Self {
        Self { name: name.into(), explanation: String::new(), value: value.into(), keywords: Vec::new() }
    }

    /// Adds search terms to the choice.
    pub(crate) fn found_by(mut self, keywords: impl IntoIterator<Item = String>) -> Self {
        self.keywords.extend(keywords);
        self
    }

    /// Adds an explanation to the label of the choice.
    pub(crate) fn explained(mut self, explanation: String) -> Self {
        self.explanation = explanation;
        self
    }

    /// Returns the name that autocomplete shows, with the explanation.
    pub(in crate::discord) fn label(&self) -> String {
        if self.explanation.is_empty() {
            self.name.clone()
        } else {
            [&*self.name, SEPARATOR, &*self.explanation].concat()
        }
    }

    /// Returns how well the choice matches what the user types, or `None` if it does not match.
    ///
    /// `typed` is [`searchable`] text. Text of digits only is not searched in the explanation,
    /// which contains points.
    fn relevance(&self, typed: &str) -> Option<Relevance> {
        let texts =
            || [&self.name, &self.value].into_iter().chain(&self.keywords).map(|text| searchable(text));
        if texts().any(|text| begins_words(&text, typed)) {
            return Some(Relevance::BeginsWords);
        }
        if texts().any(|text| contains(&text, typed)) {
            return Some(Relevance::IsContained);
        }
        let explanation = searchable(&self.explanation);
        let is_explained = begins_words(&explanation, typed) || contains(&explanation, typed);
        let is_number = typed.bytes().all(|sign| sign.is_ascii_digit() || sign == b' ');
        (is_explained && !is_number).then_some(Relevance::IsExplained)
    }
}

/// Relevance of a choice to what the user types, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Relevance {
    /// Each word is the beginning of a word of the name, the value or a search term.
    BeginsWords,
    /// The text occurs in the name, the value or a search term, with or without the spaces.
    IsContained,
    /// The text occurs in the explanation.
    IsExplained,
}

fn begins_words(text: &str, typed: &str) -> bool {
    typed.split(' ').all(|typed| text.split(' ').any(|word| word.starts_with(typed)))
}

fn contains(text: &str, typed: &str) -> bool {
    text.contains(typed) || without_spaces(text).contains(&without_spaces(typed))
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

    /// Returns `true` if a choice matches the typed text.
    pub(in crate::discord) fn has_match(&self, typed: &str) -> bool {
        let typed = searchable_part(typed);
        self.choices
            .iter()
            .any(|choice| self.parsed.contains(&choice.value) || choice.relevance(&typed).is_some())
    }

    /// Returns the choices that match the typed text, best first.
    pub(in crate::discord) fn matching(self, typed: &str) -> impl Iterator<Item = Choice> {
        let typed = searchable_part(typed);
        let place = |choice: &Choice| self.parsed.iter().position(|value| *value == choice.value);
        let ranked = self.choices.into_iter().filter_map(|choice| {
            let rank = match place(&choice) {
                Some(place) => (place, Relevance::BeginsWords),
                None => (usize::MAX, choice.relevance(&typed)?),
            };
            Some((rank, choice))
        });
        let mut matching: Vec<_> = ranked.collect();
        matching.sort_by_key(|(rank, _)| *rank);
        matching.into_iter().map(|(_, choice)| choice)
    }
}

/// Returns the part of the typed text that is compared with choices, as [`searchable`] text.
fn searchable_part(typed: &str) -> String {
    searchable(&typed.chars().take(LONGEST_SEARCHED).collect::<String>())
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
