//! The `/history` command, which lists the finished deals of a server.

use poise::serenity_prelude as serenity;

use super::answer::answer;
use super::season_lookup;
use super::settings::house_rules;
use crate::discord::interactions::arguments;
use crate::discord::interactions::autocomplete;
use crate::discord::interactions::choice::Choice;
use crate::discord::interactions::context::UserContext;
use crate::discord::interactions::responder::Reply;
use crate::discord::messages::{self, HistoryPage};
use crate::discord::state::{Error, Slash};
use crate::store::{DealId, Filter, Season, StoreError};
use crate::table::{ServerId, UserId};
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
    let of = person.map(|user| UserId(user.id.get()));
    answer(ctx, async |person| {
        let Some(server) = person.caller.server else {
            return Reply::aside(person.say("notice-direct-message"));
        };
        match filter_of(person, server, of, contract.as_deref(), season.as_deref()).await {
            Ok(filter) => page(person, filter, None).await,
            Err(say) => say,
        }
    })
    .await
}

/// Converts the options of `/history` to a filter for deals.
async fn filter_of(
    person: &UserContext<'_>,
    server: ServerId,
    of: Option<UserId>,
    contract: Option<&str>,
    season: Option<&str>,
) -> Result<Filter, Reply> {
    let contract = match contract.map(str::trim).filter(|typed| !typed.is_empty()) {
        Some(typed) => Some(kind(person, server, typed).await?),
        None => None,
    };
    let season = match season.map(str::trim).filter(|name| !name.is_empty() && !season_lookup::is_all(name)) {
        Some(name) => season_lookup::season(person, server, Some(name)).await?.map(|season| season.id),
        None => None,
    };
    Ok(Filter { person: of, contract, season })
}

/// Parses a contract and removes its suit, because the history is filtered by contract in any suit.
async fn kind(person: &UserContext<'_>, server: ServerId, typed: &str) -> Result<Contract, Reply> {
    let rules = house_rules::played(person, server).await?.server.rules;
    let contract = arguments::contract(person.look, &rules, typed).map_err(Reply::aside)?;
    Ok(contract.without_suit())
}

/// Replies with a page of the history that starts before the given deal.
///
/// A forged custom id reveals nothing. Seasons of other servers are not found, and only hidden players
/// themselves can filter the history by their own name.
pub(in crate::discord) async fn page(
    person: &UserContext<'_>,
    filter: Filter,
    before: Option<DealId>,
) -> Reply {
    let Some(server) = person.caller.server else { return Reply::aside(person.say("notice-direct-message")) };
    match read(person, server, filter, before).await {
        Ok(Some(say)) => say,
        Ok(None) => Reply::aside(person.say("history-hidden")),
        Err(error) => season_lookup::refused(person, &error),
    }
}

async fn read(
    person: &UserContext<'_>,
    server: ServerId,
    filter: Filter,
    before: Option<DealId>,
) -> Result<Option<Reply>, StoreError> {
    let store = person.data.preferences.store();
    let others = filter.person.filter(|user| *user != person.caller.user);
    // Only servers on which the player has played learn that the player is hidden.
    if let Some(user) = others
        && store.is_hidden(user).await?
        && !store
            .history(server, &Filter { person: Some(user), ..Filter::default() }, None, 1)
            .await?
            .is_empty()
    {
        return Ok(None);
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
        eyes: filter.person.unwrap_or(person.caller.user),
        deals: &deals,
        before,
        more,
    };
    Ok(Some(Reply::Show(messages::history(&history, person.look).into())))
}

async fn kinds(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    autocomplete::offer_after(ctx, typed, async |person: &UserContext<'_>| {
        let played = house_rules::played(person, person.caller.server?).await.ok()?;
        Some(kinds_of(&Book::new(played.server.rules), person.look))
    })
    .await
}

/// Returns the contracts of a rule set as autocomplete choices. Contracts that differ only in suit are listed
/// once.
fn kinds_of(book: &Book, look: Appearance) -> Vec<Choice> {
    let mut kinds: Vec<Contract> = Vec::new();
    for kind in book.entries().iter().map(|entry| entry.contract.without_suit()) {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    let choice = |kind: Contract| {
        let also = Appearance::ALL.into_iter().map(|look| text::contract(look, &kind));
        Choice::new(text::contract(look.undrawn(), &kind), kind.to_string()).found_by(also)
    };
    kinds.into_iter().map(choice).collect()
}
