//! Failures of the first response to an interaction that contains the reply.

use std::time::Duration;

use channel_messages::{Action, Answer, Failure, InteractionId, Origin, Sent, Via};

use super::{edits_hand, pressed};
use crate::fixture::{
    DRAFT, Fixture, HAND, PRESS, accepted, is_acknowledgement, is_edit_of_original, is_find, is_update,
};

#[test]
fn failed_response_is_repeated_until_the_deadline() {
    let mut fixture = pressed();
    fixture.finish(is_update, Err(Failure::NotExecuted));
    assert!(fixture.steps.is_empty(), "the response is repeated without a delay");
    fixture.advance(Duration::from_millis(200));
    fixture.finish(is_update, Err(Failure::NotExecuted));
    fixture.advance(Duration::from_millis(400));
    fixture.finish(is_update, Ok(accepted(None)));
    assert_eq!(fixture.answers, [Answer::Direct]);
}

#[test]
fn response_that_fails_for_too_long_is_given_up() {
    let mut fixture = pressed();
    fixture.finish(is_update, Err(Failure::NotExecuted));
    fixture.advance(Duration::from_secs(3));
    assert_eq!((fixture.begun(), &fixture.answers[..]), (vec![], &[Answer::Failed][..]));
}

#[test]
fn response_with_unknown_result_counts_as_executed_if_it_is_acknowledged() {
    let mut fixture = pressed();
    fixture.finish(is_update, Err(Failure::Unknown));
    fixture.advance(Duration::from_millis(200));
    fixture.finish(is_update, Err(Failure::Acknowledged));
    assert_eq!(fixture.answers, [Answer::Direct]);
    // The picture is not known, so the hand is sent again.
    let Some(Action::Edit(Sent { id: HAND, via: Via::Token { .. } })) = fixture.begun().first() else {
        panic!("{:?}", fixture.begun());
    };
}

/// Creates a channel in which one of two attempts to reply with a draft was executed.
fn with_uncertain_draft() -> Fixture {
    let mut fixture = Fixture::current();
    fixture.interact(PRESS, Origin::Ephemeral(HAND));
    fixture.reply_with_draft(PRESS);
    fixture.finish(is_update, Err(Failure::Unknown));
    fixture.advance(Duration::from_millis(200));
    fixture.finish(is_update, Err(Failure::Acknowledged));
    fixture
}

#[test]
fn draft_is_sent_again_if_it_is_not_known_which_attempt_was_executed() {
    let mut fixture = with_uncertain_draft();
    assert_eq!(fixture.confirm_extra().as_deref(), Some(DRAFT));
}

#[test]
fn attempts_that_failed_do_not_count_if_the_last_one_is_accepted() {
    let mut fixture = pressed();
    fixture.finish(is_update, Err(Failure::Unknown));
    fixture.advance(Duration::from_millis(200));
    fixture.finish(is_update, Ok(accepted(None)));
    assert!(!fixture.begins(edits_hand), "{:?}", fixture.begun());
}

/// The first response to an earlier press may have been executed before the reply to a later one.
#[test]
fn reply_to_a_later_press_remains_if_the_earlier_one_is_repeated() {
    let mut fixture = pressed();
    fixture.finish(is_update, Err(Failure::Unknown));
    let later = InteractionId(PRESS.0 + 10);
    fixture.interact(later, Origin::Ephemeral(HAND));
    fixture.reply_with_draft(later);
    fixture.finish(is_update, Ok(accepted(None)));
    fixture.advance(Duration::from_millis(200));
    fixture.finish(is_update, Err(Failure::Acknowledged));
    assert!(!fixture.begins(edits_hand), "{:?}", fixture.begun());
}

/// The content is known although its edit is repeated.
#[test]
fn draft_remains_if_it_is_sent_again_without_success() {
    let mut fixture = with_uncertain_draft();
    fixture.finish(edits_hand, Err(Failure::Unknown));
    assert!(fixture.begins(edits_hand), "{:?}", fixture.begun());
    assert_eq!(fixture.confirm_extra().as_deref(), Some(DRAFT));
}

#[test]
fn response_with_unknown_result_is_looked_up_after_the_deadline() {
    for (found, answer) in
        [(Ok(accepted(Some(HAND.0))), Answer::Direct), (Err(Failure::Gone), Answer::Failed)]
    {
        let mut fixture = pressed();
        fixture.finish(is_update, Err(Failure::Unknown));
        fixture.advance(Duration::from_secs(3));
        fixture.finish(is_find, found);
        assert_eq!(fixture.answers, [answer]);
    }
}

#[test]
fn refused_response_is_given_up() {
    for failure in [Failure::Refused, Failure::Invalid, Failure::Gone, Failure::Acknowledged] {
        let mut fixture = pressed();
        fixture.finish(is_update, Err(failure));
        assert!(!fixture.begins(|_| true), "{failure:?} is followed by {:?}", fixture.begun());
        assert_eq!(fixture.answers, [Answer::Failed]);
    }
}

#[test]
fn response_is_repeated_in_the_last_second_before_the_deadline() {
    let mut fixture = pressed();
    for _ in 0..5 {
        fixture.finish(is_update, Err(Failure::NotExecuted));
        fixture.advance(Duration::from_millis(400));
    }
    // After two seconds, the response only defers the reply.
    for _ in 0..2 {
        fixture.finish(is_acknowledgement, Err(Failure::NotExecuted));
        fixture.advance(Duration::from_millis(400));
    }
    fixture.finish(is_acknowledgement, Ok(accepted(None)));
    fixture.finish(is_edit_of_original, Ok(accepted(None)));
    assert_eq!(fixture.answers, [Answer::Deferred]);
}
