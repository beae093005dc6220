//! Decisions about the requests that send a reply.

use std::time::Duration;

use channel_messages::{Action, Answer, Event, Failure, MessageId, Origin, Reply};

use super::private_reply;
use crate::fixture::{
    COMMAND, Fixture, PRESS, TABLE, accepted, is_creation, is_edit_of_original, is_ephemeral, is_find,
    is_follow_up, is_post, is_thinking, is_update,
};
use crate::tables::{SimMessage, What, content};

#[test]
fn thinking_is_deleted_if_a_deferred_command_needs_no_reply() {
    let mut fixture = Fixture::current();
    fixture.interact(COMMAND, Origin::Command);
    fixture.advance(Duration::from_secs(2));
    fixture.finish(is_thinking, Ok(accepted(Some(60))));
    fixture.pass_reply(COMMAND, Reply::Nothing);
    fixture.finish(|action| matches!(action, Action::DeleteOriginal(_)), Ok(accepted(None)));
    // Anna's token can now send her hand.
    fixture.finish(is_follow_up, Ok(accepted(Some(61))));
    assert_eq!((fixture.begun(), &fixture.answers[..]), (vec![], &[Answer::Deferred][..]));
}

/// The edit of the text "thinking" was executed although its result was lost: Anna has used a button that the
/// message shows.
#[test]
fn lost_edit_is_not_repeated_after_a_reply_in_the_same_message() {
    let mut fixture = Fixture::current();
    fixture.interact(COMMAND, Origin::Command);
    fixture.advance(Duration::from_secs(2));
    fixture.finish(is_thinking, Ok(accepted(Some(60))));
    fixture.reply(COMMAND);
    fixture.finish(is_edit_of_original, Err(Failure::Unknown));
    fixture.interact(PRESS, Origin::Ephemeral(MessageId(60)));
    fixture.reply_with_draft(PRESS);
    fixture.finish(is_update, Ok(accepted(None)));
    assert!(!fixture.begins(is_edit_of_original), "{:?}", fixture.begun());
    assert_eq!(fixture.answers, [Answer::Direct, Answer::Deferred]);
}

/// Creates a channel in which it is not known which of two responses was executed.
///
/// The response that was to create the table's message has lost its result, and it is not found. The next
/// response loses its result as well, and a third attempt finds out that one of the two was executed.
fn ambiguous() -> Fixture {
    let mut fixture = Fixture::new();
    fixture.interact(COMMAND, Origin::Command);
    fixture.change(Some(COMMAND));
    fixture.load(None);
    fixture.reply(COMMAND);
    fixture.finish(is_creation, Err(Failure::Unknown));
    fixture.finish(is_find, Err(Failure::Gone));
    fixture.finish(is_post, Ok(accepted(Some(60))));
    fixture.finish(is_ephemeral, Err(Failure::Unknown));
    fixture.advance(Duration::from_millis(200));
    fixture.finish(is_ephemeral, Err(Failure::Acknowledged));
    fixture
}

#[test]
fn reply_is_a_follow_up_if_the_table_message_was_created_late() {
    let mut fixture = ambiguous();
    fixture
        .finish(|action| matches!(action, Action::Find { created_public: true, .. }), Ok(accepted(Some(61))));
    fixture.finish(is_follow_up, Ok(accepted(Some(62))));
    assert_eq!(fixture.answers, [Answer::Direct]);
}

#[test]
fn reply_is_not_repeated_if_it_was_the_response_that_was_executed() {
    let mut fixture = ambiguous();
    fixture.finish(|action| matches!(action, Action::Find { created_public: true, .. }), Err(Failure::Gone));
    fixture.finish(
        |action| matches!(action, Action::Find { created_public: false, .. }),
        Ok(accepted(Some(61))),
    );
    assert_eq!(fixture.answers, [Answer::Direct]);
    assert!(!fixture.begins(is_follow_up), "{:?}", fixture.begun());
}

/// A search for any message could find the table's message, and a follow-up could be a second reply.
#[test]
fn reply_is_given_up_if_the_search_for_the_table_message_fails() {
    for (failure, searches) in
        [(Failure::Refused, 1), (Failure::Invalid, 1), (Failure::NotExecuted, 3), (Failure::Unknown, 3)]
    {
        let mut fixture = ambiguous();
        for _ in 0..searches {
            assert!(fixture.begins(is_find), "{failure:?}: {:?}", fixture.begun());
            fixture
                .finish(|action| matches!(action, Action::Find { created_public: true, .. }), Err(failure));
        }
        assert!(!fixture.begins(|action| is_find(action) || is_follow_up(action)), "{:?}", fixture.begun());
        assert_eq!(fixture.answers, [Answer::Failed], "{failure:?}");
    }
}

/// The message that belongs to the response may be the table's message, so the reply does not replace it.
#[test]
fn deferred_reply_is_a_follow_up_if_the_search_for_the_table_message_fails() {
    let mut fixture = Fixture::new();
    fixture.interact(COMMAND, Origin::Command);
    fixture.change(Some(COMMAND));
    fixture.load(None);
    fixture.finish(is_creation, Err(Failure::Unknown));
    fixture.finish(is_find, Err(Failure::Gone));
    fixture.advance(Duration::from_secs(2));
    fixture.finish(is_thinking, Err(Failure::Unknown));
    fixture.advance(Duration::from_millis(200));
    fixture.finish(is_thinking, Err(Failure::Acknowledged));
    fixture.finish(is_find, Err(Failure::Invalid));
    fixture.reply(COMMAND);
    fixture.finish(is_follow_up, Ok(accepted(Some(62))));
    assert_eq!(fixture.answers, [Answer::Direct]);
}

#[test]
fn reply_is_a_follow_up_if_a_dropped_table_got_its_message() {
    let mut fixture = Fixture::new();
    fixture.interact(COMMAND, Origin::Command);
    fixture.change(Some(COMMAND));
    fixture.load(None);
    fixture.reply(COMMAND);
    let create = fixture.confirm(is_creation).0;
    fixture.handle(Event::Dropped(TABLE));
    fixture.handle(Event::Finished(create, Err(Failure::Unknown)));
    fixture.finish(is_ephemeral, Err(Failure::Acknowledged));
    fixture.finish(is_follow_up, Ok(accepted(Some(61))));
    assert_eq!(fixture.answers, [Answer::Direct]);
}

/// A search for a public message could not tell the reply from the table's message.
#[test]
fn public_reply_is_deferred_if_the_table_message_may_be_created_late() {
    let mut fixture = Fixture::new();
    fixture.interact(COMMAND, Origin::Command);
    fixture.change(Some(COMMAND));
    fixture.load(None);
    let text = || content(SimMessage::new(What::Reply(COMMAND.0)), false);
    let reply = Reply::Public { content: text(), after_thinking: text() };
    fixture.pass_reply(COMMAND, reply);
    fixture.finish(is_creation, Err(Failure::Unknown));
    fixture.finish(is_find, Err(Failure::Gone));
    assert!(fixture.begun().iter().any(|action| is_thinking(action)), "{:?}", fixture.begun());
}

#[test]
fn reply_that_waits_until_its_token_expires_is_given_up() {
    let mut fixture = Fixture::current();
    fixture.interact(COMMAND, Origin::Command);
    fixture.advance(Duration::from_secs(2));
    fixture.finish(is_thinking, Ok(accepted(Some(60))));
    fixture.pass_reply(COMMAND, private_reply());
    assert_eq!(fixture.begun().len(), 1);
    fixture.advance(Duration::from_mins(15));
    assert_eq!((fixture.begun(), &fixture.answers[..]), (vec![], &[Answer::Failed][..]));
    assert_eq!(fixture.channel.wake(), None);
}

#[test]
fn command_without_a_reply_leaves_no_message() {
    let mut fixture = Fixture::current();
    fixture.interact(COMMAND, Origin::Command);
    fixture.pass_reply(COMMAND, Reply::Nothing);
    fixture.finish(is_thinking, Ok(accepted(Some(60))));
    fixture.finish(|action| matches!(action, Action::DeleteOriginal(_)), Ok(accepted(None)));
    fixture.finish(is_follow_up, Ok(accepted(Some(61))));
    assert!(fixture.channel.is_idle());
}

/// Creates a channel in which a hand waits for the table's message, which has to be posted.
fn waiting_for_table_message() -> Fixture {
    let mut fixture = Fixture::new();
    fixture.change(None);
    fixture.load(None);
    fixture.interact(COMMAND, Origin::Command);
    fixture.reply_below_table(COMMAND);
    assert!(!fixture.begun().into_iter().any(is_ephemeral), "{:?}", fixture.begun());
    fixture
}

#[test]
fn hand_is_sent_after_the_table_message_above_it() {
    let mut fixture = waiting_for_table_message();
    fixture.finish(is_post, Ok(accepted(Some(3))));
    assert!(fixture.begun().into_iter().any(is_ephemeral), "{:?}", fixture.begun());
}

#[test]
fn hand_waits_a_limited_time_for_the_table_message() {
    let mut fixture = waiting_for_table_message();
    fixture.advance(Duration::from_millis(1_400));
    assert!(!fixture.begun().into_iter().any(is_ephemeral), "{:?}", fixture.begun());
    fixture.advance(Duration::from_millis(100));
    assert!(fixture.begun().into_iter().any(is_ephemeral), "{:?}", fixture.begun());
}
