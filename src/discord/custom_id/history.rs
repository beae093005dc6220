//! Custom ids for the history of finished deals.

use super::field_encoding::words;
use crate::store::{DealId, Filter};

/// A request about the server's finished deals, encoded in the custom id of a button or menu option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HistoryId {
    /// Shows a page of finished deals, newest first.
    History {
        /// Filter for the deals to list.
        filter: Filter,
        /// Lists only deals older than this one. `None` starts with the newest deal.
        before: Option<DealId>,
    },
    /// The select menu that lists the deals on a page. The value of each option is the custom id that opens
    /// the deal.
    Menu,
    /// Opens the step-by-step replay of a deal.
    Open(DealId),
    /// Moves a replay to another step by editing its message.
    Turn(DealId, ReplayStep),
    /// Shows the analysis of a deal only to the user who pressed the button.
    Analyse(DealId),
    /// Sends the record of a deal as a file.
    Export(DealId),
    /// Sends a file with the records of all deals from the same evening (game session) as the given deal.
    ExportEvening(DealId),
    /// Verifies the shuffle of a deal against the commitment posted before the deal.
    Verify(DealId),
}

/// The replay step that a button leads to.
///
/// Each button in a message needs a unique custom id. Two buttons that lead to the same step must therefore
/// use different variants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplayStep {
    /// Goes to the first step of the replay, which shows the cards as dealt.
    First,
    /// Goes back to the step with the given zero-based index.
    Back(u8),
    /// Goes forward to the step with the given zero-based index.
    On(u8),
    /// Goes to the last step of the replay, which shows the settlement.
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
