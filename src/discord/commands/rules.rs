//! `/rules`

use poise::serenity_prelude as serenity;

use super::super::act::Person;
use super::super::autocomplete::{self, Choice};
use super::super::data::{Error, Slash};
use super::super::respond::Say;
use super::super::show;
use super::answer;
use crate::text::{self, Lang, Text};

/// The page that lists every contract, beside the topics.
const BOOK: &str = "book";

/// Shows the rules, topic by topic.
#[poise::command(slash_command)]
pub(super) async fn rules(ctx: Slash<'_>, #[autocomplete = "topics"] topic: Option<String>) -> Result<(), Error> {
    answer(ctx, async |person| match topic.as_deref() {
        Some(BOOK) => book(person, 0),
        Some(named) => self::topic(person, named),
        None => self::topic(person, "overview"),
    })
    .await
}
