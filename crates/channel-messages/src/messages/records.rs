//! Records of sent messages, their readers, and the tokens that can be used.

use super::Messages;
use crate::board::Board;
use crate::ids::{InteractionId, MessageId, Time};
use crate::step::{Failure, StepResult};
use crate::steps::{HandStep, InteractionStep, Purpose, Running};
use crate::timings::Timings;

impl<B: Board> Messages<B> {
    /// Records the message that a step has created or deleted, and the token that can be used after it.
    pub(super) fn record_message(&mut self, step: &Running, result: StepResult, at: (Time, &Timings)) {
        let Running { purpose, target, deletes, is_public, .. } = *step;
        if let (Purpose::Interaction(interaction, step), Ok(_)) = (purpose, result) {
            self.record_token(interaction, step, at.1);
        }
        if let (Some(message), true) = (target, deletes) {
            return self.record_deletion(purpose, (message, result), at);
        }
        let Ok(accepted) = result else {
            if let (Some(message), Err(Failure::MessageGone)) = (target, result) {
                self.last_known.remove(message);
            }
            return;
        };
        let reader = match purpose {
            Purpose::Interaction(interaction, _) => {
                let Some(received) = self.interactions.kept(interaction) else { return };
                (!is_public).then_some(received.user)
            }
            Purpose::Public(..) | Purpose::Notice(..) => None,
            Purpose::Hand(_, user, _) => Some(user),
        };
        if let Some(message) = accepted.message {
            self.last_known.record(message, reader);
        }
    }

    /// Records that the token of an interaction can be used.
    fn record_token(&mut self, interaction: InteractionId, step: InteractionStep, timings: &Timings) {
        let Some(received) = self.interactions.kept(interaction) else { return };
        // A follow-up would replace the text "thinking" instead of creating a message.
        let is_thinking = step == InteractionStep::Defer && !received.is_deferred_silently();
        if step != InteractionStep::Identify && !is_thinking {
            let until = received.token_until(timings);
            self.users.acknowledged(received.user, received.token.clone(), until);
        }
    }

    /// Records the result of a deletion.
    fn record_deletion(
        &mut self,
        purpose: Purpose,
        (message, result): (MessageId, StepResult),
        (now, timings): (Time, &Timings),
    ) {
        if matches!(result, Ok(_) | Err(Failure::MessageGone)) {
            self.last_known.remove(message);
        }
        let may_be_deleted = matches!(result, Ok(_) | Err(Failure::MessageGone | Failure::Unknown));
        if may_be_deleted && matches!(purpose, Purpose::Hand(..)) {
            self.hands.deleted(message, now + timings.token_lifetime);
            self.interactions.component_deleted(message);
        }
    }

    /// Records a request that may be a follow-up, for Discord's limits.
    pub(super) fn record_follow_up(&mut self, purpose: Purpose, now: Time) {
        let interaction = match purpose {
            Purpose::Interaction(interaction, InteractionStep::Deliver) => Some(interaction),
            Purpose::Hand(table, user, HandStep::SendNew) => {
                self.hands.new_message_token(table, user).map(|token| token.interaction())
            }
            _ => None,
        };
        if let Some(interaction) = interaction {
            self.follow_ups.record(interaction, now);
        }
    }
}
