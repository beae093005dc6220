//! The `/trump` command.

use poise::serenity_prelude as serenity;

use super::common::table_command::{act_as, answer, understood};
use crate::discord::interactions::arguments;
use crate::discord::interactions::autocomplete;
use crate::discord::state::{Error, Slash};
use ulti_rules::Action;

/// Names the trump suit.
#[poise::command(slash_command, guild_only)]
pub(super) async fn trump(ctx: Slash<'_>, #[autocomplete = "suits"] suit: String) -> Result<(), Error> {
    answer(ctx, async |user| {
        let trump = understood(user, arguments::trump(user.appearance, &suit), autocomplete::trumps).await?;
        Ok(act_as(user, Action::Trump(trump)).await)
    })
    .await
}

async fn suits(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    autocomplete::offer(ctx, typed, autocomplete::suggest_trumps).await
}
