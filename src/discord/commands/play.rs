//! The `/play` command.

use poise::serenity_prelude as serenity;

use super::common::table_command::{act_as, answer, understood};
use crate::discord::interactions::arguments;
use crate::discord::interactions::autocomplete;
use crate::discord::state::{Error, Slash};
use ulti_rules::Action;

/// Plays a card.
#[poise::command(slash_command, guild_only)]
pub(super) async fn play(ctx: Slash<'_>, #[autocomplete = "cards"] card: String) -> Result<(), Error> {
    answer(ctx, async |user| {
        let parsed = arguments::card(user.appearance, &card);
        let card =
            understood(user, parsed, |view, appearance| autocomplete::cards_called(view, appearance, &card))
                .await?;
        Ok(act_as(user, Action::Play(card)).await)
    })
    .await
}

async fn cards(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    autocomplete::offer(ctx, typed, autocomplete::suggest_cards).await
}
