//! Decisions about hands whose tokens expire.

use std::time::Duration;

use channel_messages::{Confirmed, Event, Failure, MessageId, Origin, Timings};

use crate::fixture::{DRAFT, Fixture, PRESS, accepted, is_hand, is_update};
use crate::tables::{SimMessage, Stage};

/// Returns the time after an interaction at which its hand says that it is no longer updated.
fn says_after() -> Duration {
    let timings = Timings::default();
    timings.token_lifetime.saturating_sub(timings.hand_expiry)
}

/// Returns `true` if the hand is being edited now.
fn is_edited(fixture: &Fixture) -> bool {
    fixture.begun().into_iter().any(is_hand)
}

/// Confirms the edit of the hand, and returns the message that it sends.
fn edited(fixture: &mut Fixture) -> SimMessage {
    let (edit, Confirmed::Content { content, .. }) = fixture.confirm(is_hand) else { panic!("no content") };
    fixture.handle(Event::Finished(edit, Ok(accepted(None))));
    content.message
}

#[test]
fn expiring_hand_gets_one_note() {
    let mut fixture = Fixture::with_hand();
    fixture.advance(says_after().saturating_sub(Duration::from_millis(1)));
    assert!(!is_edited(&fixture), "{:?}", fixture.begun());
    fixture.advance(Duration::from_millis(1));
    assert_eq!(edited(&mut fixture).expires, 1);
    fixture.advance(Duration::from_secs(1));
    assert!(!fixture.begins(is_hand), "{:?}", fixture.begun());
}

#[test]
fn late_change_repeats_expiry_note() {
    let mut fixture = Fixture::with_hand();
    fixture.advance(says_after());
    edited(&mut fixture);
    fixture.change(None);
    assert_eq!(edited(&mut fixture).expires, 0);
    assert_eq!(edited(&mut fixture).expires, 1);
    assert!(!fixture.begins(is_hand), "{:?}", fixture.begun());
}

#[test]
fn update_cancels_waiting_expiry_note() {
    let mut fixture = Fixture::with_hand();
    fixture.advance(says_after());
    assert!(is_edited(&fixture));
    fixture.change(None);
    assert_eq!(edited(&mut fixture).expires, 0);
}

#[test]
fn expiry_note_keeps_draft() {
    let mut fixture = Fixture::with_hand();
    fixture.interact(PRESS, Origin::Ephemeral(MessageId(60)));
    fixture.reply_with_draft(PRESS);
    fixture.finish(is_update, Ok(accepted(None)));
    fixture.advance(says_after());
    let message = edited(&mut fixture);
    assert_eq!((message.extra.as_deref(), message.expires), (Some(DRAFT), 1));
}

#[test]
fn interaction_postpones_expiry_note() {
    let mut fixture = Fixture::with_hand();
    fixture.advance(says_after().saturating_sub(Duration::from_secs(1)));
    fixture.interact(PRESS, Origin::Ephemeral(MessageId(60)));
    fixture.reply(PRESS);
    fixture.finish(is_update, Ok(accepted(None)));
    fixture.advance(says_after().saturating_sub(Duration::from_secs(1)));
    assert!(!is_edited(&fixture), "{:?}", fixture.begun());
    fixture.advance(Duration::from_secs(1));
    assert_eq!(edited(&mut fixture).expires, 1);
}

#[test]
fn refused_expiry_note_is_not_repeated() {
    let mut fixture = Fixture::with_hand();
    fixture.advance(says_after());
    fixture.finish(is_hand, Err(Failure::Invalid));
    fixture.advance(Duration::from_secs(1));
    assert!(!fixture.begins(is_hand), "{:?}", fixture.begun());
}

#[test]
fn finished_deal_gets_no_expiry_note() {
    let mut fixture = Fixture::with_hand();
    fixture.board.stage = Stage::Between;
    fixture.change(None);
    edited(&mut fixture);
    fixture.advance(says_after());
    assert!(!fixture.begins(is_hand), "{:?}", fixture.begun());
}

#[test]
fn expiry_note_is_repeated_after_temporary_failure() {
    for failure in [Failure::NotExecuted, Failure::Unknown] {
        let mut fixture = Fixture::with_hand();
        fixture.advance(says_after());
        fixture.finish(is_hand, Err(failure));
        assert!(!is_edited(&fixture), "{failure:?}");
        fixture.advance(Duration::from_secs(1));
        assert_eq!(edited(&mut fixture).expires, 1, "{failure:?}");
        assert!(!fixture.begins(is_hand), "{failure:?}");
    }
}

#[test]
fn shutdown_adds_no_expiry_note() {
    let mut fixture = Fixture::with_hand();
    fixture.handle(Event::ShuttingDown);
    fixture.advance(says_after());
    assert!(!fixture.begins(is_hand), "{:?}", fixture.begun());
}
