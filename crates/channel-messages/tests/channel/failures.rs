//! The decisions after a failure of each step. The table in the documentation of the crate summarises them.

use std::time::Duration;

use channel_messages::{
    Accepted, Action, Answer, Event, Failure, InteractionId, MessageId, Nonce, Origin, Sent, Via,
};

use crate::fixture::*;

/// A button of a hand is pressed, and the reply is ready.
fn pressed() -> Fixture {
    let mut fixture = Fixture::current();
    fixture.interact(PRESS, Origin::Ephemeral(HAND));
    fixture.reply(PRESS);
    fixture
}

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

/// A button of a hand is pressed, and one of two attempts to reply with a draft was executed.
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

fn edits_hand(action: &Action) -> bool {
    matches!(action, Action::Edit(sent) if sent.id == HAND)
}

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

/// A command makes the table's message necessary.
fn creating() -> Fixture {
    let mut fixture = Fixture::new();
    fixture.interact(COMMAND, Origin::Command);
    fixture.change(Some(COMMAND));
    fixture.load(None);
    fixture.reply(COMMAND);
    fixture
}

#[test]
fn reply_follows_message_that_a_response_has_created() {
    let mut fixture = creating();
    fixture.finish(is_creation, Ok(accepted(Some(60))));
    fixture.finish(is_storing, Ok(accepted(None)));
    fixture.finish(is_follow_up, Ok(accepted(Some(61))));
    assert_eq!((fixture.begun(), &fixture.answers[..]), (vec![], &[Answer::Direct][..]));
}

#[test]
fn message_is_posted_in_channel_if_response_cannot_create_it() {
    for failure in [Failure::NotExecuted, Failure::Refused, Failure::Invalid] {
        let mut fixture = creating();
        fixture.finish(is_creation, Err(failure));
        assert!(
            fixture.begins(is_post) && fixture.begins(is_ephemeral),
            "{failure:?}: {:?}",
            fixture.begun()
        );
    }
    let mut fixture = creating();
    fixture.finish(is_creation, Err(Failure::Gone));
    fixture.finish(is_ephemeral, Err(Failure::Gone));
    assert!(fixture.begins(is_post), "{:?}", fixture.begun());
}

#[test]
fn message_of_lost_response_is_looked_for_before_it_is_posted() {
    let mut fixture = creating();
    fixture.finish(is_creation, Err(Failure::Unknown));
    assert!(!fixture.begun().iter().any(|action| is_post(action) || is_ephemeral(action)));
    fixture.finish(is_find, Ok(accepted(Some(60))));
    assert!(fixture.begins(is_follow_up) && !fixture.begun().iter().any(|action| is_post(action)));

    let mut fixture = creating();
    fixture.finish(is_creation, Err(Failure::Unknown));
    fixture.finish(is_find, Err(Failure::Gone));
    assert!(fixture.begins(is_ephemeral) && fixture.begins(is_post), "{:?}", fixture.begun());

    let mut fixture = creating();
    fixture.finish(is_creation, Err(Failure::Unknown));
    fixture.finish(is_find, Err(Failure::NotExecuted));
    assert!(fixture.begins(is_follow_up), "the reply might become public: {:?}", fixture.begun());
    assert!(fixture.begins(is_find) && !fixture.begun().iter().any(|action| is_post(action)));
}

/// A press was deferred, and the reply is ready.
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
    let mut fixture = deferred();
    fixture.finish(is_edit_of_original, Err(Failure::MessageGone));
    assert!(!fixture.begins(|_| true), "{:?}", fixture.begun());
    assert_eq!(fixture.answers, [Answer::Failed]);
}

/// The first response has created the table's message, so the reply is a follow-up.
fn follow_up() -> Fixture {
    let mut fixture = creating();
    fixture.finish(is_creation, Ok(accepted(Some(60))));
    fixture.finish(is_storing, Ok(accepted(None)));
    fixture
}

#[test]
fn follow_up_is_repeated_only_if_it_was_not_executed() {
    let mut fixture = follow_up();
    fixture.finish(is_follow_up, Err(Failure::NotExecuted));
    assert!(fixture.begins(is_follow_up));
    for failure in [Failure::Unknown, Failure::Invalid, Failure::Gone] {
        let mut fixture = follow_up();
        fixture.finish(is_follow_up, Err(failure));
        assert!(!fixture.begins(is_follow_up), "{failure:?} is followed by another follow-up");
        assert_eq!(fixture.answers, [Answer::Failed]);
    }
}

/// The table's message has to be posted in the channel.
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

/// The table's message has to be edited, with the token of a response or through the channel.
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
    let [Action::Edit(Sent { id: MessageId(60), via: Via::Token { .. } })] = fixture.begun()[..] else {
        panic!("{:?}", fixture.begun());
    };
    fixture.finish(is_edit, Err(Failure::Gone));
    let [Action::Edit(Sent { id: MessageId(60), via: Via::Channel })] = fixture.begun()[..] else {
        panic!("{:?}", fixture.begun());
    };
}

/// Anna's hand has to be edited.
fn hand() -> Fixture {
    let mut fixture = pressed();
    fixture.finish(is_update, Ok(accepted(None)));
    fixture.change(None);
    fixture.steps.retain(|(_, action)| matches!(action, Action::Edit(Sent { id: HAND, .. })));
    fixture
}

fn is_hand_edit(action: &Action) -> bool {
    matches!(action, Action::Edit(Sent { id: HAND, .. }))
}

#[test]
fn failed_edit_of_hand_is_repeated_unless_the_message_is_gone() {
    for failure in [Failure::NotExecuted, Failure::Unknown] {
        let mut fixture = hand();
        fixture.finish(is_hand_edit, Err(failure));
        assert!(fixture.begins(is_hand_edit), "{failure:?}");
    }
    for (failure, is_kept) in
        [(Failure::Invalid, true), (Failure::Gone, false), (Failure::MessageGone, false)]
    {
        let mut fixture = hand();
        fixture.finish(is_hand_edit, Err(failure));
        assert!(!fixture.begins(is_hand_edit), "{failure:?}");
        fixture.change(None);
        assert_eq!(fixture.begins(is_hand_edit), is_kept, "{failure:?}");
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

#[test]
fn message_is_posted_after_a_search_that_failed_often() {
    let mut fixture = creating();
    fixture.finish(is_creation, Err(Failure::Unknown));
    for _ in 0..12 {
        assert!(fixture.begins(is_find));
        fixture.finish(is_find, Err(Failure::NotExecuted));
    }
    assert!(fixture.given_up.is_empty(), "{:?}", fixture.given_up);
    assert!(fixture.begins(is_find));
    fixture.finish(is_find, Err(Failure::Gone));
    assert!(fixture.begins(is_post), "{:?}", fixture.begun());
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
