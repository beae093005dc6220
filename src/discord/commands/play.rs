//! `/play`

use poise::serenity_prelude as serenity;

use super::super::act::Person;
use super::super::autocomplete;
use super::super::data::{Error, Slash};
use super::super::respond::Say;
use super::super::typed;
use super::{answer, asked};
use crate::rules::Action;
use crate::table::Command;

/// Plays a card.
#[poise::command(slash_command, guild_only)]
pub(super) async fn play(ctx: Slash<'_>, #[autocomplete = "cards"] card: String) -> Result<(), Error> {
    answer(ctx, async |person| played(person, &card).await).await
}

async fn played(person: &Person<'_>, typed: &str) -> Say {
    let card = match typed::card(person.look, typed) {
        Ok(card) => card,
        Err(sentence) => return typed::not_understood(person, sentence, autocomplete::cards).await,
    };
    asked(person, Command::Act { action: Action::Play(card), at: None }).await
}

async fn cards(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    autocomplete::offer(ctx, typed, autocomplete::cards).await
}
