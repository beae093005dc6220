//! Robots, a perfect-information solver and deal analysis for the card game Ulti.
//!
//! - [`robot()`] creates a robot of a given [`Level`]. A robot chooses actions from a seat's
//!   [`View`](ulti_rules::View) of a deal. Other robots can be written by implementing [`Robot`].
//! - [`solver::Solver`] computes what the declarer achieves in a position when all hands are known.
//! - [`analysis::analyse`] reports which games of a finished deal could be made, and which cards were
//!   mistakes.
//!
//! The rules are those of [`ulti_rules`]. This crate has no clock, no threads and no input or output.
//!
//! # Examples
//!
//! Three robots play a deal:
//!
//! ```
//! use std::sync::Arc;
//!
//! use ulti_ai::{Level, Cancellation, robot};
//! use ulti_rules::{Book, BySeat, Card, Deal, Seat, Start};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let deck: Vec<Card> = Card::deck().collect();
//! let hands = [&deck[..12], &deck[12..22], &deck[22..]].map(|cards| cards.iter().copied().collect());
//! let start = Start { dealer: Seat::Two, hands: BySeat(hands), window: 0 };
//! let mut deal = Deal::new(Arc::new(Book::preset("4m")?), start)?;
//!
//! let mut robots = BySeat::from_fn(|seat| robot(Level::Easy, seat.index() as u64));
//! while let Some(seat) = deal.turn() {
//!     let view = deal.view(Some(seat));
//!     let action = robots[seat].act(&view, &Cancellation::new()).ok_or("no action")?;
//!     for event in deal.judge(seat, action)? {
//!         deal.apply(&event);
//!     }
//! }
//! assert!(deal.settlement().is_some());
//! # Ok(())
//! # }
//! ```
//!
//! The solver evaluates an ending with hearts as trumps. The declarer holds the trump VII and ace and
//! makes ulti by leading the ace:
//!
//! ```
//! use ulti_ai::solver::{Position, Question, Solver, TableSize};
//! use ulti_rules::{BySeat, Card, CardSet, Seat, Suit, Trick};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let card = |text: &str| text.parse::<Card>();
//! let position = Position {
//!     trump: Some(Suit::Hearts),
//!     declarer: Seat::Zero,
//!     hands: BySeat([
//!         CardSet::of(card("H7")?) | CardSet::of(card("HA")?),
//!         CardSet::of(card("B7")?) | CardSet::of(card("B8")?),
//!         CardSet::of(card("B9")?) | CardSet::of(card("A9")?),
//!     ]),
//!     trick: Trick::new(Seat::Zero),
//!     must_beat: true,
//!     seven_locked: false,
//! };
//! position.check()?;
//!
//! let mut solver = Solver::new(TableSize::USUAL);
//! assert_eq!(solver.value(&position, Question::Ulti), 1);
//! assert_eq!(solver.best(&position, Question::Ulti), CardSet::of(card("HA")?));
//! # Ok(())
//! # }
//! ```
//!
//! # Levels
//!
//! | level | auction and kontra | card play | sampled worlds |
//! | --- | --- | --- | --- |
//! | [`Random`](Level::Random) | random | random | none |
//! | [`Easy`](Level::Easy) | heuristics | heuristics | none |
//! | [`Normal`](Level::Normal) | heuristics | search | 6 |
//! | [`Blind`](Level::Blind) | search | search | 24 |
//! | [`Strong`](Level::Strong) | search | search | 24, weighted by the other players' actions |
//!
//! The search is perfect-information Monte Carlo: the robot samples worlds (complete deals that are
//! consistent with its view), solves each one, and chooses the action with the best average. Players
//! are offered the levels in [`Level::AT_TABLES`]; the others are for tests and measurements.
//!
//! # What a robot sees
//!
//! A robot receives the view of its own seat: its hand, public cards, the auction and the talon if it
//! discarded the talon itself. It never receives a [`Deal`](ulti_rules::Deal). Its actions therefore
//! cannot depend on hidden cards.
//!
//! # Determinism
//!
//! All randomness is derived from the seed passed to [`robot()`], and the search is limited by a node
//! budget instead of a time limit. The same seed and the same sequence of views give the same actions on
//! every machine. Only cancellation by [`Cancellation`] depends on time: a cancelled robot returns the best
//! action found so far.

pub mod analysis;
mod cancellation;
mod easy;
mod expert;
mod level;
mod random_robot;
mod robot;
pub mod solver;

pub use cancellation::Cancellation;
pub use level::{Level, UnknownLevel};
pub use robot::Robot;

use expert::{Expert, Skill};

/// Creates a robot of the given level.
///
/// Robots with the same level and seed choose the same actions when they are given the same sequence of
/// views.
pub fn robot(level: Level, seed: u64) -> Box<dyn Robot> {
    match level {
        Level::Random => Box::new(random_robot::Random::new(seed)),
        Level::Easy => Box::new(easy::Easy::new(seed)),
        Level::Normal => Box::new(Expert::new(Skill::NORMAL, seed)),
        Level::Blind => Box::new(Expert::new(Skill::BLIND, seed)),
        Level::Strong => Box::new(Expert::new(Skill::STRONG, seed)),
    }
}

#[cfg(test)]
mod test_deals;
#[cfg(test)]
mod tests;
