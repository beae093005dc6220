//! The rules of Ulti, the Hungarian card game, as data and a state machine.
//!
//! Ulti is a trick-taking game for three players with 32 cards. In the auction each bidder takes up two cards
//! (the talon) and lays down two others. The highest bidder plays alone against the two defenders. A contract
//! consists of one or more games, such as *ulti* (win the last trick with the trump VII) or *betli* (win no
//! trick), and each game is won, doubled and paid separately.
//!
//! This crate implements the complete game: auction, kontra, play, claims, silent games, payments and five
//! rule presets with house rules. It uses no clock, randomness, I/O or localization: callers shuffle, store
//! and display deals themselves. Section numbers such as `RULES §8` refer to the project's rules document.
//!
//! # Examples
//!
//! Plays a deal up to the first lead. The deck is not shuffled here:
//!
//! ```
//! use std::sync::Arc;
//! use ulti_rules::{Action, Book, BySeat, Card, CardSet, Deal, IllegalAction, Seat, Stage, Start, Suit};
//!
//! // Forehand, the seat after the dealer, receives twelve cards.
//! let cards: Vec<Card> = Card::deck().collect();
//! let hand = |range: std::ops::Range<usize>| cards[range].iter().copied().collect::<CardSet>();
//! let hands = BySeat([hand(0..12), hand(12..22), hand(22..32)]);
//! let start = Start { dealer: Seat::Two, hands, window: 0 };
//! let mut deal = Deal::new(Arc::new(Book::preset("4m")?), start)?;
//!
//! // A view contains only the cards that its seat may see.
//! let view = deal.view(Some(Seat::Zero));
//! let own = view.own_hand();
//! assert_eq!(own.to_string(), "A7 A8 A9 AX AU AO AK AA L7 L8 L9 LX");
//! assert_eq!(view.hands[Seat::One].cards(), None);
//! assert!(view.legal.bids.contains(&"ulti".parse()?));
//!
//! // `judge` checks an action and `apply` applies the resulting events.
//! let mut act = |seat, action| -> Result<(), IllegalAction> {
//!     for event in deal.judge(seat, action)? {
//!         deal.apply(&event);
//!     }
//!     Ok(())
//! };
//! let discard = CardSet::of("L7".parse()?) | CardSet::of("L8".parse()?);
//! let bid = Action::Bid { contract: "ulti".parse()?, discard: Some(discard) };
//! assert_eq!(act(Seat::One, bid), Err(IllegalAction::NotYourTurn { turn: Seat::Zero }));
//! act(Seat::Zero, bid)?;
//! act(Seat::One, Action::Pass)?;
//! act(Seat::Two, Action::Pass)?;
//! act(Seat::Zero, Action::Pass)?;
//! act(Seat::Zero, Action::Trump(Some(Suit::Acorns)))?;
//! act(Seat::Zero, Action::Play("AA".parse()?))?;
//!
//! assert_eq!(deal.turn(), Some(Seat::One));
//! assert!(matches!(deal.view(None).stage, Stage::Play(_)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `examples/random_deal.rs` plays a complete deal with random actions.
//!
//! # Contents
//!
//! | Subject | Types |
//! | --- | --- |
//! | Cards | [`Card`], [`Suit`], [`Rank`], [`RankOrder`], [`CardSet`], [`Trick`], [`Duty`] |
//! | Seats | [`Seat`], [`BySeat`] |
//! | Rules of a table | [`RuleSet`] and the enums of its choices, [`Values`], [`RulesSpec`], [`HouseRule`] |
//! | Contracts | [`Game`], [`Contract`], [`Unwinnable`], [`TalonCommitment`], [`Trump`], [`TrumpRule`] |
//! | Contracts of a rule set | [`Book`], [`BookEntry`], [`OfferedBid`] |
//! | A deal | [`Start`], [`Deal`], [`Action`], [`Event`], [`IllegalAction`], [`Play`], [`Kontra`] |
//! | Views | [`View`], [`Stage`], [`Board`], [`Hand`], [`Legal`] |
//! | Payments | [`Settlement`], [`Item`], [`ScoredGame`], [`Outcome`], [`PriceQuery`] for [`Book::price`] |
//! | Reasons of a result | [`Explanation`], [`ExplainedGame`], [`Reason`], [`ExplainedPayment`] |
//! | JSON format of finished deals | [`Record`], [`SeatAction`] |
//! | JSON format of a seat's decision | [`SeatDocument`], [`AnswerLine`] |
//! | Review | [`ReplayFrame`] |
//!
//! # Invariants
//!
//! - **A deal is determined by its start and its events.** [`Deal::judge`] doesn't change the deal, and
//!   [`Deal::apply`] can't fail. Applying the same events to the same [`Start`] always yields the same deal,
//!   so live play, replay and recovery share one code path.
//! - **Hidden cards are protected by types.** A [`View`] is made for one seat or for the public. A hidden
//!   hand is a [`Hand::Hidden`], which contains only the number of cards. Events are not filtered:
//!   [`Event::Bid`] contains the cards laid down and must not be shown to other players.
//! - **Payments sum to zero.** Each [`Item`] of a settlement is a transfer between seats. The payments and
//!   the change of the window sum to zero.
//! - **Legal actions are exact.** [`Deal::legal`] lists an action if and only if [`Deal::judge`] accepts it.
//! - **Rules are data.** No code depends on the name of a preset. Every difference between presets is a field
//!   of [`RuleSet`] that house rules can change.

mod action;
mod announcements;
mod auction;
mod cards;
mod claim;
mod contracts;
mod deal;
mod event;
mod event_check;
mod explanation;
mod illegal;
mod json;
mod kontra;
mod legal;
mod nearest;
mod play;
mod playable;
mod records;
mod rule_set;
mod scoring;
mod seat;
mod seat_document;
mod start;
mod trick;
mod view;

pub use action::Action;
pub use auction::Call;
pub use cards::card::{Card, ParseCardError};
pub use cards::card_set::{CardSet, RepeatedCard};
pub use cards::rank::{Rank, RankOrder};
pub use cards::suit::{Suit, UnknownSuit};
pub use cards::trump::{Trump, TrumpRule};
pub use contracts::book::{Book, BookEntry, OfferedBid, SilentHundredPayment, Stake};
pub use contracts::commitment::TalonCommitment;
pub use contracts::contract::{Contract, ContractError, PlayManner};
pub use contracts::game::{Game, Games, UnknownGame};
pub use contracts::unwinnable::Unwinnable;
pub use deal::{Deal, DealEnd};
pub use event::Event;
pub use explanation::{
    ClaimedPoints, Decided, ExplainedGame, ExplainedPayment, Explanation, Factor, PaymentTerm, Reason, Seven,
    WindowPayments,
};
pub use illegal::{IllegalAction, KontraRefusal};
pub use json::JsonError;
pub use kontra::Kontra;
pub use legal::Legal;
pub use play::Play;
pub use playable::Duty;
pub use records::record::{RECORD_FORMAT, Record, ReplayError};
pub use records::replay::{ReplayFrame, TrickPoints};
pub use records::seat_action::{AnswerLine, SeatAction, SeatActionError};
pub use records::shuffle_note::ShuffleNote;
pub use records::warning::{RecordWarning, Replayed};
pub use rule_set::{
    BidSuits, Contradiction, Fold, HeartsOpen, HouseRule, IndividualKontra, KontraItems, LoneDurchmarsTrump,
    Lost, OpenHands, ReDurchmars, RowHundred, RuleSet, RuleSetError, RulesSpec, SelfRaise, SilentDurchmars,
    SilentHundred, SilentKontra, SilentRow, SilentUlti, SuitFactors, TieBreak, UnknownChoice, Value, Values,
};
pub use scoring::outcome::{Outcome, SilentHundredSide};
pub use scoring::price::{PriceError, PriceQuery};
pub use scoring::settlement::{Item, ScoredGame, Settlement, Side};
pub use seat::{BySeat, Seat, UnknownSeat};
pub use seat_document::{SEAT_FORMAT, SeatDocument, SeatDocumentError};
pub use start::{InvalidDeal, Start};
pub use trick::Trick;
pub use view::{Board, Hand, Stage, View};

/// Runs the README's code examples as documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
