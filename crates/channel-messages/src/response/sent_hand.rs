//! The hand in the requests that send the reply to an interaction.

use crate::board::Board;
use crate::hands::message::HandMessage;
use crate::progress::NewHand;
use crate::received::Received;
use crate::reply::Reply;
use crate::shown::Shown;
use crate::step::{Accepted, Sent};

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

    /// Takes the hand, as a message that can be edited later.
    ///
    /// `accepted` is the result of the request, if it is known. `is_uncertain` is `true` if it is not known
    /// which request was executed.
    pub(crate) fn take<B: Board<Message = M>>(
        &mut self,
        received: &Received<B>,
        sent: Sent,
        accepted: Option<Accepted>,
        is_uncertain: bool,
    ) -> Option<Box<NewHand<B>>> {
        let shown = self.last.take()?;
        let shown = if let Some(accepted) = accepted { shown.accepted(accepted) } else { shown };
        let shown = Shown { must_resend: is_uncertain, ..shown };
        let Some((_, Reply::Hand { board, style, .. })) = &received.reply else { return None };
        let message = HandMessage::new(sent, self.order(), style.clone(), shown);
        Some(Box::new(NewHand { table: board.table(), user: received.user, message }))
    }

    /// Returns the number of the request that was executed, or of the first one that may have been executed.
    fn order(&self) -> u64 {
        self.uncertain_order.unwrap_or(self.order)
    }
}
