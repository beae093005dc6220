//! `/trump`

use poise::serenity_prelude as serenity;

use super::super::act::Person;
use super::super::autocomplete;
use super::super::data::{Error, Slash};
use super::super::respond::Say;
use super::super::typed;
use super::{answer, asked};
use crate::rules::Action;
use crate::table::Command;

/// Names the trumps.
#[poise::command(slash_command, guild_only)]
pub(super) async fn trump(ctx: Slash<'_>, #[autocomplete = "suits"] suit: String) -> Result<(), Error> {
    answer(ctx, async |person| named(person, &suit).await).await
}

async fn named(person: &Person<'_>, typed: &str) -> Say {
    let trump = match typed::trump(person.look, typed) {
        Ok(trump) => trump,
        Err(sentence) => return typed::not_understood(person, sentence, autocomplete::trumps).await,
    };
    asked(person, Command::Act { action: Action::Trump(trump), at: None }).await
}

async fn suits(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    autocomplete::offer(ctx, typed, autocomplete::trumps).await
}
