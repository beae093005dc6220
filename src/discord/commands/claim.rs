//! `/claim`

use super::super::data::{Error, Slash};
use super::act;
use crate::rules::Action;

/// Lays the own hand open and claims the rest, or only lays it open.
#[poise::command(slash_command, guild_only)]
pub(super) async fn claim(ctx: Slash<'_>, only_open: Option<bool>) -> Result<(), Error> {
    act(ctx, if only_open == Some(true) { Action::Open } else { Action::Claim }).await
}
