//! The `/table` command.

use super::answer::answer;
use crate::discord::interactions::responder::Reply;
use crate::discord::messages;
use crate::discord::permissions;
use crate::discord::state::{Error, Slash};

/// Reposts the table's message at the bottom of the channel.
#[poise::command(slash_command, guild_only)]
pub(super) async fn table(ctx: Slash<'_>) -> Result<(), Error> {
    answer(ctx, async |person| {
        let now = match person.look_here().await {
            Ok(now) => now,
            Err(refused) => return person.refused(&refused, None),
        };
        if person.look.is_text_only() {
            // The public message may have pictures, so text-only users get a private copy instead.
            return Reply::Aside(messages::table_alone(&now.scene, person.look).into());
        }
        if let Some(missing) = permissions::missing(person.caller, person.look.lang) {
            return Reply::aside(missing);
        }
        person.data.herald.post_again(&now.scene);
        Reply::aside(person.say("notice-updated"))
    })
    .await
}
