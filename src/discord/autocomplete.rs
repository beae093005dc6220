//! What is offered while someone types: only what they could do now, seen through their own eyes.

use poise::serenity_prelude as serenity;
use serenity::{AutocompleteChoice, CreateAutocompleteResponse, ResolvedOption, ResolvedValue};

use super::act::Person;
use super::caller::Caller;
use super::data::Slash;
use super::typed::Doubling;
use crate::rules::{Book, Card, CardSet, Contract, Game, Games, RankOrder, Suit, Trump, View};
use crate::text::{self, CardNotUnderstood, Faces, Lang, Look, SuitNotUnderstood, Text};

/// The most that Discord takes.
const MOST: usize = 25;
/// The longest name of a choice, in letters.
const LONGEST: usize = 100;

/// Something to choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Choice {
    /// What the person reads.
    pub(super) name: String,
    /// What the bot gets.
    pub(super) value: String,
    /// What it is found by, beside its name and value.
    also: Vec<String>,
}

impl Choice {
    pub(super) fn new(name: impl Into<String>, value: impl Into<String>) -> Self {
        Self { name: name.into(), value: value.into(), also: Vec::new() }
    }

    pub(super) fn found_by(mut self, also: impl IntoIterator<Item = String>) -> Self {
        self.also.extend(also);
        self
    }

    fn fits(&self, typed: &str) -> bool {
        let words = [&self.name, &self.value].into_iter().chain(&self.also);
        words.map(|word| plain(word)).any(|word| word.contains(typed))
    }
}

/// Small letters without accents, as people type in haste.
pub(super) fn plain(text: &str) -> String {
    let letter = |letter: char| match letter {
        'á' => 'a',
        'é' => 'e',
        'í' => 'i',
        'ó' | 'ö' | 'ő' => 'o',
        'ú' | 'ü' | 'ű' => 'u',
        // Within a card as it is shown.
        '\u{a0}' => ' ',
        other => other,
    };
    text.trim().to_lowercase().chars().map(letter).collect()
}

/// The choices that fit what was typed by someone who sees these faces, as many as Discord takes.
fn fitting(choices: Vec<Choice>, typed: &str, faces: Faces) -> Vec<Choice> {
    let meant = meant(typed, faces);
    let typed = plain(typed);
    let fits = |choice: &Choice| choice.fits(&typed) || meant.contains(&choice.value);
    choices.into_iter().filter(fits).take(MOST).collect()
}

/// The values of the cards and suits that a text may mean, so that what can be sent is offered too.
fn meant(typed: &str, faces: Faces) -> Vec<String> {
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

/// Offers what a person's view of the channel's table leaves open.
///
/// Nothing where there is no table, or where it does not answer in time: an empty list is better
/// than an error that nobody understands while typing.
pub(super) async fn offer(
    ctx: Slash<'_>,
    typed: &str,
    choices: impl Fn(&View, Look) -> Vec<Choice>,
) -> CreateAutocompleteResponse {
    offer_after(ctx, typed, async |person: &Person<'_>| {
        let now = person.look_here().await.ok()?;
        now.view.map(|view| choices(&view, person.look))
    })
    .await
}

/// Offers what has to be asked for first; nothing where that takes too long.
pub(super) async fn offer_after(
    ctx: Slash<'_>,
    typed: &str,
    choices: impl AsyncFnOnce(&Person<'_>) -> Option<Vec<Choice>>,
) -> CreateAutocompleteResponse {
    let caller = Caller::from(ctx.interaction);
    let look = async {
        let person = Person::of(ctx.framework.user_data, &caller).await;
        choices(&person).await.map(|choices| fitting(choices, typed, person.look.faces))
    };
    let offered = tokio::time::timeout(ctx.framework.user_data.patience, look).await;
    response(offered.ok().flatten().unwrap_or_default())
}

/// Offers what does not hang on a table.
pub(super) async fn offer_fixed(
    ctx: Slash<'_>,
    typed: &str,
    choices: impl Fn(Lang) -> Vec<Choice>,
) -> CreateAutocompleteResponse {
    let caller = Caller::from(ctx.interaction);
    let look = ctx.framework.user_data.memory.private_look(&caller).await;
    response(fitting(choices(look.lang), typed, look.faces))
}

/// The card that another option of the command names already.
pub(super) fn filled_in_card(option: &ResolvedOption<'_>) -> Option<Card> {
    match option.value {
        ResolvedValue::String(typed) => {
            typed.parse().ok().or_else(|| text::parse_card(Faces::default(), typed).ok())
        }
        _ => None,
    }
}

/// The cards that can be played.
pub(super) fn cards(view: &View, look: Look) -> Vec<Choice> {
    choices_of(view, view.legal.cards, look)
}

/// The cards of the own hand, while two of them are to be laid down.
pub(super) fn hand(view: &View, look: Look) -> Vec<Choice> {
    let cards = if view.legal.discard { view.own_hand() } else { CardSet::EMPTY };
    choices_of(view, cards, look)
}

fn choices_of(view: &View, cards: CardSet, look: Look) -> Vec<Choice> {
    let order = view.board().map_or(RankOrder::WithTrumps, |board| RankOrder::of(board.trump));
    text::in_hand_order(cards, order).into_iter().map(|card| card_choice(card, look)).collect()
}

fn card_choice(card: Card, look: Look) -> Choice {
    let (short, name) = (text::card_short(look.undrawn(), card), text::card(look, card));
    let name = if look.is_text_only() { name } else { format!("{short} ({name})") };
    let also = Look::ALL.into_iter().flat_map(|look| [text::card(look, card), text::card_short(look, card)]);
    // `♥7` and `♥ 7` are the same card.
    let spaceless = also.clone().map(|name| name.split_whitespace().collect());
    Choice::new(name, card.to_string()).found_by(also.chain(spaceless))
}

/// The contracts that overcall.
pub(super) fn contracts(view: &View, look: Look) -> Vec<Choice> {
    view.legal.bids.iter().map(|contract| contract_choice(&view.book, *contract, look)).collect()
}

/// Every contract of a book.
pub(super) fn book(book: &Book, look: Look) -> Vec<Choice> {
    book.entries().iter().map(|entry| contract_choice(book, entry.contract, look)).collect()
}

fn contract_choice(book: &Book, contract: Contract, look: Look) -> Choice {
    let points = book.find(&contract).map_or(0, |entry| entry.points);
    let name = format!("{} ({points})", text::contract(look, &contract));
    let also = Look::ALL.into_iter().map(|look| text::contract(look, &contract));
    Choice::new(name, contract.to_string()).found_by(also)
}

/// The trumps that can be named.
pub(super) fn trumps(view: &View, look: Look) -> Vec<Choice> {
    let choice = |trump: &Option<_>| {
        let value = trump.map_or(Doubling::NONE, crate::rules::Suit::word);
        let also = Look::ALL.into_iter().map(|look| text::trump(look, *trump));
        Choice::new(trump_name(*trump, look), value).found_by(also)
    };
    view.legal.trumps.iter().map(choice).collect()
}

/// A suit with its sign, as cards have it.
fn trump_name(trump: Trump, look: Look) -> String {
    trump.map_or_else(|| text::trump(look, trump), |suit| text::suit_with_sign(look.undrawn(), suit))
}

/// The games that can be doubled: all together, each item alone, and to decline where a raise is
/// offered.
pub(super) fn kontras(view: &View, Look { lang, .. }: Look) -> Vec<Choice> {
    let text = Text::new(lang);
    let items = view.kontra_items();
    let mut choices: Vec<Choice> = items.iter().map(|games| games_choice(*games, lang)).collect();
    if items.len() > 1 {
        choices.insert(0, Choice::new(text.say("button-kontra-all"), Doubling::ALL));
    }
    if view.legal.no_kontra {
        choices.push(Choice::new(text.say("button-no-kontra"), Doubling::NONE));
    }
    choices
}

fn games_choice(games: Games, lang: Lang) -> Choice {
    let names: Vec<&str> = games.iter().map(Game::name).collect();
    Choice::new(text::games(lang, games), names.join("+"))
}

#[cfg(test)]
mod tests;
