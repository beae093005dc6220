//! Why something is not what a seat can know.

use super::super::{CardSet, Illegal, NotAStep, RuleSetError, Seat, Start, Step, Suit};
use super::SEEN_FORMAT;

/// Why a [`Seen`](super::Seen) is refused.
#[derive(Debug, thiserror::Error)]
pub enum NotSeen {
    /// Not JSON, or not of this format; the place is in the message.
    #[error("not what a seat knows: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// Another format.
    #[error("unknown format '{0}': this program reads {SEEN_FORMAT}")]
    UnknownFormat(String),
    /// Rules that this program does not know.
    #[error(transparent)]
    Rules(#[from] RuleSetError),
    /// A window that can't be.
    #[error("a window of {0}: it holds 0 to {most}", most = Start::MOST_IN_WINDOW)]
    Window(i32),
    /// An action that can't be read.
    #[error("action {number} can't be read: {reason}")]
    NotAStep {
        /// Which, from 1.
        number: usize,
        /// Why.
        reason: NotAStep,
    },
    /// An action against the rules.
    #[error("action {number}, {step}, is illegal: {reason}")]
    Illegal {
        /// Which, from 1.
        number: usize,
        /// What was done.
        step: Step,
        /// Why it may not.
        reason: Illegal,
    },
    /// Cards that this seat can't know.
    #[error("action {number} says what seat {seat} laid down, which is hidden: leave its discard out")]
    HiddenDiscard {
        /// Which action, from 1.
        number: usize,
        /// Who laid them down.
        seat: Seat,
    },
    /// Nobody has anything to decide any more.
    #[error("the deal is over: nobody has anything to decide")]
    Over,
    /// Too many cards in a hand, or too few.
    #[error("seat {seat} is given {count} cards, and after these actions it holds {wanted}")]
    HandSize {
        /// Whose.
        seat: Seat,
        /// How many are given.
        count: u32,
        /// How many there have to be.
        wanted: u32,
    },
    /// Cards that are in two places.
    #[error("in two places at once (hand, talon, open hands, cards played): {0}")]
    Twice(CardSet),
    /// A marriage whose cards are elsewhere.
    #[error("seat {seat} can't have announced {suit}: its king or over is elsewhere")]
    Marriage {
        /// Who.
        seat: Seat,
        /// The suit.
        suit: Suit,
    },
    /// Marriages that nobody can have announced yet.
    #[error(
        "seat {0}'s announced marriages don't fit: those it held, from its first card on, where the contract \
         has a parti"
    )]
    Announced(Seat),
    /// The cards laid down are missing.
    #[error("seat {0} laid the talon down: give its two cards as talon")]
    TalonMissing(Seat),
    /// The cards laid down are not this seat's.
    #[error("another seat laid the talon down last, or holds it: leave talon out")]
    TalonHidden,
    /// Not the cards that were laid down with the last bid.
    #[error("the talon is not what was laid down with the own last bid: {0}")]
    OtherTalon(CardSet),
    /// An open hand is missing.
    #[error("seat {0}'s hand lies open: give its cards in open")]
    OpenMissing(Seat),
    /// A hidden hand is given.
    #[error("seat {0}'s hand is not another's that lies open: leave it null in open")]
    NotOpen(Seat),
    /// What may be done is not what was said.
    #[error("legal comes to {0}: leave it out, or correct what it follows from")]
    OtherLegal(String),
}
