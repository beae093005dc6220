//! The `/kontra` command.

use poise::serenity_prelude as serenity;

use super::common::table_command::{act_as, answer, understood};
use crate::discord::interactions::arguments::Doubling;
use crate::discord::interactions::autocomplete;
use crate::discord::state::{Error, Slash};
use ulti_rules::{Action, Games, View};

/// Doubles one or more games (kontra, rekontra and so on), or declines to double.
#[poise::command(slash_command, guild_only)]
pub(super) async fn kontra(
    ctx: Slash<'_>,
    #[autocomplete = "open"] games: Option<String>,
) -> Result<(), Error> {
    answer(ctx, async |user| {
        let now = user.read_here().await?;
        let view = now.player_view.as_deref();
        let parsed =
            games.map_or(Ok(Doubling::All), |typed| autocomplete::doubling(view, user.appearance, &typed));
        let action = match understood(user, parsed, autocomplete::kontras).await? {
            Doubling::None => Action::NoKontra,
            Doubling::Games(games) => Action::Kontra(games),
            Doubling::All => Action::Kontra(all_open(view)),
        };
        Ok(act_as(user, action).await)
    })
    .await
}

/// Returns all games that the user can double now.
///
/// If there are none, returns the games of the contract, so that the error message can name them.
fn all_open(view: Option<&View>) -> Games {
    let Some(view) = view else { return Games::empty() };
    if view.legal.kontra.is_empty() {
        view.contract().map_or(Games::empty(), |(_, contract)| contract.games())
    } else {
        view.legal.kontra
    }
}

async fn open(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    autocomplete::offer(ctx, typed, autocomplete::suggest_kontras).await
}
