//! Decisions about notices.

use std::time::Duration;

use channel_messages::{Event, Failure, Load};

use crate::fixture::{Fixture, TABLE, accepted, is_edit, is_post, notice};

/// A notice has the lowest priority, and may wait long for the rate limits.
#[test]
fn update_does_not_wait_for_a_notice_that_has_not_been_sent() {
    let mut fixture = Fixture::current();
    fixture.handle(Event::Notice { table: TABLE, number: 1, content: notice(), reminds: None });
    fixture.advance(Duration::from_secs(1));
    fixture.change(None);
    fixture.finish(is_edit, Ok(accepted(Some(2))));
    fixture.finish(is_post, Ok(accepted(Some(3))));
}

#[test]
fn notice_is_not_posted_while_a_public_message_is_edited() {
    let mut fixture = Fixture::current();
    fixture.handle(Event::Notice { table: TABLE, number: 1, content: notice(), reminds: None });
    fixture.advance(Duration::from_secs(1));
    fixture.change(None);
    let [(post, _), (edit, _)] = fixture.steps[..] else { panic!("{:?}", fixture.steps) };
    assert!(fixture.channel.confirm(edit, fixture.now).is_some());
    assert_eq!(fixture.channel.confirm(post, fixture.now), None);
    fixture.steps.clear();
    fixture.handle(Event::Finished(edit, Ok(accepted(Some(2)))));
    fixture.finish(is_post, Ok(accepted(Some(3))));
}

#[test]
fn notice_in_flight_is_not_repeated_after_the_load_has_risen() {
    let mut fixture = Fixture::current();
    fixture.handle(Event::Notice { table: TABLE, number: 1, content: notice(), reminds: None });
    let post = fixture.confirm(is_post).0;
    fixture.handle(Event::Load(Load::High));
    fixture.handle(Event::Finished(post, Err(Failure::Unknown)));
    fixture.handle(Event::Load(Load::Normal));
    assert!(!fixture.begins(is_post), "{:?}", fixture.begun());
}

#[test]
fn public_message_is_not_edited_while_a_notice_is_in_flight() {
    let mut fixture = Fixture::current();
    fixture.handle(Event::Notice { table: TABLE, number: 1, content: notice(), reminds: None });
    let post = fixture.confirm(is_post).0;
    fixture.change(None);
    assert!(!fixture.begins(is_edit), "{:?}", fixture.begun());
    fixture.handle(Event::Finished(post, Ok(accepted(Some(3)))));
    fixture.finish(is_edit, Ok(accepted(Some(2))));
}
