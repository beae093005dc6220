//! In-memory cache of the public messages of recently used tables. The message ids of other tables are read
//! from the database.

use std::collections::HashMap;
use std::num::NonZero;

use std::time::Duration;

use lru::LruCache;
use parking_lot::Mutex;
use secrecy::{ExposeSecret, SecretString};
use tokio::time::Instant;

use super::hand_messages::TOKEN_LIFETIME;
use crate::store::MessageKind;
use crate::table::{ChannelId, TableId};

/// Key that identifies a public message: table, deal number and message kind.
pub(crate) type MessageKey = (TableId, u32, MessageKind);

/// A token is renewed if it is valid for less than this time.
const RENEWAL: Duration = Duration::from_mins(5);

/// Maximum number of cached tables. When the cache is full, the least recently used table is evicted.
const MAX_TABLES: NonZero<usize> = NonZero::new(10_000).unwrap();

/// An interaction token that can edit a public message.
///
/// Such edits do not count towards the bot's global rate limit.
#[derive(Debug, Clone)]
pub(crate) struct EditToken {
    token: SecretString,
    /// Time after which the token is no longer used.
    until: Instant,
}

impl EditToken {
    /// Creates a token of an interaction that has just been received.
    pub(crate) fn new(token: &SecretString) -> Self {
        Self { token: token.clone(), until: Instant::now() + TOKEN_LIFETIME }
    }

    fn is_valid_for(&self, time: Duration) -> bool {
        self.until > Instant::now() + time
    }
}

/// A posted public message.
#[derive(Debug, Clone)]
pub(crate) struct PostedMessage {
    pub(crate) channel: ChannelId,
    pub(crate) message: u64,
    /// Hash of the content, from [`Message::content_hash`](crate::discord::messages::Message::content_hash).
    /// `None` if unknown, for example after a restart.
    pub(crate) says: Option<u64>,
    /// Filename of the attached picture, if known. A picture with the same filename is not uploaded again.
    pub(crate) picture: Option<String>,
    /// `true` if the message was sent without its picture, because the picture was not drawn in time.
    pub(crate) awaits_picture: bool,
    /// `true` if the message was deleted and has not been replaced.
    pub(crate) gone: bool,
    /// The newest interaction token that can edit the message, if any.
    pub(crate) token: Option<EditToken>,
}

impl PostedMessage {
    /// Creates a message that exists in a channel, with unknown content.
    pub(crate) const fn new(channel: ChannelId, message: u64) -> Self {
        Self { channel, message, says: None, picture: None, awaits_picture: false, gone: false, token: None }
    }

    /// Returns an interaction token that can edit the message now.
    pub(crate) fn edit_token(&self) -> Option<&SecretString> {
        let valid = self.token.as_ref().filter(|_| !self.gone)?;
        valid.is_valid_for(Duration::ZERO).then_some(&valid.token)
    }
}

/// The messages of a table.
struct Messages {
    messages: HashMap<(u32, MessageKind), PostedMessage>,
    /// Time at which the first message was added to the cache.
    since: Instant,
}

impl Default for Messages {
    fn default() -> Self {
        Self { messages: HashMap::new(), since: Instant::now() }
    }
}

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
        self.0.lock().get(&table)?.messages.get(&(deal, kind)).cloned()
    }

    /// Inserts a message into the cache, replacing any message with the same key.
    pub(crate) fn put(&self, (table, deal, kind): MessageKey, posted: PostedMessage) {
        self.0.lock().get_or_insert_mut(table, Messages::default).messages.insert((deal, kind), posted);
    }

    /// Returns `true` if a message of a table has no token that stays valid for a while.
    pub(crate) fn needs_token(&self, table: TableId, message: u64) -> bool {
        self.0.lock().get(&table).is_some_and(|Messages { messages, .. }| {
            let posted = messages.iter().find(|(_, posted)| posted.message == message && !posted.gone);
            posted.is_some_and(|((_, kind), posted)| {
                let is_edited = matches!(kind, MessageKind::Table | MessageKind::Lobby);
                let token = posted.token.as_ref();
                is_edited && !token.is_some_and(|token| token.is_valid_for(RENEWAL))
            })
        })
    }

    /// Stores a new token for a message of a table.
    pub(crate) fn set_token(&self, table: TableId, message: u64, token: EditToken) {
        if let Some(messages) = self.0.lock().get_mut(&table)
            && let Some(posted) = messages.messages.values_mut().find(|posted| posted.message == message)
        {
            posted.token = Some(token);
        }
    }

    /// Records that a message was edited: the hash of its content, the filename of its picture, and whether
    /// the picture is to follow.
    pub(crate) fn record_edit(
        &self,
        (table, deal, kind): MessageKey,
        says: u64,
        (picture, awaits_picture): (Option<String>, bool),
    ) {
        if let Some(posted) =
            self.0.lock().get_mut(&table).and_then(|messages| messages.messages.get_mut(&(deal, kind)))
        {
            (posted.says, posted.picture, posted.awaits_picture) = (Some(says), picture, awaits_picture);
        }
    }

    /// Removes the token of a message, because Discord rejected it. Does nothing if a newer token has replaced it.
    pub(crate) fn remove_token(&self, (table, deal, kind): MessageKey, rejected: &SecretString) {
        if let Some(posted) =
            self.0.lock().get_mut(&table).and_then(|messages| messages.messages.get_mut(&(deal, kind)))
        {
            posted.token.take_if(|token| token.token.expose_secret() == rejected.expose_secret());
        }
    }

    /// Removes a table's messages for deals before `oldest`. Messages that belong to no deal, such as the
    /// lobby message, are kept.
    pub(crate) fn forget_before(&self, table: TableId, oldest: u32) {
        if let Some(messages) = self.0.lock().peek_mut(&table) {
            messages.messages.retain(|(deal, _), _| *deal == 0 || *deal >= oldest);
        }
    }

    /// Removes all of a table's messages from the cache if the first of them was added before the given time.
    pub(crate) fn forget_older(&self, table: TableId, than: Instant) {
        let mut all = self.0.lock();
        if all.peek(&table).is_some_and(|messages| messages.since < than) {
            all.pop(&table);
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
        PostedMessage::new(ChannelId(1), message)
    }

    /// Returns the id of a cached message.
    fn id(messages: &PostedMessages, key: MessageKey) -> Option<u64> {
        messages.get(key).map(|posted| posted.message)
    }

    #[tokio::test(start_paused = true)]
    async fn token_of_message_is_renewed_before_it_expires() {
        let (messages, table) = (PostedMessages::default(), TableId(1));
        messages.put(key(1, 1), posted(7));
        let can_edit = || messages.get(key(1, 1)).unwrap().edit_token().is_some();
        assert!(messages.needs_token(table, 7) && !can_edit());
        assert!(!messages.needs_token(table, 8) && !messages.needs_token(TableId(2), 7));
        messages.set_token(table, 7, EditToken::new(&"token".into()));
        assert!(!messages.needs_token(table, 7) && can_edit());
        tokio::time::advance(Duration::from_mins(11)).await;
        assert!(messages.needs_token(table, 7) && can_edit());
        tokio::time::advance(Duration::from_mins(4)).await;
        assert!(!can_edit());
        messages.set_token(table, 7, EditToken::new(&"newer".into()));
        messages.remove_token(key(1, 1), &"token".into());
        assert!(can_edit(), "a newer token was removed");
        messages.remove_token(key(1, 1), &"newer".into());
        assert!(!can_edit());
        messages.put((table, 1, MessageKind::Result), posted(9));
        assert!(!messages.needs_token(table, 9), "a result is rarely edited");
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
        assert_eq!(id(&messages, key(1, 4)), None);
    }

    #[test]
    fn message_id_cache_evicts_least_recently_used_game_table() {
        let messages = PostedMessages::with_room_for(NonZero::new(2).unwrap());
        messages.put(key(1, 1), posted(1));
        messages.put(key(2, 1), posted(2));
        assert_eq!(id(&messages, key(1, 1)), Some(1));
        messages.put(key(3, 1), posted(3));
        assert_eq!([key(1, 1), key(2, 1), key(3, 1)].map(|key| id(&messages, key)), [Some(1), None, Some(3)]);
    }
}
