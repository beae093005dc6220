//! Random replies to interactions.

use channel_messages::{Board as _, Content, Extra, InteractionId, PictureId, Reply, TableId, UserId};

use crate::tables::{SimBoard, SimMessage, Stage, What, content};
use crate::world::World;

/// Returns a random reply to a user's interaction. `changes` is `true` if the interaction may have changed
/// the table.
pub(crate) fn random(
    world: &mut World,
    (id, user): (InteractionId, UserId),
    table: TableId,
    is_quiet: bool,
    changes: bool,
) -> Reply<SimBoard> {
    let text = |what| content(SimMessage::new(what), false);
    let board = world.tables[&table].clone();
    // There are no hands at a table that has ended or is served by another process.
    let has_hand = board.stage != Stage::Ended && !world.moved.contains(&table);
    let is_seated = has_hand && board.seats.contains(&user);
    match world.rng.u8(..12) {
        0 if is_quiet => Reply::Nothing,
        1 => Reply::Public { content: text(What::Reply(id.0)), after_thinking: text(What::SeenByAll(id.0)) },
        2 | 3 => Reply::Private { content: text(What::Reply(id.0)), in_place: world.rng.bool() },
        _ if is_seated => hand(world, (id, user), &board, changes),
        _ => Reply::Private { content: text(What::Reply(id.0)), in_place: true },
    }
}

/// Returns a reply with the hand of a user, which sometimes has a note or a draft.
fn hand(
    world: &mut World,
    (id, user): (InteractionId, UserId),
    board: &SimBoard,
    changes: bool,
) -> Reply<SimBoard> {
    let style = world.styles.get(&user).copied().unwrap_or_default();
    let extra = match world.rng.u8(..4) {
        0 => Extra::Note(format!("note {}", id.0)),
        1 => {
            let Content { message, picture, .. } = board.hand(user, &style).unwrap().content;
            // Some drafts have a picture of their own.
            let picture = picture.filter(|_| world.rng.bool()).map(|picture| PictureId(!picture.0));
            let message = SimMessage { extra: Some(format!("draft {}", id.0)), ..message };
            Extra::Draft { message, picture }
        }
        _ => Extra::None,
    };
    let is_below_table = changes && board.stage == Stage::Dealing && world.rng.bool();
    let (hand, in_place) = (board.hand(user, &style).unwrap(), world.rng.u8(..5) > 0);
    let board = board.of_reply(user);
    Reply::Hand { board, hand, style, extra, is_below_table, in_place }
}
