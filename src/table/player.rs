//! Who sits at a table.

use serde::{Deserialize, Serialize};

use super::UserId;
use crate::ai::Level;

/// A person or a robot, as the standings know them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlayerId {
    /// A person.
    User(UserId),
    /// A robot, by its number at this table: 1, 2 …
    Robot(u8),
}

impl PlayerId {
    /// The person, where it is one.
    pub const fn user(self) -> Option<UserId> {
        match self {
            Self::User(user) => Some(user),
            Self::Robot(_) => None,
        }
    }
}

/// A player with the name to show.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// Who.
    pub id: PlayerId,
    /// The name at the time of sitting down, not escaped.
    pub name: String,
    /// How a robot plays; `None` for a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<Level>,
}

impl Player {
    /// A person.
    pub fn person(user: UserId, name: impl Into<String>) -> Self {
        Self { id: PlayerId::User(user), name: name.into(), level: None }
    }

    /// A robot.
    pub fn robot(number: u8, name: impl Into<String>, level: Level) -> Self {
        Self { id: PlayerId::Robot(number), name: name.into(), level: Some(level) }
    }

    /// Whether it is a robot.
    pub const fn is_robot(&self) -> bool {
        self.level.is_some()
    }
}
