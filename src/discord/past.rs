//! What a server remembers, as its people ask for it: seasons by their names, and the sentences for
//! what is not there.

use poise::serenity_prelude as serenity;

use super::act::Person;
use super::autocomplete::{self, Choice};
use super::data::Slash;
use super::respond::Say;
use super::show;
use crate::store::{Season, Store, StoreError};
use crate::table::{Millis, ServerId};
use crate::text::{Lang, Text};

/// The value of the choice of every season together.
pub(super) const ALL: &str = "all";
/// Among how many seasons one is looked for by what it is called: the newest of many years.
const SEARCHED: u32 = 200;
/// How many seasons are offered while someone types: with all of them together, what Discord takes.
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
        Some(name) => called(store, server, name).await,
        None => newest(person, server).await,
    };
    found.map_err(|error| refused(person, &error))
}

/// By its name, or by what people call it: `November 2026`.
async fn called(store: &Store, server: ServerId, typed: &str) -> Result<Option<Season>, StoreError> {
    if let Some(season) = store.season_named(server, typed).await? {
        return Ok(Some(season));
    }
    let typed = autocomplete::plain(typed);
    let is_called = |season: &Season| {
        Lang::ALL
            .into_iter()
            .any(|lang| autocomplete::plain(&show::season_label(&season.name, lang)) == typed)
    };
    let seasons = store.seasons(server, None, SEARCHED).await?;
    seasons.into_iter().find(is_called).map(Some).ok_or(StoreError::NoSuchSeason)
}

/// Whether every season is asked for, by the value or as it is offered.
pub(super) fn is_all(typed: &str) -> bool {
    let typed = autocomplete::plain(typed);
    let offered = |lang| autocomplete::plain(&Text::new(lang).say("past-all-seasons"));
    typed == ALL || Lang::ALL.into_iter().any(|lang| offered(lang) == typed)
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
    let choice = |season: Season| {
        let labels = Lang::ALL.map(|lang| show::season_label(&season.name, lang));
        Choice::new(show::season_label(&season.name, person.look), season.name).found_by(labels)
    };
    Some(seasons.into_iter().map(choice).collect())
}

/// What a person hears where what they asked for is not there, or could not be read or written.
pub(super) fn refused(person: &Person<'_>, error: &StoreError) -> Say {
    if !show::is_an_answer(error) {
        tracing::error!(%error, "what is remembered can't be read or written");
    }
    Say::aside(show::not_there(error, person.look))
}
