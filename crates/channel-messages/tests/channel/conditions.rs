//! Decisions that depend on the load, on access to the channel, and on the end of the process.

use std::time::Duration;

use channel_messages::{
    Accepted, Access, Action, Answer, Cause, Event, Failure, Load, MessageId, Origin, Subject, TokenUse,
};

use crate::fixture::{
    ANNA, COMMAND, Fixture, PRESS, TABLE, accepted, is_acknowledgement, is_creation, is_deletion, is_edit,
    is_ephemeral, is_hand, is_picture, is_post, is_reading, is_storing, is_thinking, notice,
};

fn is_table(action: &Action) -> bool {
    matches!(action, Action::Edit(sent) if sent.id == MessageId(2))
}

#[test]
fn nothing_but_replies_is_sent_at_silent_load() {
    let mut fixture = Fixture::with_hand();
    fixture.advance(Duration::from_secs(1));
    fixture.change(None);
    assert_eq!(fixture.begun().len(), 2, "{:?}", fixture.begun());
    fixture.handle(Event::Load(Load::Silent));
    assert!(fixture.steps.is_empty(), "{:?}", fixture.steps);
    fixture.interact(PRESS, Origin::Command);
    fixture.reply(PRESS);
    fixture.finish(is_ephemeral, Ok(accepted(Some(61))));
    fixture.handle(Event::Load(Load::Normal));
    fixture.finish(is_table, Ok(accepted(Some(2))));
}

#[test]
fn hands_are_not_edited_at_highest_load() {
    let mut fixture = Fixture::with_hand();
    fixture.change(None);
    fixture.handle(Event::Load(Load::Highest));
    assert!(!fixture.begins(is_hand), "{:?}", fixture.begun());
    fixture.handle(Event::Load(Load::High));
    assert!(fixture.begins(is_hand), "{:?}", fixture.begun());
}

#[test]
fn hands_are_not_edited_in_a_channel_that_is_gone() {
    let mut fixture = Fixture::with_hand();
    fixture.change(None);
    fixture.handle(Event::Access(Access::Away));
    assert!(!fixture.begins(is_hand), "{:?}", fixture.begun());
}

#[test]
fn refused_hand_is_sent_again_once_the_channel_accepts_messages() {
    let mut fixture = Fixture::with_hand();
    fixture.change(None);
    fixture.finish(is_hand, Err(Failure::Refused));
    assert!(!fixture.begins(is_hand), "{:?}", fixture.begun());
    fixture.handle(Event::Access(Access::Refused));
    fixture.handle(Event::Access(Access::Open));
    assert!(fixture.begins(is_hand), "{:?}", fixture.begun());
}

#[test]
fn refused_message_is_sent_again_once_the_channel_accepts_messages() {
    let mut fixture = Fixture::current();
    fixture.advance(Duration::from_secs(1));
    fixture.change(None);
    fixture.finish(is_table, Err(Failure::Refused));
    assert!(!fixture.begins(is_table), "{:?}", fixture.begun());
    fixture.handle(Event::Access(Access::Refused));
    assert!(!fixture.begins(is_table), "{:?}", fixture.begun());
    fixture.handle(Event::Access(Access::Open));
    assert!(fixture.begins(is_table), "{:?}", fixture.begun());
}

#[test]
fn requests_for_public_messages_are_sent_at_long_intervals_at_highest_load() {
    let mut fixture = Fixture::current();
    fixture.handle(Event::Load(Load::Highest));
    fixture.advance(Duration::from_secs(10));
    fixture.board.deal = 2;
    fixture.change(None);
    assert!(fixture.steps.is_empty(), "{:?}", fixture.steps);
    fixture.advance(Duration::from_secs(5));
    fixture.finish(is_edit, Ok(accepted(Some(2))));
    // Ids are read without a delay.
    fixture.finish(is_reading, Ok(accepted(None)));
    fixture.advance(Duration::from_secs(14));
    assert!(fixture.steps.is_empty(), "{:?}", fixture.steps);
    fixture.advance(Duration::from_secs(1));
    fixture.finish(is_post, Ok(accepted(Some(3))));
}

#[test]
fn reminder_is_deleted_after_the_turn_at_high_load() {
    let mut fixture = Fixture::current();
    fixture.handle(Event::Notice { table: TABLE, number: 1, content: notice(), reminds: Some(ANNA) });
    fixture.finish(is_post, Ok(accepted(Some(70))));
    fixture.handle(Event::Load(Load::High));
    fixture.board.turn = 1;
    fixture.change(None);
    fixture.finish(is_deletion, Ok(accepted(None)));
}

#[test]
fn response_creates_no_message_if_tokens_are_not_used() {
    let mut fixture = Fixture::new();
    fixture.handle(Event::Tokens(TokenUse::Never));
    fixture.interact(COMMAND, Origin::Command);
    fixture.change(Some(COMMAND));
    fixture.load(None);
    assert!(!fixture.begun().into_iter().any(is_creation), "{:?}", fixture.begun());
    fixture.finish(is_post, Ok(accepted(Some(3))));
}

#[test]
fn token_is_renewed_only_with_create_and_renew() {
    for (tokens, is_renewed) in [(TokenUse::Create, false), (TokenUse::CreateAndRenew, true)] {
        let mut fixture = Fixture::current();
        fixture.handle(Event::Tokens(tokens));
        fixture.interact(PRESS, Origin::Public(MessageId(2)));
        fixture.reply(PRESS);
        fixture.finish(if is_renewed { is_acknowledgement } else { is_ephemeral }, Ok(accepted(None)));
    }
}

#[test]
fn message_that_is_given_up_is_reported() {
    let mut fixture = Fixture::current();
    fixture.advance(Duration::from_secs(1));
    fixture.change(None);
    for _ in 0..9 {
        assert!(fixture.given_up.is_empty() && fixture.begins(is_table));
        fixture.finish(is_table, Err(Failure::NotExecuted));
    }
    assert!(matches!(fixture.given_up[..], [Subject::Public(TABLE, _)]), "{:?}", fixture.given_up);
    assert!(!fixture.begins(is_table));
}

#[test]
fn hand_that_is_given_up_is_reported() {
    let mut fixture = Fixture::with_hand();
    fixture.change(None);
    for _ in 0..9 {
        assert!(fixture.given_up.is_empty() && fixture.begins(is_hand));
        fixture.finish(is_hand, Err(Failure::NotExecuted));
    }
    assert_eq!(fixture.given_up, [Subject::Hand(TABLE, ANNA)]);
}

#[test]
fn shutdown_retries_once_without_delay() {
    let mut fixture = Fixture::with_hand();
    fixture.advance(Duration::from_secs(1));
    fixture.change(None);
    fixture.finish(is_table, Err(Failure::NotExecuted));
    fixture.finish(is_hand, Err(Failure::NotExecuted));
    fixture.change(None);
    assert!(fixture.steps.is_empty(), "{:?}", fixture.steps);
    fixture.handle(Event::ShuttingDown);
    fixture.finish(is_table, Err(Failure::NotExecuted));
    fixture.finish(is_hand, Err(Failure::NotExecuted));
    // The updates that fail are given up.
    assert!(fixture.channel.is_settled(), "{:?}", fixture.channel);
    assert_eq!(fixture.given_up.len(), 2);
}

#[test]
fn edits_are_not_paced_at_shutdown() {
    for load in [Load::Normal, Load::Highest] {
        let mut fixture = Fixture::current();
        fixture.handle(Event::Load(load));
        fixture.change(None);
        assert!(fixture.steps.is_empty() && !fixture.channel.is_settled());
        fixture.handle(Event::ShuttingDown);
        fixture.finish(is_table, Ok(accepted(Some(2))));
        assert!(fixture.channel.is_settled(), "{:?}", fixture.channel);
    }
}

#[test]
fn shutdown_drops_pictures_marks_notices_and_reposts() {
    let mut fixture = Fixture::with_hand();
    // The older hand has to be marked, and the newer one needs a picture.
    fixture.interact(PRESS, Origin::Command);
    fixture.reply(PRESS);
    fixture.finish(is_ephemeral, Ok(Accepted { lacks_picture: true, ..accepted(Some(61)) }));
    fixture.handle(Event::Notice { table: TABLE, number: 1, content: notice(), reminds: None });
    assert!(fixture.begun().iter().any(|action| is_picture(action)) && fixture.begun().len() == 3);
    fixture.handle(Event::ShuttingDown);
    assert!(fixture.channel.is_settled(), "{:?}", fixture.begun());
    fixture.handle(Event::Repost(TABLE));
    fixture.handle(Event::Notice { table: TABLE, number: 2, content: notice(), reminds: None });
    assert!(fixture.channel.is_settled(), "{:?}", fixture.begun());
}

#[test]
fn ids_are_read_and_stored_at_most_once_more_at_shutdown() {
    let mut fixture = Fixture::new();
    fixture.change(None);
    fixture.finish(is_reading, Err(Failure::NotExecuted));
    fixture.handle(Event::ShuttingDown);
    fixture.finish(is_reading, Err(Failure::NotExecuted));
    // The id of the next message is read.
    fixture.finish(is_reading, Ok(accepted(None)));
    fixture.finish(is_post, Ok(accepted(Some(3))));
    fixture.finish(is_storing, Err(Failure::NotExecuted));
    assert!(fixture.channel.is_settled(), "{:?}", fixture.begun());

    let mut fixture = Fixture::new();
    fixture.change(None);
    fixture.load(None);
    fixture.finish(is_post, Ok(accepted(Some(3))));
    fixture.finish(is_storing, Err(Failure::NotExecuted));
    fixture.handle(Event::ShuttingDown);
    fixture.finish(is_storing, Err(Failure::NotExecuted));
    assert!(fixture.channel.is_settled(), "{:?}", fixture.begun());
}

/// The gateway may have held the interaction for some time.
#[test]
fn reply_is_deferred_in_time_if_the_interaction_was_held() {
    let mut fixture = Fixture::current();
    fixture.advance(Duration::from_secs(3));
    let received = fixture.now.checked_sub(Duration::from_millis(1_900)).unwrap();
    fixture.receive(COMMAND, Origin::Command, None, received);
    assert!(fixture.steps.is_empty(), "{:?}", fixture.steps);
    fixture.advance(Duration::from_millis(100));
    fixture.finish(is_thinking, Ok(accepted(Some(60))));
}

/// A process that ended may have posted the message, so Discord may return it with older content.
#[test]
fn message_that_is_posted_after_a_restart_is_edited_once() {
    let mut fixture = Fixture::new();
    fixture.handle(Event::Changed { board: fixture.board.clone(), cause: Cause::Resumed });
    fixture.load(None);
    fixture.finish(is_post, Ok(accepted(Some(3))));
    assert!(fixture.begins(is_edit), "{:?}", fixture.begun());
    fixture.finish(is_edit, Ok(accepted(Some(3))));
    assert!(!fixture.begins(is_edit), "{:?}", fixture.begun());
}

/// A process that ended may have posted the message again without storing its id.
#[test]
fn message_in_place_of_a_deleted_one_is_edited_once_after_a_restart() {
    let mut fixture = Fixture::new();
    fixture.handle(Event::Changed { board: fixture.board.clone(), cause: Cause::Resumed });
    fixture.load(Some(2));
    fixture.finish(is_table, Err(Failure::MessageGone));
    fixture.finish(is_post, Ok(accepted(Some(3))));
    assert!(fixture.begins(is_edit), "{:?}", fixture.begun());
    fixture.finish(is_edit, Ok(accepted(Some(3))));
    // Messages that are posted later are new.
    fixture.handle(Event::Repost(TABLE));
    fixture.finish(is_deletion, Ok(accepted(None)));
    fixture.finish(is_post, Ok(accepted(Some(4))));
    assert!(!fixture.begins(is_edit), "{:?}", fixture.begun());
}

#[test]
fn hand_does_not_wait_for_a_table_message_that_is_not_posted_under_load() {
    let mut fixture = Fixture::new();
    fixture.change(None);
    fixture.load(None);
    fixture.handle(Event::Load(Load::Silent));
    fixture.interact(COMMAND, Origin::Command);
    fixture.reply_below_table(COMMAND);
    fixture.finish(is_ephemeral, Ok(accepted(Some(60))));
    assert_eq!(fixture.answers, [Answer::Direct]);
}

#[test]
fn repost_that_has_not_begun_waits_for_normal_load() {
    let mut fixture = Fixture::current();
    fixture.handle(Event::Repost(TABLE));
    fixture.handle(Event::Load(Load::Highest));
    assert!(!fixture.begins(is_deletion), "{:?}", fixture.begun());
    fixture.handle(Event::Load(Load::Normal));
    fixture.finish(is_deletion, Ok(accepted(None)));
    fixture.handle(Event::Load(Load::High));
    assert!(fixture.begins(is_post), "{:?}", fixture.begun());

    let mut fixture = Fixture::current();
    fixture.handle(Event::Repost(TABLE));
    fixture.handle(Event::ShuttingDown);
    assert!(fixture.channel.is_settled(), "{:?}", fixture.begun());
}

#[test]
fn response_that_has_not_been_sent_creates_no_message_at_silent_load() {
    let mut fixture = Fixture::new();
    fixture.interact(COMMAND, Origin::Command);
    fixture.change(Some(COMMAND));
    fixture.load(None);
    fixture.reply(COMMAND);
    let (create, _) = fixture.steps.pop().unwrap();
    fixture.handle(Event::Load(Load::Silent));
    assert_eq!(fixture.channel.confirm(create, fixture.now), None);
    fixture.pump();
    fixture.finish(is_ephemeral, Ok(accepted(Some(60))));
}

#[test]
fn shutdown_does_not_wait_for_delays_after_a_change() {
    let mut fixture = Fixture::current();
    fixture.handle(Event::ShuttingDown);
    fixture.change(None);
    fixture.finish(is_table, Err(Failure::NotExecuted));
    fixture.change(None);
    fixture.finish(is_table, Err(Failure::NotExecuted));
    assert!(fixture.channel.is_settled(), "{:?}", fixture.channel);
}

#[test]
fn picture_is_not_added_at_highest_load() {
    let mut fixture = Fixture::current();
    fixture.advance(Duration::from_secs(1));
    fixture.change(None);
    fixture.finish(is_table, Ok(Accepted { lacks_picture: true, ..accepted(Some(2)) }));
    fixture.handle(Event::Load(Load::Highest));
    assert!(!fixture.begins(is_picture), "{:?}", fixture.begun());
    fixture.handle(Event::Load(Load::Normal));
    assert!(fixture.begins(is_picture), "{:?}", fixture.begun());
}
