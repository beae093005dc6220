//! Custom ids of buttons that open a message that belongs to no table, or a new table.

use super::field_encoding::words;

/// A message that a button opens for the user who pressed it, or a new table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PanelId {
    /// The user's own settings.
    OwnSettings,
    /// The settings of the server.
    ServerSettings,
    /// The game explained on one page.
    HowItWorks,
    /// A new table with two robots, whose first deal starts at once.
    AgainstRobots,
    /// A new table for the players of the channel.
    NewTable,
    /// The leaderboard of the server's current season.
    Leaderboard,
}

words! { PanelId {
    ["own"] => { Self::OwnSettings }
    ["server"] => { Self::ServerSettings }
    ["how"] => { Self::HowItWorks }
    ["robots"] => { Self::AgainstRobots }
    ["table"] => { Self::NewTable }
    ["board"] => { Self::Leaderboard }
} }
