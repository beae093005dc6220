//! JSON document that describes what a seat knows about a deal.

use enumset::EnumSet;
use serde::{Deserialize, Serialize};

use super::error::{SEAT_FORMAT, SeatDocumentError};
use crate::json;
use crate::records::record::is_default;
use crate::records::seat_action::RawStep;
use crate::{Action, BySeat, CardSet, Legal, RulesSpec, Seat, SeatAction, Stage, Suit, View};

/// A JSON document with everything that one seat knows about a deal in progress, such as its own cards and
/// the actions of all seats.
///
/// The format is `ulti-seat/1`. Unknown fields are ignored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(expecting = "a seat document, which is an object")]
pub struct SeatDocument {
    pub(super) format: String,
    /// The rules of the deal: either the name of a preset, or a preset with changed fields.
    pub rules: RulesSpec,
    /// The seat from whose perspective the deal is described.
    pub seat: Seat,
    /// Seat of the dealer.
    pub dealer: Seat,
    /// Points in the window (the table's pot) before the deal. Omitted from the JSON if zero.
    #[serde(default, skip_serializing_if = "is_default")]
    pub window: i32,
    /// The cards in the seat's own hand.
    pub hand: CardSet,
    /// The two cards discarded with the last bid, or `None` if another seat made that bid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub talon: Option<CardSet>,
    /// The actions so far, in the same format as in records. Cards discarded by other seats are omitted.
    pub(super) actions: Vec<RawStep>,
    /// For each seat, the suits of the marriages (king and over) that it has announced.
    #[serde(default, skip_serializing_if = "is_default")]
    pub announced: BySeat<EnumSet<Suit>>,
    /// For each other seat with a face-up hand, the cards that remain in the hand.
    #[serde(default, skip_serializing_if = "is_default")]
    pub open: BySeat<Option<CardSet>>,
    /// The seat's legal actions, for programs that do not implement the rules.
    ///
    /// This field is optional because it can be computed from the other fields.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) legal: Option<Legal>,
}

impl SeatDocument {
    /// Creates a document from a seat's view of a deal and the actions (`steps`) that led to the view.
    ///
    /// Cards discarded by other seats are removed from the actions. Returns `None` for the public view and
    /// for a finished deal.
    ///
    /// # Errors
    /// Returns an error if the rules are not based on a known preset.
    pub fn of(
        view: &View,
        steps: impl IntoIterator<Item = SeatAction>,
    ) -> Result<Option<Self>, SeatDocumentError> {
        let (Some(seat), false) = (view.seat, matches!(view.stage, Stage::Over { .. })) else {
            return Ok(None);
        };
        let lies_open = |whose: Seat| view.board().is_some_and(|board| board.open[whose]) && whose != seat;
        Ok(Some(Self {
            format: SEAT_FORMAT.to_owned(),
            rules: RulesSpec::of(view.book.rules())?,
            seat,
            dealer: view.dealer,
            window: view.window,
            hand: view.own_hand(),
            talon: view.talon,
            actions: steps.into_iter().map(|step| seen_by(seat, step).into()).collect(),
            announced: view.board().map(|board| board.announced).unwrap_or_default(),
            open: BySeat::from_fn(|whose| view.hands[whose].cards().filter(|_| lies_open(whose))),
            legal: Some(view.legal.clone()),
        }))
    }

    /// Parses a JSON document in the format `ulti-seat/1`.
    pub fn from_json(text: &str) -> Result<Self, SeatDocumentError> {
        let document = json::parse(text)?;
        if let Some(format) = document.get("format").and_then(serde_json::Value::as_str)
            && format != SEAT_FORMAT
        {
            return Err(SeatDocumentError::UnknownFormat(format.to_owned()));
        }
        Ok(json::read(&document)?)
    }

    /// Serializes the document as a single line of JSON.
    pub fn to_json(&self) -> Result<String, SeatDocumentError> {
        Ok(serde_json::to_string(self)?)
    }
}

/// Removes the discarded cards from a bid made by a seat other than `seat`. Returns any other action
/// unchanged.
fn seen_by(seat: Seat, step: SeatAction) -> SeatAction {
    match step.action {
        Action::Bid { contract, .. } if step.seat != seat => {
            SeatAction { action: Action::Bid { contract, discard: None }, ..step }
        }
        _ => step,
    }
}
