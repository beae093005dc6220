//! Decisions that no failure precedes.

use std::time::Duration;

use channel_messages::{
    Accepted, Access, Action, Answer, Board as _, Cause, Confirmed, Event, Extra, Failure, InteractionId,
    Load, MessageId, MessageKind, Origin, Reply, Sent, TableId, Token, UserId, Via,
};

use crate::fixture::{
    ANNA, COMMAND, Fixture, PRESS, TABLE, accepted, is_acknowledgement, is_creation, is_deletion, is_edit,
    is_ephemeral, is_find, is_follow_up, is_hand, is_post, is_reading, is_storing, is_thinking, is_update,
    notice,
};
use crate::tables::{SimBoard, SimMessage, Stage, What, content};

#[test]
fn thinking_is_deleted_if_a_deferred_command_needs_no_reply() {
    let mut fixture = Fixture::current();
    fixture.interact(COMMAND, Origin::Command);
    fixture.advance(Duration::from_secs(2));
    fixture.finish(is_thinking, Ok(accepted(Some(60))));
    fixture.handle(Event::Reply { interaction: COMMAND, reply: Reply::Nothing });
    fixture.finish(|action| matches!(action, Action::DeleteOriginal(_)), Ok(accepted(None)));
    assert_eq!((fixture.begun(), &fixture.answers[..]), (vec![], &[Answer::Deferred][..]));
}

/// A hand can look different after a change that is not an event at the table, such as an upload of emoji.
#[test]
fn draft_remains_although_hand_looked_different_at_the_last_change() {
    let mut fixture = Fixture::with_hand();
    fixture.interact(PRESS, Origin::Ephemeral(MessageId(60)));
    fixture.board.look += 1;
    fixture.reply_with_draft(PRESS);
    fixture.finish(is_update, Ok(accepted(None)));
    assert!(!fixture.begins(is_hand), "{:?}", fixture.begun());
}

#[test]
fn hand_that_looks_different_after_a_change_is_edited() {
    let mut fixture = Fixture::with_hand();
    fixture.board.look += 1;
    let board = fixture.board.clone();
    fixture.handle(Event::Changed { board, cause: Cause::Other });
    assert!(fixture.begins(is_hand), "{:?}", fixture.begun());
}

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
fn repost_waits_for_normal_load() {
    let mut fixture = Fixture::current();
    fixture.handle(Event::Load(Load::High));
    fixture.handle(Event::Repost(TABLE));
    assert!(fixture.steps.is_empty(), "{:?}", fixture.steps);
    fixture.handle(Event::Load(Load::Normal));
    fixture.finish(is_deletion, Ok(accepted(None)));
    fixture.finish(is_post, Ok(accepted(Some(3))));
}

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

/// Otherwise, a result that was deleted is posted again after a restart.
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
    let stores_id = |action: &Action| matches!(action, Action::StoreId(_, key, MessageId(3)) if key.kind == MessageKind::Result);
    assert!(fixture.begins(stores_id), "{:?}", fixture.begun());
}

/// The response that was to create the table's message has lost its result, and it is not found. The next
/// response loses its result as well, and a third attempt finds out that one of the two was executed.
fn ambiguous() -> Fixture {
    let mut fixture = Fixture::new();
    fixture.interact(COMMAND, Origin::Command);
    fixture.change(Some(COMMAND));
    fixture.load(None);
    fixture.reply(COMMAND);
    fixture.finish(is_creation, Err(Failure::Unknown));
    fixture.finish(is_find, Err(Failure::Gone));
    fixture.finish(is_post, Ok(accepted(Some(60))));
    fixture.finish(is_ephemeral, Err(Failure::Unknown));
    fixture.advance(Duration::from_millis(200));
    fixture.finish(is_ephemeral, Err(Failure::Acknowledged));
    fixture
}

#[test]
fn reply_is_a_follow_up_if_the_table_message_was_created_late() {
    let mut fixture = ambiguous();
    fixture
        .finish(|action| matches!(action, Action::Find { created_public: true, .. }), Ok(accepted(Some(61))));
    fixture.finish(is_follow_up, Ok(accepted(Some(62))));
    assert_eq!(fixture.answers, [Answer::Direct]);
}

#[test]
fn reply_is_not_repeated_if_it_was_the_response_that_was_executed() {
    let mut fixture = ambiguous();
    fixture.finish(|action| matches!(action, Action::Find { created_public: true, .. }), Err(Failure::Gone));
    fixture.finish(
        |action| matches!(action, Action::Find { created_public: false, .. }),
        Ok(accepted(Some(61))),
    );
    assert_eq!(fixture.answers, [Answer::Direct]);
    assert!(!fixture.begins(is_follow_up), "{:?}", fixture.begun());
}

#[test]
fn hand_of_another_table_in_the_same_message_is_not_updated() {
    let mut fixture = Fixture::current();
    fixture.interact(COMMAND, Origin::Command);
    fixture.reply(COMMAND);
    fixture.finish(is_ephemeral, Ok(accepted(Some(60))));
    let first = fixture.board.clone();
    fixture.board.table = TableId(2);
    fixture.interact(PRESS, Origin::Ephemeral(MessageId(60)));
    fixture.reply(PRESS);
    fixture.finish(is_update, Ok(accepted(None)));
    fixture.board = first;
    fixture.board.turn = 1;
    fixture.change(None);
    assert!(!fixture.begins(is_hand), "{:?}", fixture.begun());
}

#[test]
fn table_that_changes_after_its_end_is_kept() {
    let mut fixture = Fixture::current();
    fixture.interact(COMMAND, Origin::Command);
    fixture.handle(Event::Ended(TABLE));
    fixture.change(None);
    fixture.handle(Event::Reply { interaction: COMMAND, reply: private_reply() });
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
    fixture.handle(Event::Reply { interaction: COMMAND, reply: private_reply() });
    fixture.finish(is_ephemeral, Ok(accepted(Some(60))));
    assert!(!fixture.channel.has_table(TABLE));
}

fn private_reply() -> Reply<SimBoard> {
    let content = content(SimMessage::new(What::Reply(COMMAND.0)), false);
    Reply::Private { content, in_place: false }
}

#[test]
fn reply_is_a_follow_up_if_a_dropped_table_got_its_message() {
    let mut fixture = Fixture::new();
    fixture.interact(COMMAND, Origin::Command);
    fixture.change(Some(COMMAND));
    fixture.load(None);
    fixture.reply(COMMAND);
    let create = fixture.confirm(is_creation).0;
    fixture.handle(Event::Dropped(TABLE));
    fixture.handle(Event::Finished(create, Err(Failure::Unknown)));
    fixture.finish(is_ephemeral, Err(Failure::Acknowledged));
    fixture.finish(is_follow_up, Ok(accepted(Some(61))));
    assert_eq!(fixture.answers, [Answer::Direct]);
}

/// A search for a public message could not tell the reply from the table's message.
#[test]
fn public_reply_is_deferred_if_the_table_message_may_be_created_late() {
    let mut fixture = Fixture::new();
    fixture.interact(COMMAND, Origin::Command);
    fixture.change(Some(COMMAND));
    fixture.load(None);
    let text = || content(SimMessage::new(What::Reply(COMMAND.0)), false);
    let reply = Reply::Public { content: text(), after_thinking: text() };
    fixture.handle(Event::Reply { interaction: COMMAND, reply });
    fixture.finish(is_creation, Err(Failure::Unknown));
    fixture.finish(is_find, Err(Failure::Gone));
    assert!(fixture.begun().iter().any(|action| is_thinking(action)), "{:?}", fixture.begun());
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
fn draft_in_another_style_is_not_sent() {
    let mut fixture = Fixture::current();
    fixture.interact(COMMAND, Origin::Command);
    let (board, style) = (fixture.board.clone(), 0);
    let hand = board.hand(ANNA, &style).unwrap();
    let message = SimMessage { extra: Some("draft".to_owned()), ..hand.content.message.clone() };
    let (extra, is_below_table, in_place) = (Extra::Draft { message, picture: None }, false, false);
    let reply = Reply::Hand { board, hand, style, extra, is_below_table, in_place };
    fixture.handle(Event::Reply { interaction: COMMAND, reply });
    fixture.handle(Event::Style(ANNA, 1));
    let Confirmed::Content { content, .. } = fixture.confirm(is_ephemeral).1 else {
        panic!("the reply is empty")
    };
    let What::Hand(.., 1) = content.message.what else { panic!("{content:?}") };
    assert_eq!(content.message.extra, None);
}

/// The hand has changed while the content that was refused was on its way.
#[test]
fn newer_hand_is_sent_although_the_older_one_was_refused() {
    let mut fixture = Fixture::current();
    fixture.interact(COMMAND, Origin::Command);
    fixture.reply(COMMAND);
    fixture.finish(is_ephemeral, Ok(accepted(Some(60))));
    fixture.change(None);
    let edit = fixture.confirm(is_hand).0;
    fixture.change(None);
    fixture.handle(Event::Finished(edit, Err(Failure::Invalid)));
    fixture.finish(is_hand, Ok(accepted(Some(60))));
}

/// The answer to an action can arrive before the change of the table.
#[test]
fn hand_does_not_return_to_an_older_state_after_a_reply() {
    let mut fixture = Fixture::current();
    fixture.interact(COMMAND, Origin::Command);
    fixture.board.version += 1;
    fixture.reply(COMMAND);
    fixture.finish(is_ephemeral, Ok(accepted(Some(60))));
    assert!(!fixture.begins(is_edit), "{:?}", fixture.begun());
}

#[test]
fn hand_shows_the_newest_state_that_a_reply_contained() {
    let mut fixture = Fixture::current();
    fixture.interact(COMMAND, Origin::Command);
    let older = fixture.board.clone();
    fixture.board.version += 1;
    fixture.interact(PRESS, Origin::Command);
    fixture.reply(PRESS);
    fixture.finish(is_ephemeral, Ok(accepted(Some(60))));
    fixture.board = older;
    fixture.reply(COMMAND);
    let Confirmed::Content { content, .. } = fixture.confirm(is_ephemeral).1 else {
        panic!("the reply is empty")
    };
    assert_eq!(content.message.version, fixture.board.version + 1);
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

#[test]
fn repost_of_a_table_that_is_not_known_yet_is_kept() {
    let mut fixture = Fixture::new();
    fixture.handle(Event::Repost(TABLE));
    fixture.change(None);
    fixture.load(Some(2));
    fixture.finish(is_deletion, Ok(accepted(None)));
    fixture.finish(is_post, Ok(accepted(Some(3))));
}

#[test]
fn reply_that_waits_until_its_token_expires_is_given_up() {
    let mut fixture = Fixture::current();
    fixture.interact(COMMAND, Origin::Command);
    fixture.advance(Duration::from_secs(2));
    fixture.finish(is_thinking, Ok(accepted(Some(60))));
    fixture.handle(Event::Reply { interaction: COMMAND, reply: private_reply() });
    assert_eq!(fixture.begun().len(), 1);
    fixture.advance(Duration::from_mins(15));
    assert_eq!((fixture.begun(), &fixture.answers[..]), (vec![], &[Answer::Failed][..]));
    assert_eq!(fixture.channel.wake(), None);
}

#[test]
fn command_without_a_reply_leaves_no_message() {
    let mut fixture = Fixture::current();
    fixture.interact(COMMAND, Origin::Command);
    fixture.handle(Event::Reply { interaction: COMMAND, reply: Reply::Nothing });
    fixture.finish(is_thinking, Ok(accepted(Some(60))));
    fixture.finish(|action| matches!(action, Action::DeleteOriginal(_)), Ok(accepted(None)));
    assert!(fixture.channel.is_idle());
}

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

/// Anna presses a button of the table's message, whose token has to be renewed.
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

#[test]
fn reply_in_an_older_hand_is_not_replaced_by_its_mark() {
    let mut fixture = Fixture::with_hand();
    fixture.interact(PRESS, Origin::Command);
    fixture.reply(PRESS);
    fixture.finish(is_ephemeral, Ok(accepted(Some(61))));
    assert!(fixture.begun().iter().any(|action| is_hand(action)), "the older hand is not marked");
    fixture.interact(COMMAND, Origin::Ephemeral(MessageId(60)));
    let Reply::Private { content, .. } = private_reply() else { unreachable!() };
    fixture.handle(Event::Reply { interaction: COMMAND, reply: Reply::Private { content, in_place: true } });
    fixture.finish(is_update, Ok(accepted(None)));
    assert!(!fixture.begins(is_hand), "{:?}", fixture.begun());
}

#[test]
fn hand_gets_a_new_style_although_an_update_is_in_flight() {
    let mut fixture = Fixture::with_hand();
    fixture.board.turn = 1;
    fixture.change(None);
    let edit = fixture.confirm(is_hand).0;
    fixture.handle(Event::Style(ANNA, 1));
    let accepted = Accepted { lacks_picture: true, ..accepted(Some(60)) };
    fixture.handle(Event::Finished(edit, Ok(accepted)));
    assert!(fixture.begins(is_hand), "{:?}", fixture.begun());
}

/// The reply to a player contains only their own hand, and may be passed after the change.
#[test]
fn hand_of_another_player_is_updated_after_a_reply_with_the_same_state() {
    let mut fixture = Fixture::with_hand();
    fixture.change(None);
    fixture.give_up(is_hand, Failure::NotExecuted);
    let (bea, id) = (UserId(2), InteractionId(90));
    let (token, origin) = (Token::new(id, "90"), Origin::Command);
    let received = fixture.now;
    fixture.handle(Event::Interaction {
        user: bea,
        received,
        token,
        origin,
        attached: None,
        is_quiet: false,
    });
    let (hand, board) = (fixture.board.hand(bea, &0).unwrap(), fixture.board.of_reply(bea));
    let (extra, is_below_table, in_place) = (Extra::None, false, false);
    let reply = Reply::Hand { board, hand, style: 0, extra, is_below_table, in_place };
    fixture.handle(Event::Reply { interaction: id, reply });
    fixture.advance(Duration::from_mins(1));
    assert!(fixture.begun().iter().any(|action| is_hand(action)), "Anna's hand is not updated");
}
