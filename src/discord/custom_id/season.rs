//! Custom ids for seasons and evenings.

use super::field_encoding::words;
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

words! { SeasonsId {
    ["show", season] => { Self::Show(season) }
    ["list", before] => { Self::List(before) }
    ["end", season] => { Self::End(season) }
    ["evening", table] => { Self::Evening(table) }
} }
