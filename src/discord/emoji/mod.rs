//! Application emoji: cards and suits as small pictures.
//!
//! Missing and changed pictures are uploaded at every start. The emoji are optional: if Discord
//! rejects them, messages show cards as plain text symbols.
//!
//! The list of emoji is requested from Discord at every start and kept in memory only. One request
//! suffices, and a stored copy could become outdated.

mod assets;
mod name;
mod pictures;
pub(crate) mod strip;
mod sync;
mod upload;
mod wanted;

pub use assets::DrawnCards;
pub use pictures::{CardPictures, NoCardPictures};
pub(super) use upload::keep;
