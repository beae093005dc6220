//! The `/claim` command.

use super::common::table_command::act;
use crate::discord::state::{Error, Slash};
use ulti_rules::Action;

/// Claims the remaining tricks, or with `only_open`, reveals the hand. Asks for a confirmation.
#[poise::command(slash_command, guild_only)]
pub(super) async fn claim(ctx: Slash<'_>, only_open: Option<bool>) -> Result<(), Error> {
    act(ctx, if only_open == Some(true) { Action::Open } else { Action::Claim }).await
}
