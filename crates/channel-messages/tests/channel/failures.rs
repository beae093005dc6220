//! Decisions after a failure of each step. The table in the documentation of the crate summarises them.

mod creations;
mod deliveries;
mod responses;
mod updates;

use channel_messages::{Action, Origin};

use crate::fixture::{COMMAND, Fixture, HAND, PRESS, accepted, is_creation, is_storing};

/// Creates a channel in which a button of a hand was pressed. The reply is ready.
fn pressed() -> Fixture {
    let mut fixture = Fixture::current();
    fixture.interact(PRESS, Origin::Ephemeral(HAND));
    fixture.reply(PRESS);
    fixture
}

/// Selects edits of [`HAND`].
fn edits_hand(action: &Action) -> bool {
    matches!(action, Action::Edit(sent) if sent.id == HAND)
}

/// Creates a channel in which a command has made the table's message necessary. The reply is ready.
fn creating() -> Fixture {
    let mut fixture = Fixture::new();
    fixture.interact(COMMAND, Origin::Command);
    fixture.change(Some(COMMAND));
    fixture.load(None);
    fixture.reply(COMMAND);
    fixture
}

/// Creates a channel in which a first response has created the table's message. The reply is a follow-up.
fn follow_up() -> Fixture {
    let mut fixture = creating();
    fixture.finish(is_creation, Ok(accepted(Some(60))));
    fixture.finish(is_storing, Ok(accepted(None)));
    fixture
}
