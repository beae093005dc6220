//! Checks that nothing is sent for a table of another process.

use std::collections::BTreeSet;

use channel_messages::{Action, Nonce, Sent, TableId};

use crate::discord::{Audience, Discord};

/// Tables that another process serves.
#[derive(Debug, Default)]
pub(super) struct MovedTables(BTreeSet<TableId>);

impl MovedTables {
    /// Records that another process serves a table.
    pub(super) fn insert(&mut self, table: TableId) {
        self.0.insert(table);
    }

    /// Records that this process serves a table again.
    pub(super) fn remove(&mut self, table: TableId) {
        self.0.remove(&table);
    }

    /// Checks that a request does not concern the public messages of a table of another process.
    pub(super) fn check(&self, action: &Action, discord: &Discord) {
        let table = match action {
            Action::Post(Nonce::Public { table, .. } | Nonce::Notice { table, .. })
            | Action::ReadId(table, _)
            | Action::StoreId(table, ..) => Some(*table),
            Action::Edit(Sent { id, .. })
            | Action::AddPicture(Sent { id, .. })
            | Action::Delete(Sent { id, .. }) => {
                let message = &discord.messages[id];
                message.message.what.table().filter(|_| message.audience == Audience::Everyone)
            }
            _ => None,
        };
        let is_moved = table.is_some_and(|table| self.0.contains(&table));
        assert!(!is_moved, "{action:?} concerns a table of another process");
    }
}
