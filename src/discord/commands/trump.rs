//! The `/trump` command.

use poise::serenity_prelude as serenity;

use super::answer::{answer, execute};
use crate::discord::interactions::arguments;
use crate::discord::interactions::autocomplete;
use crate::discord::interactions::context::UserContext;
use crate::discord::interactions::responder::Reply;
use crate::discord::state::{Error, Slash};
use crate::table::Command;
use ulti_rules::Action;

/// Names the trump suit.
#[poise::command(slash_command, guild_only)]
pub(super) async fn trump(ctx: Slash<'_>, #[autocomplete = "suits"] suit: String) -> Result<(), Error> {
    answer(ctx, async |person| named(person, &suit).await).await
}

async fn named(person: &UserContext<'_>, typed: &str) -> Reply {
    let trump = match arguments::trump(person.look, typed) {
        Ok(trump) => trump,
        Err(sentence) => return arguments::not_understood(person, sentence, autocomplete::trumps).await,
    };
    execute(person, Command::Act { action: Action::Trump(trump), at: None }).await
}

async fn suits(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    autocomplete::offer(ctx, typed, autocomplete::trumps).await
}
