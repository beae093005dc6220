//! Determines which public messages a table should have, and their content.
//!
//! Planning is a pure function: equal views yield equal messages. Unchanged messages can therefore be found
//! by comparison.

use std::sync::Arc;

use crate::discord::messages::{self, Message};
use crate::render::Subject;
use crate::store::MessageKind;
use crate::table::{TableStage, TableView, WhyEnded};
use crate::text::Appearance;

/// Condition under which a missing public message is posted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PostCondition {
    /// The message is posted whenever it is missing, even after it was deleted.
    Always,
    /// The message is posted unless it has been posted before.
    Once,
    /// The message is never posted, only edited, because it belongs to an earlier stage.
    Never,
}

/// A public message that a table should have.
#[derive(Debug)]
pub(crate) struct PlannedMessage {
    /// Number of the deal to which the message belongs, or 0 if it belongs to the whole evening.
    pub(crate) deal: u32,
    /// Kind of the message.
    pub(crate) kind: MessageKind,
    /// Condition for posting the message if it is missing.
    pub(crate) post: PostCondition,
    /// Content of the message.
    pub(crate) message: Message,
    /// Subject of the message's picture, or `None` if the message has no picture.
    pub(crate) picture: Option<Subject>,
}

/// Returns the planned public messages of a table, in the order in which they appear in the channel.
pub(crate) fn posters(scene: &TableView, look: Appearance) -> Vec<PlannedMessage> {
    let mut posters = vec![lobby(scene, look)];
    if let Some(past) = before(scene) {
        posters.extend(deal(&past, look));
    }
    posters.extend(deal(scene, look));
    posters.extend(ended(scene, look));
    posters
}

fn lobby(scene: &TableView, look: Appearance) -> PlannedMessage {
    let post = if scene.stage == TableStage::Lobby { PostCondition::Always } else { PostCondition::Never };
    PlannedMessage {
        deal: 0,
        kind: MessageKind::Lobby,
        post,
        message: messages::lobby(scene, look),
        picture: None,
    }
}

/// Returns the view of the table at the end of the previous deal. Messages of that deal may still be
/// outdated.
fn before(scene: &TableView) -> Option<TableView> {
    let deal = Arc::clone(scene.previous.as_ref()?);
    // The previous result has no button for the next deal, even after the later deal is over.
    let stage = match scene.stage {
        TableStage::Between => TableStage::Dealing,
        stage => stage,
    };
    Some(TableView { deal: Some(deal), previous: None, deadline: None, stage, ..scene.clone() })
}

fn deal(scene: &TableView, look: Appearance) -> Vec<PlannedMessage> {
    let Some(whole) = &scene.deal else { return Vec::new() };
    let deal = whole.as_ref();
    let over = deal.is_over();
    let table = PlannedMessage {
        deal: deal.number,
        kind: MessageKind::Table,
        post: if over { PostCondition::Never } else { PostCondition::Always },
        message: messages::table(scene, look),
        // The result message shows a finished deal.
        picture: (!over).then(|| Subject::Table(Arc::new(scene.clone()))),
    };
    let result = || PlannedMessage {
        deal: deal.number,
        kind: MessageKind::Result,
        post: if scene.stage == TableStage::Between { PostCondition::Always } else { PostCondition::Once },
        message: messages::result(scene, deal, look),
        picture: Some(Subject::Result(Arc::clone(whole))),
    };
    let mut posters = vec![table];
    posters.extend(over.then(result));
    posters
}

fn ended(scene: &TableView, look: Appearance) -> Option<PlannedMessage> {
    let TableStage::Ended(why) = scene.stage else { return None };
    // The lobby message itself says that the lobby was closed.
    let played = why != WhyEnded::Closed && scene.deal.is_some();
    played.then(|| PlannedMessage {
        deal: 0,
        kind: MessageKind::Ended,
        post: PostCondition::Once,
        message: messages::ended(scene, look),
        picture: Some(Subject::Standings(Arc::new(scene.clone()))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::messages::samples;

    fn kinds(scene: &TableView) -> Vec<(u32, MessageKind, PostCondition)> {
        posters(scene, Appearance::default())
            .into_iter()
            .map(|poster| (poster.deal, poster.kind, poster.post))
            .collect()
    }

    #[test]
    fn lobby_is_one_message() {
        assert_eq!(kinds(&samples::lobby()), [(0, MessageKind::Lobby, PostCondition::Always)]);
    }

    #[test]
    fn running_deal_has_table_and_past_lobby() {
        let expected =
            [(0, MessageKind::Lobby, PostCondition::Never), (1, MessageKind::Table, PostCondition::Always)];
        assert_eq!(kinds(&samples::auction()), expected);
    }

    #[test]
    fn previous_result_has_no_next_deal() {
        let scene = TableView { stage: TableStage::Between, ..samples::second_deal() };
        let past = before(&scene).expect("previous deal is missing");
        assert_eq!(past.stage, TableStage::Dealing);
        let running = before(&samples::second_deal()).expect("previous deal is missing");
        assert_eq!(past, running, "previous result changed");
    }

    #[test]
    fn missed_result_is_posted_during_next_deal() {
        let expected = [
            (0, MessageKind::Lobby, PostCondition::Never),
            (1, MessageKind::Table, PostCondition::Never),
            (1, MessageKind::Result, PostCondition::Once),
            (2, MessageKind::Table, PostCondition::Always),
        ];
        assert_eq!(kinds(&samples::second_deal()), expected);
    }
}
