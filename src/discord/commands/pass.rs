//! The `/pass` command.

use super::common::table_command::ask;
use crate::discord::state::{Error, Slash};
use crate::table::Command;
use ulti_rules::Action;

/// Passes once. If `rest` is `true`, passes for the rest of the auction.
#[poise::command(slash_command, guild_only)]
pub(super) async fn pass(ctx: Slash<'_>, rest: Option<bool>) -> Result<(), Error> {
    let command = match rest {
        Some(true) => Command::PassOn { at: None },
        _ => Command::Act { action: Action::Pass, at: None },
    };
    ask(ctx, command).await
}
