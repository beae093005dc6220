//! Decisions about tables that have ended, and about tables of another process.

use std::time::Duration;

use channel_messages::{Access, Cause, Event, Origin};

use super::private_reply;
use crate::fixture::{
    COMMAND, Fixture, TABLE, accepted, is_edit, is_ephemeral, is_post, is_reading, is_storing,
};
use crate::tables::Stage;

#[test]
fn table_that_has_ended_is_dropped_after_its_last_update() {
    let mut fixture = Fixture::current();
    fixture.board.stage = Stage::Ended;
    fixture.advance(Duration::from_secs(1));
    fixture.change(None);
    fixture.handle(Event::Ended(TABLE));
    // The message of the deal, its result and the standings.
    fixture.finish(is_edit, Ok(accepted(Some(2))));
    for message in [3, 4] {
        fixture.finish(is_reading, Ok(accepted(None)));
        fixture.finish(is_post, Ok(accepted(Some(message))));
        assert!(fixture.channel.has_table(TABLE), "the table was dropped before its id was stored");
        fixture.finish(is_storing, Ok(accepted(None)));
    }
    assert!(!fixture.channel.has_table(TABLE));
    assert!(fixture.steps.is_empty(), "{:?}", fixture.steps);
}

#[test]
fn table_that_has_ended_is_kept_while_the_channel_refuses_messages() {
    let mut fixture = Fixture::current();
    fixture.handle(Event::Access(Access::Refused));
    fixture.handle(Event::Ended(TABLE));
    assert!(fixture.channel.has_table(TABLE));
    fixture.handle(Event::Access(Access::Open));
    assert!(!fixture.channel.has_table(TABLE));
}

#[test]
fn nothing_is_sent_for_a_table_of_another_process() {
    let mut fixture = Fixture::current();
    fixture.board.version += 1;
    fixture.advance(Duration::from_secs(1));
    fixture.handle(Event::Changed { board: fixture.board.clone(), cause: Cause::Other });
    assert_eq!(fixture.begun().len(), 1);
    fixture.handle(Event::Dropped(TABLE));
    assert!(fixture.steps.is_empty(), "{:?}", fixture.steps);
}

#[test]
fn table_that_changes_after_its_end_is_kept() {
    let mut fixture = Fixture::current();
    fixture.interact(COMMAND, Origin::Command);
    fixture.handle(Event::Ended(TABLE));
    fixture.change(None);
    fixture.pass_reply(COMMAND, private_reply());
    fixture.finish(is_ephemeral, Ok(accepted(Some(60))));
    fixture.advance(Duration::from_secs(1));
    fixture.finish(is_edit, Ok(accepted(Some(2))));
    assert!(fixture.channel.has_table(TABLE));
}

#[test]
fn table_that_has_ended_is_kept_for_an_interaction_without_a_reply() {
    let mut fixture = Fixture::current();
    fixture.interact(COMMAND, Origin::Command);
    fixture.handle(Event::Ended(TABLE));
    assert!(fixture.channel.has_table(TABLE), "the reply may show a hand");
    fixture.pass_reply(COMMAND, private_reply());
    fixture.finish(is_ephemeral, Ok(accepted(Some(60))));
    assert!(!fixture.channel.has_table(TABLE));
}

#[test]
fn ended_table_of_a_channel_that_is_gone_is_dropped() {
    let mut fixture = Fixture::current();
    fixture.board.stage = Stage::Ended;
    fixture.change(None);
    fixture.handle(Event::Ended(TABLE));
    fixture.handle(Event::Access(Access::Refused));
    assert!(fixture.channel.has_table(TABLE));
    fixture.handle(Event::Access(Access::Away));
    assert!(!fixture.channel.has_table(TABLE));
}
