//! The `/fold` command.

use super::common::table_command::act;
use crate::discord::state::{Error, Slash};
use ulti_rules::Action;

/// Folds the user's contract or concedes the deal, after a question.
#[poise::command(slash_command, guild_only)]
pub(super) async fn fold(ctx: Slash<'_>) -> Result<(), Error> {
    act(ctx, Action::Fold).await
}
