//! Decisions about the content of hands, and about the hands that are updated.

use std::time::Duration;

use channel_messages::{
    Accepted, Board as _, Cause, Confirmed, Event, Extra, Failure, InteractionId, MessageId, Origin, Reply,
    TableId, Token, UserId,
};

use super::private_reply;
use crate::fixture::{
    ANNA, COMMAND, Fixture, PRESS, accepted, deletes_hand, is_edit, is_ephemeral, is_hand, is_update,
};
use crate::tables::{SimMessage, What};

/// A hand can look different after a change that is not an event at the table, such as an upload of emoji.
#[test]
fn draft_remains_although_hand_looked_different_at_the_last_change() {
    let mut fixture = Fixture::with_hand();
    fixture.interact(PRESS, Origin::Ephemeral(MessageId(60)));
    fixture.board.look += 1;
    fixture.reply_with_draft(PRESS);
    fixture.finish(is_update, Ok(accepted(None)));
    assert!(!fixture.begins(is_hand), "{:?}", fixture.begun());
}

#[test]
fn hand_that_looks_different_after_a_change_is_edited() {
    let mut fixture = Fixture::with_hand();
    fixture.board.look += 1;
    let board = fixture.board.clone();
    fixture.handle(Event::Changed { board, cause: Cause::Other });
    assert!(fixture.begins(is_hand), "{:?}", fixture.begun());
}

#[test]
fn hand_of_another_table_in_the_same_message_is_not_updated() {
    let mut fixture = Fixture::current();
    fixture.interact(COMMAND, Origin::Command);
    fixture.reply(COMMAND);
    fixture.finish(is_ephemeral, Ok(accepted(Some(60))));
    let first = fixture.board.clone();
    fixture.board.table = TableId(2);
    fixture.interact(PRESS, Origin::Ephemeral(MessageId(60)));
    fixture.reply(PRESS);
    fixture.finish(is_update, Ok(accepted(None)));
    fixture.board = first;
    fixture.board.turn = 1;
    fixture.change(None);
    assert!(!fixture.begins(is_hand), "{:?}", fixture.begun());
}

#[test]
fn draft_in_another_style_is_not_sent() {
    let mut fixture = Fixture::current();
    fixture.interact(COMMAND, Origin::Command);
    let (board, style) = (fixture.board.clone(), 0);
    let hand = board.hand(ANNA, &style).unwrap();
    let message = SimMessage { extra: Some("draft".to_owned()), ..hand.content.message.clone() };
    let (extra, is_below_table, in_place) = (Extra::Draft { message, picture: None }, false, false);
    let reply = Reply::Hand { board, hand, style, extra, is_below_table, in_place };
    fixture.pass_reply(COMMAND, reply);
    fixture.handle(Event::Style(ANNA, 1));
    let Confirmed::Content { content, .. } = fixture.confirm(is_ephemeral).1 else {
        panic!("the reply is empty")
    };
    let What::Hand(.., 1) = content.message.what else { panic!("{content:?}") };
    assert_eq!(content.message.extra, None);
}

/// The hand has changed while the content that was refused was on its way.
#[test]
fn newer_hand_is_sent_although_the_older_one_was_refused() {
    let mut fixture = Fixture::current();
    fixture.interact(COMMAND, Origin::Command);
    fixture.reply(COMMAND);
    fixture.finish(is_ephemeral, Ok(accepted(Some(60))));
    fixture.change(None);
    let edit = fixture.confirm(is_hand).0;
    fixture.change(None);
    fixture.handle(Event::Finished(edit, Err(Failure::Invalid)));
    fixture.finish(is_hand, Ok(accepted(Some(60))));
}

/// The answer to an action can arrive before the change of the table.
#[test]
fn hand_does_not_return_to_an_older_state_after_a_reply() {
    let mut fixture = Fixture::current();
    fixture.interact(COMMAND, Origin::Command);
    fixture.board.version += 1;
    fixture.reply(COMMAND);
    fixture.finish(is_ephemeral, Ok(accepted(Some(60))));
    assert!(!fixture.begins(is_edit), "{:?}", fixture.begun());
}

/// The change that made the table known to the channel can be announced after a reply with a newer state.
#[test]
fn hand_does_not_return_to_an_older_state_of_a_new_table() {
    let mut fixture = Fixture::new();
    let older = fixture.board.clone();
    fixture.board.version += 1;
    fixture.interact(COMMAND, Origin::Command);
    fixture.reply(COMMAND);
    fixture.finish(is_ephemeral, Ok(accepted(Some(60))));
    fixture.handle(Event::Changed { board: older, cause: Cause::Other });
    assert!(!fixture.begins(is_hand), "{:?}", fixture.begun());
}

#[test]
fn hand_shows_the_newest_state_that_a_reply_contained() {
    let mut fixture = Fixture::current();
    fixture.interact(COMMAND, Origin::Command);
    let older = fixture.board.clone();
    fixture.board.version += 1;
    fixture.interact(PRESS, Origin::Command);
    fixture.reply(PRESS);
    fixture.finish(is_ephemeral, Ok(accepted(Some(60))));
    fixture.board = older;
    fixture.reply(COMMAND);
    let Confirmed::Content { content, .. } = fixture.confirm(is_ephemeral).1 else {
        panic!("the reply is empty")
    };
    assert_eq!(content.message.version, fixture.board.version + 1);
}

#[test]
fn older_hand_is_not_deleted_if_it_shows_the_reply_to_its_button() {
    let mut fixture = Fixture::with_hand();
    fixture.interact(PRESS, Origin::Command);
    fixture.reply(PRESS);
    fixture.finish(is_ephemeral, Ok(accepted(Some(61))));
    assert!(fixture.begins(deletes_hand), "{:?}", fixture.begun());
    fixture.interact(COMMAND, Origin::Ephemeral(MessageId(60)));
    let Reply::Private { content, .. } = private_reply() else { unreachable!() };
    fixture.pass_reply(COMMAND, Reply::Private { content, in_place: true });
    fixture.finish(is_update, Ok(accepted(None)));
    assert!(!fixture.begins(deletes_hand), "{:?}", fixture.begun());
}

#[test]
fn hand_gets_a_new_style_although_an_update_is_in_flight() {
    let mut fixture = Fixture::with_hand();
    fixture.board.turn = 1;
    fixture.change(None);
    let edit = fixture.confirm(is_hand).0;
    fixture.handle(Event::Style(ANNA, 1));
    let accepted = Accepted { lacks_picture: true, ..accepted(Some(60)) };
    fixture.handle(Event::Finished(edit, Ok(accepted)));
    assert!(fixture.begins(is_hand), "{:?}", fixture.begun());
}

/// The reply to a player contains only their own hand, and may be passed after the change.
#[test]
fn hand_of_another_player_is_updated_after_a_reply_with_the_same_state() {
    let mut fixture = Fixture::with_hand();
    fixture.change(None);
    fixture.give_up(is_hand, Failure::NotExecuted);
    let (bea, id) = (UserId(2), InteractionId(90));
    let (token, origin) = (Token::new(id, "90"), Origin::Command);
    let received = fixture.now;
    fixture.handle(Event::Interaction {
        user: bea,
        received,
        token,
        origin,
        attached: None,
        is_quiet: false,
    });
    let (hand, board) = (fixture.board.hand(bea, &0).unwrap(), fixture.board.of_reply(bea));
    let (extra, is_below_table, in_place) = (Extra::None, false, false);
    let reply = Reply::Hand { board, hand, style: 0, extra, is_below_table, in_place };
    fixture.pass_reply(id, reply);
    fixture.advance(Duration::from_mins(1));
    assert!(fixture.begun().iter().any(|action| is_hand(action)), "Anna's hand is not updated");
}
