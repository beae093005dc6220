//! Decisions about hands that are sent in new messages.

use std::time::Duration;

use channel_messages::{Action, Confirmed, Event, Failure, InteractionId, Load, MessageId, Origin, Reply};

use super::private_reply;
use crate::fixture::{
    ANNA, COMMAND, Fixture, PRESS, TABLE, accepted, deletes_hand, is_acknowledgement, is_edit,
    is_edit_of_original, is_ephemeral, is_follow_up, is_hand, is_post, is_reading, is_thinking, is_update,
    notice,
};
use crate::tables::{SimMessage, What};

/// Id of a public message below Anna's hand, which is message 60.
const BELOW: u64 = 70;

/// Creates a channel with Anna's hand above the message of the next deal, which has just begun.
fn next_deal() -> Fixture {
    let mut fixture = Fixture::with_hand();
    fixture.board.deal = 2;
    fixture.change(None);
    fixture.finish(is_reading, Ok(accepted(None)));
    fixture.finish(is_post, Ok(accepted(Some(BELOW))));
    fixture.finish(is_reading, Ok(accepted(None)));
    fixture
}

/// Creates a channel in which Anna's hand is above another message during the turn of another player.
fn with_message_below() -> Fixture {
    let mut fixture = Fixture::with_hand();
    fixture.board.turn = 1;
    fixture.change(None);
    fixture.interact(PRESS, Origin::Command);
    fixture.pass_reply(PRESS, private_reply());
    fixture.finish(is_ephemeral, Ok(accepted(Some(BELOW))));
    fixture
}

/// Begins Anna's next turn.
fn begin_turn(fixture: &mut Fixture) {
    *fixture.board.played.get_mut(&ANNA).unwrap() += 1;
    fixture.board.turn = 0;
    fixture.change(None);
}

/// Creates a channel in which Anna's hand is above another message, and it is her turn again.
fn buried() -> Fixture {
    let mut fixture = with_message_below();
    begin_turn(&mut fixture);
    fixture
}

/// Creates a channel in which Anna has joined with a button, and has no hand.
fn without_hand() -> Fixture {
    let mut fixture = Fixture::current();
    fixture.interact(PRESS, Origin::Public(MessageId(1)));
    fixture.pass_reply(PRESS, Reply::Nothing);
    assert!(!has_begun(&fixture, is_follow_up), "there is no token that can be used");
    fixture.finish(is_acknowledgement, Ok(accepted(None)));
    fixture
}

fn has_begun(fixture: &Fixture, filter: fn(&Action) -> bool) -> bool {
    fixture.begun().into_iter().any(filter)
}

fn hand_of(confirmed: Confirmed<SimMessage>) -> SimMessage {
    let Confirmed::Content { content, .. } = confirmed else { panic!("no content") };
    assert!(matches!(content.message.what, What::Hand(_, ANNA, ..)), "{content:?}");
    content.message
}

#[test]
fn hand_of_a_new_deal_is_sent_below_the_table() {
    let mut fixture = next_deal();
    assert!(!has_begun(&fixture, is_follow_up), "the table's message is not posted");
    assert!(!has_begun(&fixture, is_hand), "the hand is not edited before");
    fixture.finish(is_post, Ok(accepted(Some(BELOW + 1))));
    let (step, confirmed) = fixture.confirm(is_follow_up);
    assert_eq!(hand_of(confirmed).version, fixture.board.version);
    fixture.handle(Event::Finished(step, Ok(accepted(Some(BELOW + 2)))));
    fixture.finish(deletes_hand, Ok(accepted(None)));
    fixture.change(None);
    let is_new_hand = |action: &Action| matches!(action, Action::Edit(sent) if sent.id == MessageId(72));
    assert!(fixture.begins(is_new_hand), "{:?}", fixture.begun());
}

#[test]
fn hand_is_sent_below_other_messages_at_the_next_turn() {
    let mut fixture = buried();
    fixture.finish(is_follow_up, Ok(accepted(Some(BELOW + 1))));
    assert!(fixture.begins(deletes_hand), "{:?}", fixture.begun());
}

#[test]
fn hand_at_the_end_of_the_channel_is_edited() {
    let mut fixture = Fixture::with_hand();
    fixture.board.turn = 1;
    fixture.change(None);
    fixture.finish(is_hand, Ok(accepted(Some(60))));
    fixture.board.turn = 0;
    fixture.change(None);
    assert!(has_begun(&fixture, is_hand) && !has_begun(&fixture, is_follow_up), "{:?}", fixture.begun());
}

#[test]
fn hand_is_sent_once_per_turn() {
    let mut fixture = buried();
    fixture.finish(is_follow_up, Ok(accepted(Some(BELOW + 1))));
    fixture.interact(InteractionId(80), Origin::Command);
    fixture.pass_reply(InteractionId(80), private_reply());
    fixture.finish(is_ephemeral, Ok(accepted(Some(BELOW + 2))));
    fixture.change(None);
    let is_new_hand = |action: &Action| matches!(action, Action::Edit(sent) if sent.id == MessageId(71));
    assert!(fixture.begins(is_new_hand) && !has_begun(&fixture, is_follow_up), "{:?}", fixture.begun());
}

#[test]
fn player_who_has_asked_for_no_hand_gets_one() {
    let (_, confirmed) = without_hand().confirm(is_follow_up);
    hand_of(confirmed);
}

/// A follow-up would replace the text "thinking" instead of creating a message.
#[test]
fn token_is_not_used_before_the_reply_to_a_deferred_command() {
    let mut fixture = Fixture::current();
    fixture.interact(COMMAND, Origin::Command);
    fixture.advance(Duration::from_secs(2));
    fixture.finish(is_thinking, Ok(accepted(Some(60))));
    fixture.change(None);
    assert!(!has_begun(&fixture, is_follow_up), "{:?}", fixture.begun());
    fixture.pass_reply(COMMAND, private_reply());
    fixture.finish(is_edit_of_original, Ok(accepted(Some(60))));
    assert!(has_begun(&fixture, is_follow_up), "{:?}", fixture.begun());
}

#[test]
fn player_without_a_token_gets_no_hand() {
    let mut fixture = Fixture::current();
    assert!(!fixture.channel.reaches(ANNA, fixture.now));
    fixture.interact(PRESS, Origin::Command);
    fixture.pass_reply(PRESS, private_reply());
    fixture.finish(is_ephemeral, Ok(accepted(Some(60))));
    assert!(fixture.channel.reaches(ANNA, fixture.now));
    assert!(has_begun(&fixture, is_follow_up), "{:?}", fixture.begun());
    fixture.handle(Event::Forget(ANNA));
    assert!(!fixture.channel.reaches(ANNA, fixture.now));
    fixture.change(None);
    assert!(!fixture.begins(is_follow_up), "{:?}", fixture.begun());
}

#[test]
fn hand_in_flight_is_not_kept_after_its_owner_was_forgotten() {
    let mut fixture = buried();
    let step = fixture.confirm(is_follow_up).0;
    fixture.handle(Event::Forget(ANNA));
    fixture.handle(Event::Finished(step, Ok(accepted(Some(BELOW + 1)))));
    fixture.change(None);
    let is_new_hand = |action: &Action| matches!(action, Action::Edit(sent) if sent.id == MessageId(71));
    assert!(!fixture.begins(is_new_hand), "{:?}", fixture.begun());
}

/// There is no earlier hand that could be edited.
#[test]
fn first_hand_is_sent_again_if_it_was_not_executed() {
    for is_confirmed in [true, false] {
        let mut fixture = without_hand();
        if is_confirmed {
            fixture.finish(is_follow_up, Err(Failure::NotExecuted));
        } else {
            fixture.give_up(is_follow_up, Failure::NotExecuted);
        }
        assert!(!has_begun(&fixture, is_follow_up));
        assert!(fixture.begins(is_follow_up), "{:?}", fixture.begun());
    }
    let mut fixture = without_hand();
    fixture.finish(is_follow_up, Err(Failure::Unknown));
    assert!(!fixture.begins(is_follow_up), "it would be shown twice");
}

#[test]
fn first_hand_waits_for_the_limit_for_follow_ups() {
    let mut fixture = Fixture::current();
    for number in 0..20 {
        let reply = InteractionId(100 + number);
        fixture.interact(reply, Origin::Command);
        fixture.advance(Duration::from_secs(2));
        fixture.finish(is_thinking, Ok(accepted(Some(200 + number))));
        fixture.pass_reply(reply, private_reply());
        fixture.finish(is_edit_of_original, Ok(accepted(Some(200 + number))));
        if number == 0 {
            fixture.finish(is_follow_up, Err(Failure::Unknown));
        }
    }
    fixture.board.deal = 2;
    fixture.change(None);
    fixture.finish(is_edit, Ok(accepted(Some(2))));
    fixture.finish(is_reading, Ok(accepted(None)));
    fixture.finish(is_post, Ok(accepted(Some(300))));
    fixture.finish(is_reading, Ok(accepted(None)));
    fixture.finish(is_post, Ok(accepted(Some(301))));
    assert!(!has_begun(&fixture, is_follow_up), "{:?}", fixture.begun());
    assert!(fixture.channel.wake().is_some());
    assert!(fixture.begins(is_follow_up), "{:?}", fixture.begun());
}

/// The table's message is delayed by the rate limits.
#[test]
fn hand_waits_a_limited_time_for_the_table_message() {
    let mut fixture = next_deal();
    fixture.advance(Duration::from_secs(1));
    assert!(!has_begun(&fixture, is_follow_up) && !has_begun(&fixture, is_hand), "{:?}", fixture.begun());
    fixture.advance(Duration::from_millis(500));
    assert!(has_begun(&fixture, is_follow_up), "{:?}", fixture.begun());
}

/// Anna has used a button of her hand, and the reply takes long.
#[test]
fn hand_whose_button_was_used_is_edited() {
    let mut fixture = with_message_below();
    fixture.interact(COMMAND, Origin::Ephemeral(MessageId(60)));
    fixture.advance(Duration::from_secs(2));
    fixture.finish(is_acknowledgement, Ok(accepted(None)));
    begin_turn(&mut fixture);
    assert!(has_begun(&fixture, is_hand) && !has_begun(&fixture, is_follow_up), "{:?}", fixture.begun());
}

#[test]
fn earlier_hand_is_edited_if_the_new_one_cannot_be_sent() {
    use Failure::{Gone, Invalid, NotExecuted, Refused, Unknown};
    for failure in [NotExecuted, Unknown, Refused, Invalid, Gone] {
        let mut fixture = buried();
        fixture.finish(is_follow_up, Err(failure));
        assert!(has_begun(&fixture, is_hand), "{failure:?}: {:?}", fixture.begun());
        assert!(!fixture.begins(is_follow_up), "{failure:?}: {:?}", fixture.begun());
    }
    let mut fixture = buried();
    fixture.give_up(is_follow_up, Failure::NotExecuted);
    assert!(has_begun(&fixture, is_hand), "{:?}", fixture.begun());
}

#[test]
fn earlier_hand_is_edited_under_load() {
    let mut fixture = buried();
    fixture.handle(Event::Load(Load::High));
    assert!(has_begun(&fixture, is_hand) && !has_begun(&fixture, is_follow_up), "{:?}", fixture.begun());
}

/// Discord accepts thirty follow-ups in a minute, of which some are left for replies.
#[test]
fn earlier_hand_is_edited_near_the_limit_for_follow_ups() {
    let mut fixture = Fixture::with_hand();
    let mut sent = 0;
    for number in 0..30 {
        let reply = InteractionId(100 + number);
        fixture.interact(reply, Origin::Command);
        fixture.pass_reply(reply, private_reply());
        fixture.finish(is_ephemeral, Ok(accepted(Some(200 + 2 * number))));
        *fixture.board.played.get_mut(&ANNA).unwrap() += 1;
        fixture.change(None);
        if has_begun(&fixture, is_follow_up) {
            sent += 1;
            fixture.finish(is_follow_up, Ok(accepted(Some(201 + 2 * number))));
        }
        fixture.advance(Duration::from_millis(500));
    }
    assert_eq!(sent, 20);
}

#[test]
fn reply_to_a_button_of_the_earlier_hand_is_below_the_new_one() {
    let mut fixture = buried();
    let step = fixture.confirm(is_follow_up).0;
    fixture.interact(COMMAND, Origin::Ephemeral(MessageId(60)));
    fixture.reply(COMMAND);
    assert!(!has_begun(&fixture, is_update), "{:?}", fixture.begun());
    fixture.handle(Event::Finished(step, Ok(accepted(Some(BELOW + 1)))));
    fixture.finish(is_ephemeral, Ok(accepted(Some(BELOW + 2))));
    let deletes_new = |action: &Action| matches!(action, Action::Delete(sent) if sent.id == MessageId(71));
    assert!(fixture.begins(deletes_new) && fixture.begins(deletes_hand), "{:?}", fixture.begun());
}

/// The press arrives when the hand has been deleted, so no reply can replace it.
#[test]
fn reply_to_a_button_of_a_deleted_hand_is_a_new_message() {
    for result in [Ok(accepted(None)), Err(Failure::Unknown)] {
        let mut fixture = buried();
        fixture.finish(is_follow_up, Ok(accepted(Some(BELOW + 1))));
        fixture.finish(deletes_hand, result);
        fixture.interact(COMMAND, Origin::Ephemeral(MessageId(60)));
        fixture.reply(COMMAND);
        assert!(has_begun(&fixture, is_ephemeral), "{result:?}: {:?}", fixture.begun());
    }
}

#[test]
fn older_hand_that_cannot_be_deleted_is_marked() {
    let mut fixture = buried();
    fixture.finish(is_follow_up, Ok(accepted(Some(BELOW + 1))));
    fixture.finish(deletes_hand, Err(Failure::Refused));
    let Confirmed::Content { content, .. } = fixture.confirm(is_hand).1 else { panic!("no content") };
    assert_eq!(content.message.what, What::Replaced);
}

#[test]
fn new_hand_has_the_style_that_was_chosen_meanwhile() {
    let mut fixture = buried();
    let step = fixture.confirm(is_follow_up).0;
    fixture.handle(Event::Style(ANNA, 1));
    fixture.handle(Event::Finished(step, Ok(accepted(Some(BELOW + 1)))));
    let is_new_hand = |action: &Action| matches!(action, Action::Edit(sent) if sent.id == MessageId(71));
    assert!(fixture.begins(is_new_hand), "{:?}", fixture.begun());
    let Confirmed::Content { content, .. } = fixture.confirm(is_new_hand).1 else { panic!("no content") };
    assert_eq!(content.message.what.style(), Some(1));
}

/// The reply that was sent later is below the new hand.
#[test]
fn hand_in_a_later_reply_remains() {
    let mut fixture = buried();
    let step = fixture.confirm(is_follow_up).0;
    fixture.interact(InteractionId(80), Origin::Command);
    fixture.reply(InteractionId(80));
    fixture.finish(is_ephemeral, Ok(accepted(Some(BELOW + 2))));
    fixture.handle(Event::Finished(step, Ok(accepted(Some(BELOW + 1)))));
    let deletes_new = |action: &Action| matches!(action, Action::Delete(sent) if sent.id == MessageId(71));
    assert!(fixture.begins(deletes_new), "{:?}", fixture.begun());
}

#[test]
fn reminder_that_was_deleted_is_not_below_a_hand() {
    let mut fixture = Fixture::with_hand();
    let content = notice();
    fixture.handle(Event::Notice { table: TABLE, number: 1, content, reminds: Some(ANNA) });
    fixture.finish(is_post, Ok(accepted(Some(BELOW))));
    fixture.board.turn = 1;
    fixture.change(None);
    fixture.finish(|action| matches!(action, Action::Delete(_)), Ok(accepted(None)));
    fixture.finish(is_hand, Ok(accepted(Some(60))));
    begin_turn(&mut fixture);
    assert!(has_begun(&fixture, is_hand) && !has_begun(&fixture, is_follow_up), "{:?}", fixture.begun());
}
