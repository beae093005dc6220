//! Starts and ends of processes, and moves of tables between them.

use channel_messages::{Access, Action, Cause, ChannelMessages, Event, Subject, TableId, Timings};

use crate::actions::any_table;
use crate::occurrences::Occurrence;
use crate::requests;
use crate::sending::{Sending, millis};
use crate::world::World;

/// Passes all tables to the channel of a process that starts.
pub(crate) fn begin(world: &mut World) {
    world.handle(Event::Load(world.load));
    if world.discord.refuses {
        world.handle(Event::Access(Access::Refused));
    }
    let cause = if world.process == 0 { Cause::Other } else { Cause::Resumed };
    for table in world.tables.keys().copied().collect::<Vec<TableId>>() {
        world.changed(table, cause);
    }
}

/// Ends the process, and starts another one.
pub(crate) fn restart(world: &mut World) {
    world.is_shutting_down = false;
    // Requests that are on their way are executed now or never.
    for (process, step, sending) in world.occurrences.take_arrivals(|_| true) {
        if world.rng.bool() {
            world.process += 1; // the bot does not get the result
            requests::arrive(world, process, step, sending);
            world.process -= 1;
        }
    }
    world.process += 1;
    world.performing.clear();
    world.channel = ChannelMessages::new(Timings::default());
    world.checks.restarted(&world.discord, &world.database);
    begin(world);
}

/// Lets another process serve a table for some time.
pub(crate) fn move_table(world: &mut World) {
    let table = any_table(world);
    if world.moved.insert(table) {
        // Nothing is stored after the other process has begun to serve the table.
        let of_table = |sending: &Sending| matches!(sending.action, Action::StoreId(of, ..) if of == table);
        for (process, step, sending) in world.occurrences.take_arrivals(of_table) {
            requests::arrive(world, process, step, sending);
        }
        for performing in world.performing.values_mut() {
            let is_of_table = matches!(performing.step.subject, Subject::Hand(of, _) if of == table);
            performing.is_lost |= is_of_table;
        }
        world.handle(Event::Dropped(table));
        world.checks.dropped(table, &world.discord, &world.database);
        let delay = millis(&mut world.rng, 10_000);
        world.after(delay, Occurrence::Returns(table));
    }
}
