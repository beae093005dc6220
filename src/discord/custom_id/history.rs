//! Custom ids for the history of finished deals.

use super::field_encoding::words;
use crate::store::{DealId, Filter};

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
    /// The select menu that lists the deals of a page. The request is encoded in the value of the chosen
    /// option.
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
    /// Goes back to the step with the given index. The first step has index 0.
    Back(u8),
    /// Goes forward to the step with the given index. The first step has index 0.
    On(u8),
    /// The last step, which shows the settlement.
    Last,
}

words! { HistoryId {
    ["history", person, contract, season, before] => {
        Self::History { filter: Filter { person, contract, season }, before }
    }
    ["menu"] => { Self::Menu }
    ["deal", deal] => { Self::Open(deal) }
    ["deal", deal, "first"] => { Self::Turn(deal, ReplayStep::First) }
    ["deal", deal, "back", step] => { Self::Turn(deal, ReplayStep::Back(step)) }
    ["deal", deal, "on", step] => { Self::Turn(deal, ReplayStep::On(step)) }
    ["deal", deal, "last"] => { Self::Turn(deal, ReplayStep::Last) }
    ["deal", deal, "analyse"] => { Self::Analyse(deal) }
    ["deal", deal, "export"] => { Self::Export(deal) }
    ["deal", deal, "evening"] => { Self::ExportEvening(deal) }
    ["deal", deal, "verify"] => { Self::Verify(deal) }
} }
