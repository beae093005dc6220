//! Decisions about the tokens with which public messages are edited.

use std::time::Duration;

use channel_messages::{Action, Event, Failure, MessageId, Origin, Sent, Via};

use crate::fixture::{COMMAND, Fixture, PRESS, accepted, is_acknowledgement, is_edit, is_follow_up};

/// Returns the token with which the table's message is edited after a change.
fn token_of_edit(fixture: &mut Fixture) -> Option<String> {
    fixture.advance(Duration::from_secs(1));
    fixture.change(None);
    let edit = fixture.begun().into_iter().find(|action| is_edit(action)).cloned();
    match edit {
        Some(Action::Edit(Sent { via: Via::Token { token, .. }, .. })) => Some(token.expose().to_owned()),
        _ => None,
    }
}

/// Creates a channel in which Anna has pressed a button of the table's message, whose token has to be
/// renewed.
fn renewing() -> Fixture {
    let mut fixture = Fixture::current();
    fixture.interact(PRESS, Origin::Public(MessageId(2)));
    fixture.reply(PRESS);
    fixture
}

#[test]
fn renewal_with_unknown_result_counts_if_it_is_acknowledged() {
    let mut fixture = renewing();
    fixture.finish(is_acknowledgement, Err(Failure::Unknown));
    fixture.advance(Duration::from_millis(200));
    fixture.finish(is_acknowledgement, Err(Failure::Acknowledged));
    fixture.finish(is_follow_up, Ok(accepted(Some(60))));
    assert_eq!(token_of_edit(&mut fixture), Some(PRESS.0.to_string()));
}

#[test]
fn token_that_was_renewed_during_a_failed_edit_is_kept() {
    let mut fixture = renewing();
    fixture.finish(is_acknowledgement, Ok(accepted(None)));
    fixture.finish(is_follow_up, Ok(accepted(Some(60))));
    assert!(token_of_edit(&mut fixture).is_some());
    let edit = fixture.confirm(is_edit).0;
    // The edit takes so long that the token has to be renewed again.
    fixture.advance(Duration::from_mins(12));
    fixture.interact(COMMAND, Origin::Public(MessageId(2)));
    fixture.reply(COMMAND);
    fixture.finish(is_acknowledgement, Ok(accepted(None)));
    fixture.handle(Event::Finished(edit, Err(Failure::Gone)));
    let token = fixture.begun().into_iter().find_map(|action| match action {
        Action::Edit(Sent { id: MessageId(2), via: Via::Token { token, .. } }) => Some(token.expose()),
        _ => None,
    });
    assert_eq!(token, Some(COMMAND.0.to_string().as_str()));
}
