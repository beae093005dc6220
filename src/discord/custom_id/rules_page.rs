//! Pages of the rules, and the menus shown with them.

use std::fmt;

use super::field_encoding::Words;

/// A page of the rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RulesPage {
    /// The key of the chapter to which the page belongs.
    pub topic: String,
    /// The number of the page within its chapter, counted from 0.
    pub part: u8,
}

impl RulesPage {
    /// Returns the first page of the chapter with the given key.
    pub fn first(topic: impl Into<String>) -> Self {
        Self { topic: topic.into(), part: 0 }
    }
}

/// A page of the rules, such as `topic:house:2` or `book:0`.
///
/// The page number 0 is written only for `book`, the list of all contracts.
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

/// Returns `true` if a word is not empty and consists only of lower-case ASCII letters and hyphens, so that
/// it is safe to use as a message key.
fn is_key(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')
}

/// A select menu. The request is encoded in the value of the chosen option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RulesMenu {
    /// Menu that selects a chapter of the rules.
    Topics,
    /// Menu that sets the results of silent games in the payment calculator.
    Silent,
    /// Menu that selects the metric of a leaderboard.
    Metric,
    /// Menu that selects a season of a server.
    Season,
}
