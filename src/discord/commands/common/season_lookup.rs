//! Looks up seasons of a server by name.

use poise::serenity_prelude as serenity;

use super::failure::Failure;
use crate::discord::clock;
use crate::discord::interactions::autocomplete;
use crate::discord::interactions::choice::{Choice, is_called};
use crate::discord::interactions::context::UserContext;
use crate::discord::messages;
use crate::discord::state::Slash;
use crate::store::{Season, Store, StoreError};
use crate::table::ServerId;
use crate::text::{Lang, Text};

/// Value of the autocomplete choice "all seasons".
pub(crate) const ALL: &str = "all";
/// Number of recent seasons that are searched by display name.
const SEARCHED: u32 = 200;
/// Maximum number of seasons suggested by autocomplete. Together with the choice "all seasons", this reaches
/// Discord's limit of 25 choices.
const OFFERED: u32 = 24;

/// Returns the season with the given name.
///
/// If no name is given, returns the current season or, if no season is running, the newest one. Returns
/// `None` if the server has never had a season.
pub(crate) async fn season(user: &UserContext<'_>, typed: Option<&str>) -> Result<Option<Season>, Failure> {
    let (server, store) = (user.server()?, user.store());
    if let Some(name) = typed.map(str::trim).filter(|name| !name.is_empty()) {
        return Ok(find_named(store, server, name).await?);
    }
    Ok(match store.season_now(server, clock::now()).await? {
        Some(running) => Some(running),
        None => store.seasons(server, None, 1).await?.pop(),
    })
}

/// Finds a season by its stored name or by its display name, such as `November 2026`.
async fn find_named(store: &Store, server: ServerId, typed: &str) -> Result<Option<Season>, StoreError> {
    if let Some(season) = store.season_named(server, typed).await? {
        return Ok(Some(season));
    }
    let is_meant =
        |season: &Season| is_called(typed, |lang| messages::season_label(&season.name, lang.into()));
    let seasons = store.seasons(server, None, SEARCHED).await?;
    seasons.into_iter().find(is_meant).map(Some).ok_or(StoreError::NoSuchSeason)
}

/// Returns `true` if the typed text selects the choice "all seasons". Accepts its value, and its display name
/// in any language.
pub(crate) fn is_all(typed: &str) -> bool {
    typed.trim().to_lowercase() == ALL || is_called(typed, |lang| Text::new(lang).text("past-all-seasons"))
}

/// Suggests the server's seasons, newest first.
pub(crate) async fn seasons(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    autocomplete::offer_after(ctx, typed, async |user| Some(names(user).await?.into())).await
}

/// Suggests the choice "all seasons", followed by the server's seasons.
pub(crate) async fn seasons_and_all(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    autocomplete::offer_after(ctx, typed, async |user: &UserContext<'_>| {
        let mut choices = names(user).await?;
        choices.insert(0, Choice::new(user.text("past-all-seasons"), ALL));
        Some(choices.into())
    })
    .await
}

async fn names(user: &UserContext<'_>) -> Option<Vec<Choice>> {
    let seasons = user.store().seasons(user.caller.server?, None, OFFERED).await.ok()?;
    let choice = |season: Season| {
        let labels = Lang::ALL.map(|lang| messages::season_label(&season.name, lang.into()));
        Choice::new(messages::season_label(&season.name, user.appearance), season.name).found_by(labels)
    };
    Some(seasons.into_iter().map(choice).collect())
}
