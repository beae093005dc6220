//! The newest known states of tables.

use std::collections::BTreeMap;

use crate::board::{Board, PlannedMessage, PublicKey};
use crate::ids::{TableId, UserId};

/// The newest known states of the tables of a channel.
#[derive(Debug)]
pub(crate) struct Boards<B: Board> {
    /// The board of the last announced change of each table.
    changed: BTreeMap<TableId, B>,
    /// The boards of replies that arrived after the last change of their table.
    ///
    /// Such a board contains only the hand of its user. It can have the same version as the change and look
    /// different, for example because emoji have become available in between.
    replied: BTreeMap<(TableId, UserId), B>,
}

impl<B: Board> Default for Boards<B> {
    fn default() -> Self {
        Self { changed: BTreeMap::new(), replied: BTreeMap::new() }
    }
}

impl<B: Board> Boards<B> {
    /// Returns the board of a table's last change, from which its public messages are built.
    pub(crate) fn get(&self, table: TableId) -> Option<&B> {
        self.changed.get(&table)
    }

    /// Returns the newest state of a table that contains the hand of a user.
    pub(crate) fn with_hand(&self, table: TableId, user: UserId) -> Option<&B> {
        let changed = self.get(table)?;
        let replied = self.replied.get(&(table, user));
        Some(replied.filter(|replied| replied.version() >= changed.version()).unwrap_or(changed))
    }

    /// Returns a message that a table should have.
    pub(crate) fn planned(&self, table: TableId, key: PublicKey) -> Option<PlannedMessage<B::Message>> {
        self.get(table)?.public().iter().find(|planned| planned.key == key).cloned()
    }

    /// Returns the tables.
    pub(crate) fn tables(&self) -> impl Iterator<Item = TableId> {
        self.changed.keys().copied()
    }

    /// Returns `true` if there are no tables.
    pub(crate) fn is_empty(&self) -> bool {
        self.changed.is_empty()
    }

    /// Returns `true` if a newer change of the table is known.
    pub(crate) fn is_outdated(&self, board: &B) -> bool {
        self.get(board.table()).is_some_and(|newest| newest.version() > board.version())
    }

    /// Records a change of a table.
    pub(crate) fn record_change(&mut self, board: B) {
        let table = board.table();
        self.replied.retain(|(of, _), replied| *of != table || replied.version() > board.version());
        self.changed.insert(table, board);
    }

    /// Records the board of a reply to a user, unless a newer state is known.
    pub(crate) fn record_reply(&mut self, user: UserId, board: &B) {
        let newest = self.with_hand(board.table(), user);
        if newest.is_some_and(|newest| newest.version() <= board.version()) {
            self.replied.insert((board.table(), user), board.clone());
        }
    }

    /// Removes the boards of replies to a user.
    pub(crate) fn forget(&mut self, user: UserId) {
        self.replied.retain(|(_, of), _| *of != user);
    }

    /// Removes a table.
    pub(crate) fn remove(&mut self, table: TableId) {
        self.changed.remove(&table);
        self.replied.retain(|(of, _), _| *of != table);
    }
}
