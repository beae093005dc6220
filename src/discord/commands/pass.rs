//! The `/pass` command.

use super::common::failure::Failure;
use super::common::table_command::{answer, execute};
use crate::discord::interactions::context::UserContext;
use crate::discord::interactions::reply::Reply;
use crate::discord::state::{Error, Slash};
use crate::table::Command;
use ulti_rules::Action;

/// Passes once. If `rest` is `true`, passes for the rest of the auction, and `false` takes this back.
#[poise::command(slash_command, guild_only)]
pub(super) async fn pass(ctx: Slash<'_>, rest: Option<bool>) -> Result<(), Error> {
    answer(ctx, async |user| {
        let command = match rest {
            Some(true) => Command::PassOn { at: None },
            Some(false) => stop_or_pass(user).await?,
            None => PASS,
        };
        Ok::<Reply, Failure>(execute(user, command).await)
    })
    .await
}

const PASS: Command = Command::Act { action: Action::Pass, at: None };

/// Returns the command that takes back passing for the rest of the auction. If there is nothing to take back,
/// returns the command that passes once.
async fn stop_or_pass(user: &UserContext<'_>) -> Result<Command, Failure> {
    let now = user.read_here().await?;
    let passes_on = now.player_view.as_ref().is_some_and(|view| view.passes_on);
    let deal = now.table_view.deal.as_ref().filter(|_| passes_on);
    Ok(deal.map_or(PASS, |deal| Command::StopPassing { deal: deal.number }))
}
