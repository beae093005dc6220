//! The rules of Ulti as data and a state machine (`RULES`).
//!
//! Pure: no time, no randomness, no input or output, no language. A [`Deal`] is its [`Start`] and
//! its [`Event`]s; [`Deal::judge`] decides about an [`Action`], [`Deal::apply`] takes an event in.
//! What leaves the room for other eyes is a [`View`]; as JSON it is a [`Seen`].

mod action;
mod auction;
mod book;
mod card;
mod card_set;
mod claim;
mod contract;
mod deal;
mod event;
mod fits;
mod game;
mod illegal;
mod kontra;
mod legal;
mod outcome;
mod play;
mod rank;
mod record;
mod replay;
mod rule_set;
mod score;
mod seat;
mod seen;
mod settlement;
mod step;
mod suit;
mod trick;
mod view;

pub use action::Action;
pub use auction::Call;
pub use book::{Book, Entry, Hundred, Stake, Trump, TrumpRule};
pub use card::{Card, NotACard};
pub use card_set::CardSet;
pub use contract::{Contract, Manner, NotAContract};
pub use deal::{Deal, End, NotADeal, Start};
pub use event::Event;
pub use game::{Game, Games, UnknownGame};
pub use illegal::Illegal;
pub use kontra::Kontra;
pub use legal::Legal;
pub use outcome::{Impossible, Outcome, Question, Reached};
pub use play::Play;
pub use rank::{Rank, RankOrder};
pub use record::{FORMAT, Record, ReplayError, ShuffleNote};
pub use replay::{Frame, Taken};
pub use rule_set::{
    BidSuits, Contradiction, Fold, HeartsOpen, HouseRule, IndividualKontra, KontraItems, LoneDurchmarsTrump,
    Lost, OpenHands, ReDurchmars, RowHundred, RuleSet, RuleSetError, RulesNote, SelfRaise, SilentDurchmars,
    SilentHundred, SilentKontra, SilentRow, SilentUlti, SuitFactors, TieBreak, UnknownWay, Value, Values,
};
pub use seat::{BySeat, NoSuchSeat, Seat};
pub use seen::{NotSeen, SEEN_FORMAT, Seen};
pub use settlement::{Item, Scored, Settlement, Side};
pub use step::{Answer, NotAStep, Step};
pub use suit::{Suit, UnknownSuit};
pub use trick::{Duty, Trick};
pub use view::{Board, Hand, Stage, View};
