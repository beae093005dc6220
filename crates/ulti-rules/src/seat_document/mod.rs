//! JSON format `ulti-seat/1`, which describes what a seat knows about a deal in progress.
//!
//! A [`View`](crate::View) can be converted to a document in this format and restored from it. The document
//! contains the seat's own cards and the public actions. Everything else (stage, kontra, tricks, legal
//! actions) is recomputed by the rules.

mod document;
mod error;
mod restore;

pub use document::SeatDocument;
pub use error::{SEAT_FORMAT, SeatDocumentError};
