//! Custom ids for the history of finished deals.

use std::fmt;

use super::codec::ContractCode;
use crate::store::{DealId, Filter, SeasonId};
use crate::table::UserId;

/// A request about finished deals of the server on which the button is pressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HistoryId {
    /// Shows a page of finished deals, newest first.
    History {
        /// The filter that selects the deals to list.
        filter: Filter,
        /// Lists only deals before the given one. `None` starts with the newest deal.
        before: Option<DealId>,
    },
    /// The select menu with the deals of a page. The value of the chosen option holds the request.
    Menu,
    /// Opens the step-by-step replay of a deal.
    Open(DealId),
    /// Shows another step of a replay by editing the replay's message.
    Turn(DealId, ReplayStep),
    /// Shows the analysis of a deal to the user who presses the button.
    Analyse(DealId),
    /// Sends the record of a deal as a file.
    Export(DealId),
    /// Sends a file with the records of all deals of the evening on which the given deal was played.
    ExportEvening(DealId),
    /// Verifies the shuffle of a deal against the commitment posted before the deal.
    Verify(DealId),
}

/// The step of a replay that a button shows.
///
/// The buttons of a message must have different custom ids. Two buttons that lead to the same step therefore
/// use different variants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplayStep {
    /// The first step, which shows the cards as dealt.
    First,
    /// An earlier step than the current one. Steps are counted from 0.
    Back(u8),
    /// A later step than the current one. Steps are counted from 0.
    On(u8),
    /// The last step, which shows the settlement.
    Last,
}

impl HistoryId {
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
            ["first"] => Self::Turn(deal, ReplayStep::First),
            ["back", step] => Self::Turn(deal, ReplayStep::Back(step.parse().ok()?)),
            ["on", step] => Self::Turn(deal, ReplayStep::On(step.parse().ok()?)),
            ["last"] => Self::Turn(deal, ReplayStep::Last),
            _ => return None,
        })
    }
}

/// Parses an optional number, where `-` means no number. Returns `None` if the text is invalid.
#[allow(clippy::option_option)]
fn number<T: std::str::FromStr>(text: &str) -> Option<Option<T>> {
    if text == "-" { Some(None) } else { text.parse().ok().map(Some) }
}

/// An optional number that is written as `-` if there is none. [`number`] parses the text.
struct Number<T>(Option<T>);

impl<T: fmt::Display> fmt::Display for Number<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(number) => number.fmt(f),
            None => f.write_str("-"),
        }
    }
}

impl fmt::Display for HistoryId {
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
            Self::Turn(deal, ReplayStep::First) => write!(f, "deal:{deal}:first"),
            Self::Turn(deal, ReplayStep::Back(step)) => write!(f, "deal:{deal}:back:{step}"),
            Self::Turn(deal, ReplayStep::On(step)) => write!(f, "deal:{deal}:on:{step}"),
            Self::Turn(deal, ReplayStep::Last) => write!(f, "deal:{deal}:last"),
            Self::Analyse(deal) => write!(f, "deal:{deal}:analyse"),
            Self::Export(deal) => write!(f, "deal:{deal}:export"),
            Self::ExportEvening(deal) => write!(f, "deal:{deal}:evening"),
            Self::Verify(deal) => write!(f, "deal:{deal}:verify"),
        }
    }
}
