//! What the buttons of seasons and evenings ask for.

use std::fmt;

use crate::store::SeasonId;
use crate::table::TableId;

/// Something of the seasons of a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeasonsId {
    /// To see a season.
    Show(SeasonId),
    /// To see the seasons before one of them; `None` for the newest.
    List(Option<SeasonId>),
    /// To end this season, which runs: it has been asked back.
    End(SeasonId),
    /// To see an evening.
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
