//! The older messages of a player, which a newer hand has replaced.

use super::PlayerHands;
use crate::board::Board;
use crate::hands::context::HandContext;
use crate::ids::{MessageId, StepId, TableId, Time, UserId};
use crate::step::{Action, Confirmed, Failure, Priority, StepResult};
use crate::steps::{HandStep, NewStep, Purpose, Steps};
use crate::timings::{Retry, Timings};

impl<B: Board> PlayerHands<B> {
    /// Deletes older messages, except those that are being used. Those that cannot be deleted are marked as
    /// replaced.
    pub(crate) fn remove_replaced(
        &mut self,
        (table, user): (TableId, UserId),
        context: &HandContext<'_, B>,
        steps: &mut Steps<B::Message>,
    ) -> Option<Time> {
        let mut wake: Option<Time> = None;
        for older in &mut self.replaced {
            let message: MessageId = older.sent.id;
            let is_used = context.interactions.is_pressed(message) || steps.is_changing(message);
            if older.retry.at > context.channel.now {
                wake = wake.into_iter().chain([older.retry.at]).min();
            } else if older.step.is_none() && !is_used {
                let sent = older.sent.clone();
                let (step, action) = if older.cannot_be_deleted {
                    (HandStep::Mark, Action::Edit(sent))
                } else {
                    (HandStep::Delete, Action::Delete(sent))
                };
                older.step = Some(steps.begin(NewStep {
                    purpose: Purpose::Hand(table, user, step),
                    priority: Priority::Picture,
                    action,
                    target: Some(message),
                    draw: None,
                    attached: None,
                }));
            }
        }
        wake
    }

    /// Returns the content of a step that deletes an older message or marks it as replaced. Returns `None`
    /// if the step is obsolete.
    pub(crate) fn confirm_removal(
        &mut self,
        table: TableId,
        (id, step): (StepId, HandStep),
        context: &HandContext<'_, B>,
        steps: &Steps<B::Message>,
    ) -> Option<Confirmed<B::Message>> {
        let older = self.replaced.iter_mut().find(|older| older.step == Some(id))?;
        if context.interactions.is_pressed(older.sent.id) || steps.is_changing(older.sent.id) {
            older.step = None;
            return None;
        }
        if step == HandStep::Delete {
            return Some(Confirmed::Empty);
        }
        let (content, attached) = (B::replaced_hand(table, &older.style), older.shown.attached);
        Some(Confirmed::Content { content, attached })
    }

    /// Records the result of a step that changes an older message. Returns `false` if no older message has
    /// this step.
    pub(crate) fn finished_older(
        &mut self,
        (id, step): (StepId, HandStep),
        result: StepResult,
        (now, timings): (Time, &Timings),
    ) -> bool {
        let Some(place) = self.replaced.iter().position(|older| older.step == Some(id)) else {
            return false;
        };
        let older = &mut self.replaced[place];
        older.step = None;
        match (step, result) {
            (_, Err(Failure::MessageGone | Failure::Gone)) => drop(self.replaced.remove(place)),
            (HandStep::Update | HandStep::Picture | HandStep::SayExpiry | HandStep::SendNew, _) => {}
            (_, Err(failure)) if failure.is_temporary() && !older.retry.is_given_up => {
                older.retry.fail(now, timings);
            }
            (HandStep::Delete, Err(_)) => {
                (older.cannot_be_deleted, older.retry) = (true, Retry::default());
            }
            _ => drop(self.replaced.remove(place)),
        }
        true
    }
}
