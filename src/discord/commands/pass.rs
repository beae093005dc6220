//! `/pass`

use super::super::data::{Error, Slash};
use super::ask;
use crate::rules::Action;
use crate::table::Command;

/// Passes, for this turn or for the rest of the auction.
#[poise::command(slash_command, guild_only)]
pub(super) async fn pass(ctx: Slash<'_>, rest: Option<bool>) -> Result<(), Error> {
    let command = match rest {
        Some(true) => Command::PassOn { at: None },
        _ => Command::Act { action: Action::Pass, at: None },
    };
    ask(ctx, command).await
}
