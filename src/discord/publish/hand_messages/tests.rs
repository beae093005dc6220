//! Tests of the storage of hand messages.

use super::*;
use crate::discord::messages::fixtures::TestTable;
use ulti_rules::Seat;

const WHERE: (TableId, UserId) = (TableId(1), UserId(2));

fn hand(token: &str) -> HandMessage {
    let state = HandState { version: 1, deadline: None };
    HandMessage::new(WHERE, &SecretString::from(token), Appearance::default(), (state, 0))
}

fn edit(shown: u64, picture: Option<&str>) -> HandEdit {
    let (shown, picture) = (Some(shown), Ok(picture.map(str::to_owned)));
    HandEdit { state: None, shown, waiting: None, picture, is_from_update: true }
}

#[tokio::test(start_paused = true)]
async fn interaction_token_is_forgotten_after_fifteen_minutes() {
    let tokens = HandMessages::default();
    tokens.keep(hand("one"));
    tokio::time::advance(Duration::from_mins(14)).await;
    assert!(tokens.newest(WHERE.0, WHERE.1).is_some());
    tokens.tidy();
    assert_eq!(tokens.at(WHERE.0).len(), 1);
    tokio::time::advance(Duration::from_mins(1)).await;
    assert!(tokens.newest(WHERE.0, WHERE.1).is_none());
    tokens.tidy();
    assert!(tokens.hands.lock().is_empty());
}

#[tokio::test(start_paused = true)]
async fn replaced_hand_message_is_returned_while_its_token_is_valid() {
    let tokens = HandMessages::default();
    let replaced = |token| tokens.keep(hand(token)).1.map(|hand| hand.token.expose_secret().to_owned());
    assert_eq!(replaced("one"), None);
    assert_eq!(replaced("two"), Some("one".to_owned()));
    assert_eq!(replaced("two"), None, "a message replaced itself");
    tokio::time::advance(Duration::from_mins(15)).await;
    assert_eq!(replaced("three"), None);
}

#[tokio::test]
async fn hand_message_with_newer_reply_is_not_marked_as_replaced() {
    let hands = HandMessages::default();
    let created_by = |token, id| HandMessage { created_by: Some(InteractionId::new(id)), ..hand(token) };
    let older = created_by("one", 1);
    hands.keep(older.clone());
    hands.keep(created_by("two", 2));
    assert!(hands.is_still_replaced(&older));
    let other = hands.replies.begin(WHERE.1, Some(InteractionId::new(2)));
    assert!(hands.is_still_replaced(&older), "a button of another message was pressed");
    drop(other);
    let press = hands.replies.begin(WHERE.1, Some(InteractionId::new(1)));
    assert!(!hands.is_still_replaced(&older), "the user is waiting for a reply");
    hands.keep(created_by("three", 1));
    drop(press);
    assert!(!hands.is_still_replaced(&older), "a button of the older message was pressed");
    hands.keep(hand("four"));
    assert!(hands.is_still_replaced(&older));
}

#[tokio::test(start_paused = true)]
async fn forgetting_old_hand_message_keeps_newest_one() {
    let tokens = HandMessages::default();
    tokens.keep(hand("one"));
    tokens.keep(hand("two"));
    assert!(!tokens.record_edit(&hand("one"), edit(7, None)));
    tokens.forget(&hand("one"));
    let newest = tokens.newest(WHERE.0, WHERE.1).unwrap();
    assert_eq!((newest.token.expose_secret(), newest.shown, newest.pictured), ("two", Some(0), false));
    tokens.forget(&hand("two"));
    assert!(tokens.newest(WHERE.0, WHERE.1).is_none());
}

#[tokio::test]
async fn hand_message_is_not_overwritten_with_older_state() {
    let hand = hand("one");
    let with_hints = Appearance { hints: !hand.appearance.hints, ..hand.appearance };
    let state = |version, deadline| HandState { version, deadline };
    let needs_update = |state| hand.needs_update(state, hand.appearance);
    assert!(!needs_update(state(0, Some(UnixMillis(5)))));
    assert!(!needs_update(state(1, None)));
    assert!(needs_update(state(1, Some(UnixMillis(5)))), "new deadline is not shown");
    assert!(needs_update(state(2, None)));
    assert!(!hand.needs_update(state(0, None), with_hints));
    assert!(hand.needs_update(state(1, None), with_hints));
    let unknown = HandMessage { shown: None, ..hand.clone() };
    assert!(unknown.needs_update(state(0, None), hand.appearance));
}

#[tokio::test]
async fn waiting_hand_is_updated_only_without_current_picture() {
    let waiting = |cards| Some(WaitingHand { deal: 1, cards, hides_last_trick: false });
    let picture = Some("hand.png".to_owned());
    let hand = HandMessage { waiting: waiting(8), picture, pictured: true, ..hand("one") };
    assert!(hand.keeps_waiting(waiting(8), hand.appearance));
    assert!(!hand.keeps_waiting(None, hand.appearance), "the owner is next");
    assert!(!hand.keeps_waiting(waiting(7), hand.appearance), "a card was played");
    let text_only = hand.appearance.text_only();
    assert!(!hand.keeps_waiting(waiting(8), text_only), "the appearance has changed");
    let outdated = HandMessage { pictured: false, ..hand.clone() };
    assert!(!outdated.keeps_waiting(waiting(8), hand.appearance), "the picture is outdated");
    let without = HandMessage { picture: None, ..hand.clone() };
    assert!(!without.keeps_waiting(waiting(8), hand.appearance), "there is no picture");
}

/// Plays a deal with the house rule `last_trick_hidden`. A waiting hand drawn before a lead shows the last trick.
#[test]
fn waiting_hand_is_updated_after_lead_if_rules_hide_last_trick() {
    let mut compared = 0;
    for hidden in [true, false] {
        let rules = ulti_rules::RuleSet::preset("4m").unwrap();
        let rules = rules.with_rule("last_trick_hidden", hidden.into()).unwrap();
        let book = Arc::new(ulti_rules::Book::new(rules));
        let mut table = TestTable::shuffled(5).by_rules(&book);
        loop {
            let before =
                Seat::ALL.map(|seat| WaitingHand::of(&table.table_view(), &table.deal.view(Some(seat))));
            let is_led = |table: &TestTable| {
                let view = table.deal.view(None);
                view.board()
                    .filter(|board| !board.tricks.is_empty())
                    .is_some_and(|board| board.current.cards().len() == 1)
            };
            if !table.step() {
                break;
            }
            let waits = |seat: &Seat| WaitingHand::of(&table.table_view(), &table.deal.view(Some(*seat)));
            for (seat, before) in Seat::ALL.iter().zip(before) {
                let (Some(before), Some(now), true) = (before, waits(seat), is_led(&table)) else {
                    continue;
                };
                compared += 1;
                assert_eq!(before == now, !hidden, "seat {seat}");
            }
        }
    }
    assert!(compared > 4, "{compared}");
}

#[tokio::test]
async fn hand_message_keeps_its_picture_if_hand_is_unchanged() {
    let tokens = HandMessages::default();
    let (first, _) = tokens.keep(hand("one"));
    assert!(tokens.record_edit(&hand("one"), edit(0, Some("hand.png"))));
    let draft = HandMessage { picture: Some("hand.png".into()), ..hand("two") };
    let (draft, _) = tokens.keep(draft);
    assert!(draft.pictured && Arc::ptr_eq(&first.edits, &draft.edits));
    let hint = HandMessage { picture: Some("hand.png".into()), has_hint: true, ..hand("hint") };
    assert!(!tokens.keep(hint.clone()).0.pictured, "the picture lacks the hint");
    assert!(tokens.record_edit(&hint, edit(0, Some("hint.png"))));
    let below = HandMessage { picture: Some("hint.png".into()), ..hand("draft below a hint") };
    assert!(tokens.keep(below).0.pictured);
    let other = HandMessage { picture: Some("hint.png".into()), shown: Some(1), ..hand("three") };
    assert!(!tokens.keep(other).0.pictured);
    assert!(tokens.keep(HandMessage { pictured: true, ..hand("four") }).0.pictured, "own picture ignored");
    tokens.invalidate(WHERE.0, WHERE.1);
    assert_eq!(tokens.newest(WHERE.0, WHERE.1).unwrap().shown, None);
}

#[tokio::test]
async fn reply_below_late_picture_needs_picture() {
    let tokens = HandMessages::default();
    tokens.keep(hand("one"));
    let late = HandEdit { picture: Err(Late), ..edit(0, None) };
    assert!(tokens.record_edit(&hand("one"), late));
    assert!(tokens.newest(WHERE.0, WHERE.1).unwrap().awaits_picture);
    let (draft, _) = tokens.keep(hand("two"));
    assert!(!draft.pictured && !draft.is_from_update);
}

#[tokio::test]
async fn debug_output_hides_interaction_token() {
    assert!(!format!("{:?}", hand("a very secret token")).contains("very secret"));
}
