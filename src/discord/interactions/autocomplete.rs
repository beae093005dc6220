//! Autocomplete for command options. Suggests only choices that are possible now, based on the user's own
//! view of the table.

use poise::serenity_prelude as serenity;
use serenity::{AutocompleteChoice, CreateAutocompleteResponse, ResolvedOption, ResolvedValue};

use super::arguments::{self, Doubling};
use super::choice::{Choice, SEPARATOR, Suggestions, is_called};
use super::context::UserContext;
use crate::discord::caller::Caller;
use crate::discord::messages;
use crate::discord::state::Slash;
use crate::text::{self, Appearance, CardNotUnderstood, DeckStyle, Lang, SuitNotUnderstood, Text};
use ulti_rules::{Book, Card, CardSet, Contract, Game, Games, OfferedBid, RankOrder, Trump, View};

/// Maximum number of autocomplete choices that Discord accepts.
const MOST: usize = 25;
/// Maximum length of an autocomplete choice's name, in characters.
const LONGEST: usize = 100;

/// Returns the values of the cards that the typed text could mean.
fn cards_meant(typed: &str, faces: DeckStyle) -> Vec<String> {
    let cards = match text::parse_card(faces, typed) {
        Ok(card) => card.into(),
        Err(CardNotUnderstood::Ambiguous(_, cards)) => cards,
        Err(CardNotUnderstood::Unknown(_)) => CardSet::EMPTY,
    };
    cards.iter().map(|card| card.to_string()).collect()
}

/// Returns the values of the suits that the typed text could mean.
fn suits_meant(typed: &str, faces: DeckStyle) -> Vec<String> {
    let suits = match text::parse_suit(faces, typed) {
        Ok(suit) => vec![suit],
        Err(SuitNotUnderstood::Ambiguous(_, suits)) => suits,
        Err(SuitNotUnderstood::Unknown(_)) => Vec::new(),
    };
    suits.into_iter().map(|suit| suit.word().to_owned()).collect()
}

/// Returns the contracts that the typed text could mean, most likely first. Contracts in the book replace
/// their synonyms. A contract without its suit is replaced with that contract in every suit that the book
/// offers.
pub(crate) fn contracts_meant(typed: &str, faces: DeckStyle, book: &Book) -> Vec<Contract> {
    let exact = typed.parse().ok();
    let contracts = exact.into_iter().chain(text::contracts_begun(faces, typed, book.rules()));
    let in_book = |contract: Contract| match book.find(&contract) {
        Some(entry) => vec![entry.contract],
        None if contract.suit().is_some() => vec![contract],
        None => book.in_any_suit(contract).map(|entry| entry.contract).collect(),
    };
    contracts.flat_map(in_book).collect()
}

/// Returns the values of the contracts that the typed text could mean.
fn values_meant(typed: &str, faces: DeckStyle, book: &Book) -> Vec<String> {
    contracts_meant(typed, faces, book).iter().map(Contract::to_string).collect()
}

/// Creates the response with the choices that match the typed text, up to the maximum number that Discord
/// accepts.
fn response(suggestions: Suggestions, typed: &str) -> CreateAutocompleteResponse {
    let choices = suggestions.matching(typed).take(MOST);
    let choices = choices.map(|choice| AutocompleteChoice::new(shortened(&choice.label()), choice.value));
    CreateAutocompleteResponse::new().set_choices(choices.collect())
}

/// Returns the part of a choice's name that Discord accepts.
fn shortened(name: &str) -> String {
    name.chars().take(LONGEST).collect()
}

/// Suggests choices for the current deal in the channel. `suggest` computes them from the user's view of the
/// deal and the typed text.
///
/// Suggests nothing if there is no table or deal in the channel, or if the table does not respond in time.
pub(crate) async fn offer(
    ctx: Slash<'_>,
    typed: &str,
    suggest: impl Fn(&View, Appearance, &str) -> Suggestions,
) -> CreateAutocompleteResponse {
    offer_after(ctx, typed, async |user: &UserContext<'_>| {
        let now = user.read_here().await.ok()?;
        now.player_view.map(|view| suggest(&view, user.appearance, typed))
    })
    .await
}

/// Suggests the choices that match the typed text. `suggest` loads all choices.
///
/// Suggests nothing if loading the choices fails or takes too long.
pub(crate) async fn offer_after(
    ctx: Slash<'_>,
    typed: &str,
    suggest: impl AsyncFnOnce(&UserContext<'_>) -> Option<Suggestions>,
) -> CreateAutocompleteResponse {
    let caller = Caller::from(ctx.interaction);
    let search = async {
        let user = UserContext::of(ctx.framework.user_data, &caller).await;
        suggest(&user).await
    };
    let suggested = tokio::time::timeout(ctx.framework.user_data.timings.deferral, search).await;
    response(suggested.ok().flatten().unwrap_or_default(), typed)
}

/// Suggests autocomplete choices that depend only on the user's language.
pub(crate) async fn offer_fixed(
    ctx: Slash<'_>,
    typed: &str,
    choices: impl Fn(Lang) -> Vec<Choice>,
) -> CreateAutocompleteResponse {
    let caller = Caller::from(ctx.interaction);
    let appearance = ctx.framework.user_data.preferences.private_appearance(&caller).await;
    response(choices(appearance.lang).into(), typed)
}

/// Parses a card that the user has already entered in another option of the same command.
pub(crate) fn filled_in_card(option: &ResolvedOption<'_>) -> Option<Card> {
    match option.value {
        ResolvedValue::String(typed) => {
            typed.parse().ok().or_else(|| text::parse_card(DeckStyle::default(), typed).ok())
        }
        _ => None,
    }
}

/// Returns the cards that the user can play now, as autocomplete choices.
pub(crate) fn cards(view: &View, appearance: Appearance) -> Vec<Choice> {
    choices_of(view, view.legal.cards, appearance)
}

/// Returns those of the cards that the user can play now which the typed text could mean, or all of them if
/// it means none.
pub(crate) fn cards_called(view: &View, appearance: Appearance, typed: &str) -> Vec<Choice> {
    narrowed(cards(view, appearance), &cards_meant(typed, appearance.faces))
}

/// Like [`cards_called`], for the cards that the user can discard.
pub(crate) fn discards_called(view: &View, appearance: Appearance, typed: &str) -> Vec<Choice> {
    narrowed(hand(view, appearance), &cards_meant(typed, appearance.faces))
}

fn narrowed(choices: Vec<Choice>, meant: &[String]) -> Vec<Choice> {
    let is_meant = |choice: &Choice| meant.contains(&choice.value);
    if choices.iter().any(is_meant) { choices.into_iter().filter(is_meant).collect() } else { choices }
}

/// Suggests the cards that the user can play now.
pub(crate) fn suggest_cards(view: &View, appearance: Appearance, typed: &str) -> Suggestions {
    Suggestions::from(cards(view, appearance)).with_parsed(cards_meant(typed, appearance.faces))
}

/// Returns the cards in the user's hand as autocomplete choices if the user has to discard. Otherwise,
/// returns no choices.
pub(crate) fn hand(view: &View, appearance: Appearance) -> Vec<Choice> {
    let cards = if view.legal.discard { view.own_hand() } else { CardSet::EMPTY };
    choices_of(view, cards, appearance)
}

/// Suggests the cards that the user can discard now, except those in `named`.
pub(crate) fn suggest_discards(
    view: &View,
    appearance: Appearance,
    typed: &str,
    named: &[Card],
) -> Suggestions {
    let mut choices = hand(view, appearance);
    choices.retain(|choice| !named.iter().any(|card| card.to_string() == choice.value));
    Suggestions::from(choices).with_parsed(cards_meant(typed, appearance.faces))
}

fn choices_of(view: &View, cards: CardSet, appearance: Appearance) -> Vec<Choice> {
    let order = view.board().map_or(RankOrder::WithTrumps, |board| RankOrder::of(board.trump));
    text::in_hand_order(cards, order).into_iter().map(|card| card_choice(card, appearance)).collect()
}

fn card_choice(card: Card, appearance: Appearance) -> Choice {
    let (short, name) = (text::card_short(appearance.undrawn(), card), text::card(appearance, card));
    let name = if appearance.is_text_only() { name } else { format!("{short} ({name})") };
    let also = Appearance::ALL
        .into_iter()
        .flat_map(|appearance| [text::card(appearance, card), text::card_short(appearance, card)]);
    Choice::new(name, card.to_string()).found_by(also)
}

/// Returns the contracts that the user can bid now, as autocomplete choices.
pub(crate) fn contracts(view: &View, appearance: Appearance) -> Vec<Choice> {
    view.offered_bids().into_iter().map(|bid| contract_choice(bid, appearance)).collect()
}

/// Returns the contracts that the user can bid now and may win, without their terms, for error messages.
pub(crate) fn contract_names(view: &View, appearance: Appearance) -> Vec<Choice> {
    let name = |bid: OfferedBid<'_>| {
        let contract = &bid.entry.contract;
        Choice::new(text::contract(appearance.undrawn(), contract), contract.to_string())
    };
    view.offered_bids().into_iter().filter(|bid| !bid.is_out_of_reach).map(name).collect()
}

/// Suggests the contracts that the user can bid now.
pub(crate) fn suggest_bids(view: &View, appearance: Appearance, typed: &str) -> Suggestions {
    let meant = values_meant(typed, appearance.faces, &view.book);
    Suggestions::from(contracts(view, appearance)).with_parsed(meant)
}

/// Returns all contracts in a rule set as autocomplete choices.
fn book(book: &Book, appearance: Appearance) -> Vec<Choice> {
    let bids = book.entries().iter().map(|entry| OfferedBid { entry, is_out_of_reach: false });
    bids.map(|bid| contract_choice(bid, appearance)).collect()
}

/// Suggests the contracts in a rule set.
pub(crate) fn suggest_contracts(of: &Book, appearance: Appearance, typed: &str) -> Suggestions {
    Suggestions::from(book(of, appearance)).with_parsed(values_meant(typed, appearance.faces, of))
}

fn contract_choice(bid: OfferedBid<'_>, appearance: Appearance) -> Choice {
    let contract = bid.entry.contract;
    let name = text::contract(appearance, &contract);
    let space = LONGEST.saturating_sub(name.chars().count() + SEPARATOR.chars().count());
    let terms = text::offered_bid_terms(appearance, bid, space);
    let choice = Choice::new(name, contract.to_string()).explained(terms);
    let also = Appearance::ALL.into_iter().map(|appearance| text::contract(appearance, &contract));
    choice.found_by(also)
}

/// Returns the trump suits that the user can name, as autocomplete choices.
pub(crate) fn trumps(view: &View, appearance: Appearance) -> Vec<Choice> {
    view.legal.trumps.iter().map(|trump| trump_choice(*trump, appearance)).collect()
}

fn trump_choice(trump: Trump, appearance: Appearance) -> Choice {
    let value = trump.map_or(Doubling::NONE, ulti_rules::Suit::word);
    let also = Appearance::ALL.into_iter().map(|appearance| text::trump(appearance, trump));
    Choice::new(trump_name(trump, appearance), value).found_by(also)
}

/// Suggests the trump suits that the user can name.
pub(crate) fn suggest_trumps(view: &View, appearance: Appearance, typed: &str) -> Suggestions {
    Suggestions::from(trumps(view, appearance)).with_parsed(suits_meant(typed, appearance.faces))
}

/// Returns the name of a trump suit with its symbol.
fn trump_name(trump: Trump, appearance: Appearance) -> String {
    trump.map_or_else(
        || text::trump(appearance, trump),
        |suit| text::suit_with_sign(appearance.undrawn(), suit),
    )
}

/// Returns the games that the user can double, as autocomplete choices.
///
/// Each game or group of games has its own choice. If there is more than one such choice, a choice that
/// doubles all games comes first. If the user may decline to double, the choice to decline comes last.
pub(crate) fn kontras(view: &View, appearance: Appearance) -> Vec<Choice> {
    let lang = appearance.lang;
    let items = view.kontra_items();
    let mut choices: Vec<Choice> = items.iter().map(|games| games_choice(*games, lang)).collect();
    if let [only] = choices.as_mut_slice() {
        *only = only.clone().found_by(messages::own_next_level(view, appearance));
    } else if !choices.is_empty()
        && let Some(all) = messages::all_games_label(view, appearance)
    {
        choices.insert(0, Choice::new(all, Doubling::ALL));
    }
    if view.legal.no_kontra {
        choices.push(Choice::new(Text::new(lang).text("button-no-kontra"), Doubling::NONE));
    }
    choices
}

/// Parses the games to double. The name of the kontra level that they reach, such as `kontra` or `rekontra`,
/// stands for all games. If nothing can be doubled, so does the name of every level.
pub(crate) fn doubling(view: Option<&View>, appearance: Appearance, typed: &str) -> Result<Doubling, String> {
    arguments::doubling(appearance.lang, typed).or_else(|error| {
        let names_level = view.is_some_and(|view| names_level(view, appearance, typed));
        names_level.then_some(Doubling::All).ok_or(error)
    })
}

/// Returns `true` if the typed text is the name of a kontra level that the user's games can reach.
fn names_level(view: &View, appearance: Appearance, typed: &str) -> bool {
    let levels: Vec<String> = if view.legal.kontra.is_empty() {
        view.book.rules().kontra_names.clone()
    } else {
        messages::own_next_level(view, appearance).into_iter().collect()
    };
    levels.iter().any(|level| is_called(typed, |_| level.clone()))
}

/// Suggests the games that the user can double.
pub(crate) fn suggest_kontras(view: &View, appearance: Appearance, typed: &str) -> Suggestions {
    let mut choices = kontras(view, appearance);
    let meant = match doubling(Some(view), appearance, typed) {
        Ok(Doubling::Games(games)) => {
            let value = value_of_games(games);
            let is_offered = choices.iter().any(|choice| choice.value == value);
            if !is_offered && is_legal_kontra(view, games) {
                choices.push(games_choice(games, appearance.lang));
            }
            vec![value]
        }
        // If only one group of games can be doubled, no choice has the value for all games.
        Ok(Doubling::All) => choices.first().map(|all| all.value.clone()).into_iter().collect(),
        Ok(Doubling::None) => vec![Doubling::NONE.to_owned()],
        Err(_) => Vec::new(),
    };
    Suggestions::from(choices).with_parsed(meant)
}

/// Returns `true` if the user can double these games, which may be several groups of games, at once.
fn is_legal_kontra(view: &View, games: Games) -> bool {
    view.legal.kontra.is_superset(games)
        && view.board().is_some_and(|board| board.kontra.whole_items(games, view.legal.kontra))
}

fn games_choice(games: Games, lang: Lang) -> Choice {
    Choice::new(text::games(lang, games), value_of_games(games))
}

fn value_of_games(games: Games) -> String {
    games.iter().map(Game::name).collect::<Vec<_>>().join("+")
}

#[cfg(test)]
mod tests;
