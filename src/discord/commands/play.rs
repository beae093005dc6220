//! The `/play` command.

use poise::serenity_prelude as serenity;

use super::answer::{answer, execute};
use crate::discord::interactions::arguments;
use crate::discord::interactions::autocomplete;
use crate::discord::interactions::context::UserContext;
use crate::discord::interactions::responder::Reply;
use crate::discord::state::{Error, Slash};
use crate::table::Command;
use ulti_rules::Action;

/// Plays a card.
#[poise::command(slash_command, guild_only)]
pub(super) async fn play(ctx: Slash<'_>, #[autocomplete = "cards"] card: String) -> Result<(), Error> {
    answer(ctx, async |person| played(person, &card).await).await
}

async fn played(person: &UserContext<'_>, typed: &str) -> Reply {
    let card = match arguments::card(person.look, typed) {
        Ok(card) => card,
        Err(sentence) => return arguments::not_understood(person, sentence, autocomplete::cards).await,
    };
    execute(person, Command::Act { action: Action::Play(card), at: None }).await
}

async fn cards(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    autocomplete::offer(ctx, typed, autocomplete::cards).await
}
