//! The `/rules` command, which shows pages of the rules, all contracts, and a score calculator.
//!
//! Discord does not let users invoke a command that has subcommands. The pages are therefore shown by `/rules
//! page`.

use std::sync::Arc;

use poise::serenity_prelude as serenity;

use super::common::failure::Failure;
use super::common::table_command::answer;
use super::settings::house_rules;
use crate::discord::custom_id::RulesPage;
use crate::discord::custom_id::calculation::Calculation;
use crate::discord::interactions::arguments;
use crate::discord::interactions::autocomplete;
use crate::discord::interactions::choice::Choice;
use crate::discord::interactions::context::UserContext;
use crate::discord::interactions::reply::Reply;
use crate::discord::messages::{self, Message};
use crate::discord::state::{Error, Slash};
use crate::text::{self, Appearance, Lang, searchable};
use ulti_rules::Book;

/// Parent command for the `/rules` subcommands. Users cannot run it directly.
#[poise::command(
    slash_command,
    install_context = "Guild|User",
    interaction_context = "Guild|BotDm|PrivateChannel",
    subcommands("read", "bids", "calculate", "rating")
)]
#[allow(clippy::unused_async)] // poise requires an async function
pub(super) async fn rules(_: Slash<'_>) -> Result<(), Error> {
    Ok(())
}

/// Shows the rules on a topic. By default, shows the overview.
#[poise::command(slash_command, rename = "page")]
async fn read(ctx: Slash<'_>, #[autocomplete = "topics"] topic: Option<String>) -> Result<(), Error> {
    answer(ctx, async |user| match topic.as_deref() {
        Some(typed) => chapter(user, typed).await,
        None => page(user, &RulesPage::first("overview")).await,
    })
    .await
}

/// Lists all contracts, weakest first.
#[poise::command(slash_command)]
async fn bids(ctx: Slash<'_>) -> Result<(), Error> {
    answer(ctx, async |user| page(user, &RulesPage::first(text::BOOK)).await).await
}

/// Explains how ranked deals and ratings work.
#[poise::command(slash_command)]
async fn rating(ctx: Slash<'_>) -> Result<(), Error> {
    answer(ctx, async |user| page(user, &RulesPage::first(text::RATING)).await).await
}

/// Opens the score calculator for a contract.
#[poise::command(slash_command, rename = "score")]
async fn calculate(ctx: Slash<'_>, #[autocomplete = "contracts"] contract: String) -> Result<(), Error> {
    answer(ctx, async |user| {
        let book = book_of(user).await?;
        let contract = arguments::contract_to_bid(user.appearance, &book, &contract)
            .map_err(|error| text::unknown_contract(user.appearance, &error))?;
        let entry = book.find(&contract).ok_or(Failure::Key("score-not-in-book"))?;
        Ok(Reply::InPlace(calculated(user, &Calculation::of(entry), &book).into()))
    })
    .await
}

/// Replies with the chapter of the rules that matches the typed key or title. Titles are recognized in any
/// language.
async fn chapter(user: &UserContext<'_>, typed: &str) -> Result<Reply, Failure> {
    let Some(key) = topic_called(typed) else {
        let lang = user.appearance.lang;
        return Err(arguments::not_understood_alone(lang, typed, &titles(lang)).into());
    };
    page(user, &RulesPage::first(key)).await
}

/// Returns the key of the chapter with the given key or title.
fn topic_called(typed: &str) -> Option<&'static str> {
    let wanted = searchable(typed);
    let is_wanted =
        |(key, title): &(&'static str, String)| searchable(key) == wanted || searchable(title) == wanted;
    Lang::ALL.into_iter().flat_map(text::topics).find(is_wanted).map(|(key, _)| key)
}

/// Replies with a page of the rules that apply in the user's channel.
pub(in crate::discord) async fn page(user: &UserContext<'_>, page: &RulesPage) -> Result<Reply, Failure> {
    let book = book_of(user).await?;
    let message = match user.caller.server {
        Some(_) => messages::rules_page(page, &book, user.appearance),
        None => messages::rules_page_in_private(page, &book, user.appearance),
    };
    Ok(Reply::InPlace(message.into()))
}

/// Posts a page of the rules as a public message in the server's language.
pub(in crate::discord) async fn share(user: &UserContext<'_>, page: &RulesPage) -> Result<Reply, Failure> {
    let (book, appearance) = (book_of(user).await?, public_look(user).await);
    Ok(Reply::Public(messages::rules_shared(page, &book, &user.caller.name, appearance)))
}

/// Replies with the score of a hypothetical deal under the rules that apply in the user's channel.
pub(in crate::discord) async fn score(user: &UserContext<'_>, sum: &Calculation) -> Result<Reply, Failure> {
    Ok(Reply::InPlace(calculated(user, sum, &*book_of(user).await?).into()))
}

fn calculated(user: &UserContext<'_>, sum: &Calculation, book: &Book) -> Message {
    match user.caller.server {
        Some(_) => messages::score(sum, book, user.appearance),
        None => messages::score_in_private(sum, book, user.appearance),
    }
}

/// Posts the score of a hypothetical deal as a public message in the server's language.
pub(in crate::discord) async fn share_score(
    user: &UserContext<'_>,
    sum: &Calculation,
) -> Result<Reply, Failure> {
    let (book, appearance) = (book_of(user).await?, public_look(user).await);
    Ok(Reply::Public(messages::score_shared(sum, &book, &user.caller.name, appearance)))
}

async fn public_look(user: &UserContext<'_>) -> Appearance {
    match user.caller.server {
        Some(server) => user.data.preferences.public_appearance(server).await,
        None => user.appearance,
    }
}

/// Returns the [`Book`] of rules and contracts for the channel's table. If there is no table, uses the
/// server's default rules. Outside servers, uses the default rules of the bot.
async fn book_of(user: &UserContext<'_>) -> Result<Arc<Book>, Failure> {
    if user.caller.server.is_none() {
        return Ok(Arc::new(Book::new(house_rules::usual_rules(user)?)));
    }
    if let Ok(now) = user.read_here().await {
        return Ok(Arc::clone(&now.table_view.book));
    }
    Ok(Arc::new(Book::new(house_rules::default_rules(user).await?.server.rules)))
}

/// Returns the chapters of the rules as autocomplete choices. Users can search for the titles in any
/// language.
fn titles(lang: Lang) -> Vec<Choice> {
    let other = |key: &str| {
        let all = Lang::ALL.into_iter().flat_map(text::topics);
        all.filter(|(one, _)| *one == key).map(|(_, title)| title).collect::<Vec<_>>()
    };
    let choice = |(key, title): (&str, String)| Choice::new(title, key).found_by(other(key));
    text::topics(lang).into_iter().map(choice).collect()
}

async fn topics(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    autocomplete::offer_fixed(ctx, typed, titles).await
}

async fn contracts(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    autocomplete::offer_after(ctx, typed, async |user: &UserContext<'_>| {
        let book = book_of(user).await.ok()?;
        Some(autocomplete::suggest_contracts(&book, user.appearance, typed))
    })
    .await
}
