//! The `/bid` command.

use poise::serenity_prelude as serenity;

use super::answer::{answer, execute};
use crate::discord::interactions::arguments;
use crate::discord::interactions::autocomplete;
use crate::discord::interactions::context::UserContext;
use crate::discord::interactions::responder::Reply;
use crate::discord::state::{Error, Slash};
use crate::table::Command;
use ulti_rules::{Action, CardSet};

/// Bids a contract and discards two cards.
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

async fn made(person: &UserContext<'_>, contract: &str, cards: &[String]) -> Reply {
    let book = match person.look_here().await {
        Ok(answer) => std::sync::Arc::clone(&answer.scene.book),
        Err(refused) => return person.refused(&refused, None),
    };
    let contract = match arguments::contract(person.look, book.rules(), contract) {
        Ok(contract) => contract,
        Err(_) if arguments::ends_with_a_card(person.look, contract) => {
            return Reply::aside(person.say("refusal-cards-apart"));
        }
        Err(sentence) => return arguments::not_understood(person, sentence, autocomplete::contracts).await,
    };
    let laid: Result<CardSet, String> = cards.iter().map(|card| arguments::card(person.look, card)).collect();
    let laid = match laid {
        Ok(laid) => laid,
        Err(sentence) => return arguments::not_understood(person, sentence, autocomplete::hand).await,
    };
    let discard = (!cards.is_empty()).then_some(laid);
    execute(person, Command::Act { action: Action::Bid { contract, discard }, at: None }).await
}

async fn contracts(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    autocomplete::offer(ctx, typed, autocomplete::contracts).await
}

/// Suggests the cards of the user's hand as discards. Omits the card that the other option already names.
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
