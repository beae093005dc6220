//! Actions of users, moderators and tables in a schedule.

use std::time::Duration;

use channel_messages::{Access, Board as _, Cause, Event, Load, MessageId, TableId, TokenUse};

use crate::occurrences::Occurrence;
use crate::sending::millis;
use crate::tables::{SimMessage, What, content};
use crate::world::{USERS, World};
use crate::{interactions, processes};

/// Performs a random action, and plans the next one. The faults stop after the last action.
pub(crate) fn act(world: &mut World) {
    if world.is_shutting_down {
        return world.after(Duration::from_secs(1), Occurrence::Acts);
    }
    if world.presses_left == 0 {
        return world.stop_faults();
    }
    world.presses_left -= 1;
    perform_any(world);
    let longest = match world.rng.u8(..10) {
        0 => 20_000,
        1..4 => 3_000,
        _ => 300,
    };
    let delay = millis(&mut world.rng, longest);
    // A few delays are long enough for a token to expire.
    let delay = if world.rng.u8(..150) == 0 { Duration::from_mins(12) } else { delay };
    world.after(delay, Occurrence::Acts);
}

/// Performs a random action. Most actions are interactions.
fn perform_any(world: &mut World) {
    match world.rng.u8(..100) {
        0 if world.plan.has_restarts => processes::restart(world),
        17 if world.plan.has_restarts => processes::move_table(world),
        1..4 => delete_message(world),
        4..6 => repost(world),
        6..9 => post_notice(world),
        9 => change_style(world),
        10 if world.has_faults => change_access(world),
        18 if world.rng.bool() => {
            world.omits_pictures = !world.omits_pictures;
            world.checks.omits_pictures();
        }
        11 if world.has_faults => {
            let load = [Load::Normal, Load::High, Load::Highest, Load::Silent][world.rng.usize(..4)];
            world.set_load(load);
        }
        19 => {
            let uses = [TokenUse::Never, TokenUse::Create, TokenUse::CreateAndRenew];
            let tokens = uses[world.rng.usize(..3)];
            world.handle(Event::Tokens(tokens));
        }
        20 if world.plan.has_restarts && world.rng.bool() => {
            world.is_shutting_down = true;
            world.handle(Event::ShuttingDown);
        }
        12..16 => change_table(world),
        16 if world.rng.bool() => forget(world),
        21 => change_look(world),
        _ => interactions::interact(world),
    }
}

fn delete_message(world: &mut World) {
    let messages = world.discord.messages.iter();
    let live: Vec<MessageId> =
        messages.filter(|(_, message)| !message.is_deleted).map(|(id, _)| *id).collect();
    if live.is_empty() {
        return;
    }
    let message = live[world.rng.usize(..live.len())];
    // Users can dismiss ephemeral messages, and moderators can delete public ones.
    world.discord.messages.get_mut(&message).unwrap().is_deleted = true;
    world.checks.deleted(message, &world.discord);
}

fn repost(world: &mut World) {
    let table = any_table(world);
    world.checks.reposted(table);
    world.handle(Event::Repost(table));
}

/// Returns a random table.
pub(crate) fn any_table(world: &mut World) -> TableId {
    let tables: Vec<TableId> = world.tables.keys().copied().collect();
    tables[world.rng.usize(..tables.len())]
}

fn post_notice(world: &mut World) {
    let table = any_table(world);
    if world.moved.contains(&table) {
        return;
    }
    world.notices += 1;
    let number = world.notices;
    let turn = world.tables[&table].turn().filter(|_| world.rng.bool());
    let content = content(SimMessage::new(What::Notice(table, number)), false);
    world.checks.notifies(table, number, turn);
    world.handle(Event::Notice { table, number, content, reminds: turn });
}

fn forget(world: &mut World) {
    let user = USERS[world.rng.usize(..USERS.len())];
    world.checks.forgets(user, &world.discord);
    world.handle(Event::Forget(user));
}

fn change_style(world: &mut World) {
    let user = USERS[world.rng.usize(..USERS.len())];
    let style = world.rng.u8(..3);
    world.styles.insert(user, style);
    world.handle(Event::Style(user, style));
}

/// Changes the look of all hands. It appears with the next change of a table or the next reply.
fn change_look(world: &mut World) {
    for board in world.tables.values_mut() {
        board.look += 1;
    }
}

fn change_access(world: &mut World) {
    world.discord.refuses = !world.discord.refuses;
    // The bot learns from an error that the channel refuses messages.
    if !world.discord.refuses {
        world.handle(Event::Access(Access::Open));
    }
}

fn change_table(world: &mut World) {
    let table = any_table(world);
    if world.tables.get_mut(&table).unwrap().act(&mut world.rng) {
        world.changed(table, Cause::Other);
    }
}
