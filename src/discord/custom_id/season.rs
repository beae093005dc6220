//! Custom ids for seasons and for evenings (series of deals at one table).

use super::field_encoding::words;
use crate::store::SeasonId;
use crate::table::TableId;

/// A request about a server's seasons or evenings. An evening is a session of deals at one table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeasonsId {
    /// Shows a season.
    Show(SeasonId),
    /// Lists the seasons before the given one. `None` starts with the newest season.
    List(Option<SeasonId>),
    /// Ends the given season. The user has already confirmed the action.
    End(SeasonId),
    /// Shows the evening (a session of deals) played at the given table.
    Evening(TableId),
}

words! { SeasonsId {
    ["show", season] => { Self::Show(season) }
    ["list", before] => { Self::List(before) }
    ["end", season] => { Self::End(season) }
    ["evening", table] => { Self::Evening(table) }
} }
