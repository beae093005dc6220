//! Pages of the rules, and the menus shown with them.

use std::fmt;

use super::field_encoding::Words;

/// A page of the rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RulesPage {
    /// Key of the chapter that contains the page.
    pub topic: String,
    /// Page number within the chapter, starting at 0.
    pub part: u8,
}

impl RulesPage {
    /// Returns the first page of the chapter with the given key.
    pub fn first(topic: impl Into<String>) -> Self {
        Self { topic: topic.into(), part: 0 }
    }
}

/// Encodes a page of the rules, such as `topic:house:2` or `book:0`.
///
/// Page number 0 is omitted except for `book`, the list of all contracts.
impl Words for RulesPage {
    fn read(words: &[&str]) -> Option<Self> {
        let (topic, part) = match words {
            ["topic", topic] if is_key(topic) => (topic, 0),
            ["topic", topic, part] if is_key(topic) => (topic, part.parse().ok()?),
            [topic @ "book", part] => (topic, part.parse().ok()?),
            _ => return None,
        };
        Some(Self { topic: (*topic).to_owned(), part })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.topic.as_str(), self.part) {
            ("book", part) => write!(f, "book:{part}"),
            (topic, 0) => write!(f, "topic:{topic}"),
            (topic, part) => write!(f, "topic:{topic}:{part}"),
        }
    }
}

/// Returns `true` if the word is not empty and contains only lowercase ASCII letters and hyphens.
///
/// Such a word is safe to use as a localisation key.
fn is_key(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')
}

/// A select menu. The value of each option is the custom id of the request to perform when the option is
/// chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RulesMenu {
    /// Menu for choosing a chapter of the rules.
    Topics,
    /// Menu for setting the results of silent games in the payment calculator.
    Silent,
    /// Menu for choosing the metric by which a leaderboard is sorted.
    Metric,
    /// Menu for choosing one of the server's seasons.
    Season,
}
