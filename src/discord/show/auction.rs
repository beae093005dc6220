//! The auction as it is told to all.

use crate::rules::{Call, Stage};

use super::board::Telling;

/// How many calls are listed: three rounds, which is more than most auctions have.
const LISTED: usize = 9;

impl Telling<'_> {
    /// The bid that stands.
    pub(super) fn best_bid(self) -> Option<String> {
        let Stage::Auction { best, .. } = &self.view.stage else { return None };
        let Some((seat, contract)) = *best else { return Some(self.look.say("auction-no-calls")) };
        let args = [("contract", self.look.contract(contract).into()), ("name", self.name(seat).into())];
        Some(self.look.with("auction-best", &args))
    }

    /// The newest calls, oldest first.
    pub(super) fn calls(self) -> Option<String> {
        let calls = &self.view.calls;
        if calls.is_empty() {
            return None;
        }
        let dropped = calls.len().saturating_sub(LISTED);
        let mut told: Vec<String> = calls[dropped..].iter().map(|call| self.call(*call)).collect();
        if dropped > 0 {
            told.insert(0, "…".to_owned());
        }
        Some(format!("{}: {}", self.look.say("auction-calls"), told.join(" · ")))
    }

    fn call(self, call: Call) -> String {
        let name = ("name", self.name(call.seat).into());
        match call.bid {
            Some(contract) => {
                let contract = self.look.contract(contract).into();
                self.look.with("auction-call-bid", &[name, ("contract", contract)])
            }
            None => self.look.with("auction-call-pass", &[name]),
        }
    }
}
