//! Where public messages hang and what they say, as far as that is in memory; the store knows where the
//! others are.

use std::collections::HashMap;
use std::num::NonZero;
use std::sync::{Mutex, MutexGuard, PoisonError};

use lru::LruCache;

use crate::store::MessageKind;
use crate::table::{ChannelId, TableId};

/// Which public message.
pub(super) type Slot = (TableId, u32, MessageKind);

/// Of so many tables it is remembered, of those that were shown last.
const TABLES: NonZero<usize> = NonZero::new(10_000).unwrap();

/// A public message as it hangs there.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Hung {
    pub(super) channel: ChannelId,
    pub(super) message: u64,
    /// [`mark`](super::mark) of what it says; `None` where that is not known, as after a restart.
    pub(super) says: Option<u64>,
    /// The name of the picture that it shows, where that is known: the same is not sent again.
    pub(super) picture: Option<String>,
    /// It was deleted, and nothing hangs in its place.
    pub(super) gone: bool,
}

type Messages = HashMap<(u32, MessageKind), Hung>;

/// What hangs where.
pub(super) struct Board(Mutex<LruCache<TableId, Messages>>);

impl Default for Board {
    fn default() -> Self {
        Self::with_room_for(TABLES)
    }
}

impl Board {
    fn with_room_for(tables: NonZero<usize>) -> Self {
        // Room is taken when it is needed.
        let mut all = LruCache::unbounded();
        all.resize(tables);
        Self(Mutex::new(all))
    }

    fn all(&self) -> MutexGuard<'_, LruCache<TableId, Messages>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A message, where it is remembered.
    pub(super) fn get(&self, (table, deal, kind): Slot) -> Option<Hung> {
        self.all().get(&table)?.get(&(deal, kind)).cloned()
    }

    /// Remembers a message.
    pub(super) fn put(&self, (table, deal, kind): Slot, hung: Hung) {
        self.all().get_or_insert_mut(table, Messages::new).insert((deal, kind), hung);
    }

    /// Forgets the messages of a table's deals before this one; the lobby is none of a deal.
    pub(super) fn forget_before(&self, table: TableId, oldest: u32) {
        if let Some(messages) = self.all().peek_mut(&table) {
            messages.retain(|(deal, _), _| *deal == 0 || *deal >= oldest);
        }
    }

    /// Forgets all messages of a table.
    pub(super) fn forget(&self, table: TableId) {
        self.all().pop(&table);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hung(message: u64) -> Hung {
        Hung { channel: ChannelId(1), message, says: None, picture: None, gone: false }
    }

    const fn slot(table: i64, deal: u32) -> Slot {
        (TableId(table), deal, MessageKind::Table)
    }

    #[test]
    fn deals_long_over_are_forgotten_and_the_lobby_is_not() {
        let board = Board::default();
        for deal in 0..5 {
            board.put(slot(1, deal), hung(deal.into()));
        }
        board.forget_before(TableId(1), 3);
        let left: Vec<_> = (0..5).filter(|deal| board.get(slot(1, *deal)).is_some()).collect();
        assert_eq!(left, [0, 3, 4]);
        board.forget(TableId(1));
        assert_eq!(board.get(slot(1, 4)), None);
    }

    #[test]
    fn tables_that_were_not_shown_for_long_make_room() {
        let board = Board::with_room_for(NonZero::new(2).unwrap());
        board.put(slot(1, 1), hung(1));
        board.put(slot(2, 1), hung(2));
        assert_eq!(board.get(slot(1, 1)), Some(hung(1)));
        board.put(slot(3, 1), hung(3));
        assert_eq!(board.get(slot(2, 1)), None);
        assert_eq!((board.get(slot(1, 1)), board.get(slot(3, 1))), (Some(hung(1)), Some(hung(3))));
    }
}
