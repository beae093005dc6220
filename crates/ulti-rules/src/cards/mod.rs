//! Cards, suits, ranks and trumps.

pub(crate) mod card;
pub(crate) mod card_set;
pub(crate) mod rank;
pub(crate) mod suit;
pub(crate) mod trump;
