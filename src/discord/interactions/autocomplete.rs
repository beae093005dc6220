//! Autocomplete for command options. Suggests only choices that are possible now, based on the user's own
//! view of the table.

use poise::serenity_prelude as serenity;
use serenity::{AutocompleteChoice, CreateAutocompleteResponse, ResolvedOption, ResolvedValue};

use super::arguments::Doubling;
use super::choice::{Choice, normalize};
use super::context::UserContext;
use crate::discord::caller::Caller;
use crate::discord::state::Slash;
use crate::text::{self, Appearance, CardNotUnderstood, DeckStyle, Lang, SuitNotUnderstood, Text};
use ulti_rules::{Book, Card, CardSet, Game, Games, OfferedBid, RankOrder, RuleSet, Suit, Trump, View};

/// Maximum number of autocomplete choices that Discord accepts.
const MOST: usize = 25;
/// Maximum length of an autocomplete choice's name, in characters.
const LONGEST: usize = 100;

/// Returns the choices that match the typed text, up to the maximum number that Discord accepts.
///
/// `faces` is the user's deck style, which determines how suit and rank names are interpreted.
fn fitting(choices: Vec<Choice>, typed: &str, faces: DeckStyle) -> Vec<Choice> {
    let meant = meant(typed, faces);
    let typed = normalize(typed);
    let fits = |choice: &Choice| choice.fits(&typed) || meant.contains(&choice.value);
    choices.into_iter().filter(fits).take(MOST).collect()
}

/// Returns the choice values of all cards and suits that the typed text could mean.
///
/// With these values, autocomplete finds a card by any spelling that the command accepts.
fn meant(typed: &str, faces: DeckStyle) -> Vec<String> {
    let cards = match text::parse_card(faces, typed) {
        Ok(card) => card.into(),
        Err(CardNotUnderstood::Ambiguous(_, cards)) => cards,
        Err(CardNotUnderstood::Unknown(_)) => CardSet::EMPTY,
    };
    let suits = match text::parse_suit(faces, typed) {
        Ok(suit) => vec![suit],
        Err(SuitNotUnderstood::Ambiguous(_, suits)) => suits,
        Err(SuitNotUnderstood::Unknown(_)) => Vec::new(),
    };
    let suits = suits.into_iter().map(|suit: Suit| suit.word().to_owned());
    cards.iter().map(|card| card.to_string()).chain(suits).collect()
}

fn response(choices: Vec<Choice>) -> CreateAutocompleteResponse {
    let cut = |name: String| name.chars().take(LONGEST).collect::<String>();
    let choices = choices.into_iter().map(|choice| AutocompleteChoice::new(cut(choice.name), choice.value));
    CreateAutocompleteResponse::new().set_choices(choices.collect())
}

/// Suggests choices for the current deal in the channel. `choices` computes them from the user's view of the
/// deal.
///
/// Suggests nothing if there is no table or deal in the channel, or if the table does not respond in time.
pub(crate) async fn offer(
    ctx: Slash<'_>,
    typed: &str,
    choices: impl Fn(&View, Appearance) -> Vec<Choice>,
) -> CreateAutocompleteResponse {
    offer_after(ctx, typed, async |user: &UserContext<'_>| {
        let now = user.read_here().await.ok()?;
        now.player_view.map(|view| choices(&view, user.appearance))
    })
    .await
}

/// Suggests the choices that match the typed text. `choices` loads the list of all choices.
///
/// Suggests nothing if loading the choices fails or takes too long.
pub(crate) async fn offer_after(
    ctx: Slash<'_>,
    typed: &str,
    choices: impl AsyncFnOnce(&UserContext<'_>) -> Option<Vec<Choice>>,
) -> CreateAutocompleteResponse {
    let caller = Caller::from(ctx.interaction);
    let search = async {
        let user = UserContext::of(ctx.framework.user_data, &caller).await;
        choices(&user).await.map(|choices| fitting(choices, typed, user.appearance.faces))
    };
    let offered = tokio::time::timeout(ctx.framework.user_data.timings.deferral, search).await;
    response(offered.ok().flatten().unwrap_or_default())
}

/// Suggests autocomplete choices that depend only on the user's language.
pub(crate) async fn offer_fixed(
    ctx: Slash<'_>,
    typed: &str,
    choices: impl Fn(Lang) -> Vec<Choice>,
) -> CreateAutocompleteResponse {
    let caller = Caller::from(ctx.interaction);
    let appearance = ctx.framework.user_data.preferences.private_appearance(&caller).await;
    response(fitting(choices(appearance.lang), typed, appearance.faces))
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

/// Returns the cards in the user's hand as autocomplete choices if the user has to discard. Otherwise,
/// returns no choices.
pub(crate) fn hand(view: &View, appearance: Appearance) -> Vec<Choice> {
    let cards = if view.legal.discard { view.own_hand() } else { CardSet::EMPTY };
    choices_of(view, cards, appearance)
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
    // Matches `♥7` as well as `♥ 7`.
    let spaceless = also.clone().map(|name| name.split_whitespace().collect());
    Choice::new(name, card.to_string()).found_by(also.chain(spaceless))
}

/// Alternative names by which users can find contracts. Their meaning depends on the rules.
const ALTERNATIVE_NAMES: [&str; 4] = ["forintos betli", "rebetli", "redurchmars", "piros passz"];

/// Returns the contracts that the user can bid now, as autocomplete choices.
pub(crate) fn contracts(view: &View, appearance: Appearance) -> Vec<Choice> {
    let rules = view.book.rules();
    view.offered_bids().into_iter().map(|bid| contract_choice(bid, rules, appearance)).collect()
}

/// Returns all contracts in a rule set as autocomplete choices.
pub(crate) fn book(book: &Book, appearance: Appearance) -> Vec<Choice> {
    let bids = book.entries().iter().map(|entry| OfferedBid { entry, is_out_of_reach: false });
    bids.map(|bid| contract_choice(bid, book.rules(), appearance)).collect()
}

fn contract_choice(bid: OfferedBid<'_>, rules: &RuleSet, appearance: Appearance) -> Choice {
    let contract = bid.entry.contract;
    let name = format!("{} · ", text::contract(appearance, &contract));
    let space = LONGEST.saturating_sub(name.chars().count());
    let name = name + &text::offered_bid_terms(appearance, bid, space);
    let also = Appearance::ALL.into_iter().map(|appearance| text::contract(appearance, &contract));
    let means = |word: &&str| text::parse_contract(appearance.faces, word, rules) == Ok(contract);
    let words = ALTERNATIVE_NAMES.into_iter().filter(means).map(str::to_owned);
    Choice::new(name, contract.to_string()).found_by(also.chain(words))
}

/// Returns the trump suits that the user can name, as autocomplete choices.
pub(crate) fn trumps(view: &View, appearance: Appearance) -> Vec<Choice> {
    let choice = |trump: &Option<_>| {
        let value = trump.map_or(Doubling::NONE, ulti_rules::Suit::word);
        let also = Appearance::ALL.into_iter().map(|appearance| text::trump(appearance, *trump));
        Choice::new(trump_name(*trump, appearance), value).found_by(also)
    };
    view.legal.trumps.iter().map(choice).collect()
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
pub(crate) fn kontras(view: &View, Appearance { lang, .. }: Appearance) -> Vec<Choice> {
    let text = Text::new(lang);
    let items = view.kontra_items();
    let mut choices: Vec<Choice> = items.iter().map(|games| games_choice(*games, lang)).collect();
    if items.len() > 1 {
        choices.insert(0, Choice::new(text.text("button-kontra-all"), Doubling::ALL));
    }
    if view.legal.no_kontra {
        choices.push(Choice::new(text.text("button-no-kontra"), Doubling::NONE));
    }
    choices
}

fn games_choice(games: Games, lang: Lang) -> Choice {
    let names: Vec<&str> = games.iter().map(Game::name).collect();
    Choice::new(text::games(lang, games), names.join("+"))
}

#[cfg(test)]
mod tests;
