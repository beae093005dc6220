//! The table as it was at the end of an earlier deal, rebuilt from its events.

use super::evening::state::Evening;
use super::{TableEvent, TableId, TableView};

/// A table at the end of one of its deals.
#[derive(Debug, Clone, PartialEq)]
pub struct PastDeal {
    /// Public view of the table at the end of the deal, without deadline and time limit.
    pub table_view: TableView,
    /// `true` if the evening has ended since then.
    pub has_ended: bool,
    /// Number of deals that have begun since then.
    pub later_deals: usize,
}

impl PastDeal {
    /// Rebuilds a table as it was at the end of a deal, from the events of the table.
    ///
    /// Returns `None` if the events contain no finished deal with this number, or if they do not form a valid
    /// table up to its end.
    pub fn read(table: TableId, events: &[TableEvent], deal: u32) -> Option<Self> {
        let (first, rest) = events.split_first()?;
        let mut evening = Evening::set_up(first).ok()?;
        for (place, event) in rest.iter().enumerate() {
            evening.apply(event).ok()?;
            let current = evening.current.as_ref();
            if current.is_some_and(|current| current.number == deal && current.is_over()) {
                return Some(Self::at_end(evening.table_view(table, None, None, false), &rest[place + 1..]));
            }
        }
        None
    }

    fn at_end(table_view: TableView, later: &[TableEvent]) -> Self {
        let count = |is: fn(&TableEvent) -> bool| later.iter().filter(|event| is(event)).count();
        Self {
            table_view,
            has_ended: count(|event| matches!(event, TableEvent::Ended { .. })) > 0,
            later_deals: count(|event| matches!(event, TableEvent::DealBegan { .. })),
        }
    }
}
