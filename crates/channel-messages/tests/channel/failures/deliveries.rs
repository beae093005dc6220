//! Failures of the requests that send a reply after the first response.

use std::time::Duration;

use channel_messages::{Answer, Failure, MessageId, Origin};

use super::{edits_hand, follow_up};
use crate::fixture::{
    COMMAND, DRAFT, Fixture, HAND, PRESS, accepted, is_acknowledgement, is_edit, is_edit_of_original,
    is_find, is_follow_up, is_hand, is_thinking, is_update,
};

#[test]
fn draft_of_deferred_reply_is_sent_although_its_edit_fails() {
    let mut fixture = Fixture::current();
    fixture.interact(PRESS, Origin::Ephemeral(HAND));
    fixture.advance(Duration::from_secs(2));
    fixture.finish(is_acknowledgement, Ok(accepted(None)));
    fixture.reply_with_draft(PRESS);
    for failure in [Failure::NotExecuted, Failure::Unknown, Failure::Unknown] {
        fixture.begins(is_edit_of_original);
        fixture.finish(is_edit_of_original, Err(failure));
    }
    assert_eq!(fixture.confirm_extra().as_deref(), Some(DRAFT));
}

#[test]
fn hand_is_not_edited_while_its_reply_is_repeated_or_looked_up() {
    let mut fixture = deferred();
    fixture.finish(is_edit_of_original, Err(Failure::Unknown));
    fixture.change(None);
    assert!(!fixture.begun().into_iter().any(edits_hand), "{:?}", fixture.begun());

    let mut fixture = Fixture::with_hand();
    fixture.interact(PRESS, Origin::Ephemeral(MessageId(60)));
    fixture.reply(PRESS);
    fixture.finish(is_update, Err(Failure::Unknown));
    fixture.advance(Duration::from_secs(3));
    fixture.change(None);
    assert!(!fixture.begun().into_iter().any(is_hand), "{:?}", fixture.begun());
    fixture.finish(is_find, Ok(accepted(Some(60))));
    assert!(fixture.begins(is_hand), "{:?}", fixture.begun());
}

/// Creates a channel in which a press was deferred. The reply is ready.
fn deferred() -> Fixture {
    let mut fixture = Fixture::current();
    fixture.interact(PRESS, Origin::Ephemeral(HAND));
    fixture.advance(Duration::from_secs(2));
    fixture.finish(is_acknowledgement, Ok(accepted(None)));
    fixture.reply(PRESS);
    fixture
}

#[test]
fn failed_edit_with_reply_is_repeated_and_then_treated_as_hand() {
    for failure in [Failure::NotExecuted, Failure::Unknown] {
        let mut fixture = deferred();
        for _ in 0..3 {
            fixture.begins(is_edit_of_original);
            fixture.finish(is_edit_of_original, Err(failure));
        }
        assert!(fixture.begins(is_edit), "{failure:?}: {:?}", fixture.begun());
        assert_eq!(fixture.answers, [Answer::Deferred]);
    }
    for failure in [Failure::Refused, Failure::Invalid] {
        let mut fixture = deferred();
        fixture.finish(is_edit_of_original, Err(failure));
        assert!(fixture.begins(is_edit), "{failure:?}: {:?}", fixture.begun());
        assert_eq!(fixture.answers, [Answer::Failed], "the note or draft is lost");
    }
}

#[test]
fn reply_is_sent_in_a_new_message_if_the_message_that_it_replaces_is_gone() {
    let mut fixture = deferred();
    fixture.finish(is_edit_of_original, Err(Failure::MessageGone));
    fixture.finish(is_follow_up, Ok(accepted(Some(61))));
    assert_eq!(fixture.answers, [Answer::Deferred]);
}

#[test]
fn follow_up_is_repeated_only_if_it_was_not_executed() {
    let mut fixture = follow_up();
    fixture.finish(is_follow_up, Err(Failure::NotExecuted));
    assert!(fixture.begins(is_follow_up));
    for failure in [Failure::Unknown, Failure::Invalid, Failure::Gone] {
        let mut fixture = follow_up();
        fixture.finish(is_follow_up, Err(failure));
        assert_eq!(fixture.answers, [Answer::Failed]);
        if failure != Failure::Unknown {
            // The hand is sent like that of any player, without the note or draft.
            fixture.finish(is_follow_up, Err(failure));
        }
        assert!(!fixture.begins(is_follow_up), "{failure:?} is followed by another follow-up");
    }
}

#[test]
fn hand_replaces_thinking_although_its_reply_was_never_confirmed() {
    let mut fixture = Fixture::current();
    fixture.interact(COMMAND, Origin::Command);
    fixture.advance(Duration::from_secs(2));
    fixture.finish(is_thinking, Ok(accepted(Some(60))));
    fixture.reply(COMMAND);
    for _ in 0..3 {
        assert!(fixture.begins(is_edit_of_original));
        fixture.give_up(is_edit_of_original, Failure::NotExecuted);
    }
    assert_eq!(fixture.answers, [Answer::Deferred]);
    assert!(fixture.begins(is_hand), "{:?}", fixture.begun());
}
