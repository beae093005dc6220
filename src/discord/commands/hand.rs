//! `/hand`

use super::super::data::{Error, Slash};
use super::ask;
use crate::table::Command;

/// Shows the own cards, to the person alone.
#[poise::command(slash_command, guild_only)]
pub(super) async fn hand(ctx: Slash<'_>) -> Result<(), Error> {
    ask(ctx, Command::Look).await
}
