//! `/rules`

use std::sync::Arc;

use poise::serenity_prelude as serenity;

use super::super::act::Person;
use super::super::autocomplete::{self, Choice};
use super::super::data::{Error, Slash};
use super::super::respond::Say;
use super::super::{show, typed};
use super::answer;
use super::ulti::USUAL_RULES;
use crate::rules::Book;
use crate::text::{self, Lang, Text};

/// The page that lists every contract, beside the topics.
const BOOK: &str = "book";

/// Shows the rules, topic by topic.
#[poise::command(slash_command, guild_only)]
pub(super) async fn rules(
    ctx: Slash<'_>,
    #[autocomplete = "offered"] topic: Option<String>,
) -> Result<(), Error> {
    answer(ctx, async |person| match topic.as_deref() {
        Some(BOOK) => book(person, 0).await,
        Some(named) => self::topic(person, named).await,
        None => self::topic(person, "overview").await,
    })
    .await
}

/// A page of the rules by its key or its title; the rules of the channel's table, where there is one.
pub(in super::super) async fn topic(person: &Person<'_>, named: &str) -> Say {
    let wanted = named.trim().to_lowercase();
    let is_wanted = |(key, title): &(&'static str, String)| *key == wanted || title.to_lowercase() == wanted;
    let found = Lang::ALL.into_iter().flat_map(text::topics).find(is_wanted);
    let Some((key, _)) = found else {
        let sentence = typed::not_understood_alone(person.look.lang, named, &topics(person.look.lang));
        return Say::aside(sentence);
    };
    match book_of(person).await {
        Ok(book) => Say::Show(show::rules_topic(key, book.rules(), person.look).into()),
        Err(say) => say,
    }
}

/// A page of the book of contracts, from 0.
pub(in super::super) async fn book(person: &Person<'_>, page: u8) -> Say {
    match book_of(person).await {
        Ok(book) => Say::Show(show::book(&book, page, person.look).into()),
        Err(say) => say,
    }
}

/// The book that is played by in the channel, else the usual one.
async fn book_of(person: &Person<'_>) -> Result<Arc<Book>, Say> {
    if let Ok(now) = person.look_here().await {
        return Ok(Arc::clone(&now.scene.book));
    }
    Book::preset(USUAL_RULES).map(Arc::new).map_err(|error| {
        tracing::error!(%error, "the usual rules can't be read");
        Say::aside(person.say("door-went-wrong"))
    })
}

fn topics(lang: Lang) -> Vec<Choice> {
    let book = Choice::new(Text::new(lang).say("door-book"), BOOK);
    text::topics(lang).into_iter().map(|(key, title)| Choice::new(title, key)).chain([book]).collect()
}

async fn offered(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    autocomplete::offer_fixed(ctx, typed, topics).await
}
