//! Errors in documents that describe a seat's knowledge of a deal.

use crate::{CardSet, IllegalAction, RuleSetError, Seat, SeatAction, SeatActionError, Start, Suit};

/// Name and version of the JSON format for a seat's knowledge of a deal.
pub const SEAT_FORMAT: &str = "ulti-seat/1";

/// Error returned when a [`SeatDocument`](super::SeatDocument) is invalid.
#[derive(Debug, thiserror::Error)]
pub enum SeatDocumentError {
    /// The text is not valid JSON or does not match the format. The inner error contains the position.
    #[error("failed to parse seat document: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// The format of the document is not [`SEAT_FORMAT`]. Contains the format that was found.
    #[error("unknown format '{0}': this program reads {SEAT_FORMAT}")]
    UnknownFormat(String),
    /// The rules in the document are invalid.
    #[error(transparent)]
    Rules(#[from] RuleSetError),
    /// The number of points in the window (the common pot) is negative or above [`Start::MOST_IN_WINDOW`].
    #[error("window out of range: {0}, must be 0 to {most}", most = Start::MOST_IN_WINDOW)]
    Window(i32),
    /// An action in the document can't be parsed.
    #[error("failed to parse action {number}: {reason}")]
    NotAStep {
        /// Number of the invalid action, starting at 1.
        number: usize,
        /// Reason why the action can't be parsed.
        reason: SeatActionError,
    },
    /// An action in the document is illegal.
    #[error("action {number}, {step}, is illegal: {reason}")]
    Illegal {
        /// Number of the illegal action, starting at 1.
        number: usize,
        /// The illegal action.
        step: SeatAction,
        /// Reason why the action is illegal.
        reason: IllegalAction,
    },
    /// The document contains cards that another seat has laid down.
    #[error("action {number} reveals the hidden discard of seat {seat}: omit discard")]
    HiddenDiscard {
        /// Number of the action that contains the hidden cards, starting at 1.
        number: usize,
        /// Seat that laid down the cards.
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
        /// Number of cards that the document lists for the hand.
        count: u32,
        /// Expected number of cards in the hand after all recorded actions.
        wanted: u32,
    },
    /// Some cards occur in more than one place, such as in two hands. Contains these cards.
    #[error("cards in two places (hand, talon, open hands, cards played): {0}")]
    Twice(CardSet),
    /// A seat announced a marriage (king and over of a suit) that it can't hold, because one of its cards is
    /// in another place.
    #[error("seat {seat} cannot have announced {suit}: it did not hold both king and over")]
    Marriage {
        /// Seat that announced the marriage.
        seat: Seat,
        /// Suit of the marriage (king and over) that the seat can't hold.
        suit: Suit,
    },
    /// The announced marriages (king and over of a suit) of a seat contradict the rules.
    ///
    /// Marriages are announced with a seat's first card, and only if the contract has a parti.
    #[error(
        "announced marriages of seat {0} don't match the rules: marriages are announced with the first card, \
         if the contract has a parti"
    )]
    Announced(Seat),
    /// The document lacks the two cards that its seat laid down with a bid. Contains the seat.
    #[error("talon is missing: seat {0} discarded it")]
    TalonMissing(Seat),
    /// The document contains the talon (the two cards laid aside), although another seat laid it down or
    /// holds it.
    #[error("talon is not known to this seat: omit talon")]
    TalonHidden,
    /// The talon (the two cards laid aside) differs from the cards that the seat laid down with its last bid.
    /// Contains the cards of the bid.
    #[error("talon differs from the cards discarded with the last bid: {0}")]
    OtherTalon(CardSet),
    /// The document lacks the cards of a seat whose hand is face up. Contains the seat.
    #[error("open is missing the face-up hand of seat {0}")]
    OpenMissing(Seat),
    /// The document lists the cards of a seat as face up, although its hand is hidden. Contains the seat.
    #[error("the hand of seat {0} is not face up or is the own hand: set it to null in open")]
    NotOpen(Seat),
    /// The legal actions in the document differ from those computed by the rules. Contains the computed
    /// actions as JSON.
    #[error("legal must be {0} after these actions: omit legal, or correct the other fields")]
    OtherLegal(String),
}
