//! Text notation of the test cases.
//!
//! Cards are written individually or as a suit with several ranks: `L7`, `HXA` (hearts ten and ace). An
//! action consists of a seat, a word and its arguments: `0 bid parti -B8 -L7`, `1 take`, `1 pass`,
//! `0 trump L`, `0 play LA`, `1 kontra ulti parti`, `1 no-kontra`, `0 fold`, `0 open`, `0 claim`, `2 leave`.

use ulti_rules::{Action, Card, CardSet, Contract, Game, Games, Seat, Suit, Trump};

/// Result of a check, with an error message that explains the failure.
pub(crate) type Outcome<T = ()> = Result<T, String>;

/// Parses cards of one suit, such as `LA` or `LXA`.
fn group(text: &str) -> Outcome<Vec<Card>> {
    let mut letters = text.chars();
    let suit = letters.next().ok_or("empty card")?;
    let cards: Vec<Card> = letters
        .map(|rank| format!("{suit}{rank}").parse().map_err(|reason| format!("{reason}")))
        .collect::<Outcome<_>>()?;
    if cards.is_empty() { Err(format!("missing rank in '{text}'")) } else { Ok(cards) }
}

/// Parses cards separated by spaces or commas, in the given order.
pub(crate) fn card_list(text: &str) -> Outcome<Vec<Card>> {
    let groups = text.split([' ', ',', '\n']).filter(|word| !word.is_empty()).map(group);
    Ok(groups.collect::<Outcome<Vec<_>>>()?.concat())
}

/// Parses a set of cards. Duplicate cards are an error.
pub(crate) fn cards(text: &str) -> Outcome<CardSet> {
    let list = card_list(text)?;
    let set: CardSet = list.iter().copied().collect();
    if set.len() as usize == list.len() { Ok(set) } else { Err(format!("duplicate card in '{text}'")) }
}

pub(crate) fn seat(text: &str) -> Outcome<Seat> {
    let number: usize = text.parse().map_err(|_| format!("invalid seat '{text}'"))?;
    Seat::from_index(number).ok_or_else(|| format!("unknown seat {number}"))
}

pub(crate) fn games<'a>(words: impl IntoIterator<Item = &'a str>) -> Outcome<Games> {
    words.into_iter().map(|word| word.parse::<Game>().map_err(|reason| reason.to_string())).collect()
}

/// Parses trumps: `A`, `L`, `H`, `B` or `none`.
pub(crate) fn trump(text: &str) -> Outcome<Trump> {
    if text == "none" {
        return Ok(None);
    }
    let suit = text.chars().next().filter(|_| text.len() == 1).and_then(Suit::from_letter);
    suit.map(Some).ok_or_else(|| format!("unknown suit '{text}'"))
}

pub(crate) fn contract(text: &str) -> Outcome<Contract> {
    text.parse().map_err(|reason| format!("'{text}': {reason}"))
}

fn bid(words: &[&str]) -> Outcome<Action> {
    let is_card = |word: &&&str| word.starts_with('-');
    let down: Vec<&str> = words.iter().filter(is_card).map(|word| &word[1..]).collect();
    let name: Vec<&str> = words.iter().filter(|word| !is_card(word)).copied().collect();
    let discard = if down.is_empty() { None } else { Some(cards(&down.join(" "))?) };
    Ok(Action::Bid { contract: contract(&name.join(" "))?, discard })
}

/// Parses one action of a script, with its seat.
pub(crate) fn step(line: &str) -> Outcome<(Seat, Action)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [who, word, rest @ ..] = words.as_slice() else { return Err(format!("invalid action '{line}'")) };
    let one = || rest.first().copied().ok_or_else(|| format!("missing argument in '{line}'"));
    let action = match *word {
        "bid" => bid(rest)?,
        "take" => Action::Take,
        "pass" => Action::Pass,
        "trump" => Action::Trump(trump(one()?)?),
        "kontra" => Action::Kontra(games(rest.iter().copied())?),
        "no-kontra" => Action::NoKontra,
        "play" => Action::Play(one()?.parse().map_err(|reason| format!("{reason}"))?),
        "fold" => Action::Fold,
        "open" => Action::Open,
        "claim" => Action::Claim,
        "leave" => Action::Leave,
        _ => return Err(format!("unknown action '{word}'")),
    };
    Ok((seat(who)?, action))
}
