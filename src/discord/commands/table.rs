//! The `/table` command.

use super::answer::answer;
use crate::discord::interactions::responder::Reply;
use crate::discord::messages;
use crate::discord::state::{Error, Slash};

/// Reposts the table's message at the bottom of the channel.
#[poise::command(slash_command, guild_only)]
pub(super) async fn table(ctx: Slash<'_>) -> Result<(), Error> {
    answer(ctx, async |user| {
        let now = user.look_here().await?;
        if user.look.is_text_only() {
            // The public message may have pictures, so text-only users get a private copy instead.
            return Ok(Reply::Aside(messages::table_alone(&now.scene, user.look).into()));
        }
        user.require_bot_permissions()?;
        user.data.herald.post_again(&now.scene);
        Ok(Reply::aside(user.say("notice-updated")))
    })
    .await
}
