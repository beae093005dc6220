//! The hand in the requests that send the reply to an interaction.

use crate::shown::Shown;

/// The hand in the requests that send the reply to an interaction.
#[derive(Debug)]
pub(crate) struct SentHand<M> {
    /// The hand in the request that was sent last. `None` if the reply shows no hand.
    pub(crate) last: Option<Shown<M>>,
    /// Number of the request that was sent last. A request that is sent later has a greater number.
    order: u64,
    /// Number of the first request whose result is not known, if any.
    uncertain_order: Option<u64>,
}

impl<M> SentHand<M> {
    pub(crate) const fn new() -> Self {
        Self { last: None, order: 0, uncertain_order: None }
    }

    /// Records a request that is sent, and its number.
    pub(crate) fn send(&mut self, hand: Option<Shown<M>>, order: u64) {
        (self.last, self.order) = (hand, order);
    }

    /// Records that the result of the last request is not known.
    pub(crate) fn lose_result(&mut self) {
        self.uncertain_order.get_or_insert(self.order);
    }

    /// Records that the last request was executed, and no earlier one.
    pub(crate) const fn execute_last(&mut self) {
        self.uncertain_order = None;
    }

    /// Returns the number of the request that was executed, or of the first one that may have been executed.
    pub(crate) fn order(&self) -> u64 {
        self.uncertain_order.unwrap_or(self.order)
    }
}
