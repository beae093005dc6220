//! The `/bid` command.

use poise::serenity_prelude as serenity;

use super::common::failure::Failure;
use super::common::table_command::{act_as, answer, understood};
use crate::discord::interactions::arguments;
use crate::discord::interactions::autocomplete;
use crate::discord::interactions::context::UserContext;
use crate::discord::interactions::reply::Reply;
use crate::discord::messages;
use crate::discord::state::{Error, Slash};
use crate::table::TableReply;
use crate::text::{self, args};
use ulti_rules::{Action, CardSet, Contract, View};

/// Bids a contract and discards two cards. Without the cards, opens the hand with the contract chosen.
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
    let now = user.read_here().await?;
    let can_bid = now.player_view.as_ref().is_some_and(|view| !view.legal.bids.is_empty());
    let contract = match (contract_of(user, &now, contract).await, now.table_view.book.entries()) {
        // No contract can be bid now, so the table says why.
        (Err(_), [any, ..]) if !can_bid => {
            let action = Action::Bid { contract: any.contract, discard: None };
            return Ok(act_as(user, action).await);
        }
        (parsed, _) => parsed?,
    };
    let discard = discard_of(user, cards).await?;
    if let Some(reply) = with_cards_missing(user, &now, (contract, discard), cards.len()) {
        return Ok(reply);
    }
    let discard = (!cards.is_empty()).then_some(discard);
    Ok(act_as(user, Action::Bid { contract, discard }).await)
}

/// Parses the cards to discard.
async fn discard_of(user: &UserContext<'_>, cards: &[String]) -> Result<CardSet, Failure> {
    let mut discard = CardSet::EMPTY;
    for card in cards {
        let called = |view: &View, appearance| autocomplete::discards_called(view, appearance, card);
        discard |= understood(user, arguments::card(user.appearance, card), called).await?.into();
    }
    Ok(discard)
}

/// Parses the contract. The error message lists the possible contracts if it does not say itself what would
/// work.
async fn contract_of(user: &UserContext<'_>, now: &TableReply, typed: &str) -> Result<Contract, Failure> {
    let error = match arguments::contract_to_bid(user.appearance, &now.table_view.book, typed) {
        Ok(contract) => return Ok(contract),
        Err(_) if arguments::ends_with_a_card(user.appearance, typed) => {
            return Err(Failure::Key("refusal-cards-apart"));
        }
        Err(error) => error,
    };
    let sentence = text::unknown_contract(user.appearance, &error);
    if !error.is_unknown() {
        return Err(Failure::Text(sentence));
    }
    Err(arguments::not_understood(user, sentence, autocomplete::contract_names).await.into())
}

/// Returns the hand with the contract chosen if the user has not named the two cards to discard. `named` is
/// the number of cards in the options.
///
/// Returns `None` if nothing is missing, or if the table has to refuse the bid.
fn with_cards_missing(
    user: &UserContext<'_>,
    now: &TableReply,
    (contract, cards): (Contract, CardSet),
    named: usize,
) -> Option<Reply> {
    let view = now.player_view.as_ref()?;
    let contract = view.book.find(&contract).map_or(contract, |entry| entry.contract);
    let is_possible = view.legal.discard
        && view.legal.bids.contains(&contract)
        && view.own_hand().is_superset(cards)
        && cards.len() < 2;
    if !is_possible {
        return None;
    }
    let draft = messages::drafted_bid(view, contract, cards);
    let twice = cards.iter().next().filter(|_| named > 1).map(|card| {
        let card = text::card(user.appearance, card);
        user.appearance.formatter().with("bid-card-twice", args![card])
    });
    user.hand_with_draft(now, &draft, twice.as_deref())
}

async fn contracts(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    autocomplete::offer(ctx, typed, autocomplete::suggest_bids).await
}

/// Suggests cards from the user's hand to discard. Omits the card that is selected in the other option.
async fn discards(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    let named: Vec<_> = ctx.args.iter().filter_map(autocomplete::filled_in_card).collect();
    autocomplete::offer(ctx, typed, |view, appearance, typed| {
        autocomplete::suggest_discards(view, appearance, typed, &named)
    })
    .await
}
