//! What the buttons and menus of finished deals ask for.

use std::fmt;

use super::code::ContractCode;
use crate::store::{DealId, Filter, SeasonId};
use crate::table::UserId;

/// Something about the deals that were played on the server where the button is pressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Played {
    /// A page of them, newest first.
    History {
        /// Which.
        filter: Filter,
        /// From before this one; `None` for the newest.
        before: Option<DealId>,
    },
    /// The menu of a page's deals, which itself says nothing: its options do.
    Menu,
    /// To step through one.
    Open(DealId),
    /// Another step of it, in place of the one that is shown.
    Turn(DealId, Turn),
    /// Its analysis, for the presser alone.
    Analyse(DealId),
    /// Its record, as a file.
    Export(DealId),
    /// The records of its whole evening, as a file.
    ExportEvening(DealId),
    /// Whether it was dealt from what was posted beforehand.
    Verify(DealId),
}

/// Which step of a deal to show. The way there is part of it, so that no two buttons are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// The cards as dealt.
    First,
    /// Back to this one, from 0.
    Back(u8),
    /// On to this one, from 0.
    On(u8),
    /// The reckoning.
    Last,
}

impl Played {
    pub(super) fn read(words: &[&str]) -> Option<Self> {
        Some(match words {
            ["history", person, contract, season, before] => Self::History {
                filter: Filter {
                    person: number(person)?.map(UserId),
                    contract: ContractCode::read(contract)?.0,
                    season: number(season)?.map(SeasonId),
                },
                before: number(before)?.map(DealId),
            },
            ["menu"] => Self::Menu,
            ["deal", deal] => Self::Open(DealId(deal.parse().ok()?)),
            ["deal", deal, rest @ ..] => Self::of_deal(DealId(deal.parse().ok()?), rest)?,
            _ => return None,
        })
    }

    fn of_deal(deal: DealId, words: &[&str]) -> Option<Self> {
        Some(match words {
            ["analyse"] => Self::Analyse(deal),
            ["export"] => Self::Export(deal),
            ["evening"] => Self::ExportEvening(deal),
            ["verify"] => Self::Verify(deal),
            ["first"] => Self::Turn(deal, Turn::First),
            ["back", step] => Self::Turn(deal, Turn::Back(step.parse().ok()?)),
            ["on", step] => Self::Turn(deal, Turn::On(step.parse().ok()?)),
            ["last"] => Self::Turn(deal, Turn::Last),
            _ => return None,
        })
    }
}

/// A number, or `-` for none.
#[allow(clippy::option_option)] // unreadable, or none
fn number<T: std::str::FromStr>(text: &str) -> Option<Option<T>> {
    if text == "-" { Some(None) } else { text.parse().ok().map(Some) }
}

/// The way back of [`number`].
struct Number<T>(Option<T>);

impl<T: fmt::Display> fmt::Display for Number<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(number) => number.fmt(f),
            None => f.write_str("-"),
        }
    }
}

impl fmt::Display for Played {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::History { filter: Filter { person, contract, season }, before } => write!(
                f,
                "history:{}:{}:{}:{}",
                Number(*person),
                ContractCode(*contract),
                Number(*season),
                Number(*before)
            ),
            Self::Menu => f.write_str("menu"),
            Self::Open(deal) => write!(f, "deal:{deal}"),
            Self::Turn(deal, Turn::First) => write!(f, "deal:{deal}:first"),
            Self::Turn(deal, Turn::Back(step)) => write!(f, "deal:{deal}:back:{step}"),
            Self::Turn(deal, Turn::On(step)) => write!(f, "deal:{deal}:on:{step}"),
            Self::Turn(deal, Turn::Last) => write!(f, "deal:{deal}:last"),
            Self::Analyse(deal) => write!(f, "deal:{deal}:analyse"),
            Self::Export(deal) => write!(f, "deal:{deal}:export"),
            Self::ExportEvening(deal) => write!(f, "deal:{deal}:evening"),
            Self::Verify(deal) => write!(f, "deal:{deal}:verify"),
        }
    }
}
