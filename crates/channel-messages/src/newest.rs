//! The newest states of tables, from which hands are built.

use std::collections::BTreeMap;

use crate::board::Board;
use crate::ids::{TableId, UserId};

/// The boards of replies that arrived after the last change of their table, by table and user.
///
/// Such a board contains only the hand of its user. It can have the same version as the change and look
/// different, for example because emoji have become available in between.
pub(crate) type ReplyBoards<B> = BTreeMap<(TableId, UserId), B>;

/// The newest states of tables, from which hands are built.
#[derive(Debug)]
pub(crate) struct NewestBoards<'a, B: Board> {
    /// The last change of each table.
    pub(crate) changed: &'a BTreeMap<TableId, B>,
    pub(crate) replied: &'a ReplyBoards<B>,
}

impl<'a, B: Board> NewestBoards<'a, B> {
    /// Returns the newest state of a table that contains the hand of a user.
    pub(crate) fn get(&self, table: TableId, user: UserId) -> Option<&'a B> {
        let changed = self.changed.get(&table)?;
        let replied = self.replied.get(&(table, user));
        Some(replied.filter(|replied| replied.version() >= changed.version()).unwrap_or(changed))
    }
}
