//! What a server remembers, as its people ask for it: seasons by their names, and the sentences for
//! what is not there.

use poise::serenity_prelude as serenity;

use super::act::Person;
use super::autocomplete::{self, Choice};
use super::data::Slash;
use super::respond::Say;
use super::show;
use crate::store::{Season, StoreError};
use crate::table::{Millis, ServerId};

/// The value of the choice of every season together.
pub(super) const ALL: &str = "all";
/// How many seasons are offered while someone types.
const OFFERED: u32 = 24;

/// Now, as the deals that were kept are dated.
pub(super) fn now() -> Millis {
    crate::table::Clock::wall().now()
}

/// The season with this name; without one, the season that runs, else the newest, and `None` before the
/// first deal of a server.
pub(super) async fn season(
    person: &Person<'_>,
    server: ServerId,
    typed: Option<&str>,
) -> Result<Option<Season>, Say> {
    let store = person.data.memory.store();
    let found = match typed.map(str::trim).filter(|name| !name.is_empty()) {
        Some(name) => match store.season_named(server, name).await {
            Ok(None) => Err(StoreError::NoSuchSeason),
            found => found,
        },
        None => newest(person, server).await,
    };
    found.map_err(|error| refused(person, &error))
}

async fn newest(person: &Person<'_>, server: ServerId) -> Result<Option<Season>, StoreError> {
    let store = person.data.memory.store();
    if let Some(running) = store.season_now(server, now()).await? {
        return Ok(Some(running));
    }
    Ok(store.seasons(server, None, 1).await?.pop())
}

/// Offers the seasons of the server, newest first.
pub(super) async fn seasons(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    autocomplete::offer_after(ctx, typed, async |person| names(person).await).await
}

/// Offers all seasons together, and each.
pub(super) async fn seasons_and_all(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    autocomplete::offer_after(ctx, typed, async |person: &Person<'_>| {
        let mut choices = names(person).await?;
        choices.insert(0, Choice::new(person.say("past-all-seasons"), ALL));
        Some(choices)
    })
    .await
}

async fn names(person: &Person<'_>) -> Option<Vec<Choice>> {
    let seasons = person.data.memory.store().seasons(person.caller.server?, None, OFFERED).await.ok()?;
    Some(seasons.into_iter().map(|season| Choice::new(season.name.clone(), season.name)).collect())
}

/// What a person hears where what they asked for is not there, or could not be read or written.
pub(super) fn refused(person: &Person<'_>, error: &StoreError) -> Say {
    if !show::is_an_answer(error) {
        tracing::error!(%error, "what is remembered can't be read or written");
    }
    Say::aside(show::not_there(error, person.look))
}
