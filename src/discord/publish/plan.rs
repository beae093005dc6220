//! Determines which public messages a table should have, and their content.
//!
//! Planning is a pure function: equal views yield equal messages. Unchanged messages can therefore be found
//! by comparison.

use std::sync::{Arc, OnceLock};

use super::posted_messages::PostedMessage;
use crate::discord::messages::{self, Message};
use crate::discord::rest::limiter::Priority;
use crate::render::Subject;
use crate::store::MessageKind;
use crate::table::{TableStage, TableView, WhyEnded};
use crate::text::Appearance;

/// Determines when a missing public message is posted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PostCondition {
    /// Post the message whenever it is missing, even if it was deleted.
    Always,
    /// Post the message at most once. If it was deleted, do not post it again.
    Once,
    /// Never post the message, but keep editing it if it exists. Used for the lobby message after the first
    /// deal begins, for example.
    Never,
}

/// A public message that a table should have, and the condition for posting it.
#[derive(Debug)]
pub(crate) struct PlannedMessage {
    /// Number of the deal that the message belongs to, or 0 if it belongs to no deal.
    pub(crate) deal: u32,
    /// Kind of the message.
    pub(crate) kind: MessageKind,
    /// Determines whether the message is posted if it is missing.
    pub(crate) post: PostCondition,
    /// Content of the message.
    pub(crate) message: Message,
    /// Hash of the content, once it has been computed.
    hash: OnceLock<u64>,
    /// Subject of the attached picture, or `None` for a message without a picture.
    pub(crate) picture: Option<Subject>,
}

impl PlannedMessage {
    /// Returns the hash of the content. See [`Message::content_hash`].
    pub(crate) fn content_hash(&self) -> u64 {
        *self.hash.get_or_init(|| self.message.content_hash())
    }

    /// Returns `true` if nothing has to be sent. `posted` is the message that was posted, if any.
    pub(crate) fn is_current(&self, posted: Option<&PostedMessage>) -> bool {
        match posted.filter(|posted| !posted.gone) {
            Some(posted) => posted.says == Some(self.content_hash()),
            None => self.post == PostCondition::Never,
        }
    }

    /// Returns `true` if the message may be posted although it is missing. `posted` is the message that was
    /// posted before, if any.
    pub(crate) fn may_be_posted(&self, posted: Option<&PostedMessage>) -> bool {
        posted.is_none() || self.post == PostCondition::Always
    }

    /// Returns the urgency of the message.
    pub(crate) fn priority(&self) -> Priority {
        match self.kind {
            MessageKind::Table | MessageKind::Lobby => Priority::Turn,
            _ => Priority::Result,
        }
    }
}

/// Returns the public messages that a table should have, in channel order.
pub(crate) fn posters(view: &TableView, appearance: Appearance) -> Vec<PlannedMessage> {
    let mut posters = vec![lobby(view, appearance)];
    if let Some(past) = before(view) {
        posters.extend(deal(&past, appearance));
    }
    posters.extend(deal(view, appearance));
    posters.extend(ended(view, appearance));
    posters
}

fn lobby(view: &TableView, appearance: Appearance) -> PlannedMessage {
    let post = if view.stage == TableStage::Lobby { PostCondition::Always } else { PostCondition::Never };
    PlannedMessage {
        deal: 0,
        kind: MessageKind::Lobby,
        post,
        message: messages::lobby(view, appearance),
        hash: OnceLock::new(),
        picture: None,
    }
}

/// Returns the table as it was at the end of the previous deal, or `None` if there was no previous deal.
///
/// Used to update messages that do not yet show the end of that deal.
fn before(view: &TableView) -> Option<TableView> {
    let deal = Arc::clone(view.previous.as_ref()?);
    // The previous result has no button for the next deal, even after the later deal is over.
    let stage = match view.stage {
        TableStage::Between => TableStage::Dealing,
        stage => stage,
    };
    Some(TableView { deal: Some(deal), previous: None, deadline: None, stage, ..view.clone() })
}

fn deal(view: &TableView, appearance: Appearance) -> Vec<PlannedMessage> {
    let Some(whole) = &view.deal else { return Vec::new() };
    let deal = whole.as_ref();
    let over = deal.is_over();
    let table = PlannedMessage {
        deal: deal.number,
        kind: MessageKind::Table,
        post: if over { PostCondition::Never } else { PostCondition::Always },
        message: messages::table(view, appearance),
        hash: OnceLock::new(),
        // The result message shows a finished deal.
        picture: (!over).then(|| Subject::Table(Arc::new(view.clone()))),
    };
    let result = || PlannedMessage {
        deal: deal.number,
        kind: MessageKind::Result,
        post: if view.stage == TableStage::Between { PostCondition::Always } else { PostCondition::Once },
        message: messages::result(view, deal, appearance),
        hash: OnceLock::new(),
        picture: Some(Subject::Result(Arc::clone(whole))),
    };
    let mut posters = vec![table];
    posters.extend(over.then(result));
    posters
}

fn ended(view: &TableView, appearance: Appearance) -> Option<PlannedMessage> {
    let TableStage::Ended(why) = view.stage else { return None };
    // The lobby message itself says that the lobby was closed.
    let played = why != WhyEnded::Closed && view.deal.is_some();
    played.then(|| PlannedMessage {
        deal: 0,
        kind: MessageKind::Ended,
        post: PostCondition::Once,
        message: messages::ended(view, appearance),
        hash: OnceLock::new(),
        picture: Some(Subject::Standings(Arc::new(view.clone()))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::messages::samples;

    fn kinds(view: &TableView) -> Vec<(u32, MessageKind, PostCondition)> {
        posters(view, Appearance::default())
            .into_iter()
            .map(|poster| (poster.deal, poster.kind, poster.post))
            .collect()
    }

    #[test]
    fn lobby_is_published_as_one_message() {
        assert_eq!(kinds(&samples::lobby()), [(0, MessageKind::Lobby, PostCondition::Always)]);
    }

    #[test]
    fn lobby_message_is_not_posted_again_during_deal() {
        let expected =
            [(0, MessageKind::Lobby, PostCondition::Never), (1, MessageKind::Table, PostCondition::Always)];
        assert_eq!(kinds(&samples::auction()), expected);
    }

    #[test]
    fn next_deal_leaves_previous_result_unchanged() {
        let view = TableView { stage: TableStage::Between, ..samples::second_deal() };
        let past = before(&view).expect("previous deal is missing");
        assert_eq!(past.stage, TableStage::Dealing);
        let running = before(&samples::second_deal()).expect("previous deal is missing");
        assert_eq!(past, running, "previous result changed");
    }

    #[test]
    fn bot_posts_missing_result_of_previous_deal() {
        let expected = [
            (0, MessageKind::Lobby, PostCondition::Never),
            (1, MessageKind::Table, PostCondition::Never),
            (1, MessageKind::Result, PostCondition::Once),
            (2, MessageKind::Table, PostCondition::Always),
        ];
        assert_eq!(kinds(&samples::second_deal()), expected);
    }
}
