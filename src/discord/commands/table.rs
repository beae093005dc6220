//! `/table`

use super::super::data::{Error, Slash};
use super::super::permissions;
use super::super::respond::Say;
use super::answer;

/// Posts the table's message again, where everyone sees it.
#[poise::command(slash_command, guild_only)]
pub(super) async fn table(ctx: Slash<'_>) -> Result<(), Error> {
    answer(ctx, async |person| match person.look_here().await {
        Err(refused) => person.refused(&refused, None),
        Ok(answer) => match permissions::missing(person.caller, person.lang) {
            Some(missing) => Say::aside(missing),
            None => {
                person.data.herald.post_again(&answer.scene);
                Say::aside(person.say("notice-updated"))
            }
        },
    })
    .await
}
