//! The executor of steps, and the requests that it sends.

use std::time::Duration;

use channel_messages::{Accepted, Access, Action, Effect, Event, Failure, StepId, StepResult};

use crate::checks::Execution;
use crate::discord::Payload;
use crate::occurrences::Occurrence;
use crate::sending::{Fate, Performing, Sending, millis};
use crate::tables::{SimMessage, Stage, What};
use crate::world::World;

/// Performs an effect of the channel.
pub(crate) fn perform(world: &mut World, effect: Effect<SimMessage>) {
    world.trace(format_args!("    < {effect:?}"));
    match effect {
        Effect::Begin(step) => {
            let is_response = matches!(step.action, Action::Respond { .. });
            let longest = match world.rng.u8(..20) {
                0 if !is_response => 5_000,
                0 | 1 => 400,
                _ => 5,
            };
            let delay = millis(&mut world.rng, longest);
            world.after(delay, Occurrence::Ready(world.process, step.id));
            world.performing.insert(step.id, Performing { step, is_sent: false, is_lost: false });
        }
        Effect::Cancel(step) => {
            let cancelled = world.performing.remove(&step).expect("an unknown step was cancelled");
            assert!(!cancelled.is_sent, "a step was cancelled although it was sent");
        }
        Effect::Answered(interaction, answer) => {
            world.checks.answered(interaction, answer);
        }
        Effect::GaveUp(_) => assert!(world.plan.has_faults, "a message was given up"),
    }
}

/// Sends the request of a step, if the channel confirms it.
pub(crate) fn send(world: &mut World, id: StepId) {
    let Some(performing) = world.performing.get_mut(&id) else { return };
    // The picture is drawn again if the table has changed meanwhile.
    if let (Some(newest), true) = (world.channel.content_to_draw(id), world.rng.bool()) {
        performing.step.draw = Some(newest);
    }
    if world.has_faults && world.rng.u8(..60) == 0 {
        // The request is not sent: no permit was granted in time, the bot lacks a permission, or the content
        // is invalid.
        let performing = world.performing.remove(&id).unwrap();
        let failure = [Failure::NotExecuted, Failure::Refused, Failure::Invalid][world.rng.usize(..3)];
        world.checks.not_sent(&performing.step.action, failure, &world.discord);
        return world.handle(Event::Finished(id, Err(failure)));
    }
    let Some(confirmed) = world.channel.confirm(id, world.now) else {
        world.performing.remove(&id);
        return;
    };
    let (has_faults, rng) = (world.has_faults, &mut world.rng);
    let performing = world.performing.get_mut(&id).unwrap();
    performing.is_sent = true;
    let mut sending = Sending::new(&performing.step, confirmed, world.omits_pictures, rng);
    sending.fate = sending.random_fate(has_faults, rng);
    let delay = sending.random_delay(has_faults, rng);
    let load = if world.is_shutting_down { None } else { Some(world.load) };
    world.checks.sent(&performing.step, sending.payload.as_ref(), load, &world.discord);
    if sending.fate == Fate::Late {
        return send_late(world, id, sending, delay);
    }
    world.after(delay, Occurrence::Arrives(world.process, id, sending));
}

/// Sends a request that arrives after the bot has stopped waiting for its result.
fn send_late(world: &mut World, id: StepId, sending: Sending, delay: Duration) {
    let result = Err(Failure::Unknown);
    world.checks.result(&sending.action, false, result, &world.discord);
    world.after(delay, Occurrence::Answered(world.process, id, result));
    // The message may have another picture then.
    let payload = sending.payload.map(|payload| Payload { keeps_picture: false, ..payload });
    let sending = Sending { payload, fate: Fate::ResultLost, ..sending };
    let arrival = delay + millis(&mut world.rng, 1_500);
    world.after(arrival, Occurrence::Arrives(world.process, id, sending));
}

/// Lets a request arrive at Discord or the database, and sends its result to the bot.
pub(crate) fn arrive(world: &mut World, process: u32, id: StepId, sending: Sending) {
    let Sending { action, payload, attached, lacks_picture, fate } = sending;
    let is_mark = payload.as_ref().is_some_and(|payload| payload.message.what == What::Replaced);
    let mut executed = Err(Failure::Unknown);
    let result = match fate {
        Fate::NotExecuted => Err(Failure::NotExecuted),
        Fate::Lost => Err(Failure::Unknown),
        Fate::Late => unreachable!("handled when the request is sent"),
        Fate::Invalid => {
            let table = payload.as_ref().and_then(|payload| payload.message.what.table());
            let ended = table.filter(|table| world.tables[table].stage == Stage::Ended);
            world.checks.refuses_last_content(ended);
            Err(Failure::Invalid)
        }
        Fate::Executed | Fate::ResultLost => {
            executed = execute(world, (process, id), &action, payload, fate);
            if fate == Fate::ResultLost { Err(Failure::Unknown) } else { executed }
        }
    };
    world.checks.result(&action, is_mark, result, &world.discord);
    let result = result.map(|accepted| Accepted { attached, lacks_picture, ..accepted });
    let result = without_id(world, &action, result);
    if !world.performing.contains_key(&id) {
        world.checks.created_late(&action, executed);
        return; // the bot does not wait for the result any more
    }
    let delay = millis(&mut world.rng, if fate == Fate::ResultLost { 5_000 } else { 60 });
    world.after(delay, Occurrence::Answered(process, id, result));
}

/// Executes a request of a process.
fn execute(
    world: &mut World,
    (process, id): (u32, StepId),
    action: &Action,
    payload: Option<Payload>,
    fate: Fate,
) -> StepResult {
    match action {
        Action::ReadId(table, key) => {
            let message = world.database.get(&(*table, *key)).copied();
            Ok(Accepted { message, ..Accepted::default() })
        }
        Action::StoreId(table, key, message) => {
            world.database.insert((*table, *key), *message);
            Ok(Accepted::default())
        }
        _ => {
            world.checks.arrives(action, payload.as_ref(), &world.discord);
            let what = payload.as_ref().map(|payload| payload.message.what.clone());
            let result = world.discord.execute(action, payload, world.now);
            let of_table = what.as_ref().and_then(What::table);
            let is_moved = of_table.is_some_and(|table| world.moved.contains(&table));
            let was_moved = world.performing.get(&id).is_some_and(|performing| performing.is_lost);
            let is_lost = process != world.process || is_moved || was_moved;
            let is_known = fate == Fate::Executed && !is_lost;
            let execution = Execution { action, what: what.as_ref(), result, is_known, is_lost };
            world.checks.executed(&execution, &world.discord);
            result
        }
    }
}

/// Removes the id of the message from the results of some responses. The response to an interaction can
/// contain its message, but Discord does not always send it.
fn without_id(world: &mut World, action: &Action, result: StepResult) -> StepResult {
    let hides_id = world.has_faults && matches!(action, Action::Respond { .. }) && world.rng.u8(..50) == 0;
    if !hides_id {
        return result;
    }
    world.checks.hides_id(result.ok().and_then(|accepted| accepted.message));
    result.map(|accepted| Accepted { message: None, ..accepted })
}

/// Passes the result of a request to the bot.
pub(crate) fn answered(world: &mut World, step: StepId, result: StepResult) {
    let performed = world.performing.remove(&step).expect("a step was finished twice");
    world.checks.finished(&performed.step, &world.discord);
    world.handle(Event::Finished(step, result));
    if result == Err(Failure::Refused) {
        world.handle(Event::Access(Access::Refused));
        if !world.discord.refuses {
            world.after(Duration::from_secs(2), Occurrence::Opens);
        }
    }
}
