//! What to say when what was typed is no card or no contract.

use crate::rules::{Card, NotAContract, Rank, Suit};

use super::plain::tame;
use super::{CardNotUnderstood, ContractNotUnderstood, Look, SuitNotUnderstood, Text, cards, words};

/// What may stand in a typed text beside letters and digits.
const SIGNS: &str = " +-♥♣♠♦";

/// The sentence for a text that is no card, with examples of what is.
pub fn unknown_card(look: Look, error: &CardNotUnderstood) -> String {
    let text = look.text();
    let card = |suit, rank| cards::card(look, Card::new(suit, rank));
    match error {
        CardNotUnderstood::Unknown(typed) => text.with(
            "refusal-card-unknown",
            &[
                ("found", tame(typed, SIGNS).into()),
                ("one", card(Suit::Hearts, Rank::Seven).into()),
                ("other", card(Suit::Acorns, Rank::Ace).into()),
            ],
        ),
        CardNotUnderstood::Ambiguous(typed, meant) => text.with(
            "refusal-card-ambiguous",
            &[("found", tame(typed, SIGNS).into()), ("cards", cards::cards(look, *meant).into())],
        ),
    }
}

/// The sentence for a text that is no suit, or more than one.
pub fn unknown_suit(look: Look, error: &SuitNotUnderstood) -> String {
    let text = look.text();
    match error {
        SuitNotUnderstood::Unknown(typed) => {
            text.with("door-not-understood", &[("found", tame(typed, SIGNS).into())])
        }
        SuitNotUnderstood::Ambiguous(typed, meant) => text.with(
            "refusal-suit-ambiguous",
            &[("found", tame(typed, SIGNS).into()), ("suits", suits(look, meant).into())],
        ),
    }
}

/// The sentence for a text that is no contract.
pub fn unknown_contract(look: Look, error: &ContractNotUnderstood) -> String {
    let lang = look.lang;
    let text = Text::new(lang);
    match error {
        ContractNotUnderstood::Word { word, nearest } => text.with(
            "refusal-contract-word",
            &[("word", tame(word, SIGNS).into()), ("nearest", (*nearest).into())],
        ),
        ContractNotUnderstood::Suits(meant) => {
            text.with("refusal-contract-suits", &[("suits", suits(look, meant).into())])
        }
        ContractNotUnderstood::Contract(NotAContract::UnknownWord { found, nearest }) => text.with(
            "refusal-contract-word",
            &[("word", tame(found, SIGNS).into()), ("nearest", (*nearest).into())],
        ),
        ContractNotUnderstood::Contract(NotAContract::NoGame) => text.say("refusal-contract-no-game"),
        ContractNotUnderstood::Contract(NotAContract::NotRe) => text.say("refusal-contract-not-re"),
        ContractNotUnderstood::Contract(NotAContract::NotColourless) => {
            text.say("refusal-contract-not-colourless")
        }
        ContractNotUnderstood::Contract(NotAContract::NotOpen) => text.say("refusal-contract-not-open"),
        ContractNotUnderstood::Contract(NotAContract::DoNotCombine(one, other)) => text.with(
            "refusal-contract-combine",
            &[("one", words::game(lang, *one).into()), ("other", words::game(lang, *other).into())],
        ),
        ContractNotUnderstood::Contract(NotAContract::UnknownGame(unknown)) => {
            text.with("refusal-contract-unknown", &[("found", tame(&unknown.found, SIGNS).into())])
        }
    }
}

fn suits(look: Look, meant: &[Suit]) -> String {
    let said: Vec<String> = meant.iter().map(|suit| cards::suit_with_sign(look, *suit)).collect();
    said.join(", ")
}
