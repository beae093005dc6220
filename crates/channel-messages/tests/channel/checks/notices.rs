//! Checks of notices.

use std::collections::BTreeMap;

use channel_messages::{Board as _, TableId, UserId};

use super::history::History;
use crate::discord::{Discord, DiscordMessage};
use crate::tables::{SimBoard, What};

/// The notices of each table, and the user whose turn it is if a notice is a reminder.
#[derive(Debug, Default)]
pub(super) struct Notices(BTreeMap<(TableId, u64), Option<UserId>>);

impl Notices {
    /// Records a notice that has to be posted.
    pub(super) fn add(&mut self, table: TableId, number: u64, reminds: Option<UserId>) {
        self.0.insert((table, number), reminds);
    }

    /// Checks that each notice of a table was posted once, and that a reminder is displayed only during the
    /// turn.
    pub(super) fn check(&self, board: &SimBoard, discord: &Discord, history: &History) {
        let is_strict = !history.plan.has_faults && !history.plan.has_restarts;
        for ((_, number), reminds) in self.0.iter().filter(|((table, _), _)| *table == board.table) {
            let what = What::Notice(board.table, *number);
            let posted: Vec<&DiscordMessage> =
                discord.messages.values().filter(|message| message.message.what == what).collect();
            assert!(posted.len() <= 1 || history.has_restarted, "notice is posted twice: {posted:?}");
            let is_displayed = posted.iter().any(|message| !message.is_deleted);
            match reminds {
                _ if !is_strict => {}
                None => assert_eq!(posted.len(), 1, "notice {number} was not posted"),
                Some(user) => assert!(!is_displayed || board.turn() == Some(*user), "reminder is outdated"),
            }
        }
    }
}
