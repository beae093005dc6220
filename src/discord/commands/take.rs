//! The `/take` command.

use super::common::table_command::act;
use crate::discord::state::{Error, Slash};
use ulti_rules::Action;

/// Picks up the talon.
#[poise::command(slash_command, guild_only)]
pub(super) async fn take(ctx: Slash<'_>) -> Result<(), Error> {
    act(ctx, Action::Take).await
}
