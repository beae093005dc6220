//! Decisions about pictures: which ones are drawn, added later, kept and given up.

use std::time::Duration;

use channel_messages::{Accepted, Board as _, Confirmed, Failure, Origin, PictureId};

use crate::fixture::{
    ANNA, COMMAND, DRAFT, Fixture, HAND, PRESS, accepted, is_edit, is_ephemeral, is_find, is_hand,
    is_picture, is_update,
};

/// The picture shows the cards of a waiting player, so the text may be older.
#[test]
fn hand_of_waiting_player_is_edited_only_if_it_stays_without_its_picture() {
    for (lacks_picture, edits) in [(true, false), (false, true)] {
        let mut fixture = Fixture::current();
        fixture.board.turn = 1;
        fixture.interact(COMMAND, Origin::Command);
        fixture.reply(COMMAND);
        fixture.finish(is_ephemeral, Ok(Accepted { lacks_picture, ..accepted(Some(60)) }));
        let pictures: Vec<_> = fixture.begun().into_iter().filter(|action| is_picture(action)).collect();
        assert_eq!(pictures.len(), usize::from(lacks_picture), "{:?}", fixture.begun());
        fixture.board.turn = 2;
        fixture.change(None);
        assert_eq!(fixture.begins(is_hand), edits, "{:?}", fixture.begun());
    }
}

#[test]
fn picture_that_the_message_has_is_not_drawn_again() {
    let mut fixture = Fixture::current();
    let picture = fixture.board.hand(ANNA, &0).unwrap().content.picture;
    fixture.press(PRESS, Origin::Ephemeral(HAND), picture);
    fixture.reply(PRESS);
    assert_eq!((picture.is_some(), fixture.drawn.last()), (true, Some(&None)));
    let Confirmed::Content { attached, .. } = fixture.confirm(is_update).1 else { panic!("no content") };
    assert_eq!(attached, picture);
}

/// The gateway may deliver an interaction after the result of an edit, although it was created before.
#[test]
fn picture_of_a_recent_edit_counts_more_than_the_one_in_an_interaction() {
    let (edited, pressed) = (Some(PictureId(1)), Some(PictureId(2)));
    for (later, expected) in [(Duration::ZERO, edited), (Duration::from_secs(3), pressed)] {
        let mut fixture = Fixture::current();
        fixture.interact(COMMAND, Origin::Ephemeral(HAND));
        fixture.reply(COMMAND);
        fixture.finish(is_update, Ok(Accepted { attached: edited, ..accepted(None) }));
        fixture.advance(later);
        fixture.press(PRESS, Origin::Ephemeral(HAND), pressed);
        fixture.reply(PRESS);
        let Confirmed::Content { attached, .. } = fixture.confirm(is_update).1 else { panic!("no content") };
        assert_eq!(attached, expected, "{later:?} after the edit");
    }
}

#[test]
fn content_to_draw_follows_changes_of_the_table() {
    let mut fixture = Fixture::current();
    fixture.advance(Duration::from_secs(1));
    fixture.change(None);
    let [(edit, _)] = fixture.steps[..] else { panic!("{:?}", fixture.steps) };
    let drawn = fixture.channel.content_to_draw(edit).unwrap();
    assert_eq!(fixture.drawn.last(), Some(&Some(drawn.hash)));
    fixture.change(None);
    assert_ne!(fixture.channel.content_to_draw(edit).unwrap().picture, drawn.picture);
}

#[test]
fn picture_of_created_message_is_drawn_before_the_response() {
    let mut fixture = Fixture::new();
    fixture.interact(COMMAND, Origin::Command);
    fixture.change(Some(COMMAND));
    fixture.load(None);
    let draws = fixture.drawn.last().unwrap();
    assert!(
        draws.is_some_and(|content| fixture
            .board
            .public()
            .iter()
            .any(|planned| planned.content.hash == content))
    );
}

/// A change of the table may change only the text of its message.
#[test]
fn there_is_no_content_to_draw_if_the_message_has_the_picture() {
    let mut fixture = Fixture::current();
    let mut attached = None;
    for version in 10..=11 {
        fixture.advance(Duration::from_secs(1));
        fixture.board.version = version - 1;
        fixture.change(None);
        let step = fixture.steps[0].0;
        let draw = fixture.channel.content_to_draw(step).and_then(|content| content.picture);
        assert_eq!((draw.is_some(), fixture.drawn.last().unwrap().is_some()), (version == 10, version == 10));
        attached = attached.or(draw);
        fixture.finish(is_edit, Ok(Accepted { attached, ..accepted(Some(2)) }));
    }
}

/// Discord does not always return the message that a response has created.
#[test]
fn picture_is_added_to_a_hand_whose_message_had_to_be_found() {
    let mut fixture = Fixture::current();
    fixture.interact(COMMAND, Origin::Command);
    fixture.reply(COMMAND);
    fixture.finish(is_ephemeral, Ok(Accepted { lacks_picture: true, ..accepted(None) }));
    fixture.finish(is_find, Ok(accepted(Some(60))));
    fixture.finish(is_picture, Ok(accepted(Some(60))));
}

/// Creates a channel with a hand that lacks its new picture and still has an earlier one.
fn with_earlier_picture() -> Fixture {
    let mut fixture = Fixture::current();
    fixture.press(PRESS, Origin::Ephemeral(HAND), Some(PictureId(1)));
    fixture.reply(PRESS);
    let accepted = Accepted { attached: Some(PictureId(1)), lacks_picture: true, ..accepted(None) };
    fixture.finish(is_update, Ok(accepted));
    fixture
}

#[test]
fn earlier_picture_is_removed_if_the_new_one_cannot_be_added() {
    for failure in [Failure::NotExecuted, Failure::Invalid, Failure::Unknown] {
        let mut fixture = with_earlier_picture();
        fixture.finish(is_picture, Err(failure));
        let Confirmed::Content { attached, .. } = fixture.confirm(is_edit).1 else { panic!("no content") };
        assert_eq!(attached, None, "{failure:?}");
    }
}

#[test]
fn draft_remains_if_its_picture_cannot_be_added() {
    for failure in [Failure::NotExecuted, Failure::Invalid, Failure::Unknown] {
        let mut fixture = Fixture::current();
        fixture.press(PRESS, Origin::Ephemeral(HAND), Some(PictureId(1)));
        fixture.reply_with_draft(PRESS);
        let accepted = Accepted { attached: Some(PictureId(1)), lacks_picture: true, ..accepted(None) };
        fixture.finish(is_update, Ok(accepted));
        fixture.finish(is_picture, Err(failure));
        assert_eq!(fixture.confirm_extra().as_deref(), Some(DRAFT), "{failure:?}");
    }
}

#[test]
fn earlier_picture_is_removed_until_the_request_was_executed() {
    let mut fixture = with_earlier_picture();
    fixture.finish(is_picture, Err(Failure::Unknown));
    fixture.finish(is_edit, Err(Failure::Unknown));
    assert!(fixture.begins(is_edit), "{:?}", fixture.begun());
    fixture.finish(is_edit, Ok(accepted(None)));
    assert!(!fixture.begins(is_edit), "{:?}", fixture.begun());
}

#[test]
fn picture_that_was_given_up_is_not_added_again() {
    let mut fixture = with_earlier_picture();
    fixture.finish(is_picture, Err(Failure::Unknown));
    fixture.finish(is_edit, Ok(Accepted { lacks_picture: true, ..accepted(None) }));
    assert!(!fixture.begins(is_picture), "{:?}", fixture.begun());

    let mut fixture = Fixture::current();
    fixture.advance(Duration::from_secs(1));
    fixture.change(None);
    let lacking = || Ok(Accepted { lacks_picture: true, ..accepted(Some(2)) });
    fixture.finish(is_edit, lacking());
    fixture.finish(is_picture, Err(Failure::Unknown));
    assert!(fixture.begins(is_edit));
    fixture.finish(is_edit, lacking());
    assert!(!fixture.begins(is_picture), "{:?}", fixture.begun());
}
