//! Checks of the public messages of tables.

use std::collections::BTreeSet;

use channel_messages::{Board as _, MessageId, PlannedMessage, PostCondition, TableId};

use super::Database;
use super::history::History;
use super::unknown::UnknownMessages;
use crate::discord::{Discord, DiscordMessage, NONCE_LIFETIME};
use crate::tables::{SimBoard, SimMessage, What};

/// The deletions and moves of public messages in a schedule.
#[derive(Debug, Default)]
pub(super) struct PublicMessages {
    /// Messages that were deleted by users.
    deleted: BTreeSet<MessageId>,
    /// Tables with a message that was deleted or moved, so that the order of their messages can change.
    reordered: BTreeSet<TableId>,
}

/// The messages on Discord, and what the bot knows of them.
pub(super) struct Context<'a> {
    pub(super) needs_pictures: bool,
    pub(super) discord: &'a Discord,
    pub(super) database: &'a Database,
    pub(super) unknown: &'a UnknownMessages,
}

/// The messages on Discord that show one public message of a table. Usually there is one.
#[derive(Debug)]
struct Copies<'a> {
    all: Vec<(MessageId, &'a DiscordMessage)>,
    /// The messages that are not deleted.
    live: Vec<(MessageId, &'a DiscordMessage)>,
    /// The id in the database.
    stored: Option<MessageId>,
    unknown: &'a UnknownMessages,
}

impl PublicMessages {
    /// Records that a user has deleted a message.
    pub(super) fn deleted(&mut self, message: MessageId, discord: &Discord) {
        self.deleted.insert(message);
        self.reordered.extend(discord.messages[&message].message.what.table());
    }

    /// Records that the messages of a table are moved to the end of the channel.
    pub(super) fn reposted(&mut self, table: TableId) {
        self.reordered.insert(table);
    }

    /// Checks that each public message of a table exists once and is current, and that the messages are in
    /// order.
    pub(super) fn check(&self, board: &SimBoard, context: &Context<'_>, history: &History) {
        let mut order: Vec<MessageId> = Vec::new();
        for planned in board.public().iter() {
            let copies = Copies::new(board.table, planned, context);
            copies.check_uniqueness(history);
            self.check_presence(&copies, planned, history);
            copies.check_content(planned, context.needs_pictures);
            order.extend(copies.live.last().map(|(id, _)| *id));
        }
        let may_differ =
            history.plan.has_faults || history.has_restarted || self.reordered.contains(&board.table);
        assert!(may_differ || order.is_sorted(), "messages are not in order: {order:?}");
    }

    /// Checks that a message exists if it has to.
    fn check_presence(&self, copies: &Copies<'_>, planned: &PlannedMessage<SimMessage>, history: &History) {
        // The bot may not learn that it has deleted a message to move it.
        let may_forget = history.plan.has_faults || history.has_restarted;
        let was_deleted = copies
            .all
            .iter()
            .any(|(id, message)| message.is_deleted && (may_forget || self.deleted.contains(id)));
        // The bot notices that a message was deleted when it edits the message.
        let shows_plan = |message: &DiscordMessage| message.message.what == planned.content.message.what;
        let may_be_missing = match planned.post {
            PostCondition::Always => {
                copies.all.iter().any(|(id, message)| self.deleted.contains(id) && shows_plan(message))
            }
            PostCondition::Once => was_deleted,
            PostCondition::Never => true,
        };
        assert!(!copies.live.is_empty() || may_be_missing, "message is missing: {planned:?}");
    }
}

impl<'a> Copies<'a> {
    fn new(table: TableId, planned: &PlannedMessage<SimMessage>, context: &Context<'a>) -> Self {
        let is_copy = |message: &DiscordMessage| match message.message.what {
            What::Public(of, key, _) => (of, key) == (table, planned.key),
            _ => false,
        };
        let messages = context.discord.messages.iter().map(|(id, message)| (*id, message));
        let all: Vec<_> = messages.filter(|(_, message)| is_copy(message)).collect();
        let live = all.iter().copied().filter(|(_, message)| !message.is_deleted).collect();
        let stored = context.database.get(&(table, planned.key)).copied();
        Self { all, live, stored, unknown: context.unknown }
    }

    /// Returns `true` if the bot does not know a message.
    fn is_unknown(&self, id: MessageId) -> bool {
        self.unknown.contains(id) && self.stored != Some(id)
    }

    /// Checks that there are not two messages, unless the bot cannot know one of them.
    fn check_uniqueness(&self, history: &History) {
        for pair in self.live.windows(2) {
            // Discord forgets nonces, and responses have none.
            let ((first, older), (second, newer)) = (pair[0], pair[1]);
            if self.unknown.is_late(first) || self.unknown.is_late(second) {
                continue;
            }
            let may_exist = history.has_restarted || newer.since >= older.since + NONCE_LIFETIME;
            assert!(
                may_exist && (self.is_unknown(first) || self.is_unknown(second)),
                "message exists twice: {:?}",
                self.live
            );
        }
    }

    /// Checks that a message shows its planned content, and that its id is stored.
    fn check_content(&self, planned: &PlannedMessage<SimMessage>, needs_pictures: bool) {
        let live = &self.live;
        let is_current = |message: &DiscordMessage| {
            let has_picture = message.picture == planned.content.picture || !needs_pictures;
            message.message.what == planned.content.message.what && has_picture
        };
        let is_unknown = live.iter().all(|(id, _)| self.is_unknown(*id));
        let is_shown = live.iter().any(|(_, message)| is_current(message));
        assert!(is_unknown || is_shown, "message is outdated: {live:?}, planned: {planned:?}");
        let is_stored = live.iter().any(|(id, _)| self.stored == Some(*id));
        assert!(is_unknown || is_stored, "id is not stored: {live:?}");
    }
}
