//! `/fold`

use super::super::data::{Error, Slash};
use super::act;
use crate::rules::Action;

/// Gives the contract up before the first lead.
#[poise::command(slash_command, guild_only)]
pub(super) async fn fold(ctx: Slash<'_>) -> Result<(), Error> {
    act(ctx, Action::Fold).await
}
