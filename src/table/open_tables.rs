//! Index of the open tables in memory, by channel.

use std::collections::HashMap;

use parking_lot::Mutex;

use super::{ChannelId, TableId};

/// Maps channels to the open tables that are loaded in memory.
///
/// Lets a command find the table of its channel without reading the journal. A channel that is not in the map
/// may still have an open table in the journal.
#[derive(Debug, Default)]
pub(crate) struct OpenTables {
    tables: Mutex<HashMap<ChannelId, TableId>>,
}

impl OpenTables {
    /// Returns the open table of a channel if the table is loaded in memory.
    pub(crate) fn get(&self, channel: ChannelId) -> Option<TableId> {
        self.tables.lock().get(&channel).copied()
    }

    /// Adds a table that has been loaded into memory.
    pub(crate) fn insert(&self, channel: ChannelId, table: TableId) {
        self.tables.lock().insert(channel, table);
    }

    /// Removes a table that has ended or has been unloaded. Does nothing if the channel already has another
    /// table.
    pub(crate) fn remove(&self, channel: ChannelId, table: TableId) {
        let mut tables = self.tables.lock();
        if tables.get(&channel) == Some(&table) {
            tables.remove(&channel);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removing_old_game_table_does_not_remove_new_one() {
        let (tables, channel) = (OpenTables::default(), ChannelId(1));
        tables.insert(channel, TableId(1));
        tables.insert(channel, TableId(2));
        tables.remove(channel, TableId(1));
        assert_eq!(tables.get(channel), Some(TableId(2)));
        tables.remove(channel, TableId(2));
        assert_eq!(tables.get(channel), None);
    }
}
