//! Pages of the rules, and the menus shown with them.

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

/// A select menu. The value of the chosen option holds the request.
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
