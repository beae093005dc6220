//! Text lines about the auction that every user may see.

use crate::text::args;
use ulti_rules::{Call, Stage};

use super::deal_lines::DealLines;

/// Maximum number of bids and passes to list. Nine entries cover three rounds, and most auctions are shorter.
const LISTED: usize = 9;

impl DealLines<'_> {
    /// Formats the current best bid as one line. Returns `None` if no auction is running.
    pub(crate) fn best_bid(self) -> Option<String> {
        let Stage::Auction { best, .. } = &self.view.stage else { return None };
        let Some((seat, contract)) = *best else { return Some(self.appearance.text("auction-no-calls")) };
        let args = args![contract = self.appearance.contract(contract), name = self.name(seat)];
        Some(self.appearance.with("auction-best", args))
    }

    /// Formats the latest bids and passes as one line, oldest first. Returns `None` if there are none.
    pub(crate) fn calls(self) -> Option<String> {
        let is_over = !matches!(self.view.stage, Stage::Auction { .. });
        let title = if is_over { "auction-title" } else { "auction-calls" };
        let calls = &self.view.calls;
        if calls.is_empty() {
            return None;
        }
        let dropped = calls.len().saturating_sub(LISTED);
        let mut listed: Vec<String> = calls[dropped..].iter().map(|call| self.call(*call)).collect();
        if dropped > 0 {
            listed.insert(0, "…".to_owned());
        }
        Some(format!("{}: {}", self.appearance.text(title), listed.join(" · ")))
    }

    fn call(self, call: Call) -> String {
        let name = ("name", self.name(call.seat).into());
        match call.bid {
            Some(contract) => {
                let contract = self.appearance.contract(contract).into();
                self.appearance.with("auction-call-bid", &[name, ("contract", contract)])
            }
            None => self.appearance.with("auction-call-pass", &[name]),
        }
    }
}
