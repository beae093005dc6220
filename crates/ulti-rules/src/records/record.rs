//! Records of finished deals in the documented JSON format `ulti-record/1` (`RULES §10`).

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::claim::ClaimCheck;
use crate::json::{self, Excerpt, JsonError};
use crate::records::seat_action::{RawStep, SeatAction, SeatActionError};
use crate::records::shuffle_note::ShuffleNote;
use crate::records::warning::{RecordWarning, Replayed};
use crate::{
    Action, Book, BySeat, CardSet, Deal, Event, IllegalAction, InvalidDeal, RuleSetError, RulesSpec, Seat,
    Settlement, Start,
};

/// Name and version of the JSON format for deal records.
pub const RECORD_FORMAT: &str = "ulti-record/1";

/// A finished deal in the JSON format `ulti-record/1`. Unknown fields are preserved, except in actions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    format: String,
    /// The rules of the deal, given either as a preset name or as a preset with changed fields.
    pub rules: RulesSpec,
    /// Names of the players at seats 0, 1 and 2.
    pub players: Vec<String>,
    /// Seat of the dealer.
    pub dealer: Seat,
    /// The hands that were dealt to the seats.
    pub hands: BySeat<CardSet>,
    /// Points in the window (the table's pot) before the deal.
    ///
    /// Omitted from the JSON if zero.
    #[serde(default, skip_serializing_if = "is_default")]
    pub window: i32,
    actions: Vec<RawStep>,
    /// The payments of the deal.
    pub result: Settlement,
    /// Proof that the cards were shuffled fairly, or `None` if the program did not shuffle them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shuffle: Option<ShuffleNote>,
    /// Fields of the JSON document that this version of the program does not recognise.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// Returns `true` if `value` equals the default of its type. Such values are omitted from the JSON.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Error returned when a deal record is invalid.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The text is not valid JSON, or a field is missing or has an invalid value.
    #[error("failed to parse record: {0}")]
    Json(#[from] JsonError),
    /// The record could not be written as JSON.
    #[error("failed to write record: {0}")]
    NotWritten(#[from] serde_json::Error),
    /// The document uses the given format instead of [`RECORD_FORMAT`].
    #[error("unknown format '{}': this program reads {RECORD_FORMAT}", Excerpt(.0))]
    UnknownFormat(String),
    /// The rules in the record are invalid.
    #[error(transparent)]
    Rules(#[from] RuleSetError),
    /// The record lists the given number of players instead of three.
    #[error("expected 3 players, found {0}")]
    Players(usize),
    /// The hands in the record do not form a complete deal, or the window is out of range.
    #[error("invalid deal: {0}")]
    Hands(#[from] InvalidDeal),
    /// The record states points in the window, but its rules have no window.
    #[error("window is {0}, but these rules have no window: omit window")]
    NoWindow(i32),
    /// An action in the record could not be parsed.
    #[error("failed to parse action {number}: {reason}")]
    Unreadable {
        /// Number of the action, starting at 1.
        number: usize,
        /// The reason why the action could not be parsed.
        reason: SeatActionError,
    },
    /// An action in the record is illegal.
    #[error("action {number}, {}, is illegal: {reason}", Excerpt(&step.to_string()))]
    IllegalAction {
        /// Number of the action, starting at 1.
        number: usize,
        /// The illegal action.
        step: SeatAction,
        /// The reason why the action is illegal.
        reason: IllegalAction,
    },
    /// The claim with the given number cannot have ended the deal with the recorded result.
    #[error("action {0}: the claim does not force the recorded result")]
    WrongClaim(usize),
    /// The record ends after the given number of actions, before the deal is over.
    #[error("the deal is not over after {0} actions")]
    Unfinished(usize),
    /// The recorded result differs from the result computed from the actions.
    #[error("wrong result: {what} is recorded as {}, computed as {computed}", Excerpt(recorded))]
    WrongResult {
        /// The part of the recorded result that is wrong, such as `payments` or `items[0].value`.
        what: String,
        /// The value in the record.
        recorded: String,
        /// The value computed from the actions.
        computed: String,
    },
}

impl Record {
    /// Creates the record of a finished deal from its start (dealer, hands and window) and its events. The
    /// points in the window are omitted if the rules have no window.
    ///
    /// # Errors
    /// Returns an error if `start` is invalid, or if `events` is not a complete and legal deal under the
    /// rules in `book`.
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
            let Some(action) = SeatAction::of(event) else {
                return Err(ReplayError::Unfinished(steps.len()));
            };
            let settled = match (action.action, rest.get(1)) {
                (Action::Claim, Some(Event::Settled { settlement })) => Some(settlement),
                _ => None,
            };
            let accepted = (action.action == Action::Claim).then_some(settled.is_some());
            let number = steps.len() + 1;
            let illegal = |reason| ReplayError::IllegalAction { number, step: action, reason };
            let (led_to, after) =
                deal.after_claim(action.seat, action.action, || settled.cloned()).map_err(illegal)?;
            deal = after;
            steps.push(RawStep::from(action).with_outcome(accepted));
            rest = &rest[led_to.len().min(rest.len())..];
        }
        let result = deal.settlement().cloned().ok_or(ReplayError::Unfinished(steps.len()))?;
        Ok(Self {
            format: RECORD_FORMAT.to_owned(),
            rules: RulesSpec::of(book.rules())?,
            players: players.into(),
            dealer: start.dealer,
            hands: start.hands,
            window: if book.rules().window { start.window } else { 0 },
            actions: steps,
            result,
            shuffle: None,
            other: Map::new(),
        })
    }

    /// Parses a deal record from JSON. A byte-order mark at the beginning is ignored.
    ///
    /// # Errors
    /// Returns an error that names the first invalid field and its place in the document.
    pub fn from_json(text: &str) -> Result<Self, ReplayError> {
        let document = json::parse(text)?;
        if let Some(format) = document.get("format").and_then(Value::as_str)
            && format != RECORD_FORMAT
        {
            return Err(ReplayError::UnknownFormat(format.to_owned()));
        }
        Ok(json::read(&document)?)
    }

    /// Serializes the record as a single line of JSON.
    pub fn to_json(&self) -> Result<String, ReplayError> {
        Ok(serde_json::to_string(self)?)
    }

    /// Returns the initial state of the recorded deal: the dealer, the dealt hands and the points in the
    /// window (the table's pot).
    pub fn start(&self) -> Start {
        Start { dealer: self.dealer, hands: self.hands, window: self.window }
    }

    /// Returns the number of recorded actions.
    pub fn len(&self) -> usize {
        self.actions.len()
    }

    /// Returns `true` if the record contains no actions.
    pub fn is_empty(&self) -> bool {
        self.actions.is_empty()
    }

    /// Returns the recorded actions in order.
    pub fn steps(&self) -> impl Iterator<Item = Result<SeatAction, SeatActionError>> {
        self.actions.iter().map(|raw| SeatAction::try_from(raw.clone()))
    }

    /// Returns the deal before each recorded action, together with the action.
    ///
    /// # Errors
    /// Returns the same errors as [`Record::replay`].
    pub fn positions(&self) -> Result<Vec<(Deal, SeatAction)>, ReplayError> {
        let mut positions = Vec::with_capacity(self.len());
        let book = Arc::new(Book::new(self.rules.rules()?));
        self.play_through(&book, None, |deal, step, _| positions.push((deal.clone(), step)))?;
        Ok(positions)
    }

    /// Replays the recorded actions and returns the finished deal.
    ///
    /// # Errors
    /// Returns an error if an action is illegal or if the computed payments differ from the recorded ones.
    pub fn replay(&self) -> Result<Deal, ReplayError> {
        let book = Arc::new(Book::new(self.rules.rules()?));
        self.replay_with(&book)
    }

    /// Like [`Record::replay`], but also returns warnings about results that are accepted only because an
    /// earlier version of the program has recorded them.
    ///
    /// # Errors
    /// Returns the same errors as [`Record::replay`].
    pub fn replay_with_warnings(&self) -> Result<Replayed, ReplayError> {
        let book = Arc::new(Book::new(self.rules.rules()?));
        let mut warnings = Vec::new();
        let deal = self.play_through(&book, Some(&mut warnings), |_, _, _| ())?;
        Ok(Replayed { deal, warnings })
    }

    /// Replays the recorded actions using an existing book, and returns the finished deal.
    ///
    /// `book` must have been created from the record's rules. [`Record::replay`] creates the book itself.
    pub fn replay_with(&self, book: &Arc<Book>) -> Result<Deal, ReplayError> {
        self.play_through(book, None, |_, _, _| ())
    }

    /// Like [`Record::replay_with`], but calls `visit` for each action with the deal before the action, the
    /// action and the resulting events.
    fn play_through(
        &self,
        book: &Arc<Book>,
        mut warnings: Option<&mut Vec<RecordWarning>>,
        visit: impl FnMut(&Deal, SeatAction, Vec<Event>),
    ) -> Result<Deal, ReplayError> {
        let decide = |deal: &Deal, accepted, number| {
            self.verify_claim(deal, accepted, number, warnings.as_deref_mut())
        };
        self.play_with(book, decide, visit)
    }

    /// Like [`Record::play_through`], but `decide` returns the settlement of a claim, or `None` if the claim
    /// was rejected. Its arguments are the deal before the claim, the recorded outcome, and the number of the
    /// action.
    pub(super) fn play_with(
        &self,
        book: &Arc<Book>,
        mut decide: impl FnMut(&Deal, Option<bool>, usize) -> Option<Settlement>,
        mut visit: impl FnMut(&Deal, SeatAction, Vec<Event>),
    ) -> Result<Deal, ReplayError> {
        if self.format != RECORD_FORMAT {
            return Err(ReplayError::UnknownFormat(self.format.clone()));
        }
        if self.players.len() != 3 {
            return Err(ReplayError::Players(self.players.len()));
        }
        if self.window != 0 && !book.rules().window {
            return Err(ReplayError::NoWindow(self.window));
        }
        let mut deal = Deal::new(Arc::clone(book), self.start())?;
        for (number, raw) in (1..).zip(&self.actions) {
            let step = SeatAction::try_from(raw.clone());
            let step = step.map_err(|reason| ReplayError::Unreadable { number, reason })?;
            let step = SeatAction { action: deal.recorded(step.action), ..step };
            let illegal = |reason| ReplayError::IllegalAction { number, step, reason };
            let claimed = || decide(&deal, raw.accepted(), number);
            let (events, after) = deal.after_claim(step.seat, step.action, claimed).map_err(illegal)?;
            if raw.accepted() == Some(true) && after.settlement().is_none() {
                return Err(ReplayError::WrongClaim(number));
            }
            visit(&deal, step, events);
            deal = after;
        }
        let computed = deal.settlement().ok_or(ReplayError::Unfinished(self.len()))?;
        self.check_result(computed)?;
        Ok(deal)
    }

    /// Decides a claim with a search. `accepted` is the recorded outcome, and `number` is the number of the
    /// action.
    fn verify_claim(
        &self,
        deal: &Deal,
        accepted: Option<bool>,
        number: usize,
        warnings: Option<&mut Vec<RecordWarning>>,
    ) -> Option<Settlement> {
        let claim = deal.claim()?;
        match accepted {
            Some(false) => return None,
            Some(true) => {}
            None => return claim.proven_early(),
        }
        match claim.check(&self.result) {
            ClaimCheck::Proven => {}
            ClaimCheck::Outdated => {
                if let Some(warnings) = warnings {
                    warnings.push(RecordWarning::of_claim(deal, number, &self.result));
                }
            }
            ClaimCheck::Wrong => return None,
        }
        Some(self.result.clone())
    }

    /// Decides a claim as recorded, without a search. `number` is the number of the action.
    ///
    /// Records of version 0.1.0 do not state the outcome. There, a claim was accepted if no action follows.
    pub(super) fn trust_claim(
        &self,
        deal: &Deal,
        accepted: Option<bool>,
        number: usize,
    ) -> Option<Settlement> {
        let accepted = accepted.unwrap_or(number == self.len());
        deal.claim().filter(|_| accepted).map(|_| self.result.clone())
    }

    fn check_result(&self, computed: &Settlement) -> Result<(), ReplayError> {
        let [recorded, computed] = [&self.result, computed].map(serde_json::to_value);
        match first_difference(&recorded?, &computed?, String::new()) {
            None => Ok(()),
            Some((what, recorded, computed)) => Err(ReplayError::WrongResult { what, recorded, computed }),
        }
    }
}

/// Returns the path of the first value that differs between two results, and both values as JSON.
fn first_difference(recorded: &Value, computed: &Value, path: String) -> Option<(String, String, String)> {
    if recorded == computed {
        return None;
    }
    let (path, recorded, computed) = match (recorded, computed) {
        (Value::Object(one), Value::Object(other)) => {
            let name = other.keys().chain(one.keys()).find(|name| one.get(*name) != other.get(*name))?;
            let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
            (path, one.get(name), other.get(name))
        }
        (Value::Array(one), Value::Array(other)) if path == "items" => {
            let mut places = 0..one.len().max(other.len());
            let place = places.find(|place| one.get(*place) != other.get(*place))?;
            (format!("items[{place}]"), one.get(place), other.get(place))
        }
        _ => return Some((path, recorded.to_string(), computed.to_string())),
    };
    if let (Some(recorded), Some(computed)) = (recorded, computed) {
        return first_difference(recorded, computed, path);
    }
    let text = |value: Option<&Value>| value.map_or_else(|| "nothing".to_owned(), Value::to_string);
    Some((path, text(recorded), text(computed)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deal_record_with_wrong_number_of_players_cannot_be_replayed() {
        let hand = |cards: std::ops::Range<u8>| cards.filter_map(crate::Card::from_index).collect();
        let hands: BySeat<CardSet> = BySeat([hand(0..12), hand(12..22), hand(22..32)]);
        let json = serde_json::json!({
            "format": RECORD_FORMAT, "rules": "4m", "players": ["a", "b"], "dealer": 2, "hands": hands, "actions": [],
            "result": {"payments": [0, 0, 0], "window": 0, "items": []},
        });
        let record = Record::from_json(&json.to_string()).unwrap();
        let book = Arc::new(Book::preset("4m").unwrap());
        assert!(matches!(record.replay_with(&book), Err(ReplayError::Players(2))));
    }
}
