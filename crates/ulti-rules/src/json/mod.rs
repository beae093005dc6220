//! Parsing of JSON documents that people and other programs have written.
//!
//! - [`parse()`] parses the text. A key that appears twice in an object is an error.
//! - [`read()`] converts the parsed document. Its errors name the field and describe the expected value in
//!   plain words instead of serde's names of Rust types.
//! - [`Excerpt`] limits how much of the input an error message repeats.

mod error;
mod excerpt;
mod parse;
mod read;

pub use error::JsonError;
pub(crate) use error::description;
pub(crate) use excerpt::Excerpt;
pub(crate) use parse::parse;
pub(crate) use read::read;
