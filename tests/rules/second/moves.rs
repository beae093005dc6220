//! What a seat does, and how a record says it (`RULES §10`).

use serde_json::Value;

use super::cards::{Paper, in_order};

/// One action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Move {
    Take,
    Pass,
    /// A bid's text and the two cards; without cards where the talon is left alone, and in lists.
    Bid(String, Option<Vec<Paper>>),
    Trump(Option<char>),
    Kontra(Vec<String>),
    NoKontra,
    Play(Paper),
    Fold,
    Open,
    Claim,
    Leave,
}

fn words(value: &Value) -> Result<Vec<&str>, String> {
    let list = value.as_array().ok_or_else(|| format!("no list: {value}"))?;
    list.iter().map(|word| word.as_str().ok_or_else(|| format!("no word: {word}"))).collect()
}

/// A list of cards in a record.
pub(crate) fn cards(value: &Value) -> Result<Vec<Paper>, String> {
    words(value)?.into_iter().map(Paper::read).collect()
}

fn trump(word: &str) -> Result<Option<char>, String> {
    match word {
        "none" => Ok(None),
        "A" | "L" | "H" | "B" => Ok(word.chars().next()),
        _ => Err(format!("'{word}' is no trump")),
    }
}

/// An action of a record: the seat, and what it does.
pub(crate) fn read(action: &Value) -> Result<(usize, Move), String> {
    let wrong = || format!("no action: {action}");
    let seat = action.get("seat").and_then(Value::as_u64).filter(|seat| *seat < 3).ok_or_else(wrong)?;
    let fields = action.as_object().ok_or_else(wrong)?;
    let said: Vec<(&String, &Value)> =
        fields.iter().filter(|(name, _)| *name != "seat" && *name != "discard").collect();
    let [(name, value)] = said.as_slice() else { return Err(wrong()) };
    let word = || value.as_str().ok_or_else(wrong);
    let told = match name.as_str() {
        "bid" => {
            let discard = fields.get("discard").map(cards).transpose()?.map(in_order);
            Move::Bid(word()?.to_owned(), discard)
        }
        "trump" => Move::Trump(trump(word()?)?),
        "kontra" => Move::Kontra(words(value)?.into_iter().map(str::to_owned).collect()),
        "play" => Move::Play(Paper::read(word()?)?),
        _ if **value != Value::Bool(true) => return Err(wrong()),
        "take" => Move::Take,
        "pass" => Move::Pass,
        "no_kontra" => Move::NoKontra,
        "fold" => Move::Fold,
        "open" => Move::Open,
        "claim" => Move::Claim,
        "leave" => Move::Leave,
        _ => return Err(wrong()),
    };
    Ok((usize::try_from(seat).map_err(|_| wrong())?, told))
}
