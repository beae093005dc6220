//! `/kontra`

use poise::serenity_prelude as serenity;

use super::super::act::Person;
use super::super::autocomplete;
use super::super::data::{Error, Slash};
use super::super::respond::Say;
use super::super::typed::{self, Doubling};
use super::{answer, asked};
use crate::rules::{Action, Games};
use crate::table::{Answer, Command};

/// Doubles games: kontra, rekontra and so on; or declines to.
#[poise::command(slash_command, guild_only)]
pub(super) async fn kontra(
    ctx: Slash<'_>,
    #[autocomplete = "open"] games: Option<String>,
) -> Result<(), Error> {
    answer(ctx, async |person| doubled(person, games.as_deref()).await).await
}

async fn doubled(person: &Person<'_>, typed: Option<&str>) -> Say {
    let action = match typed.map_or(Ok(Doubling::All), |typed| typed::doubling(person.look.lang, typed)) {
        Ok(Doubling::None) => Action::NoKontra,
        Ok(Doubling::Games(games)) => Action::Kontra(games),
        Ok(Doubling::All) => match person.look_here().await {
            Ok(now) => Action::Kontra(all_open(&now)),
            Err(refused) => return person.refused(&refused, None),
        },
        Err(sentence) => return typed::not_understood(person, sentence, autocomplete::kontras).await,
    };
    asked(person, Command::Act { action, at: None }).await
}

/// Everything that can be doubled; where nothing can, all of the contract, so that the refusal says
/// what was meant.
fn all_open(now: &Answer) -> Games {
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
