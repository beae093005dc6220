//! Custom ids for seasons and evenings.

use std::fmt;

use crate::store::SeasonId;
use crate::table::TableId;

/// A request from a button or menu about a server's seasons or evenings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeasonsId {
    /// Shows a season.
    Show(SeasonId),
    /// Lists the seasons that precede the given one. `None` starts with the newest season.
    List(Option<SeasonId>),
    /// Ends the given season. The user has already confirmed the action.
    End(SeasonId),
    /// Shows the evening of the given table.
    Evening(TableId),
}

impl SeasonsId {
    pub(super) fn read(words: &[&str]) -> Option<Self> {
        Some(match words {
            ["show", season] => Self::Show(SeasonId(season.parse().ok()?)),
            ["list", "-"] => Self::List(None),
            ["list", season] => Self::List(Some(SeasonId(season.parse().ok()?))),
            ["end", season] => Self::End(SeasonId(season.parse().ok()?)),
            ["evening", table] => Self::Evening(TableId(table.parse().ok()?)),
            _ => return None,
        })
    }
}

impl fmt::Display for SeasonsId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Show(season) => write!(f, "show:{season}"),
            Self::List(None) => f.write_str("list:-"),
            Self::List(Some(season)) => write!(f, "list:{season}"),
            Self::End(season) => write!(f, "end:{season}"),
            Self::Evening(table) => write!(f, "evening:{table}"),
        }
    }
}
