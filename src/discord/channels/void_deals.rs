//! Deals that server managers have declared void or restored.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::store::Void;
use crate::table::TableView;

/// A finished deal that was declared void or restored.
pub(crate) struct DecidedDeal {
    /// Number of the deal at its table.
    pub(crate) deal: u32,
    /// The table at the end of the deal.
    pub(crate) table_view: Arc<TableView>,
    /// `true` if the messages of the table include the result of the deal: the table is open, and the deal is
    /// the newest one or the one before it.
    pub(crate) is_planned: bool,
}

/// The void deals of a table, and the deals about which managers have decided.
#[derive(Debug, Clone, Default)]
pub(super) struct VoidDeals {
    /// Details about the void deals, by their numbers. `None` if they could not be read.
    void: Option<BTreeMap<u32, Void>>,
    /// For each deal about which a manager has decided, the table at its end. The messages of these deals are
    /// updated, also those that are not kept up to date otherwise.
    decided: BTreeMap<u32, Arc<TableView>>,
}

impl VoidDeals {
    /// Returns `true` if the void deals have been read.
    pub(super) const fn are_read(&self) -> bool {
        self.void.is_some()
    }

    /// Returns the details about a void deal, or `None` if the deal is not void.
    pub(super) fn get(&self, deal: u32) -> Option<&Void> {
        self.void.as_ref()?.get(&deal)
    }

    /// Sets the void deals of the table.
    pub(super) fn set(&mut self, void: Vec<(u32, Void)>) {
        self.void = Some(void.into_iter().collect());
    }

    /// Adds a deal about which a manager has decided.
    pub(super) fn add_decided(&mut self, decided: DecidedDeal) {
        self.decided.insert(decided.deal, decided.table_view);
    }

    /// Returns the numbers of the deals about which managers have decided, each with the table at its end.
    pub(super) fn decided(&self) -> impl Iterator<Item = (u32, &TableView)> {
        self.decided.iter().map(|(deal, table_view)| (*deal, &**table_view))
    }
}
