//! The `/fold` command.

use super::common::table_command::act;
use crate::discord::state::{Error, Slash};
use ulti_rules::Action;

/// Gives up the user's contract before the first card is led.
#[poise::command(slash_command, guild_only)]
pub(super) async fn fold(ctx: Slash<'_>) -> Result<(), Error> {
    act(ctx, Action::Fold).await
}
