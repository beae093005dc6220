//! Decisions about the public messages of a table: ids, intervals, and reposts.

use std::time::Duration;

use channel_messages::{Access, Action, Event, Failure, Load, MessageId, MessageKind, Nonce, TableId};

use crate::fixture::{Fixture, TABLE, accepted, is_deletion, is_edit, is_post, is_reading, is_storing};
use crate::tables::Stage;

#[test]
fn repost_waits_for_normal_load() {
    let mut fixture = Fixture::current();
    fixture.handle(Event::Load(Load::High));
    fixture.handle(Event::Repost(TABLE));
    assert!(fixture.steps.is_empty(), "{:?}", fixture.steps);
    fixture.handle(Event::Load(Load::Normal));
    fixture.finish(is_deletion, Ok(accepted(None)));
    fixture.finish(is_post, Ok(accepted(Some(3))));
}

/// A deleted result whose id is not stored is posted again after a restart.
#[test]
fn id_of_deleted_message_is_stored() {
    let mut fixture = Fixture::current();
    fixture.board.stage = Stage::Ended;
    fixture.advance(Duration::from_secs(1));
    fixture.change(None);
    fixture.finish(is_edit, Ok(accepted(Some(2))));
    fixture.finish(is_reading, Ok(accepted(None)));
    fixture.finish(is_post, Ok(accepted(Some(3))));
    fixture.advance(Duration::from_millis(500));
    fixture.finish(is_storing, Err(Failure::NotExecuted));
    // The content of the result changes before the id is stored.
    fixture.board.stage = Stage::Between;
    fixture.advance(Duration::from_millis(400));
    fixture.change(None);
    fixture.finish(is_reading, Ok(accepted(None)));
    fixture.advance(Duration::from_millis(100));
    let is_result = |action: &Action| matches!(action, Action::Edit(sent) if sent.id == MessageId(3));
    fixture.finish(is_result, Err(Failure::MessageGone));
    let stores_id = |action: &Action| match action {
        Action::StoreId(_, key, MessageId(3)) => key.kind == MessageKind::Result,
        _ => false,
    };
    assert!(fixture.begins(stores_id), "{:?}", fixture.begun());
}

#[test]
fn access_that_has_not_changed_does_not_shorten_delays() {
    let mut fixture = Fixture::current();
    fixture.advance(Duration::from_secs(1));
    fixture.change(None);
    fixture.finish(is_edit, Err(Failure::NotExecuted));
    fixture.handle(Event::Access(Access::Open));
    assert!(fixture.steps.is_empty(), "{:?}", fixture.steps);
}

#[test]
fn edit_with_unknown_result_counts_for_the_interval_between_edits() {
    let mut fixture = Fixture::current();
    fixture.advance(Duration::from_secs(1));
    fixture.change(None);
    fixture.finish(is_edit, Err(Failure::Unknown));
    fixture.handle(Event::Access(Access::Refused));
    fixture.handle(Event::Access(Access::Open));
    assert!(fixture.steps.is_empty(), "{:?}", fixture.steps);
    fixture.advance(Duration::from_secs(1));
    fixture.finish(is_edit, Ok(accepted(Some(2))));
}

#[test]
fn id_is_read_until_the_database_answers() {
    let mut fixture = Fixture::new();
    fixture.change(None);
    for _ in 0..30 {
        fixture.finish(is_reading, Err(Failure::NotExecuted));
        fixture.advance(Duration::from_mins(1));
    }
    fixture.load(None);
    assert!(fixture.begins(is_post), "{:?}", fixture.begun());
}

#[test]
fn deletion_is_obsolete_if_the_message_is_not_posted_again() {
    let mut fixture = Fixture::current();
    fixture.handle(Event::Repost(TABLE));
    let [(deletion, _)] = fixture.steps[..] else { panic!("{:?}", fixture.steps) };
    fixture.board.stage = Stage::Between;
    fixture.change(None);
    assert_eq!(fixture.channel.confirm(deletion, fixture.now), None);
}

/// A result is moved to the end of the channel while the next deal begins.
#[test]
fn moved_result_is_posted_after_next_deal_has_begun() {
    let mut fixture = Fixture::current();
    fixture.board.stage = Stage::Between;
    fixture.advance(Duration::from_secs(1));
    fixture.change(None);
    fixture.finish(is_edit, Ok(accepted(Some(2))));
    fixture.finish(is_reading, Ok(accepted(None)));
    fixture.finish(is_post, Ok(accepted(Some(3))));
    fixture.finish(is_storing, Ok(accepted(None)));
    fixture.handle(Event::Repost(TABLE));
    fixture.finish(is_deletion, Ok(accepted(None)));
    (fixture.board.stage, fixture.board.deal) = (Stage::Dealing, fixture.board.deal + 1);
    fixture.change(None);
    let is_result = |action: &Action| match action {
        Action::Post(Nonce::Public { key, .. }) => key.kind == MessageKind::Result,
        _ => false,
    };
    fixture.finish(is_result, Ok(accepted(Some(4))));
}

#[test]
fn repost_of_a_table_that_is_not_known_yet_is_kept() {
    let mut fixture = Fixture::new();
    fixture.handle(Event::Repost(TABLE));
    fixture.change(None);
    fixture.load(Some(2));
    fixture.finish(is_deletion, Ok(accepted(None)));
    fixture.finish(is_post, Ok(accepted(Some(3))));
}

/// At the highest load, one request is sent per interval.
#[test]
fn tables_take_turns_at_highest_load() {
    let mut fixture = Fixture::current();
    fixture.board.table = TableId(2);
    fixture.change(None);
    fixture.finish(is_reading, Ok(accepted(Some(11))));
    fixture.finish(is_edit, Ok(accepted(Some(11))));
    fixture.finish(is_reading, Ok(accepted(Some(12))));
    fixture.finish(is_edit, Ok(accepted(Some(12))));
    fixture.handle(Event::Load(Load::Highest));
    let mut edited = Vec::new();
    for _ in 0..4 {
        for table in [1, 2] {
            fixture.board.table = TableId(table);
            fixture.change(None);
        }
        fixture.advance(Duration::from_secs(15));
        let [Action::Edit(sent)] = fixture.begun()[..] else { panic!("{:?}", fixture.begun()) };
        let id = sent.id;
        edited.push(id.0);
        fixture.finish(is_edit, Ok(accepted(Some(id.0))));
    }
    assert_eq!(edited, [2, 12, 2, 12]);
}
