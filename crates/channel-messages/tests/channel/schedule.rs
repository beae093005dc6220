//! Runs a schedule: players, tables, the executor of steps, and Discord, in simulated time.

use std::time::Duration;

use channel_messages::{Access, Cause, Event, TableId};

use crate::occurrences::Occurrence;
use crate::plan::Plan;
use crate::sending::millis;
use crate::tables::Stage;
use crate::world::World;
use crate::{actions, interactions, processes, requests, settled};

/// If only wake-ups are left and the next one is later than this, the messages are also checked before the
/// tokens expire.
const LONG_PAUSE: Duration = Duration::from_mins(5);

/// Runs a schedule until nothing happens any more. Checks what Discord shows then, and before
/// the last tokens expire.
pub(crate) fn run(plan: Plan) {
    let mut world = start(plan);
    let mut steps = 0_u64;
    while let Some((time, occurrence)) = world.occurrences.pop() {
        let is_wake = matches!(occurrence, None | Some(Occurrence::Wakes(_)));
        if time > world.now + LONG_PAUSE && is_wake && world.occurrences.has_only_wakes() {
            settled::check_end(&world);
        }
        (world.now, world.checks.history.now) = (time, time);
        let Some(occurrence) = occurrence else { continue };
        if matches!(occurrence, Occurrence::Wakes(number) if number != world.wake) {
            continue;
        }
        world.trace(format_args!("{occurrence:?}"));
        occur(&mut world, occurrence);
        pump(&mut world);
        steps += 1;
        assert!(steps < 100_000, "the channel does not settle");
    }
    assert!(world.channel.is_idle(), "a step or an interaction is left: {:?}", world.channel);
    settled::check_end(&world);
}

/// Starts the first process, and plans the first action.
fn start(plan: Plan) -> World {
    let mut world = World::new(plan);
    processes::begin(&mut world);
    pump(&mut world);
    world.after(Duration::ZERO, Occurrence::Acts);
    if plan.stops_early {
        let time = millis(&mut world.rng, 60_000);
        world.after(time, Occurrence::FaultsStop);
    }
    world
}

/// Performs the effects of the channel, and plans the next wake-up.
fn pump(world: &mut World) {
    for _ in 0..1_000 {
        let effects = world.channel.next(world.now);
        if effects.is_empty() {
            world.wake += 1;
            if let Some(wake) = world.channel.wake() {
                let delay = wake.saturating_sub(world.now).max(Duration::from_millis(1));
                world.after(delay, Occurrence::Wakes(world.wake));
            }
            if world.is_shutting_down && world.channel.is_settled() {
                settled::check_shutdown(world);
                processes::restart(world);
                continue;
            }
            return;
        }
        for effect in effects {
            requests::perform(world, effect);
        }
    }
    panic!("the channel begins steps without end");
}

fn occur(world: &mut World, occurrence: Occurrence) {
    match occurrence {
        Occurrence::Acts => actions::act(world),
        Occurrence::Handled(process, interaction, reply) if process == world.process => {
            interactions::handled(world, interaction, reply);
        }
        Occurrence::Delivered(process, id, event) if process == world.process => {
            interactions::deliver(world, id, event);
        }
        Occurrence::Announced(process, table, cause) if process == world.process => {
            world.changed(table, cause);
        }
        Occurrence::Ready(process, step) if process == world.process => requests::send(world, step),
        Occurrence::Arrives(process, step, sending) => requests::arrive(world, process, step, sending),
        Occurrence::Answered(process, step, result) if process == world.process => {
            requests::answered(world, step, result);
        }
        Occurrence::Opens if !world.discord.refuses => world.handle(Event::Access(Access::Open)),
        Occurrence::FaultsStop => world.stop_faults(),
        Occurrence::TablesChange => change_tables(world),
        Occurrence::Returns(table) => {
            world.moved.remove(&table);
            world.checks.returned(table);
            world.changed(table, Cause::Resumed);
        }
        _ => {}
    }
}

/// Changes every table that the channel knows.
fn change_tables(world: &mut World) {
    let tables = world.tables.keys().copied();
    let known: Vec<TableId> = tables.filter(|table| world.channel.has_table(*table)).collect();
    for table in known {
        world.tables.get_mut(&table).unwrap().version += 1;
        world.changed(table, Cause::Other);
        if world.tables[&table].stage == Stage::Ended {
            world.handle(Event::Ended(table));
        }
    }
}
