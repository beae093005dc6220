//! Every sentence that people read, in Hungarian and English, and notation for people.
//!
//! The sentences live in Fluent files, `locales/hu` and `locales/en`, file by file with the same
//! keys and arguments; a test holds them together. This room knows the rules and nothing else: no
//! clock, no Discord. Names of people come in as arguments, already escaped; so do timestamps.
//!
//! ```
//! use ulti::text::{Lang, Text, card, parse_card};
//!
//! let text = Text::new(Lang::Hu);
//! assert_eq!(text.with("table-turn", &[("name", "Anna".into())]), "➡️ Anna következik.");
//!
//! let card_played = parse_card("piros hetes").unwrap();
//! assert_eq!(card(Lang::En, card_played), "hearts VII");
//! ```

mod article;
mod book_table;
mod cards;
mod contracts;
mod document;
mod faces;
mod figures;
mod house;
mod lang;
mod parse_card;
mod parse_contract;
mod plain;
mod refusal;
mod result;
mod say;
mod topics;
mod unknown;
mod words;

#[cfg(test)]
mod tests;

pub use article::article;
pub use book_table::{Sign, orders, signs};
pub use cards::{card, card_short, cards, cards_short, in_hand_order};
pub use contracts::{contract, contract_with_trump};
pub use document::document;
pub use faces::{Faces, Signs};
pub use lang::Lang;
pub use parse_card::{CardNotUnderstood, parse_card};
pub use parse_contract::{ContractNotUnderstood, parse_contract};
pub use refusal::refusal;
pub use result::{item, payment, results, signed};
pub use say::{Arg, Text};
pub use topics::{BOOK, by_the_rules, rules, topic, topics};
pub use unknown::{unknown_card, unknown_contract};
pub use words::{
    capital, game, games, kontra_level, list, preset, rank, rank_short, scored, side, suit, trump,
};
