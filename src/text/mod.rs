//! Every sentence that people read, in Hungarian and English, and notation for people.
//!
//! The sentences live in Fluent files, `locales/hu` and `locales/en`, file by file with the same
//! keys and arguments; a test holds them together. This room knows the rules, and how ratings move for the example of it, and nothing else: no
//! clock, no Discord. Names of people come in as arguments, already escaped; so do timestamps.
//!
//! ```
//! use ulti::text::{Faces, Lang, Look, Text, card, parse_card};
//!
//! let text = Text::new(Lang::Hu);
//! assert_eq!(text.with("table-turn", &[("name", "Anna".into())]), "➡️ Anna következik.");
//!
//! let card_played = parse_card(Faces::Hungarian, "piros hetes").unwrap();
//! assert_eq!(card(Lang::En.into(), card_played), "VII of hearts");
//! assert_eq!(card(Look::new(Lang::En, Faces::French), card_played), "7 of hearts");
//! ```

mod analysed;
mod article;
mod book_table;
mod cards;
mod changed;
mod contracts;
mod day;
mod document;
mod emblem;
mod faces;
mod figures;
mod house;
mod lang;
mod look;
mod numbers;
mod parse_card;
mod parse_contract;
mod parse_suit;
mod plain;
mod rated;
mod refusal;
mod result;
mod say;
mod topics;
mod unknown;
mod words;

#[cfg(test)]
mod tests;

pub use analysed::{Given, given, verdict};
pub use article::article;
pub use book_table::{Sign, orders, signs};
pub use cards::{
    as_held, card, card_short, cards, cards_in_order, cards_short, in_hand_order, suit_with_sign,
};
pub use changed::house_rules;
pub use contracts::{contract, contract_with_trump};
pub use day::day;
pub use document::document;
pub use emblem::{Emblem, Emblems, Sign as EmblemOf};
pub use faces::Faces;
pub use house::{answer as house_answer, question as house_question, unknown_rules};
pub use lang::Lang;
pub use look::{Look, Signs};
pub use numbers::{decimal, month, signed_decimal};
pub use parse_card::{CardNotUnderstood, parse_card};
pub use parse_contract::{ContractNotUnderstood, parse_contract};
pub use parse_suit::{SuitNotUnderstood, parse_suit};
pub use refusal::refusal;
pub use result::{item, payment, results, signed, sum};
pub use say::{Arg, Text};
pub use topics::{BOOK, RATING, by_the_rules, rules, topic, topics};
pub use unknown::{unknown_card, unknown_contract, unknown_suit};
pub use words::{
    capital, either, faces, faces_in, game, games, kontra_level, list, preset, rank, rank_short, scored,
    side, suit, trump,
};
