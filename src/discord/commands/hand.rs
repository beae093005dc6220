//! The `/hand` command.

use super::common::table_command::ask;
use crate::discord::state::{Error, Slash};
use crate::table::Command;

/// Shows the user's cards in an ephemeral message.
#[poise::command(slash_command, guild_only)]
pub(super) async fn hand(ctx: Slash<'_>) -> Result<(), Error> {
    ask(ctx, Command::Look).await
}
