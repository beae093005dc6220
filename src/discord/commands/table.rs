//! The `/table` command.

use super::common::table_command::answer;
use crate::discord::interactions::reply::Reply;
use crate::discord::messages;
use crate::discord::state::{Error, Slash};

/// Reposts the table's message at the bottom of the channel.
#[poise::command(slash_command, guild_only)]
pub(super) async fn table(ctx: Slash<'_>) -> Result<(), Error> {
    answer(ctx, async |user| {
        let now = user.read_here().await?;
        if user.appearance.is_text_only() {
            // The public message may have pictures, so text-only users get a private copy instead.
            return Ok(Reply::Ephemeral(messages::table_alone(&now.table_view, user.appearance).into()));
        }
        user.require_bot_permissions()?;
        user.data.repost(&now.table_view).await;
        Ok(Reply::ephemeral(user.text("notice-updated")))
    })
    .await
}
