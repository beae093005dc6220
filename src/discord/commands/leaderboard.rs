//! `/leaderboard`

use super::super::act::Person;
use super::super::data::{Error, Slash};
use super::super::respond::Say;
use super::super::show;
use super::answer;

/// How many people stand on a page.
const PAGE: u32 = 20;

/// Shows who has won how much on this server.
#[poise::command(slash_command, guild_only)]
pub(super) async fn leaderboard(ctx: Slash<'_>) -> Result<(), Error> {
    answer(ctx, async |person| page(person, 0).await).await
}
