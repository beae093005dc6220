//! Error messages for text that cannot be parsed as a card, suit or contract.

use ulti_rules::{Card, ContractError, Rank, Suit};

use crate::text::normalize::sanitize;
use crate::text::{
    Appearance, CardNotUnderstood, ContractNotUnderstood, DeckStyle, Lang, SuitNotUnderstood, Text, args,
    cards, names,
};

/// Characters that may appear in quotations of user input, besides letters and digits.
const ALLOWED: &str = " +-–.,;!?'’\"()=%&♥♣♠♦";

/// Returns the message for an error that occurred while parsing a card.
pub fn unknown_card(appearance: Appearance, error: &CardNotUnderstood) -> String {
    let text = appearance.formatter();
    let card = |suit, rank| cards::card(appearance, Card::new(suit, rank));
    match error {
        CardNotUnderstood::Unknown(typed) => text.with(
            "refusal-card-unknown",
            args![
                found = sanitize(typed, ALLOWED),
                one = card(Suit::Hearts, Rank::Seven),
                other = card(Suit::Acorns, Rank::Ace),
                short = short_example(appearance)
            ],
        ),
        CardNotUnderstood::Ambiguous(typed, meant) => text.with(
            "refusal-card-ambiguous",
            args![found = sanitize(typed, ALLOWED), cards = cards::cards(appearance, *meant)],
        ),
    }
}

/// Returns how a player may type the seven of hearts in two characters: with the Hungarian letter of the suit
/// where it means only one suit.
fn short_example(appearance: Appearance) -> &'static str {
    match (appearance.lang, appearance.faces) {
        (Lang::Hu, DeckStyle::Hungarian) => "p7",
        _ => "h7",
    }
}

/// Returns the message for an error that occurred while parsing a suit.
pub fn unknown_suit(appearance: Appearance, error: &SuitNotUnderstood) -> String {
    let text = appearance.formatter();
    match error {
        SuitNotUnderstood::Unknown(typed) => {
            text.with("door-not-understood", args![found = sanitize(typed, ALLOWED)])
        }
        SuitNotUnderstood::Ambiguous(typed, meant) => text.with(
            "refusal-suit-ambiguous",
            args![found = sanitize(typed, ALLOWED), suits = suits(appearance, meant)],
        ),
    }
}

/// Returns the message for an error that occurred while parsing a contract.
pub fn unknown_contract(appearance: Appearance, error: &ContractNotUnderstood) -> String {
    let lang = appearance.lang;
    let text = Text::new(lang);
    match error {
        ContractNotUnderstood::Word { word, .. } if !error.has_guess() => {
            text.with("refusal-contract-word-unknown", args![word = sanitize(word, ALLOWED)])
        }
        ContractNotUnderstood::Word { word, nearest } => {
            text.with("refusal-contract-word", args![word = sanitize(word, ALLOWED), nearest = *nearest])
        }
        ContractNotUnderstood::Suits(meant) => {
            text.with("refusal-contract-suits", args![suits = suits(appearance, meant)])
        }
        ContractNotUnderstood::NoSuit(possible) => {
            text.with("refusal-contract-no-suit", args![suits = suits(appearance, possible)])
        }
        ContractNotUnderstood::Contract(ContractError::UnknownWord { found, nearest }) => {
            text.with("refusal-contract-word", args![word = sanitize(found, ALLOWED), nearest = *nearest])
        }
        ContractNotUnderstood::Contract(ContractError::NoGame) => text.text("refusal-contract-no-game"),
        ContractNotUnderstood::Contract(ContractError::NotRe) => text.text("refusal-contract-not-re"),
        ContractNotUnderstood::Contract(ContractError::NotColourless) => {
            text.text("refusal-contract-not-colourless")
        }
        ContractNotUnderstood::Contract(ContractError::NotOpen) => text.text("refusal-contract-not-open"),
        ContractNotUnderstood::Contract(ContractError::DoNotCombine(one, other)) => text.with(
            "refusal-contract-combine",
            args![one = names::game(lang, *one), other = names::game(lang, *other)],
        ),
        ContractNotUnderstood::Contract(ContractError::UnknownGame(unknown)) => {
            text.with("refusal-contract-unknown", args![found = sanitize(&unknown.found, ALLOWED)])
        }
    }
}

fn suits(appearance: Appearance, meant: &[Suit]) -> String {
    let names: Vec<String> = meant.iter().map(|suit| cards::suit_with_sign(appearance, *suit)).collect();
    names.join(", ")
}
