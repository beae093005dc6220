//! In-memory cache of the public messages of recently used tables. The message ids of other tables are read
//! from the database.

use std::collections::HashMap;
use std::num::NonZero;

use lru::LruCache;
use parking_lot::Mutex;

use crate::store::MessageKind;
use crate::table::{ChannelId, TableId};

/// Key that identifies a public message: table, deal number and message kind.
pub(crate) type MessageKey = (TableId, u32, MessageKind);

/// Maximum number of cached tables. When the cache is full, the least recently used table is evicted.
const MAX_TABLES: NonZero<usize> = NonZero::new(10_000).unwrap();

/// A posted public message.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PostedMessage {
    pub(crate) channel: ChannelId,
    pub(crate) message: u64,
    /// Hash of the content, from [`Message::content_hash`](crate::discord::messages::Message::content_hash).
    /// `None` if unknown, for example after a restart.
    pub(crate) says: Option<u64>,
    /// Filename of the attached picture, if known. A picture with the same filename is not uploaded again.
    pub(crate) picture: Option<String>,
    /// `true` if the message was deleted and has not been replaced.
    pub(crate) gone: bool,
}

type Messages = HashMap<(u32, MessageKind), PostedMessage>;

/// Cache of the public messages that were posted for recently used tables.
pub(crate) struct PostedMessages(Mutex<LruCache<TableId, Messages>>);

impl Default for PostedMessages {
    fn default() -> Self {
        Self::with_room_for(MAX_TABLES)
    }
}

impl PostedMessages {
    fn with_room_for(tables: NonZero<usize>) -> Self {
        // Allocates only when needed.
        let mut all = LruCache::unbounded();
        all.resize(tables);
        Self(Mutex::new(all))
    }

    /// Returns a message from the cache, or `None` if it is not cached.
    pub(crate) fn get(&self, (table, deal, kind): MessageKey) -> Option<PostedMessage> {
        self.0.lock().get(&table)?.get(&(deal, kind)).cloned()
    }

    /// Inserts a message into the cache, replacing any message with the same key.
    pub(crate) fn put(&self, (table, deal, kind): MessageKey, posted: PostedMessage) {
        self.0.lock().get_or_insert_mut(table, Messages::new).insert((deal, kind), posted);
    }

    /// Removes a table's messages for deals before `oldest`. Messages that belong to no deal, such as the
    /// lobby message, are kept.
    pub(crate) fn forget_before(&self, table: TableId, oldest: u32) {
        if let Some(messages) = self.0.lock().peek_mut(&table) {
            messages.retain(|(deal, _), _| *deal == 0 || *deal >= oldest);
        }
    }

    /// Removes all of a table's messages from the cache.
    pub(crate) fn forget(&self, table: TableId) {
        self.0.lock().pop(&table);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn posted(message: u64) -> PostedMessage {
        PostedMessage { channel: ChannelId(1), message, says: None, picture: None, gone: false }
    }

    const fn key(table: i64, deal: u32) -> MessageKey {
        (TableId(table), deal, MessageKind::Table)
    }

    #[test]
    fn message_ids_of_earlier_deals_are_discarded() {
        let messages = PostedMessages::default();
        for deal in 0..5 {
            messages.put(key(1, deal), posted(deal.into()));
        }
        messages.forget_before(TableId(1), 3);
        let left: Vec<_> = (0..5).filter(|deal| messages.get(key(1, *deal)).is_some()).collect();
        assert_eq!(left, [0, 3, 4]);
        messages.forget(TableId(1));
        assert_eq!(messages.get(key(1, 4)), None);
    }

    #[test]
    fn message_id_cache_evicts_least_recently_used_game_table() {
        let messages = PostedMessages::with_room_for(NonZero::new(2).unwrap());
        messages.put(key(1, 1), posted(1));
        messages.put(key(2, 1), posted(2));
        assert_eq!(messages.get(key(1, 1)), Some(posted(1)));
        messages.put(key(3, 1), posted(3));
        assert_eq!(messages.get(key(2, 1)), None);
        assert_eq!((messages.get(key(1, 1)), messages.get(key(3, 1))), (Some(posted(1)), Some(posted(3))));
    }
}
