//! Determines which public messages a table should have, and their content.
//!
//! Planning is a pure function: equal views yield equal messages. Unchanged messages can therefore be found
//! by comparison.

use std::sync::Arc;

use channel_messages::{MessageKind, PostCondition, PublicKey};

use super::void_deals::VoidDeals;
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
///
/// The results of earlier deals about which a manager has decided come last, because nothing waits for them.
pub(super) fn public_messages(
    view: &TableView,
    without_hand: &[UserId],
    void: &VoidDeals,
    appearance: Appearance,
) -> Vec<PublicMessage> {
    let mut planned = vec![lobby(view, appearance)];
    if let Some(past) = before(view) {
        planned.extend(deal(&past, &[], void, appearance));
    }
    planned.extend(deal(view, without_hand, void, appearance));
    planned.extend(ended(view, appearance));
    let shown = [&view.previous, &view.deal].into_iter().flatten().map(|deal| deal.number);
    let shown: Vec<u32> = shown.collect();
    planned.extend(decided_results(void, &shown, appearance));
    planned
}

/// Returns the messages of the results about which managers have decided, except those of the deals `shown`.
/// A message that is missing is not posted again.
pub(super) fn decided_results(void: &VoidDeals, shown: &[u32], appearance: Appearance) -> Vec<PublicMessage> {
    let earlier = void.decided().filter(|(deal, _)| !shown.contains(deal));
    let result = |(_, view): (u32, &TableView)| {
        // The result of an earlier deal has no buttons to continue the evening.
        let view = TableView { stage: TableStage::Dealing, ..view.clone() };
        Some(PublicMessage { post: PostCondition::Never, ..result(&view, void, appearance)? })
    };
    earlier.filter_map(result).collect()
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
    Some(TableView {
        deal: Some(deal),
        previous: None,
        deadline: None,
        next_deal: None,
        stage,
        ..view.clone()
    })
}

fn deal(
    view: &TableView,
    without_hand: &[UserId],
    void: &VoidDeals,
    appearance: Appearance,
) -> Vec<PublicMessage> {
    let Some(deal) = view.deal.as_deref() else { return Vec::new() };
    let over = deal.is_over();
    let is_discarded = view.is_discarded();
    let table = PublicMessage {
        key: PublicKey { deal: deal.number, kind: MessageKind::Table },
        post: if over || is_discarded { PostCondition::Never } else { PostCondition::Always },
        message: messages::table_with(view, without_hand, appearance),
        // The result message shows a finished deal. A deal that was discarded has no picture.
        picture: (!over && !is_discarded).then(|| Subject::Table(Arc::new(view.clone()))),
    };
    let mut planned = vec![table];
    planned.extend(result(view, void, appearance));
    planned
}

/// Returns the result of the deal that a table shows, or `None` if the deal is not over.
fn result(view: &TableView, void: &VoidDeals, appearance: Appearance) -> Option<PublicMessage> {
    let deal = view.deal.as_ref().filter(|deal| deal.is_over())?;
    Some(PublicMessage {
        key: PublicKey { deal: deal.number, kind: MessageKind::Result },
        post: if view.stage == TableStage::Between { PostCondition::Always } else { PostCondition::Once },
        message: messages::result(view, deal, void.get(deal.number), appearance),
        picture: Some(Subject::Result(Arc::clone(deal))),
    })
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
    use crate::discord::channels::void_deals::DecidedDeal;
    use crate::discord::messages::samples;
    use crate::store::Void;
    use crate::table::{DealView, UnixMillis};

    fn kinds(view: &TableView) -> Vec<(u32, MessageKind, PostCondition)> {
        public_messages(view, &[], &VoidDeals::default(), Appearance::default())
            .into_iter()
            .map(|planned| (planned.key.deal, planned.key.kind, planned.post))
            .collect()
    }

    /// Returns decisions about the first deal of [`samples::second_deal`], with another number.
    fn decided(deal: u32, is_void: bool) -> VoidDeals {
        let second = samples::second_deal();
        let mut first = DealView::clone(second.previous.as_ref().unwrap());
        first.number = deal;
        let table_view = Arc::new(TableView { deal: Some(Arc::new(first)), previous: None, ..second });
        let details = Void { at: UnixMillis(0), by: None, reason: "talon".to_owned() };
        let mut void = VoidDeals::default();
        void.set(is_void.then_some((deal, details)).into_iter().collect());
        void.add_decided(DecidedDeal { deal, table_view, is_planned: false });
        void
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

    #[test]
    fn earlier_result_is_updated_last_and_never_posted() {
        for is_void in [true, false] {
            let void = decided(7, is_void);
            let view = samples::second_deal();
            let mut planned = public_messages(&view, &[], &void, Appearance::default());
            let last = planned.pop().unwrap();
            assert_eq!(last.key, PublicKey { deal: 7, kind: MessageKind::Result });
            assert_eq!(last.post, PostCondition::Never);
            assert_eq!(last.message.content.contains("talon"), is_void, "{}", last.message.content);
            let keys: Vec<_> = planned.iter().map(|message| message.key.deal).collect();
            assert_eq!(keys, [0, 1, 1, 2]);
            let alone = decided_results(&void, &[], Appearance::default());
            assert_eq!(alone.len(), 1);
            assert_eq!(alone[0].message.content, last.message.content);
        }
    }

    #[test]
    fn planned_result_of_void_deal_is_marked_once() {
        let void = decided(1, true);
        let planned = public_messages(&samples::second_deal(), &[], &void, Appearance::default());
        assert_eq!(planned.len(), kinds(&samples::second_deal()).len());
        let marked = planned.iter().filter(|message| message.message.content.contains("talon"));
        assert_eq!(marked.map(|message| message.key.deal).collect::<Vec<_>>(), [1]);
    }
}
