//! `/bid`

use poise::serenity_prelude as serenity;

use super::super::act::Person;
use super::super::autocomplete;
use super::super::data::{Error, Slash};
use super::super::respond::Say;
use super::super::typed;
use super::{answer, asked};
use crate::rules::{Action, CardSet};
use crate::table::Command;

/// Bids a contract and lays two cards down.
#[poise::command(slash_command, guild_only)]
pub(super) async fn bid(
    ctx: Slash<'_>,
    #[autocomplete = "contracts"] contract: String,
    #[autocomplete = "discards"] first: Option<String>,
    #[autocomplete = "discards"] second: Option<String>,
) -> Result<(), Error> {
    let cards: Vec<String> = [first, second].into_iter().flatten().collect();
    answer(ctx, async |person| made(person, &contract, &cards).await).await
}

async fn made(person: &Person<'_>, contract: &str, cards: &[String]) -> Say {
    let book = match person.look_here().await {
        Ok(answer) => std::sync::Arc::clone(&answer.scene.book),
        Err(refused) => return person.refused(&refused, None),
    };
    let contract = match typed::contract(person.look, book.rules(), contract) {
        Ok(contract) => contract,
        Err(_) if typed::ends_with_a_card(person.look, contract) => {
            return Say::aside(person.say("refusal-cards-apart"));
        }
        Err(sentence) => return typed::not_understood(person, sentence, autocomplete::contracts).await,
    };
    let laid: Result<CardSet, String> = cards.iter().map(|card| typed::card(person.look, card)).collect();
    let laid = match laid {
        Ok(laid) => laid,
        Err(sentence) => return typed::not_understood(person, sentence, autocomplete::hand).await,
    };
    let discard = (!cards.is_empty()).then_some(laid);
    asked(person, Command::Act { action: Action::Bid { contract, discard }, at: None }).await
}

async fn contracts(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    autocomplete::offer(ctx, typed, autocomplete::contracts).await
}

/// The cards of the hand, without the one that the other option names.
async fn discards(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    let named: Vec<_> = ctx.args.iter().filter_map(autocomplete::filled_in_card).collect();
    autocomplete::offer(ctx, typed, |view, look| {
        autocomplete::hand(view, look)
            .into_iter()
            .filter(|choice| !named.iter().any(|card| card.to_string() == choice.value))
            .collect()
    })
    .await
}
