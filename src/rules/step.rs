//! One action as JSON: with its seat in a record, `{"seat": 1, "bid": "ulti", "discard": ["A8", "A9"]}`,
//! and without it as an answer, `{"play": "LA"}`.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Action, Card, CardSet, Contract, Event, Game, Games, Seat, Suit, Trump};

/// An action with the seat that took it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// Who.
    pub seat: Seat,
    /// What.
    pub action: Action,
}

/// What one seat is asked for, as JSON without the seat: `{"play": "LA"}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "RawStep", try_from = "RawStep")]
pub struct Answer(pub Action);

/// An action as it stands in a record: one of the optional words, and `discard` beside a bid.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawStep {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seat: Option<Seat>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bid: Option<Contract>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    discard: Option<CardSet>,
    #[serde(default, skip_serializing_if = "is_false")]
    take: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    pass: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    trump: Option<TrumpNote>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    kontra: Option<Vec<Game>>,
    #[serde(default, skip_serializing_if = "is_false")]
    no_kontra: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    play: Option<Card>,
    #[serde(default, skip_serializing_if = "is_false")]
    fold: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    open: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    claim: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    leave: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde's signature
const fn is_false(flag: &bool) -> bool {
    !*flag
}

/// `A`, `L`, `H`, `B` or `none`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum TrumpNote {
    Suit(Suit),
    None(NoTrump),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) enum NoTrump {
    #[serde(rename = "none")]
    None,
}

impl From<Trump> for TrumpNote {
    fn from(trump: Trump) -> Self {
        trump.map_or(Self::None(NoTrump::None), Self::Suit)
    }
}

impl From<TrumpNote> for Trump {
    fn from(note: TrumpNote) -> Self {
        match note {
            TrumpNote::Suit(suit) => Some(suit),
            TrumpNote::None(_) => None,
        }
    }
}

/// Why an entry of a record is no action.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotAStep {
    /// No known word, or more than one.
    #[error("it says {0} things, and must say one")]
    NotOne(usize),
    /// Nobody did it.
    #[error("it names no seat")]
    NoSeat,
    /// An answer that says whose it is.
    #[error("an answer names no seat: it is that of the seat that was asked")]
    Seat,
    /// Cards laid down beside something that is no bid.
    #[error("cards are laid down only with a bid")]
    DiscardWithoutBid,
}

impl TryFrom<RawStep> for Step {
    type Error = NotAStep;

    fn try_from(raw: RawStep) -> Result<Self, NotAStep> {
        let seat = raw.seat.ok_or(NotAStep::NoSeat)?;
        Ok(Self { seat, action: raw.action()? })
    }
}

impl TryFrom<RawStep> for Answer {
    type Error = NotAStep;

    fn try_from(raw: RawStep) -> Result<Self, NotAStep> {
        if raw.seat.is_some() { Err(NotAStep::Seat) } else { raw.action().map(Self) }
    }
}

impl RawStep {
    fn action(self) -> Result<Action, NotAStep> {
        if self.discard.is_some() && self.bid.is_none() {
            return Err(NotAStep::DiscardWithoutBid);
        }
        let said = [
            self.bid.map(|contract| Action::Bid { contract, discard: self.discard }),
            self.take.then_some(Action::Take),
            self.pass.then_some(Action::Pass),
            self.trump.map(|trump| Action::Trump(trump.into())),
            self.kontra.map(|games| Action::Kontra(games.into_iter().collect::<Games>())),
            self.no_kontra.then_some(Action::NoKontra),
            self.play.map(Action::Play),
            self.fold.then_some(Action::Fold),
            self.open.then_some(Action::Open),
            self.claim.then_some(Action::Claim),
            self.leave.then_some(Action::Leave),
        ];
        let mut said = said.into_iter().flatten();
        match (said.next(), said.count()) {
            (Some(action), 0) => Ok(action),
            (first, more) => Err(NotAStep::NotOne(usize::from(first.is_some()) + more)),
        }
    }
}

impl From<Step> for RawStep {
    fn from(Step { seat, action }: Step) -> Self {
        Self { seat: Some(seat), ..Answer(action).into() }
    }
}

impl From<Answer> for RawStep {
    fn from(Answer(action): Answer) -> Self {
        let (bid, discard) = match action {
            Action::Bid { contract, discard } => (Some(contract), discard),
            _ => (None, None),
        };
        Self {
            seat: None,
            bid,
            discard,
            take: action == Action::Take,
            pass: action == Action::Pass,
            trump: match action {
                Action::Trump(trump) => Some(trump.into()),
                _ => None,
            },
            kontra: match action {
                Action::Kontra(games) => Some(games.iter().collect()),
                _ => None,
            },
            no_kontra: action == Action::NoKontra,
            play: match action {
                Action::Play(card) => Some(card),
                _ => None,
            },
            fold: action == Action::Fold,
            open: action == Action::Open,
            claim: action == Action::Claim,
            leave: action == Action::Leave,
        }
    }
}

impl Step {
    /// The action that led to this event, or `None` for an event that follows from another by the rules.
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

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let raw = serde_json::to_string(&RawStep::from(*self)).map_err(|_| fmt::Error)?;
        f.write_str(&raw)
    }
}
