//! Errors in documents that describe a seat's knowledge of a deal.

use crate::json::{Excerpt, JsonError};
use crate::{CardSet, IllegalAction, RuleSetError, Seat, SeatAction, SeatActionError, Start, Suit};

/// Name and version of the JSON format of a [`SeatDocument`](super::SeatDocument).
pub const SEAT_FORMAT: &str = "ulti-seat/1";

/// Error returned when a [`SeatDocument`](super::SeatDocument) is invalid.
#[derive(Debug, thiserror::Error)]
pub enum SeatDocumentError {
    /// The text is not valid JSON, or a field is missing or has an invalid value.
    #[error("failed to parse seat document: {0}")]
    Json(#[from] JsonError),
    /// The document could not be written as JSON.
    #[error("failed to write seat document: {0}")]
    NotWritten(#[from] serde_json::Error),
    /// The document uses the given format instead of [`SEAT_FORMAT`].
    #[error("unknown format '{}': this program reads {SEAT_FORMAT}", Excerpt(.0))]
    UnknownFormat(String),
    /// The rules in the document are invalid.
    #[error(transparent)]
    Rules(#[from] RuleSetError),
    /// The number of points in the window (the table's pot) is negative or greater than
    /// [`Start::MOST_IN_WINDOW`].
    #[error("window out of range: {0}, must be 0 to {most}", most = Start::MOST_IN_WINDOW)]
    Window(i32),
    /// An action in the document could not be parsed.
    #[error("failed to parse action {number}: {reason}")]
    NotAStep {
        /// Position of the invalid action in the list of actions, starting at 1.
        number: usize,
        /// Reason why the action could not be parsed.
        reason: SeatActionError,
    },
    /// An action in the document is illegal.
    #[error("action {number}, {step}, is illegal: {reason}")]
    Illegal {
        /// Position of the illegal action in the list of actions, starting at 1.
        number: usize,
        /// The illegal action.
        step: SeatAction,
        /// Reason why the action is illegal.
        reason: IllegalAction,
    },
    /// The document reveals cards that another seat discarded.
    #[error("action {number} reveals the hidden discard of seat {seat}: omit discard")]
    HiddenDiscard {
        /// Number of the action that reveals the cards. The first action in the document has number 1.
        number: usize,
        /// Seat that discarded the cards.
        seat: Seat,
    },
    /// The deal is over, so no seat has a decision to make.
    #[error("the deal is over")]
    Over,
    /// A hand has the wrong number of cards.
    #[error("seat {seat} has {count} cards, expected {wanted} after these actions")]
    HandSize {
        /// Seat whose hand has the wrong number of cards.
        seat: Seat,
        /// Number of cards that the document lists for this hand.
        count: u32,
        /// Number of cards that the hand should contain after the listed actions.
        wanted: u32,
    },
    /// The given cards appear in more than one place, such as in two hands.
    #[error("cards in two places (hand, talon, open hands, cards played): {0}")]
    Twice(CardSet),
    /// A seat announced a marriage (king and over of a suit) that it cannot have held, because one of the two
    /// cards was elsewhere.
    #[error("seat {seat} cannot have announced {suit}: it did not hold both king and over")]
    Marriage {
        /// Seat that announced the marriage.
        seat: Seat,
        /// Suit of the marriage (king and over) that the seat cannot have held.
        suit: Suit,
    },
    /// The marriages (king and over of a suit) announced by the given seat do not match the rules.
    ///
    /// A seat announces its marriages with its first card if marriages count in the contract. If the rules
    /// say so, the declarer announces the marriage that a 40-100 or 20-100 requires (`RULES §5`).
    #[error(
        "announced marriages of seat {0} don't match the rules: all marriages are announced with the first \
         card if the contract has a parti; with hundred_announced, the declarer of a 40-100 or 20-100 announces \
         the required one"
    )]
    Announced(Seat),
    /// A seat did not announce a marriage that it must have held, because both cards are known to be its own.
    #[error("seat {seat} must have announced {suit}: it held both king and over")]
    NotAnnounced {
        /// Seat that held the marriage.
        seat: Seat,
        /// Suit of the marriage (king and over).
        suit: Suit,
    },
    /// The document was written for the given seat, but does not contain the two cards that this seat
    /// discarded.
    #[error("talon is missing: seat {0} discarded it")]
    TalonMissing(Seat),
    /// The document contains the talon (the two discarded cards), although the document's seat cannot know
    /// it.
    #[error("talon is not known to this seat: omit talon")]
    TalonHidden,
    /// The document's talon (the two discarded cards) differs from the cards that the seat discarded with its
    /// last bid. The error lists the discarded cards.
    #[error("talon differs from the cards discarded with the last bid: {0}")]
    OtherTalon(CardSet),
    /// The document does not contain the cards of the given seat, although that seat's hand is face up.
    #[error("open is missing the face-up hand of seat {0}")]
    OpenMissing(Seat),
    /// The document's field `open` contains the hand of the given seat, but must not contain it.
    ///
    /// Either the hand is not face up, or the seat is the document's own seat.
    #[error("the hand of seat {0} is not face up or is the own hand: set it to null in open")]
    NotOpen(Seat),
    /// The document's list of legal actions is wrong. The error gives the correct list as JSON.
    #[error("legal must be {0} after these actions: omit legal, or correct the other fields")]
    OtherLegal(String),
}
