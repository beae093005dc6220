//! Failures of updates: posts, edits, pictures, deletions, and accesses to the database.

use std::time::Duration;

use channel_messages::{Accepted, Action, Event, Failure, MessageId, Nonce, Sent, Via};

use super::{edits_hand, follow_up, pressed};
use crate::fixture::{
    Fixture, HAND, TABLE, accepted, is_deletion, is_edit, is_follow_up, is_picture, is_post, is_reading,
    is_storing, is_update, notice,
};

/// Creates a channel in which the table's message has to be posted.
fn posting() -> Fixture {
    let mut fixture = Fixture::new();
    fixture.change(None);
    fixture.load(None);
    fixture
}

#[test]
fn failed_post_is_repeated_with_the_same_nonce() {
    for failure in [Failure::NotExecuted, Failure::Unknown] {
        let mut fixture = posting();
        let nonce = |fixture: &Fixture| match fixture.begun()[..] {
            [Action::Post(nonce)] => *nonce,
            ref other => panic!("{other:?}"),
        };
        let first = nonce(&fixture);
        assert!(matches!(first, Nonce::Public { in_place_of: None, .. }));
        fixture.finish(is_post, Err(failure));
        assert!(fixture.steps.is_empty(), "the post is repeated without a delay");
        fixture.advance(Duration::from_secs(1));
        assert_eq!(nonce(&fixture), first);
        fixture.finish(is_post, Ok(accepted(Some(60))));
        // Discord may have returned the message of the first attempt, whose content may be outdated.
        assert_eq!(fixture.begins(is_edit), failure == Failure::Unknown);
    }
}

#[test]
fn refused_post_waits_until_the_table_changes() {
    for failure in [Failure::Refused, Failure::Invalid] {
        let mut fixture = posting();
        fixture.finish(is_post, Err(failure));
        assert!(!fixture.begins(is_post));
        fixture.change(None);
        assert!(fixture.begins(is_post));
    }
}

/// Creates a channel in which the table's message has to be edited, with the token of a response or through
/// the channel.
fn editing(has_token: bool) -> Fixture {
    let mut fixture = if has_token { follow_up() } else { Fixture::current() };
    if has_token {
        fixture.finish(is_follow_up, Err(Failure::Gone));
    }
    fixture.advance(Duration::from_secs(2));
    fixture.change(None);
    fixture
}

#[test]
fn failed_edit_of_public_message_is_repeated() {
    for failure in [Failure::NotExecuted, Failure::Unknown] {
        let mut fixture = editing(false);
        fixture.finish(is_edit, Err(failure));
        assert!(fixture.begins(is_edit), "{failure:?}");
    }
    let mut fixture = editing(false);
    fixture.finish(is_edit, Err(Failure::Refused));
    assert!(!fixture.begins(is_edit));
}

#[test]
fn deleted_message_is_posted_again_with_another_nonce() {
    let mut fixture = editing(false);
    fixture.finish(is_edit, Err(Failure::MessageGone));
    let [Action::Post(Nonce::Public { in_place_of: Some(MessageId(2)), .. })] = fixture.begun()[..] else {
        panic!("{:?}", fixture.begun());
    };
}

#[test]
fn message_is_edited_through_channel_if_its_token_is_rejected() {
    let mut fixture = editing(true);
    let is_with_token = |action: &Action| matches!(action, Action::Edit(sent) if sent.via != Via::Channel);
    assert!(fixture.begins(is_with_token), "{:?}", fixture.begun());
    fixture.finish(is_edit, Err(Failure::Gone));
    let is_through_channel =
        |action: &Action| matches!(action, Action::Edit(sent) if sent.via == Via::Channel);
    assert!(fixture.begins(is_through_channel), "{:?}", fixture.begun());
}

/// Creates a channel in which Anna's hand has to be edited.
fn hand() -> Fixture {
    let mut fixture = pressed();
    fixture.finish(is_update, Ok(accepted(None)));
    fixture.change(None);
    fixture.steps.retain(|(_, action)| matches!(action, Action::Edit(Sent { id: HAND, .. })));
    fixture
}

#[test]
fn failed_edit_of_hand_is_repeated_unless_the_message_is_gone() {
    for failure in [Failure::NotExecuted, Failure::Unknown] {
        let mut fixture = hand();
        fixture.finish(edits_hand, Err(failure));
        assert!(fixture.begins(edits_hand), "{failure:?}");
    }
    for (failure, is_kept) in
        [(Failure::Invalid, true), (Failure::Gone, false), (Failure::MessageGone, false)]
    {
        let mut fixture = hand();
        fixture.finish(edits_hand, Err(failure));
        assert!(!fixture.begins(edits_hand), "{failure:?}");
        fixture.change(None);
        assert_eq!(fixture.begins(edits_hand), is_kept, "{failure:?}");
    }
}

#[test]
fn failed_picture_is_given_up() {
    for (failure, is_sent_again) in
        [(Failure::NotExecuted, false), (Failure::Invalid, false), (Failure::Unknown, true)]
    {
        let mut fixture = editing(false);
        fixture.finish(is_edit, Ok(Accepted { lacks_picture: true, ..accepted(Some(2)) }));
        fixture.finish(is_picture, Err(failure));
        assert_eq!(fixture.begins(is_edit), is_sent_again, "{failure:?}");
        assert!(!fixture.begun().iter().any(|action| is_picture(action)));
    }
}

#[test]
fn failed_deletion_is_repeated_or_the_message_stays() {
    for failure in [Failure::NotExecuted, Failure::Unknown] {
        let mut fixture = Fixture::current();
        fixture.handle(Event::Repost(TABLE));
        fixture.finish(is_deletion, Err(failure));
        assert!(fixture.begins(is_deletion), "{failure:?}");
        fixture.finish(is_deletion, Err(Failure::MessageGone));
        assert!(fixture.begins(is_post), "{failure:?}");
    }
    let mut fixture = Fixture::current();
    fixture.handle(Event::Repost(TABLE));
    fixture.finish(is_deletion, Err(Failure::Refused));
    assert!(!fixture.begins(is_deletion) && !fixture.begins(is_post));
}

#[test]
fn ids_are_read_and_stored_until_the_database_answers() {
    let mut fixture = posting();
    fixture.finish(is_post, Ok(accepted(Some(60))));
    fixture.finish(is_storing, Err(Failure::NotExecuted));
    assert!(fixture.begins(is_storing));
    let mut fixture = Fixture::new();
    fixture.change(None);
    fixture.finish(is_reading, Err(Failure::NotExecuted));
    assert!(!fixture.begun().iter().any(|action| is_post(action)), "a message might be posted twice");
    assert!(fixture.begins(is_reading));
}

/// A permit may not be granted in time.
#[test]
fn step_that_was_not_confirmed_counts_as_not_executed() {
    for failure in [Failure::NotExecuted, Failure::Invalid] {
        let mut fixture = editing(false);
        fixture.give_up(is_edit, failure);
        assert!(fixture.steps.is_empty(), "the edit is repeated without a delay");
        fixture.advance(Duration::from_secs(1));
        fixture.finish(is_edit, Ok(accepted(Some(2))));
    }
}

#[test]
fn notice_that_was_not_confirmed_is_repeated_five_times() {
    let mut fixture = Fixture::current();
    fixture.handle(Event::Notice { table: TABLE, number: 1, content: notice(), reminds: None });
    for _ in 0..6 {
        assert!(fixture.begins(is_post));
        fixture.give_up(is_post, Failure::NotExecuted);
        assert!(fixture.steps.is_empty(), "the notice is repeated without a delay");
    }
    assert!(!fixture.begins(is_post), "{:?}", fixture.begun());
}

#[test]
fn message_that_was_given_up_is_brought_up_to_date_after_a_change() {
    let mut fixture = editing(false);
    for _ in 0..9 {
        assert!(fixture.begins(is_edit));
        fixture.finish(is_edit, Err(Failure::NotExecuted));
    }
    assert!(!fixture.begins(is_edit), "{:?}", fixture.begun());
    fixture.change(None);
    assert!(fixture.begins(is_edit), "{:?}", fixture.begun());
}
