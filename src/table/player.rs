//! Players of a table.

use serde::{Deserialize, Serialize};

use super::UserId;
use ulti_ai::Level;

/// Identifies a person or robot at a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlayerId {
    /// A person, identified by their Discord user id.
    User(UserId),
    /// A robot, identified by its number at the table. Robots are numbered from 1.
    Robot(u8),
}

impl PlayerId {
    /// Returns the person's user id, or `None` for a robot.
    pub const fn user(self) -> Option<UserId> {
        match self {
            Self::User(user) => Some(user),
            Self::Robot(_) => None,
        }
    }
}

/// A person or robot that plays at a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// Identity of the player.
    pub id: PlayerId,
    /// Most recent display name of the player. In a [`TableView`](super::TableView), names that look alike
    /// have numbers, such as `Anna (2)`. Markdown characters are not escaped.
    pub name: String,
    /// Skill level of a robot. `None` for a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<Level>,
}

impl Player {
    /// Name of a person whose data was deleted.
    pub const ANONYMOUS: &'static str = "–";

    /// Creates a human player.
    pub fn person(user: UserId, name: impl Into<String>) -> Self {
        Self { id: PlayerId::User(user), name: name.into(), level: None }
    }

    /// Creates a robot player.
    pub fn robot(number: u8, name: impl Into<String>, level: Level) -> Self {
        Self { id: PlayerId::Robot(number), name: name.into(), level: Some(level) }
    }

    /// Returns `true` if the player is a robot.
    pub const fn is_robot(&self) -> bool {
        self.level.is_some()
    }
}
