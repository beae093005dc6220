//! The `/bid` command.

use poise::serenity_prelude as serenity;

use super::common::failure::Failure;
use super::common::table_command::{act_as, answer, understood};
use crate::discord::interactions::arguments;
use crate::discord::interactions::autocomplete;
use crate::discord::interactions::context::UserContext;
use crate::discord::interactions::reply::Reply;
use crate::discord::state::{Error, Slash};
use ulti_rules::Action;

/// Bids a contract and discards two cards.
#[poise::command(slash_command, guild_only)]
pub(super) async fn bid(
    ctx: Slash<'_>,
    #[autocomplete = "contracts"] contract: String,
    #[autocomplete = "discards"] first: Option<String>,
    #[autocomplete = "discards"] second: Option<String>,
) -> Result<(), Error> {
    let cards: Vec<String> = [first, second].into_iter().flatten().collect();
    answer(ctx, async |user| bid_as(user, &contract, &cards).await).await
}

async fn bid_as(user: &UserContext<'_>, contract: &str, cards: &[String]) -> Result<Reply, Failure> {
    let view = user.read_here().await?.table_view;
    let parsed = arguments::contract(user.appearance, view.book.rules(), contract);
    if parsed.is_err() && arguments::ends_with_a_card(user.appearance, contract) {
        return Err(Failure::Key("refusal-cards-apart"));
    }
    let contract = understood(user, parsed, autocomplete::contracts).await?;
    let discard = cards.iter().map(|card| arguments::card(user.appearance, card)).collect();
    let discard = understood(user, discard, autocomplete::hand).await?;
    let discard = (!cards.is_empty()).then_some(discard);
    Ok(act_as(user, Action::Bid { contract, discard }).await)
}

async fn contracts(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    autocomplete::offer(ctx, typed, autocomplete::contracts).await
}

/// Suggests cards from the user's hand to discard. Omits the card that is selected in the other option.
async fn discards(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    let named: Vec<_> = ctx.args.iter().filter_map(autocomplete::filled_in_card).collect();
    autocomplete::offer(ctx, typed, |view, appearance| {
        let mut choices = autocomplete::hand(view, appearance);
        choices.retain(|choice| !named.iter().any(|card| card.to_string() == choice.value));
        choices
    })
    .await
}
