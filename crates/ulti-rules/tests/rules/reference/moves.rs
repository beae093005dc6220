//! Moves of a deal and their JSON form in records (`RULES §10`).

use serde_json::Value;

use super::cards::{PlainCard, in_order};

/// A move of a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Move {
    Take,
    Pass,
    /// A bid with its discard.
    ///
    /// The discard is `None` if the talon is left untouched, and in lists of legal moves.
    Bid(String, Option<Vec<PlainCard>>),
    Trump(Option<char>),
    Kontra(Vec<String>),
    NoKontra,
    Play(PlainCard),
    Fold,
    Open,
    Claim,
    Leave,
}

fn words(value: &Value) -> Result<Vec<&str>, String> {
    let list = value.as_array().ok_or_else(|| format!("expected a list: {value}"))?;
    list.iter().map(|word| word.as_str().ok_or_else(|| format!("expected a text: {word}"))).collect()
}

/// Parses a list of cards of a record.
pub(crate) fn cards(value: &Value) -> Result<Vec<PlainCard>, String> {
    words(value)?.into_iter().map(PlainCard::read).collect()
}

fn trump(word: &str) -> Result<Option<char>, String> {
    match word {
        "none" => Ok(None),
        "A" | "L" | "H" | "B" => Ok(word.chars().next()),
        _ => Err(format!("unknown trumps '{word}'")),
    }
}

/// Parses an action of a record into its seat and move.
pub(crate) fn read(action: &Value) -> Result<(usize, Move), String> {
    let wrong = || format!("invalid action: {action}");
    let seat = action.get("seat").and_then(Value::as_u64).filter(|seat| *seat < 3).ok_or_else(wrong)?;
    let fields = action.as_object().ok_or_else(wrong)?;
    let keys: Vec<(&String, &Value)> =
        fields.iter().filter(|(name, _)| !["seat", "discard", "accepted"].contains(&name.as_str())).collect();
    let [(name, value)] = keys.as_slice() else { return Err(wrong()) };
    let word = || value.as_str().ok_or_else(wrong);
    let parsed = match name.as_str() {
        "bid" => {
            let discard = fields.get("discard").map(cards).transpose()?.map(in_order);
            Move::Bid(word()?.to_owned(), discard)
        }
        "trump" => Move::Trump(trump(word()?)?),
        "kontra" => Move::Kontra(words(value)?.into_iter().map(str::to_owned).collect()),
        "play" => Move::Play(PlainCard::read(word()?)?),
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
    Ok((usize::try_from(seat).map_err(|_| wrong())?, parsed))
}
