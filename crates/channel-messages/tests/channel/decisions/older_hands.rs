//! Decisions about the hands of a player who gets another reply.

use std::time::Duration;

use channel_messages::{
    Accepted, Action, Answer, Board as _, Confirmed, Failure, InteractionId, MessageId, Origin, Reply,
};

use super::private_reply;
use crate::fixture::{
    ANNA, COMMAND, Fixture, HAND, PRESS, accepted, deletes_hand, is_acknowledgement, is_creation,
    is_ephemeral, is_find, is_follow_up, is_hand, is_post, is_reading, is_update,
};
use crate::tables::{SimMessage, What, content};

/// Creates a channel in which Anna has begun the next deal with a public button. The response has created
/// the message of the deal.
fn next_deal() -> Fixture {
    let mut fixture = Fixture::with_hand();
    fixture.board.deal = 2;
    fixture.interact(PRESS, Origin::Public(MessageId(2)));
    fixture.change(Some(PRESS));
    // The result of the last deal is posted above.
    fixture.finish(is_reading, Ok(accepted(None)));
    fixture.finish(is_post, Ok(accepted(Some(3))));
    fixture.finish(is_reading, Ok(accepted(None)));
    fixture.finish(is_creation, Ok(accepted(Some(70))));
    fixture
}

fn edits_hand(fixture: &Fixture) -> bool {
    fixture.begun().into_iter().any(is_hand)
}

/// Passes a reply that replaces the message whose button was used, and shows no hand.
fn reply_in_place(fixture: &mut Fixture, interaction: InteractionId) {
    let content = content(SimMessage::new(What::Reply(interaction.0)), false);
    fixture.pass_reply(interaction, Reply::Private { content, in_place: true });
}

#[test]
fn older_hand_is_not_updated_before_the_reply_below_it() {
    let mut fixture = next_deal();
    assert!(!edits_hand(&fixture), "the reply is going to show the hand");
    fixture.reply(PRESS);
    assert!(!edits_hand(&fixture), "the reply shows the hand");
    fixture.finish(is_follow_up, Ok(accepted(Some(71))));
    assert!(fixture.begins(deletes_hand), "{:?}", fixture.begun());
}

#[test]
fn hand_is_sent_below_the_table_if_the_reply_takes_long() {
    let mut fixture = next_deal();
    fixture.advance(Duration::from_secs(2));
    assert!(fixture.begins(is_follow_up) && !edits_hand(&fixture), "{:?}", fixture.begun());
}

/// The id of the hand is being looked for. Its owner has already used one of its buttons, and the reply has
/// removed the picture.
#[test]
fn picture_is_not_expected_in_a_hand_that_a_reply_has_replaced() {
    let mut fixture = Fixture::current();
    fixture.interact(COMMAND, Origin::Command);
    fixture.reply(COMMAND);
    let attached = fixture.board.hand(ANNA, &0).unwrap().content.picture;
    assert!(attached.is_some());
    fixture.finish(is_ephemeral, Ok(Accepted { message: None, attached, lacks_picture: false }));
    fixture.press(PRESS, Origin::Ephemeral(HAND), attached);
    reply_in_place(&mut fixture, PRESS);
    fixture.finish(is_update, Ok(accepted(Some(HAND.0))));
    fixture.finish(is_find, Ok(accepted(Some(HAND.0))));
    fixture.change(None);
    let edits_hand = |action: &Action| matches!(action, Action::Edit(sent) if sent.id == HAND);
    assert!(fixture.begins(edits_hand), "{:?}", fixture.begun());
    let Confirmed::Content { attached, .. } = fixture.confirm(edits_hand).1 else { panic!("no content") };
    assert_eq!(attached, None);
}

/// Creates a channel in which a newer message shows Anna's hand, so that message 60 has to be deleted.
fn with_older_hand() -> Fixture {
    let mut fixture = Fixture::with_hand();
    fixture.interact(PRESS, Origin::Command);
    fixture.reply(PRESS);
    fixture.finish(is_ephemeral, Ok(accepted(Some(61))));
    assert!(fixture.begins(deletes_hand), "{:?}", fixture.begun());
    fixture
}

#[test]
fn deletion_is_obsolete_if_a_button_of_the_older_hand_is_used() {
    let mut fixture = with_older_hand();
    let deletion = fixture.steps.iter().find(|(_, action)| deletes_hand(action)).unwrap().0;
    fixture.interact(COMMAND, Origin::Ephemeral(MessageId(60)));
    assert_eq!(fixture.channel.confirm(deletion, fixture.now), None);
}

#[test]
fn older_hand_is_not_deleted_before_the_reply_to_its_button() {
    let mut fixture = with_older_hand();
    fixture.interact(COMMAND, Origin::Ephemeral(MessageId(60)));
    let deletion = fixture.steps.pop().unwrap().0;
    assert_eq!(fixture.channel.confirm(deletion, fixture.now), None);
    fixture.advance(Duration::from_secs(2));
    fixture.finish(is_acknowledgement, Ok(accepted(None)));
    assert!(!fixture.begins(deletes_hand), "{:?}", fixture.begun());
    fixture.pass_reply(COMMAND, private_reply());
    fixture.finish(is_follow_up, Ok(accepted(Some(62))));
    assert!(fixture.begins(deletes_hand), "{:?}", fixture.begun());
}

/// Lets Anna use a button of the older hand, which begins the next deal. The response that was to create the
/// message of the deal has lost its result, and it is not found.
fn next_deal_from_older_hand() -> Fixture {
    let mut fixture = with_older_hand();
    fixture.board.deal = 2;
    fixture.interact(COMMAND, Origin::Ephemeral(MessageId(60)));
    fixture.change(Some(COMMAND));
    fixture.finish(is_reading, Ok(accepted(None)));
    fixture.finish(is_post, Ok(accepted(Some(3))));
    fixture.finish(is_reading, Ok(accepted(None)));
    fixture.finish(is_creation, Err(Failure::Unknown));
    fixture.finish(is_find, Err(Failure::Gone));
    reply_in_place(&mut fixture, COMMAND);
    fixture
}

/// The message of the deal is created later than its search, so the reply does not replace the older hand.
#[test]
fn older_hand_is_deleted_if_the_reply_to_its_button_is_a_follow_up() {
    let mut fixture = next_deal_from_older_hand();
    fixture.finish(is_update, Err(Failure::Acknowledged));
    fixture.finish(is_follow_up, Ok(accepted(Some(62))));
    assert!(fixture.begins(deletes_hand), "{:?}", fixture.begun());
}

#[test]
fn older_hand_is_not_deleted_if_a_search_finds_the_reply_to_its_button() {
    let mut fixture = next_deal_from_older_hand();
    fixture.finish(is_update, Err(Failure::Unknown));
    fixture.advance(Duration::from_millis(200));
    fixture.finish(is_update, Err(Failure::Acknowledged));
    fixture.finish(is_find, Err(Failure::Gone));
    fixture.finish(is_find, Ok(accepted(Some(60))));
    assert_eq!(fixture.answers.last(), Some(&Answer::Direct));
    assert!(!fixture.begins(deletes_hand), "{:?}", fixture.begun());

    let mut fixture = with_older_hand();
    fixture.interact(COMMAND, Origin::Ephemeral(MessageId(60)));
    reply_in_place(&mut fixture, COMMAND);
    fixture.finish(is_update, Err(Failure::Unknown));
    fixture.advance(Duration::from_secs(3));
    fixture.finish(is_find, Ok(accepted(Some(60))));
    assert_eq!(fixture.answers.last(), Some(&Answer::Direct));
    assert!(!fixture.begins(deletes_hand), "{:?}", fixture.begun());
}

#[test]
fn older_hand_is_deleted_if_a_search_finds_that_its_button_was_acknowledged() {
    let mut fixture = with_older_hand();
    fixture.interact(COMMAND, Origin::Ephemeral(MessageId(60)));
    fixture.pass_reply(COMMAND, Reply::Nothing);
    fixture.finish(is_acknowledgement, Err(Failure::Unknown));
    fixture.advance(Duration::from_secs(3));
    fixture.finish(is_find, Ok(accepted(Some(60))));
    assert_eq!(fixture.answers.last(), Some(&Answer::Direct));
    assert!(fixture.begins(deletes_hand), "{:?}", fixture.begun());
}
