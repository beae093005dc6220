//! `/rules …`: pages to read, every contract, and what a deal would pay.
//!
//! Discord does not let a command with subcommands be called by itself, so what was `/rules` is
//! `/rules page`.

use std::sync::Arc;

use poise::serenity_prelude as serenity;

use super::super::act::Person;
use super::super::autocomplete::{self, Choice};
use super::super::custom_id::Page;
use super::super::data::{Error, Slash};
use super::super::respond::Say;
use super::super::sum::Sum;
use super::super::{show, typed};
use super::{answer, house};
use crate::rules::Book;
use crate::text::{self, Lang, Look};

/// The rules. Only its subcommands can be invoked.
#[poise::command(slash_command, guild_only, subcommands("read", "bids", "calculate", "rating"))]
#[allow(clippy::unused_async)] // poise wants it so
pub(super) async fn rules(_: Slash<'_>) -> Result<(), Error> {
    Ok(())
}

/// Shows the rules, topic by topic.
#[poise::command(slash_command, guild_only, rename = "page")]
async fn read(ctx: Slash<'_>, #[autocomplete = "topics"] topic: Option<String>) -> Result<(), Error> {
    answer(ctx, async |person| match topic.as_deref() {
        Some(named) => self::named(person, named).await,
        None => page(person, &Page::first("overview")).await,
    })
    .await
}

/// Shows every contract, weakest first.
#[poise::command(slash_command, guild_only)]
async fn bids(ctx: Slash<'_>) -> Result<(), Error> {
    answer(ctx, async |person| page(person, &Page::first(text::BOOK)).await).await
}

/// Explains ranked deals and ratings.
#[poise::command(slash_command, guild_only)]
async fn rating(ctx: Slash<'_>) -> Result<(), Error> {
    answer(ctx, async |person| page(person, &Page::first(text::RATING)).await).await
}

/// Works out what a deal would pay.
#[poise::command(slash_command, guild_only, rename = "score")]
async fn calculate(ctx: Slash<'_>, #[autocomplete = "contracts"] contract: String) -> Result<(), Error> {
    answer(ctx, async |person| {
        let book = match book_of(person).await {
            Ok(book) => book,
            Err(say) => return say,
        };
        let wanted = match typed::contract(person.look, book.rules(), &contract) {
            Ok(wanted) => wanted,
            Err(sentence) => return Say::aside(sentence),
        };
        match book.find(&wanted) {
            Some(entry) => Say::Show(show::score(&Sum::of(entry), &book, person.look).into()),
            None => Say::aside(person.say("score-not-in-book")),
        }
    })
    .await
}

/// The chapter that someone asks for by its key or its title, in either language.
async fn named(person: &Person<'_>, named: &str) -> Say {
    let wanted = autocomplete::plain(named);
    let is_wanted =
        |(key, title): &(&'static str, String)| *key == wanted || autocomplete::plain(title) == wanted;
    match Lang::ALL.into_iter().flat_map(text::topics).find(is_wanted) {
        Some((key, _)) => page(person, &Page::first(key)).await,
        None => Say::aside(typed::not_understood_alone(person.look.lang, named, &titles(person.look.lang))),
    }
}

/// A page of the rules in force.
pub(in super::super) async fn page(person: &Person<'_>, page: &Page) -> Say {
    match book_of(person).await {
        Ok(book) => Say::Show(show::rules_page(page, &book, person.look).into()),
        Err(say) => say,
    }
}

/// The same for everybody, in the language of the server.
pub(in super::super) async fn share(person: &Person<'_>, page: &Page) -> Say {
    match book_of(person).await {
        Ok(book) => {
            let look = public_look(person).await;
            Say::Public(show::rules_shared(page, &book, &person.caller.name, look))
        }
        Err(say) => say,
    }
}

/// What a deal would pay by the rules in force.
pub(in super::super) async fn score(person: &Person<'_>, sum: &Sum) -> Say {
    match book_of(person).await {
        Ok(book) => Say::Show(show::score(sum, &book, person.look).into()),
        Err(say) => say,
    }
}

/// The same for everybody, in the language of the server.
pub(in super::super) async fn share_score(person: &Person<'_>, sum: &Sum) -> Say {
    match book_of(person).await {
        Ok(book) => {
            let look = public_look(person).await;
            Say::Public(show::score_shared(sum, &book, &person.caller.name, look))
        }
        Err(say) => say,
    }
}

async fn public_look(person: &Person<'_>) -> Look {
    match person.caller.server {
        Some(server) => person.data.memory.public_look(server).await,
        None => person.look,
    }
}

/// The book that is played by in the channel, else that of the server's new tables.
async fn book_of(person: &Person<'_>) -> Result<Arc<Book>, Say> {
    if let Ok(now) = person.look_here().await {
        return Ok(Arc::clone(&now.scene.book));
    }
    let Some(server) = person.caller.server else {
        return Err(Say::aside(person.say("notice-direct-message")));
    };
    Ok(Arc::new(Book::new(house::played(person, server).await?.server.rules)))
}

/// The chapters as choices, found by their titles in either language.
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
    autocomplete::offer_after(ctx, typed, async |person: &Person<'_>| {
        let book = book_of(person).await.ok()?;
        Some(autocomplete::book(&book, person.look))
    })
    .await
}
