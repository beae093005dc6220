//! The `/kontra` command.

use poise::serenity_prelude as serenity;

use super::answer::{answer, execute};
use crate::discord::interactions::arguments::{self, Doubling};
use crate::discord::interactions::autocomplete;
use crate::discord::interactions::context::UserContext;
use crate::discord::interactions::responder::Reply;
use crate::discord::state::{Error, Slash};
use crate::table::{Command, TableReply};
use ulti_rules::{Action, Games};

/// Doubles games (kontra, rekontra and so on), or declines to double them.
#[poise::command(slash_command, guild_only)]
pub(super) async fn kontra(
    ctx: Slash<'_>,
    #[autocomplete = "open"] games: Option<String>,
) -> Result<(), Error> {
    answer(ctx, async |person| doubled(person, games.as_deref()).await).await
}

async fn doubled(person: &UserContext<'_>, typed: Option<&str>) -> Reply {
    let action = match typed.map_or(Ok(Doubling::All), |typed| arguments::doubling(person.look.lang, typed)) {
        Ok(Doubling::None) => Action::NoKontra,
        Ok(Doubling::Games(games)) => Action::Kontra(games),
        Ok(Doubling::All) => match person.look_here().await {
            Ok(now) => Action::Kontra(all_open(&now)),
            Err(refused) => return person.refused(&refused, None),
        },
        Err(sentence) => return arguments::not_understood(person, sentence, autocomplete::kontras).await,
    };
    execute(person, Command::Act { action, at: None }).await
}

/// Returns all games that the user can double now.
///
/// If there are none, returns the games of the contract, so that the error message names them.
fn all_open(now: &TableReply) -> Games {
    let Some(view) = &now.view else { return Games::empty() };
    if view.legal.kontra.is_empty() {
        view.contract().map_or(Games::empty(), |(_, contract)| contract.games())
    } else {
        view.legal.kontra
    }
}

async fn open(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    autocomplete::offer(ctx, typed, autocomplete::kontras).await
}
