//! JSON document that describes what a seat knows about a deal.

use enumset::EnumSet;
use serde::{Deserialize, Serialize};

use super::error::{SEAT_FORMAT, SeatDocumentError};
use crate::record::is_default;
use crate::seat_action::RawStep;
use crate::{Action, BySeat, CardSet, Legal, RulesSpec, Seat, SeatAction, Stage, Suit, View};

/// A document that describes what a seat knows about a deal in progress.
///
/// Its JSON format is `ulti-seat/1`. Unknown fields are ignored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SeatDocument {
    pub(super) format: String,
    /// The rules of the deal, given as the name of a preset or as a preset with changed fields.
    pub rules: RulesSpec,
    /// The seat whose knowledge the document describes.
    pub seat: Seat,
    /// Seat of the dealer.
    pub dealer: Seat,
    /// Points in the window (the table's pot) before the deal. The field is omitted from the JSON if zero.
    #[serde(default, skip_serializing_if = "is_default")]
    pub window: i32,
    /// The cards in the hand of the seat that the document describes.
    pub hand: CardSet,
    /// The two cards laid down with the last bid. `None` if another seat made that bid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub talon: Option<CardSet>,
    /// The actions so far, in the form used by records. Cards laid down by other seats are omitted.
    pub(super) actions: Vec<RawStep>,
    /// The suits of the marriages (king and over) that each seat has announced.
    #[serde(default, skip_serializing_if = "is_default")]
    pub announced: BySeat<EnumSet<Suit>>,
    /// The current cards of the other seats whose hands are face up.
    #[serde(default, skip_serializing_if = "is_default")]
    pub open: BySeat<Option<CardSet>>,
    /// The legal actions of the seat, for programs that don't implement the rules.
    ///
    /// They can be computed from the other fields.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) legal: Option<Legal>,
}

impl SeatDocument {
    /// Creates a document from a seat's view of a deal. `steps` contains the actions that led to the view.
    ///
    /// Cards laid down by other seats are removed from the actions. All other cards come from the view.
    /// Returns `None` for the public view and for a finished deal.
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

    /// Parses a document in the format `ulti-seat/1` from JSON.
    pub fn from_json(text: &str) -> Result<Self, SeatDocumentError> {
        let document: serde_json::Value = serde_json::from_str(text)?;
        if let Some(format) = document.get("format").and_then(serde_json::Value::as_str)
            && format != SEAT_FORMAT
        {
            return Err(SeatDocumentError::UnknownFormat(format.to_owned()));
        }
        Ok(serde_json::from_value(document)?)
    }

    /// Returns the document as a single line of JSON.
    pub fn to_json(&self) -> Result<String, SeatDocumentError> {
        Ok(serde_json::to_string(self)?)
    }
}

/// Returns the action as `seat` sees it, without cards that another seat has laid down.
fn seen_by(seat: Seat, step: SeatAction) -> SeatAction {
    match step.action {
        Action::Bid { contract, .. } if step.seat != seat => {
            SeatAction { action: Action::Bid { contract, discard: None }, ..step }
        }
        _ => step,
    }
}
