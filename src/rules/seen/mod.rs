//! What one seat knows of a deal that is going on, as JSON, `ulti-seat/1`: a [`View`] that can leave
//! the program and come back.
//!
//! It holds the own cards and what everyone saw; where the deal stands, what is doubled, who took
//! which trick and what may be done follow from that by the rules.

mod error;
mod legal_note;
mod recall;

use std::sync::Arc;

use enumset::EnumSet;
use serde::{Deserialize, Serialize};

use self::legal_note::LegalNote;
use super::step::RawStep;
use super::{Action, Book, BySeat, CardSet, RulesNote, Seat, Stage, Step, Suit, View};

pub use error::NotSeen;

/// The name of the format.
pub const SEEN_FORMAT: &str = "ulti-seat/1";

/// What a seat knows. Fields that this program does not know are ignored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Seen {
    format: String,
    /// A preset's name, or an object of a preset and what is different.
    pub rules: RulesNote,
    /// Whose knowledge it is.
    pub seat: Seat,
    /// Who dealt.
    pub dealer: Seat,
    /// What lay in the window before the deal; left out where it was empty.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub window: i32,
    /// The own hand now.
    pub hand: CardSet,
    /// The cards laid down, where this seat laid them last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub talon: Option<CardSet>,
    /// As in a record, without what others laid down.
    actions: Vec<RawStep>,
    /// The marriages that each seat has made known.
    #[serde(default, skip_serializing_if = "is_default")]
    pub announced: BySeat<EnumSet<Suit>>,
    /// Others' hands that lie open, as they are now.
    #[serde(default, skip_serializing_if = "is_default")]
    pub open: BySeat<Option<CardSet>>,
    /// What the seat may do; it follows from the rest, and is there for who does not know the rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    legal: Option<LegalNote>,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde's signature
const fn is_zero(number: &i32) -> bool {
    *number == 0
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Seen {
    /// What the view's seat knows, with the actions that led there. What others laid down is taken
    /// out of these; every other card comes from the view. `None` for the public, and when the deal
    /// is over.
    ///
    /// # Errors
    /// Where the rules started from no known preset.
    pub fn of(view: &View, steps: impl IntoIterator<Item = Step>) -> Result<Option<Self>, NotSeen> {
        let (Some(seat), false) = (view.seat, matches!(view.stage, Stage::Over { .. })) else {
            return Ok(None);
        };
        let lies_open = |whose: Seat| view.board().is_some_and(|board| board.open[whose]) && whose != seat;
        Ok(Some(Self {
            format: SEEN_FORMAT.to_owned(),
            rules: RulesNote::of(view.book.rules())?,
            seat,
            dealer: view.dealer,
            window: view.window,
            hand: view.own_hand(),
            talon: view.talon,
            actions: steps.into_iter().map(|step| seen_by(seat, step).into()).collect(),
            announced: view.board().map(|board| board.announced).unwrap_or_default(),
            open: BySeat::from_fn(|whose| view.hands[whose].cards().filter(|_| lies_open(whose))),
            legal: Some((&view.legal).into()),
        }))
    }

    /// Reads one JSON document.
    pub fn from_json(text: &str) -> Result<Self, NotSeen> {
        let document: serde_json::Value = serde_json::from_str(text)?;
        if let Some(format) = document.get("format").and_then(serde_json::Value::as_str)
            && format != SEEN_FORMAT
        {
            return Err(NotSeen::UnknownFormat(format.to_owned()));
        }
        Ok(serde_json::from_value(document)?)
    }

    /// One line of JSON.
    pub fn to_json(&self) -> Result<String, NotSeen> {
        Ok(serde_json::to_string(self)?)
    }

    /// The view it stands for.
    ///
    /// # Errors
    /// Where no deal can look like this from this seat.
    pub fn view(&self) -> Result<View, NotSeen> {
        self.view_with(&Arc::new(Book::new(self.rules.rules()?)))
    }

    /// The same with a book at hand that is known to be that of its rules.
    pub fn view_with(&self, book: &Arc<Book>) -> Result<View, NotSeen> {
        if self.format != SEEN_FORMAT {
            return Err(NotSeen::UnknownFormat(self.format.clone()));
        }
        let view = recall::view(self, book)?;
        let legal = LegalNote::from(&view.legal);
        match &self.legal {
            Some(said) if !said.says(&legal) => Err(NotSeen::OtherLegal(serde_json::to_string(&legal)?)),
            _ => Ok(view),
        }
    }

    /// The actions so far, in order.
    fn steps(&self) -> Result<Vec<Step>, NotSeen> {
        let read = |(place, raw): (usize, &RawStep)| {
            Step::try_from(raw.clone()).map_err(|reason| NotSeen::NotAStep { number: place + 1, reason })
        };
        self.actions.iter().enumerate().map(read).collect()
    }
}

/// An action as a seat sees it: without the cards that another lays down.
fn seen_by(seat: Seat, step: Step) -> Step {
    match step.action {
        Action::Bid { contract, .. } if step.seat != seat => {
            Step { action: Action::Bid { contract, discard: None }, ..step }
        }
        _ => step,
    }
}
