//! What to say when what was typed is no card or no contract.

use crate::rules::NotAContract;

use super::{CardNotUnderstood, ContractNotUnderstood, Lang, Text, words};

/// The sentence for a text that is no card.
pub fn unknown_card(lang: Lang, error: &CardNotUnderstood) -> String {
    Text::new(lang).with("refusal-card-unknown", &[("found", tame(&error.0).into())])
}

/// The sentence for a text that is no contract.
pub fn unknown_contract(lang: Lang, error: &ContractNotUnderstood) -> String {
    let text = Text::new(lang);
    match error {
        ContractNotUnderstood::Word { word, nearest } => {
            text.with("refusal-contract-word", &[("word", tame(word).into()), ("nearest", (*nearest).into())])
        }
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
            text.with("refusal-contract-unknown", &[("found", tame(&unknown.found).into())])
        }
    }
}

/// The beginning of what somebody typed, without what Discord would take for formatting.
fn tame(typed: &str) -> String {
    let harmless = |sign: &char| sign.is_alphanumeric() || " +-♥♣♠♦".contains(*sign);
    typed.chars().filter(harmless).take(40).collect()
}
