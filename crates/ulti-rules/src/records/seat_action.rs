//! JSON form of actions.
//!
//! An action in a record contains its seat: `{"seat": 1, "bid": "ulti", "discard": ["A8", "A9"]}`. The reply
//! of a player who is asked for the next action omits the seat: `{"play": "LA"}`.

use std::fmt;
use std::ops::Not;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use serde_with::{DeserializeFromStr, SerializeDisplay, skip_serializing_none};

use crate::json::Excerpt;
use crate::{Action, Card, CardSet, Contract, Event, Game, Games, Seat, Suit, Trump};

/// An action together with the seat that takes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeatAction {
    /// The seat that takes the action.
    pub seat: Seat,
    /// The action that the seat takes.
    pub action: Action,
}

/// A player's or program's reply when asked for its next action.
///
/// The JSON form contains the action without a seat: `{"play": "LA"}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "RawStep", try_from = "RawStep")]
pub struct AnswerLine(pub Action);

/// JSON form of an action.
///
/// Exactly one action key, such as `bid` or `play`, must be present. The key `discard` can only be used
/// together with `bid`, and `accepted` only together with `claim`. Unknown keys are ignored.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, expecting = "an action, such as {\"seat\": 0, \"play\": \"H7\"}")]
pub(crate) struct RawStep {
    seat: Option<Seat>,
    bid: Option<Contract>,
    discard: Option<CardSet>,
    #[serde(skip_serializing_if = "Not::not")]
    take: bool,
    #[serde(skip_serializing_if = "Not::not")]
    pass: bool,
    trump: Option<TrumpNote>,
    kontra: Option<Vec<Game>>,
    #[serde(skip_serializing_if = "Not::not")]
    no_kontra: bool,
    play: Option<Card>,
    #[serde(skip_serializing_if = "Not::not")]
    fold: bool,
    #[serde(skip_serializing_if = "Not::not")]
    open: bool,
    #[serde(skip_serializing_if = "Not::not")]
    claim: bool,
    /// The outcome of the claim. `None` in records of version 0.1.0.
    accepted: Option<bool>,
    #[serde(skip_serializing_if = "Not::not")]
    leave: bool,
}

/// JSON form of a trump suit: the suit's letter (`A`, `L`, `H` or `B`), or `none` for play without trumps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, SerializeDisplay, DeserializeFromStr)]
pub(crate) struct TrumpNote(Trump);

impl fmt::Display for TrumpNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(suit) => write!(f, "{}", suit.letter()),
            None => f.write_str("none"),
        }
    }
}

/// Error returned when a string is neither a suit's letter nor `none`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected a suit (A, L, H or B) or none, found '{}'", Excerpt(.0))]
pub(crate) struct UnknownTrump(String);

impl FromStr for TrumpNote {
    type Err = UnknownTrump;

    fn from_str(text: &str) -> Result<Self, UnknownTrump> {
        let suit = Suit::ALL.into_iter().find(|suit| text.chars().eq([suit.letter()]));
        if suit.is_some() || text == "none" { Ok(Self(suit)) } else { Err(UnknownTrump(text.to_owned())) }
    }
}

impl From<Trump> for TrumpNote {
    fn from(trump: Trump) -> Self {
        Self(trump)
    }
}

impl From<TrumpNote> for Trump {
    fn from(TrumpNote(trump): TrumpNote) -> Self {
        trump
    }
}

/// Serde functions for lists of trump suits, for use with `#[serde(with)]`.
pub(crate) mod trump_notes {
    use serde::{Deserialize, Deserializer, Serializer};

    use super::{Trump, TrumpNote};

    pub(crate) fn serialize<S: Serializer>(trumps: &[Trump], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(trumps.iter().copied().map(TrumpNote::from))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(document: D) -> Result<Vec<Trump>, D::Error> {
        let notes = Vec::<TrumpNote>::deserialize(document)?;
        Ok(notes.into_iter().map(Trump::from).collect())
    }
}

/// Error returned when a JSON object does not describe a valid action.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SeatActionError {
    /// The object has the given number of action keys instead of exactly one.
    #[error(
        "expected exactly one of bid, take, pass, trump, kontra, no_kontra, play, fold, open, claim and leave, \
         found {0}"
    )]
    NotOne(usize),
    /// The object does not specify the seat that takes the action.
    #[error("missing seat")]
    NoSeat,
    /// The object specifies a seat, which is not allowed in a player's reply.
    #[error("unexpected seat in an answer")]
    Seat,
    /// The object has a `discard` key but no `bid` key.
    #[error("discard without a bid")]
    DiscardWithoutBid,
    /// The `kontra` list of the object is empty.
    #[error("kontra names no game")]
    NoGame,
    /// The `kontra` list of the object contains the given game twice.
    #[error("kontra names {0} twice")]
    GameTwice(Game),
    /// The object has an `accepted` key but no `claim` key.
    #[error("accepted without a claim")]
    AcceptedWithoutClaim,
}

impl TryFrom<RawStep> for SeatAction {
    type Error = SeatActionError;

    fn try_from(raw: RawStep) -> Result<Self, SeatActionError> {
        let seat = raw.seat.ok_or(SeatActionError::NoSeat)?;
        Ok(Self { seat, action: raw.action()? })
    }
}

impl TryFrom<RawStep> for AnswerLine {
    type Error = SeatActionError;

    fn try_from(raw: RawStep) -> Result<Self, SeatActionError> {
        if raw.seat.is_some() { Err(SeatActionError::Seat) } else { raw.action().map(Self) }
    }
}

impl RawStep {
    /// Returns the outcome of a claim, or `None` if the record does not state it.
    pub(crate) const fn accepted(&self) -> Option<bool> {
        self.accepted
    }

    /// Returns the same action with the outcome of a claim.
    pub(crate) fn with_outcome(self, accepted: Option<bool>) -> Self {
        Self { accepted, ..self }
    }

    fn action(self) -> Result<Action, SeatActionError> {
        if self.discard.is_some() && self.bid.is_none() {
            return Err(SeatActionError::DiscardWithoutBid);
        }
        if self.accepted.is_some() && !self.claim {
            return Err(SeatActionError::AcceptedWithoutClaim);
        }
        let actions = [
            self.bid.map(|contract| Action::Bid { contract, discard: self.discard }),
            self.take.then_some(Action::Take),
            self.pass.then_some(Action::Pass),
            self.trump.map(|trump| Action::Trump(trump.into())),
            self.kontra.map(games).transpose()?.map(Action::Kontra),
            self.no_kontra.then_some(Action::NoKontra),
            self.play.map(Action::Play),
            self.fold.then_some(Action::Fold),
            self.open.then_some(Action::Open),
            self.claim.then_some(Action::Claim),
            self.leave.then_some(Action::Leave),
        ];
        let mut actions = actions.into_iter().flatten();
        match (actions.next(), actions.count()) {
            (Some(action), 0) => Ok(action),
            (first, more) => Err(SeatActionError::NotOne(usize::from(first.is_some()) + more)),
        }
    }
}

/// Converts the list of games of a kontra to a set.
fn games(named: Vec<Game>) -> Result<Games, SeatActionError> {
    let mut games = Games::empty();
    match named.into_iter().find(|game| !games.insert(*game)) {
        Some(game) => Err(SeatActionError::GameTwice(game)),
        None if games.is_empty() => Err(SeatActionError::NoGame),
        None => Ok(games),
    }
}

impl From<SeatAction> for RawStep {
    fn from(SeatAction { seat, action }: SeatAction) -> Self {
        Self { seat: Some(seat), ..AnswerLine(action).into() }
    }
}

impl From<AnswerLine> for RawStep {
    fn from(AnswerLine(action): AnswerLine) -> Self {
        let mut step = Self::default();
        match action {
            Action::Take => step.take = true,
            Action::Bid { contract, discard } => (step.bid, step.discard) = (Some(contract), discard),
            Action::Pass => step.pass = true,
            Action::Trump(trump) => step.trump = Some(trump.into()),
            Action::Kontra(games) => step.kontra = Some(games.iter().collect()),
            Action::NoKontra => step.no_kontra = true,
            Action::Play(card) => step.play = Some(card),
            Action::Fold => step.fold = true,
            Action::Open => step.open = true,
            Action::Claim => step.claim = true,
            Action::Leave => step.leave = true,
        }
        step
    }
}

impl SeatAction {
    /// Returns the action that caused an event, together with its seat. Returns `None` if the event is an
    /// automatic consequence of the rules.
    pub fn of(event: &Event) -> Option<Self> {
        let (seat, action) = match event {
            Event::TalonTaken { seat } => (seat, Action::Take),
            Event::Bid { seat, contract, discard } => {
                (seat, Action::Bid { contract: *contract, discard: *discard })
            }
            Event::Passed { seat } => (seat, Action::Pass),
            Event::TrumpNamed { seat, trump } => (seat, Action::Trump(*trump)),
            Event::Kontra { seat, games } => (seat, Action::Kontra(*games)),
            Event::NoKontra { seat } => (seat, Action::NoKontra),
            Event::Played { seat, card } => (seat, Action::Play(*card)),
            Event::Opened { seat } => (seat, Action::Open),
            Event::Claimed { seat } => (seat, Action::Claim),
            Event::Folded { seat } => (seat, Action::Fold),
            Event::Left { seat } => (seat, Action::Leave),
            Event::AuctionClosed { .. }
            | Event::Announced { .. }
            | Event::TrickTaken { .. }
            | Event::Settled { .. } => return None,
        };
        Some(Self { seat: *seat, action })
    }
}

impl fmt::Display for SeatAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let raw = serde_json::to_string(&RawStep::from(*self)).map_err(|_| fmt::Error)?;
        f.write_str(&raw)
    }
}
