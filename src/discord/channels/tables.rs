//! The tables whose messages a channel keeps up to date.

use std::collections::BTreeMap;

use tokio::time::Instant;

use super::board::TableBoard;
use crate::discord::gateway::status::Gateway;
use crate::table::{ServerId, TableId};

/// The tables whose messages a channel keeps up to date, all on the same server.
#[derive(Debug, Default)]
pub(super) struct Tables {
    /// The server of the channel, once it is known.
    server: Option<ServerId>,
    known: BTreeMap<TableId, KnownTable>,
}

/// A table whose messages are kept up to date.
#[derive(Debug)]
struct KnownTable {
    /// Time since which this process keeps them up to date.
    since: Instant,
    /// The newest board of the table.
    board: TableBoard,
}

impl Tables {
    /// Returns the server of the channel, once it is known.
    pub(super) const fn server(&self) -> Option<ServerId> {
        self.server
    }

    /// Returns the newest board of a table whose messages are kept up to date.
    pub(super) fn board(&self, table: TableId) -> Option<&TableBoard> {
        self.known.get(&table).map(|known| &known.board)
    }

    /// Records a change of a table.
    pub(super) fn changed(&mut self, board: TableBoard) {
        self.server = Some(board.server());
        match self.known.get_mut(&board.table_id()) {
            Some(known) => known.board = board,
            None => {
                self.known.insert(board.table_id(), KnownTable { since: Instant::now(), board });
            }
        }
    }

    /// Returns `true` if another process serves a table now. The state at the end of an evening is always
    /// shown.
    pub(super) fn is_lost(&self, table: TableId, gateway: &Gateway) -> bool {
        let has_ended = self.board(table).is_some_and(TableBoard::has_ended);
        !has_ended && self.server.is_some_and(|server| !gateway.serves(server))
    }

    /// Returns `true` if another process may have served a table since its last change.
    pub(super) fn was_lost(&self, table: TableId, gateway: &Gateway) -> bool {
        let served_since = self.server.and_then(|server| gateway.serves_since(server));
        self.known.get(&table).is_some_and(|known| served_since.is_some_and(|since| known.since < since))
    }

    /// Returns the tables that another process serves now.
    pub(super) fn lost(&self, gateway: &Gateway) -> Vec<TableId> {
        self.known.keys().copied().filter(|table| self.is_lost(*table, gateway)).collect()
    }

    /// Returns the tables that are dropped once their messages are up to date.
    pub(super) fn last(&self) -> Vec<TableId> {
        let last = self.known.iter().filter(|(_, known)| known.board.is_last());
        last.map(|(table, _)| *table).collect()
    }

    /// Removes a table.
    pub(super) fn remove(&mut self, table: TableId) {
        self.known.remove(&table);
    }

    /// Removes the tables that a filter does not keep.
    pub(super) fn retain(&mut self, keep: impl Fn(TableId) -> bool) {
        self.known.retain(|table, _| keep(*table));
    }
}
