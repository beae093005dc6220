//! `/hand`

use super::super::data::{Error, Slash};
use super::{answer, outcome};

/// Shows the own cards, to the person alone.
#[poise::command(slash_command, guild_only)]
pub(super) async fn hand(ctx: Slash<'_>) -> Result<(), Error> {
    answer(ctx, async |person| outcome(person, person.look_here().await)).await
}
