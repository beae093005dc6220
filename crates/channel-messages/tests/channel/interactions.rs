//! Interactions of users, and the handlers that reply to them.

use channel_messages::{
    Board as _, Cause, Event, Extra, InteractionId, MessageId, Origin, Reply, TableId, Token, UserId,
};

use crate::actions::any_table;
use crate::discord::Audience;
use crate::occurrences::Occurrence;
use crate::replies;
use crate::sending::millis;
use crate::tables::{SimBoard, What};
use crate::world::{USERS, World};

/// Lets a user use a command or a component.
pub(crate) fn interact(world: &mut World) {
    let user = USERS[world.rng.usize(..USERS.len())];
    let pressed = pressed(world, user);
    let origin = match pressed {
        Some(message) if world.discord.messages[&message].audience == Audience::Everyone => {
            Origin::Public(message)
        }
        Some(message) => Origin::Ephemeral(message),
        None => Origin::Command,
    };
    let id = world.discord.interact(user, pressed, world.now);
    let token = Token::new(id, id.0.to_string());
    let is_quiet = pressed.is_some() && world.rng.u8(..4) == 0;
    world.checks.interacts(id, world.now);
    let received = world.now;
    let attached = pressed.and_then(|message| world.discord.messages[&message].picture);
    let event = Event::Interaction { user, received, token, origin, attached, is_quiet };
    // The bot may hold an interaction until it serves the server.
    let longest = if world.rng.u8(..15) == 0 { 1_900 } else { 1 };
    let delay = millis(&mut world.rng, longest);
    world.after(delay, Occurrence::Delivered(world.process, id, event));
}

/// Returns a message with buttons that the user may press, or `None` for a command.
fn pressed(world: &mut World, user: UserId) -> Option<MessageId> {
    let visible = |audience: Audience| audience == Audience::Everyone || audience == Audience::Only(user);
    let messages: Vec<MessageId> = world
        .discord
        .messages
        .iter()
        .filter(|(_, message)| !message.is_deleted && visible(message.audience))
        .filter(|(_, message)| matches!(message.message.what, What::Public(..) | What::Hand(..)))
        .map(|(id, _)| *id)
        .collect();
    if messages.is_empty() || world.rng.u8(..4) == 0 {
        return None;
    }
    // A user usually presses one of the newest messages.
    let newest = messages.len().saturating_sub(world.rng.usize(1..4));
    Some(messages[if world.rng.u8(..5) == 0 { world.rng.usize(..messages.len()) } else { newest }])
}

/// Passes an interaction to the bot, and lets its handler begin.
pub(crate) fn deliver(world: &mut World, id: InteractionId, event: Event<SimBoard>) {
    let Event::Interaction { user, origin, is_quiet, .. } = event else { unreachable!() };
    let pressed = match origin {
        Origin::Public(message) | Origin::Ephemeral(message) => Some(message),
        Origin::Command => None,
    };
    world.checks.delivered(id);
    world.handle(event);
    let work = match world.rng.u8(..25) {
        0 => 6_000,
        1..3 => 2_500,
        _ => 30,
    };
    let work = millis(&mut world.rng, work);
    let table = table_of(world, pressed);
    let changes = world.rng.u8(..3) > 0;
    if changes && !world.moved.contains(&table) && world.tables.get_mut(&table).unwrap().act(&mut world.rng) {
        // The reply can be known before the change is announced.
        if world.rng.bool() {
            world.changed(table, Cause::Interaction(id));
        } else {
            let delay = millis(&mut world.rng, 200);
            world.after(delay, Occurrence::Announced(world.process, table, Cause::Interaction(id)));
        }
    }
    let reply = replies::random(world, (id, user), table, is_quiet, changes);
    world.after(work, Occurrence::Handled(world.process, id, reply));
}

fn table_of(world: &mut World, pressed: Option<MessageId>) -> TableId {
    let what = pressed.map(|message| &world.discord.messages[&message].message.what);
    match what {
        Some(What::Public(table, ..) | What::Hand(table, ..)) => *table,
        _ => any_table(world),
    }
}

/// Passes the reply of a handler to the bot.
pub(crate) fn handled(world: &mut World, interaction: InteractionId, reply: Reply<SimBoard>) {
    let reply = restyled(world, interaction, reply);
    world.checks.replied(interaction, &reply);
    let user = world.discord.interactions[&interaction].user;
    let style = world.styles.get(&user).copied().unwrap_or_default();
    world.handle(Event::Reply { interaction, reply, style });
}

/// Returns a reply with the current look and the style that the user has chosen meanwhile.
fn restyled(world: &World, interaction: InteractionId, mut reply: Reply<SimBoard>) -> Reply<SimBoard> {
    let user = world.discord.interactions[&interaction].user;
    let newest = world.styles.get(&user).copied().unwrap_or_default();
    match &mut reply {
        Reply::Hand { board, hand, style, extra, .. }
            if *style != newest || board.look != world.tables[&board.table].look =>
        {
            board.look = world.tables[&board.table].look;
            (*style, *extra) = (newest, Extra::None);
            *hand = board.hand(user, style).unwrap();
        }
        _ => {}
    }
    reply
}
