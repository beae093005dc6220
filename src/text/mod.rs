//! Player-facing messages in Hungarian and English, and names and parsers for cards and contracts.
//!
//! Messages are stored in Fluent files under `locales/hu` and `locales/en`. A test verifies that both
//! languages have the same files, keys and arguments. The module depends on the game rules and, for one
//! worked example, on the rating system. It does not depend on the clock or Discord. User names and
//! timestamps are passed in as arguments, already escaped.
//!
//! ```
//! use ulti::text::{Appearance, DeckStyle, Lang, Text, card, parse_card};
//!
//! let text = Text::new(Lang::Hu);
//! assert_eq!(text.with("table-turn", &[("name", "Anna".into())]), "➡️ Anna következik.");
//!
//! let card_played = parse_card(DeckStyle::Hungarian, "piros hetes").unwrap();
//! assert_eq!(card(Lang::En.into(), card_played), "VII of hearts");
//! assert_eq!(card(Appearance::new(Lang::En, DeckStyle::French), card_played), "7 of hearts");
//! ```

mod aims;
mod analysis;
mod appearance;
mod cards;
mod contracts;
mod deck_style;
mod explanation;
mod fluent;
mod format;
mod hungarian_article;
mod inline_emoji;
mod lang;
mod names;
mod normalize;
mod parse;
mod refusal;
mod rules;
mod settlement;
mod unwinnable;

#[cfg(test)]
mod tests;

pub use aims::goal;
pub use analysis::{GivenAway, given, verdict};
pub use appearance::{Appearance, SymbolSet};
pub use cards::{
    as_held, card, card_short, cards, cards_by_suit, cards_in_order, in_hand_order, sort_hand, suit_with_sign,
};
pub use contracts::{contract, contract_terms, contract_with_trump, offered_bid_terms, stake};
pub use deck_style::DeckStyle;
pub use explanation::ExplanationText;
pub(crate) use fluent::args;
pub use fluent::{Arg, Text};
pub use format::{day, decimal, month, signed_decimal, utc_offset};
pub use hungarian_article::article;
pub use inline_emoji::{InlineEmoji, InlineEmojis, Symbol};
pub use lang::Lang;
pub use names::{
    about_preset, capital, either_trump, faces, faces_in, game, games, games_as_object, kontra_level, list,
    preset, rank, rank_short, scored, side, suit, trump,
};
pub(crate) use normalize::{is_guess, searchable};
pub use parse::card::{CardNotUnderstood, parse_card};
pub use parse::completion::contracts_begun;
pub use parse::contract::{ContractNotUnderstood, parse_contract, parse_games, require_suit};
pub use parse::errors::{unknown_card, unknown_contract, unknown_suit};
pub use parse::suit::{SuitNotUnderstood, parse_suit};
pub use refusal::refusal;
pub use rules::contract_table::{SilentGameMark, orders, signs};
pub use rules::house_rules::{answer as house_answer, question as house_question, unknown_rules};
pub use rules::house_rules_diff::house_rules;
pub use rules::markdown::document;
pub use rules::pages::{BOOK, RATING, by_the_rules, rules, topic, topic_group, topics};
pub use settlement::{item, payment, results, signed, sum};
pub use unwinnable::unwinnable;
