//! The `/history` command, which lists the finished deals of a server.

use poise::serenity_prelude as serenity;

use super::common::failure::Failure;
use super::common::season_lookup;
use super::common::table_command::answer;
use super::settings::house_rules;
use crate::discord::interactions::arguments;
use crate::discord::interactions::autocomplete;
use crate::discord::interactions::choice::{Choice, Suggestions};
use crate::discord::interactions::context::UserContext;
use crate::discord::interactions::reply::Reply;
use crate::discord::messages::{self, HistoryPage};
use crate::discord::state::{Error, Slash};
use crate::store::{DealId, Filter, Season, StoreError};
use crate::table::UserId;
use crate::text::{self, Appearance};
use ulti_rules::{Book, Contract};

/// Number of deals per page.
const PAGE: u32 = 10;

/// Lists the server's finished deals, newest first.
#[poise::command(slash_command, guild_only)]
pub(super) async fn history(
    ctx: Slash<'_>,
    person: Option<serenity::User>,
    #[autocomplete = "kinds"] contract: Option<String>,
    #[autocomplete = "season_lookup::seasons_and_all"] season: Option<String>,
) -> Result<(), Error> {
    let player = person.map(|user| UserId(user.id.get()));
    answer(ctx, async |user| {
        let contract = match contract.as_deref().map(str::trim).filter(|typed| !typed.is_empty()) {
            Some(typed) => Some(kind(user, typed).await?),
            None => None,
        };
        let named = season.as_deref().map(str::trim);
        let season = match named.filter(|name| !name.is_empty() && !season_lookup::is_all(name)) {
            Some(name) => season_lookup::season(user, Some(name)).await?.map(|season| season.id),
            None => None,
        };
        page(user, Filter { person: player, contract, season }, None).await
    })
    .await
}

/// Parses a contract and removes its suit, because the history filter ignores suits.
async fn kind(user: &UserContext<'_>, typed: &str) -> Result<Contract, Failure> {
    let rules = house_rules::default_rules(user).await?.server.rules;
    let contract = arguments::contract(user.appearance, &rules, typed)
        .map_err(|error| text::unknown_contract(user.appearance, &error))?;
    Ok(contract.without_suit())
}

/// Replies with a page of the history. The page contains deals older than `before`, or the newest deals if
/// `before` is `None`.
///
/// The filter may come from a forged custom id. Therefore, the function returns an error if the season
/// belongs to another server. It also returns an error if the user asks for the deals of another player who
/// is hidden.
pub(in crate::discord) async fn page(
    user: &UserContext<'_>,
    filter: Filter,
    before: Option<DealId>,
) -> Result<Reply, Failure> {
    let (server, store) = (user.server()?, user.store());
    // Only servers on which the player has played learn that the player is hidden.
    if let Some(player) = filter.person.filter(|player| *player != user.caller.user)
        && store.is_hidden(player).await?
    {
        let deals_of_player = Filter { person: Some(player), ..Filter::default() };
        if !store.history(server, &deals_of_player, None, 1).await?.is_empty() {
            return Err(Failure::Key("history-hidden"));
        }
    }
    let season: Option<Season> = match filter.season {
        Some(id) => Some(store.season_by_id(server, id).await?.ok_or(StoreError::NoSuchSeason)?),
        None => None,
    };
    // One extra deal tells whether there is another page.
    let mut deals = store.history(server, &filter, before, PAGE + 1).await?;
    let more = deals.len() > PAGE as usize;
    deals.truncate(PAGE as usize);
    let history = HistoryPage {
        filter,
        season: season.as_ref().map(|season| season.name.as_str()),
        viewer: filter.person.unwrap_or(user.caller.user),
        deals: &deals,
        before,
        more,
    };
    Ok(Reply::InPlace(messages::history(&history, user.appearance).into()))
}

async fn kinds(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    autocomplete::offer_after(ctx, typed, async |user: &UserContext<'_>| {
        let rules = house_rules::default_rules(user).await.ok()?.server.rules;
        let book = Book::new(rules);
        let meant = autocomplete::contracts_meant(typed, user.appearance.faces, &book);
        let meant = meant.into_iter().map(|contract| contract.without_suit().to_string());
        Some(Suggestions::from(kinds_of(&book, user.appearance)).with_parsed(meant))
    })
    .await
}

/// Returns the contracts of a rule set as autocomplete choices. Contracts that differ only in suit are listed
/// once.
fn kinds_of(book: &Book, appearance: Appearance) -> Vec<Choice> {
    let mut kinds: Vec<Contract> = Vec::new();
    for kind in book.entries().iter().map(|entry| entry.contract.without_suit()) {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    let choice = |kind: Contract| {
        let also = Appearance::ALL.into_iter().map(|appearance| text::contract(appearance, &kind));
        Choice::new(text::contract(appearance.undrawn(), &kind), kind.to_string()).found_by(also)
    };
    kinds.into_iter().map(choice).collect()
}
