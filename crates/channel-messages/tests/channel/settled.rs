//! Checks of the messages on Discord after everything has settled.

use channel_messages::Load;

use crate::tables::Stage;
use crate::world::World;

/// Checks the public messages before a process ends.
pub(crate) fn check_shutdown(world: &World) {
    if world.plan.has_faults
        || world.load > Load::High
        || world.occurrences.is_change_announced(world.process)
    {
        return;
    }
    let served = world.tables.values().filter(|board| world.channel.has_table(board.table));
    served.for_each(|board| world.checks.check_public(board, false, &world.discord, &world.database));
}

/// Checks all messages and interactions at the end of a schedule.
pub(crate) fn check_end(world: &World) {
    for (table, board) in &world.tables {
        let is_kept = board.stage != Stage::Ended;
        assert_eq!(
            world.channel.has_table(*table),
            is_kept,
            "{table:?} is not dropped at its end: {:?}",
            world.channel
        );
        if world.checks.has_refused(*table) {
            continue;
        }
        let needs_pictures = !world.checks.may_lack_pictures();
        world.checks.check_public(board, needs_pictures, &world.discord, &world.database);
        for user in &board.seats {
            let style = world.styles.get(user).copied().unwrap_or_default();
            world.checks.check_hands(board, (*user, style), &world.discord);
        }
        world.checks.check_notices(board, &world.discord);
    }
    world.checks.check_interactions(&world.discord);
}
