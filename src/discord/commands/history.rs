//! `/history`: what was played on this server.

use poise::serenity_prelude as serenity;

use super::super::act::Person;
use super::super::autocomplete::{self, Choice};
use super::super::data::{Error, Slash};
use super::super::respond::Say;
use super::super::show::{self, History};
use super::super::{past, typed};
use super::{answer, house};
use crate::rules::{Book, Contract};
use crate::store::{DealId, Filter, Season, StoreError};
use crate::table::{ServerId, UserId};
use crate::text::{self, Look};

/// How many deals stand on a page.
const PAGE: u32 = 10;

/// Lists the finished deals of this server, newest first.
#[poise::command(slash_command, guild_only)]
pub(super) async fn history(
    ctx: Slash<'_>,
    person: Option<serenity::User>,
    #[autocomplete = "kinds"] contract: Option<String>,
    #[autocomplete = "past::seasons_and_all"] season: Option<String>,
) -> Result<(), Error> {
    let of = person.map(|user| UserId(user.id.get()));
    answer(ctx, async |person| {
        let Some(server) = person.caller.server else {
            return Say::aside(person.say("notice-direct-message"));
        };
        match asked(person, server, of, contract.as_deref(), season.as_deref()).await {
            Ok(filter) => page(person, filter, None).await,
            Err(say) => say,
        }
    })
    .await
}

/// Which deals are meant by the options.
async fn asked(
    person: &Person<'_>,
    server: ServerId,
    of: Option<UserId>,
    contract: Option<&str>,
    season: Option<&str>,
) -> Result<Filter, Say> {
    let contract = match contract.map(str::trim).filter(|typed| !typed.is_empty()) {
        Some(typed) => Some(kind(person, server, typed).await?),
        None => None,
    };
    let season = match season.map(str::trim).filter(|name| !name.is_empty() && !past::is_all(name)) {
        Some(name) => past::season(person, server, Some(name)).await?.map(|season| season.id),
        None => None,
    };
    Ok(Filter { person: of, contract, season })
}

/// A contract as it is said here, without its suit: that is what deals are found by.
async fn kind(person: &Person<'_>, server: ServerId, typed: &str) -> Result<Contract, Say> {
    let rules = house::played(person, server).await?.server.rules;
    let contract = typed::contract(person.look, &rules, typed).map_err(Say::aside)?;
    Ok(contract.without_suit())
}

/// A page of the history, from before one of the deals. What a button asks for may be made up: seasons
/// of other servers are not found, and who stays out of lists is only listed to themselves.
pub(in super::super) async fn page(person: &Person<'_>, filter: Filter, before: Option<DealId>) -> Say {
    let Some(server) = person.caller.server else { return Say::aside(person.say("notice-direct-message")) };
    match read(person, server, filter, before).await {
        Ok(Some(say)) => say,
        Ok(None) => Say::aside(person.say("history-hidden")),
        Err(error) => past::refused(person, &error),
    }
}

async fn read(
    person: &Person<'_>,
    server: ServerId,
    filter: Filter,
    before: Option<DealId>,
) -> Result<Option<Say>, StoreError> {
    let store = person.data.memory.store();
    let others = filter.person.filter(|user| *user != person.caller.user);
    // Whether somebody stays out of lists concerns only those who have played with them.
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
    // One more than fits says whether there is a page after this one.
    let mut deals = store.history(server, &filter, before, PAGE + 1).await?;
    let more = deals.len() > PAGE as usize;
    deals.truncate(PAGE as usize);
    let history = History {
        filter,
        season: season.as_ref().map(|season| season.name.as_str()),
        eyes: filter.person.unwrap_or(person.caller.user),
        deals: &deals,
        before,
        more,
    };
    Ok(Some(Say::Show(show::history(&history, person.look).into())))
}

async fn kinds(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    autocomplete::offer_after(ctx, typed, async |person: &Person<'_>| {
        let played = house::played(person, person.caller.server?).await.ok()?;
        Some(kinds_of(&Book::new(played.server.rules), person.look))
    })
    .await
}

/// Every contract of a book, each once whatever its suit.
fn kinds_of(book: &Book, look: Look) -> Vec<Choice> {
    let mut kinds: Vec<Contract> = Vec::new();
    for kind in book.entries().iter().map(|entry| entry.contract.without_suit()) {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    let choice = |kind: Contract| {
        let also = Look::ALL.into_iter().map(|look| text::contract(look, &kind));
        Choice::new(text::contract(look.undrawn(), &kind), kind.to_string()).found_by(also)
    };
    kinds.into_iter().map(choice).collect()
}
