//! Determines which public messages a table should have, and their content.
//!
//! Planning is a pure function: equal views yield equal messages. Unchanged messages can therefore be found
//! by comparison.

use std::sync::Arc;

use channel_messages::{MessageKind, PostCondition, PublicKey};

use crate::discord::messages::{self, Message};
use crate::render::Subject;
use crate::table::{TableStage, TableView, UserId, WhyEnded};
use crate::text::Appearance;

/// A public message that a table should have.
#[derive(Debug)]
pub(super) struct PublicMessage {
    /// The deal and the kind of the message.
    pub(super) key: PublicKey,
    /// Determines whether the message is posted if it is missing.
    pub(super) post: PostCondition,
    /// Content of the message.
    pub(super) message: Message,
    /// Subject of the attached picture, or `None` for a message without a picture.
    pub(super) picture: Option<Subject>,
}

/// Returns the public messages that a table should have, in channel order. `without_hand` are the players to
/// whom no hand can be sent.
pub(super) fn public_messages(
    view: &TableView,
    without_hand: &[UserId],
    appearance: Appearance,
) -> Vec<PublicMessage> {
    let mut planned = vec![lobby(view, appearance)];
    if let Some(past) = before(view) {
        planned.extend(deal(&past, &[], appearance));
    }
    planned.extend(deal(view, without_hand, appearance));
    planned.extend(ended(view, appearance));
    planned
}

fn lobby(view: &TableView, appearance: Appearance) -> PublicMessage {
    let post = if view.stage == TableStage::Lobby { PostCondition::Always } else { PostCondition::Never };
    PublicMessage {
        key: PublicKey { deal: 0, kind: MessageKind::Lobby },
        post,
        message: messages::lobby(view, appearance),
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

fn deal(view: &TableView, without_hand: &[UserId], appearance: Appearance) -> Vec<PublicMessage> {
    let Some(whole) = &view.deal else { return Vec::new() };
    let deal = whole.as_ref();
    let over = deal.is_over();
    let is_discarded = view.is_discarded();
    let table = PublicMessage {
        key: PublicKey { deal: deal.number, kind: MessageKind::Table },
        post: if over || is_discarded { PostCondition::Never } else { PostCondition::Always },
        message: messages::table_with(view, without_hand, appearance),
        // The result message shows a finished deal. A deal that was discarded has no picture.
        picture: (!over && !is_discarded).then(|| Subject::Table(Arc::new(view.clone()))),
    };
    let result = || PublicMessage {
        key: PublicKey { deal: deal.number, kind: MessageKind::Result },
        post: if view.stage == TableStage::Between { PostCondition::Always } else { PostCondition::Once },
        message: messages::result(view, deal, appearance),
        picture: Some(Subject::Result(Arc::clone(whole))),
    };
    let mut planned = vec![table];
    planned.extend(over.then(result));
    planned
}

fn ended(view: &TableView, appearance: Appearance) -> Option<PublicMessage> {
    let TableStage::Ended(why) = view.stage else { return None };
    // The lobby message itself says that the lobby was closed.
    let played = why != WhyEnded::Closed && view.deal.is_some();
    played.then(|| PublicMessage {
        key: PublicKey { deal: 0, kind: MessageKind::Ended },
        post: PostCondition::Once,
        message: messages::ended(view, appearance),
        picture: Some(Subject::Standings(Arc::new(view.clone()))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::messages::samples;

    fn kinds(view: &TableView) -> Vec<(u32, MessageKind, PostCondition)> {
        public_messages(view, &[], Appearance::default())
            .into_iter()
            .map(|planned| (planned.key.deal, planned.key.kind, planned.post))
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
