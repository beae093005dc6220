//! Parsers for cards, suits and contracts typed by users.

pub(crate) mod card;
pub(crate) mod completion;
pub(crate) mod contract;
pub(crate) mod errors;
pub(crate) mod suit;
