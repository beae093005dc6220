//! `/table`

use super::super::data::{Error, Slash};
use super::super::permissions;
use super::super::respond::Say;
use super::super::show;
use super::answer;

/// Posts the table's message again, where everyone sees it.
#[poise::command(slash_command, guild_only)]
pub(super) async fn table(ctx: Slash<'_>) -> Result<(), Error> {
    answer(ctx, async |person| {
        let now = match person.look_here().await {
            Ok(now) => now,
            Err(refused) => return person.refused(&refused, None),
        };
        if person.look.is_text_only() {
            // Everyone's message may have pictures; and to read it, it need not come down the channel.
            return Say::Aside(show::table_alone(&now.scene, person.look).into());
        }
        if let Some(missing) = permissions::missing(person.caller, person.look.lang) {
            return Say::aside(missing);
        }
        person.data.herald.post_again(&now.scene);
        Say::aside(person.say("notice-updated"))
    })
    .await
}
