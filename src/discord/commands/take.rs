//! `/take`

use super::super::data::{Error, Slash};
use super::act;
use crate::rules::Action;

/// Takes the talon up.
#[poise::command(slash_command, guild_only)]
pub(super) async fn take(ctx: Slash<'_>) -> Result<(), Error> {
    act(ctx, Action::Take).await
}
