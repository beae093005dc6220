//! The `/rules` command, which shows pages of the rules, all contracts, and a score calculator.
//!
//! Discord does not let users invoke a command that has subcommands. The pages are therefore shown by `/rules
//! page`.

use std::sync::Arc;

use poise::serenity_prelude as serenity;

use super::answer::answer;
use super::settings::house_rules;
use crate::discord::custom_id::RulesPage;
use crate::discord::custom_id::calculation::Calculation;
use crate::discord::interactions::arguments;
use crate::discord::interactions::autocomplete;
use crate::discord::interactions::choice::{Choice, normalize};
use crate::discord::interactions::context::UserContext;
use crate::discord::interactions::responder::Reply;
use crate::discord::messages;
use crate::discord::state::{Error, Slash};
use crate::text::{self, Appearance, Lang};
use ulti_rules::Book;

/// Parent of the `/rules` subcommands. Users cannot invoke the parent itself.
#[poise::command(slash_command, guild_only, subcommands("read", "bids", "calculate", "rating"))]
#[allow(clippy::unused_async)] // poise requires an async function
pub(super) async fn rules(_: Slash<'_>) -> Result<(), Error> {
    Ok(())
}

/// Shows the rules on a topic.
#[poise::command(slash_command, guild_only, rename = "page")]
async fn read(ctx: Slash<'_>, #[autocomplete = "topics"] topic: Option<String>) -> Result<(), Error> {
    answer(ctx, async |person| match topic.as_deref() {
        Some(named) => self::named(person, named).await,
        None => page(person, &RulesPage::first("overview")).await,
    })
    .await
}

/// Lists all contracts, weakest first.
#[poise::command(slash_command, guild_only)]
async fn bids(ctx: Slash<'_>) -> Result<(), Error> {
    answer(ctx, async |person| page(person, &RulesPage::first(text::BOOK)).await).await
}

/// Explains how ranked deals and ratings work.
#[poise::command(slash_command, guild_only)]
async fn rating(ctx: Slash<'_>) -> Result<(), Error> {
    answer(ctx, async |person| page(person, &RulesPage::first(text::RATING)).await).await
}

/// Calculates the score of a deal.
#[poise::command(slash_command, guild_only, rename = "score")]
async fn calculate(ctx: Slash<'_>, #[autocomplete = "contracts"] contract: String) -> Result<(), Error> {
    answer(ctx, async |person| {
        let book = match book_of(person).await {
            Ok(book) => book,
            Err(say) => return say,
        };
        let wanted = match arguments::contract(person.look, book.rules(), &contract) {
            Ok(wanted) => wanted,
            Err(sentence) => return Reply::aside(sentence),
        };
        match book.find(&wanted) {
            Some(entry) => Reply::Show(messages::score(&Calculation::of(entry), &book, person.look).into()),
            None => Reply::aside(person.say("score-not-in-book")),
        }
    })
    .await
}

/// Replies with the chapter of the rules that has this key, or this title in any language.
async fn named(person: &UserContext<'_>, named: &str) -> Reply {
    let wanted = normalize(named);
    let is_wanted = |(key, title): &(&'static str, String)| *key == wanted || normalize(title) == wanted;
    match Lang::ALL.into_iter().flat_map(text::topics).find(is_wanted) {
        Some((key, _)) => page(person, &RulesPage::first(key)).await,
        None => {
            Reply::aside(arguments::not_understood_alone(person.look.lang, named, &titles(person.look.lang)))
        }
    }
}

/// Replies with a page of the rules that apply in the channel.
pub(in crate::discord) async fn page(person: &UserContext<'_>, page: &RulesPage) -> Reply {
    match book_of(person).await {
        Ok(book) => Reply::Show(messages::rules_page(page, &book, person.look).into()),
        Err(say) => say,
    }
}

/// Posts a page of the rules as a public message in the server's language.
pub(in crate::discord) async fn share(person: &UserContext<'_>, page: &RulesPage) -> Reply {
    match book_of(person).await {
        Ok(book) => {
            let look = public_look(person).await;
            Reply::Public(messages::rules_shared(page, &book, &person.caller.name, look))
        }
        Err(say) => say,
    }
}

/// Replies with the score of a deal under the rules that apply in the channel.
pub(in crate::discord) async fn score(person: &UserContext<'_>, sum: &Calculation) -> Reply {
    match book_of(person).await {
        Ok(book) => Reply::Show(messages::score(sum, &book, person.look).into()),
        Err(say) => say,
    }
}

/// Posts the score of a deal as a public message in the server's language.
pub(in crate::discord) async fn share_score(person: &UserContext<'_>, sum: &Calculation) -> Reply {
    match book_of(person).await {
        Ok(book) => {
            let look = public_look(person).await;
            Reply::Public(messages::score_shared(sum, &book, &person.caller.name, look))
        }
        Err(say) => say,
    }
}

async fn public_look(person: &UserContext<'_>) -> Appearance {
    match person.caller.server {
        Some(server) => person.data.preferences.public_look(server).await,
        None => person.look,
    }
}

/// Returns the rules and contracts of the channel's table. If there is no table, returns the default rules of
/// the server.
async fn book_of(person: &UserContext<'_>) -> Result<Arc<Book>, Reply> {
    if let Ok(now) = person.look_here().await {
        return Ok(Arc::clone(&now.scene.book));
    }
    let Some(server) = person.caller.server else {
        return Err(Reply::aside(person.say("notice-direct-message")));
    };
    Ok(Arc::new(Book::new(house_rules::played(person, server).await?.server.rules)))
}

/// Returns the chapters of the rules as autocomplete choices. Users can find them by their titles in any
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
    autocomplete::offer_after(ctx, typed, async |person: &UserContext<'_>| {
        let book = book_of(person).await.ok()?;
        Some(autocomplete::book(&book, person.look))
    })
    .await
}
