//! The open notation of a deal, `ulti-record/1` (`RULES §10`): stored, exported, imported, replayed.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::deal::NotADeal;
use super::step::{NotAStep, RawStep, Step};
use super::{Book, BySeat, CardSet, Deal, Event, Illegal, RuleSetError, RulesNote, Seat, Settlement, Start};

/// The name of the format.
pub const FORMAT: &str = "ulti-record/1";

/// A deal in the open notation. Fields that this program does not know are kept.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    format: String,
    /// A preset's name, or an object of a preset and what is different.
    pub rules: RulesNote,
    /// The names at seats 0, 1 and 2.
    pub players: Vec<String>,
    /// Who dealt.
    pub dealer: Seat,
    /// The hands as dealt.
    pub hands: BySeat<CardSet>,
    /// What lay in the window before the deal; left out where it was empty.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub window: i32,
    actions: Vec<RawStep>,
    /// What was paid.
    pub result: Settlement,
    /// How the cards were shuffled, where the program did it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shuffle: Option<ShuffleNote>,
    /// Whatever else stands in the document.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde's signature
const fn is_zero(number: &i32) -> bool {
    *number == 0
}

/// How the cards were shuffled (`RULES §11`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShuffleNote {
    /// The deal's number.
    pub number: u64,
    /// 32 bytes in 64 hex digits.
    pub seed: String,
    /// SHA-256 of seed and number, in 64 hex digits.
    pub commitment: String,
}

/// Why a record is refused.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// Not JSON, or not a record; the place is in the message.
    #[error("not a record: {0}")]
    NotARecord(#[from] serde_json::Error),
    /// Another format.
    #[error("unknown format '{0}': this program reads {FORMAT}")]
    UnknownFormat(String),
    /// Rules that this program does not know.
    #[error(transparent)]
    Rules(#[from] RuleSetError),
    /// Not three players.
    #[error("{0} players: a record names the three who play")]
    Players(usize),
    /// The hands are no deal.
    #[error("the hands are no deal: {0}")]
    Hands(#[from] NotADeal),
    /// An action that can't be read.
    #[error("action {number} can't be read: {reason}")]
    Unreadable {
        /// Which, from 1.
        number: usize,
        /// Why.
        reason: NotAStep,
    },
    /// An action against the rules.
    #[error("action {number}, {step}, is illegal: {reason}")]
    IllegalAction {
        /// Which, from 1.
        number: usize,
        /// What was to be done.
        step: Step,
        /// Why it may not.
        reason: Illegal,
    },
    /// The record stops too early.
    #[error("the deal is not over after its {0} actions")]
    Unfinished(usize),
    /// What the record says was paid is not what its deal pays.
    #[error("the result is not this deal's: {what} is recorded as {recorded}, and comes to {computed}")]
    WrongResult {
        /// Which part.
        what: &'static str,
        /// What the record says.
        recorded: String,
        /// What the deal pays.
        computed: String,
    },
}

impl Record {
    /// The record of a finished deal from its beginning and its events.
    ///
    /// # Errors
    /// Where the events are not those of a whole deal by these rules.
    pub fn of(
        book: &Arc<Book>,
        start: &Start,
        events: &[Event],
        players: [String; 3],
    ) -> Result<Self, ReplayError> {
        let mut deal = Deal::new(Arc::clone(book), start.clone())?;
        let mut steps = Vec::new();
        let mut rest = events;
        while let [event, ..] = rest {
            let Some(step) = Step::of(event) else { return Err(ReplayError::Unfinished(steps.len())) };
            let led_to = perform(&mut deal, step, steps.len() + 1)?;
            steps.push(step.into());
            rest = &rest[led_to.min(rest.len())..];
        }
        let result = deal.settlement().cloned().ok_or(ReplayError::Unfinished(steps.len()))?;
        Ok(Self {
            format: FORMAT.to_owned(),
            rules: RulesNote::of(book.rules())?,
            players: players.into(),
            dealer: start.dealer,
            hands: start.hands,
            window: start.window,
            actions: steps,
            result,
            shuffle: None,
            other: Map::new(),
        })
    }

    /// Reads one JSON document.
    pub fn from_json(text: &str) -> Result<Self, ReplayError> {
        let document: Value = serde_json::from_str(text)?;
        if let Some(format) = document.get("format").and_then(Value::as_str)
            && format != FORMAT
        {
            return Err(ReplayError::UnknownFormat(format.to_owned()));
        }
        Ok(serde_json::from_value(document)?)
    }

    /// One line of JSON.
    pub fn to_json(&self) -> Result<String, ReplayError> {
        Ok(serde_json::to_string(self)?)
    }

    /// How the deal begins.
    pub fn start(&self) -> Start {
        Start { dealer: self.dealer, hands: self.hands, window: self.window }
    }

    /// How many actions it holds.
    pub fn len(&self) -> usize {
        self.actions.len()
    }

    /// Whether it holds no action.
    pub fn is_empty(&self) -> bool {
        self.actions.is_empty()
    }

    /// The actions, in order.
    pub fn steps(&self) -> impl Iterator<Item = Result<Step, NotAStep>> {
        self.actions.iter().map(|raw| Step::try_from(raw.clone()))
    }

    /// Plays the record move by move and checks its result.
    pub fn replay(&self) -> Result<Deal, ReplayError> {
        let book = Arc::new(Book::new(self.rules.rules()?));
        self.replay_with(&book)
    }

    /// The same with a book at hand that is known to be that of the record's rules.
    pub fn replay_with(&self, book: &Arc<Book>) -> Result<Deal, ReplayError> {
        if self.format != FORMAT {
            return Err(ReplayError::UnknownFormat(self.format.clone()));
        }
        if self.players.len() != 3 {
            return Err(ReplayError::Players(self.players.len()));
        }
        let mut deal = Deal::new(Arc::clone(book), self.start())?;
        for (place, step) in self.steps().enumerate() {
            let number = place + 1;
            let step = step.map_err(|reason| ReplayError::Unreadable { number, reason })?;
            perform(&mut deal, step, number)?;
        }
        let computed = deal.settlement().ok_or(ReplayError::Unfinished(self.len()))?;
        self.check_result(computed)?;
        Ok(deal)
    }

    fn check_result(&self, computed: &Settlement) -> Result<(), ReplayError> {
        let wrong = |what, recorded: &dyn std::fmt::Debug, computed: &dyn std::fmt::Debug| {
            Err(ReplayError::WrongResult {
                what,
                recorded: format!("{recorded:?}"),
                computed: format!("{computed:?}"),
            })
        };
        let recorded = &self.result;
        if recorded.payments != computed.payments {
            wrong("payments", &recorded.payments.0, &computed.payments.0)
        } else if recorded.window != computed.window {
            wrong("window", &recorded.window, &computed.window)
        } else if recorded.items != computed.items {
            wrong("items", &recorded.items, &computed.items)
        } else {
            Ok(())
        }
    }
}

/// Judges and applies one step; how many events it led to.
fn perform(deal: &mut Deal, step: Step, number: usize) -> Result<usize, ReplayError> {
    let events = deal.judge(step.seat, step.action).map_err(|reason| ReplayError::IllegalAction {
        number,
        step,
        reason,
    })?;
    for event in &events {
        deal.apply(event);
    }
    Ok(events.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_book_at_hand_does_not_spare_a_record_its_checks() {
        let hand = |cards: std::ops::Range<u8>| cards.filter_map(super::super::Card::from_index).collect();
        let hands: BySeat<CardSet> = BySeat([hand(0..12), hand(12..22), hand(22..32)]);
        let json = serde_json::json!({
            "format": FORMAT, "rules": "4m", "players": ["a", "b"], "dealer": 2, "hands": hands, "actions": [],
            "result": {"payments": [0, 0, 0], "window": 0, "items": []},
        });
        let record = Record::from_json(&json.to_string()).unwrap();
        let book = Arc::new(Book::preset("4m").unwrap());
        assert!(matches!(record.replay_with(&book), Err(ReplayError::Players(2))));
    }
}
