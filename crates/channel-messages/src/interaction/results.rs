//! The results of the steps for an interaction.

use super::Interaction;
use crate::board::Board;
use crate::event::Answer;
use crate::ids::{MessageId, Time};
use crate::progress::{Creation, NewHand, Progress, Stage, Thinking};
use crate::response::attempts::Attempts;
use crate::response::first_response::Outcome;
use crate::step::{Accepted, Address, Failure, StepResult};
use crate::steps::{InteractionStep, Steps};
use crate::timings::Timings;

impl<B: Board> Interaction<B> {
    /// Records what is known of a public message that the first response was sent to create.
    pub(crate) fn created(&mut self, creation: Creation, now: Time, timings: &Timings) {
        self.step = None;
        let is_repeated = matches!(creation, Creation::Known(Err(Failure::NotExecuted)));
        let stage = self.first.created(creation);
        self.enter(stage);
        if is_repeated {
            self.attempts.fail(now, timings);
        }
    }

    /// Records the result of a step.
    pub(crate) fn finished(
        &mut self,
        step: InteractionStep,
        result: StepResult,
        (now, timings): (Time, &Timings),
        steps: &mut Steps<B::Message>,
    ) -> Progress<B> {
        self.step = None;
        let is_identification = step == InteractionStep::Identify;
        if is_identification && self.stage == Stage::Thinking {
            return self.identified_thinking(result, (now, timings));
        }
        if is_identification && self.first.may_be_public {
            match self.first.searched(result, self.attempts.may_repeat()) {
                Ok(stage) => self.enter(stage),
                Err(failure) => return self.failed(step, failure, (now, timings), steps),
            }
            return Progress::Waits(None);
        }
        match self.first.interpret(step, result) {
            Outcome::CreatedPublic => self.enter(Stage::FollowUp),
            Outcome::Ambiguous => self.enter(Stage::Identifying),
            Outcome::Executed(accepted) => {
                self.hand.execute_last();
                return self.succeeded(step, accepted, timings, steps);
            }
            Outcome::ExecutedEarlier(step, accepted) => {
                return self.succeeded(step, accepted, timings, steps);
            }
            Outcome::Failed(failure) => return self.failed(step, failure, (now, timings), steps),
        }
        Progress::Waits(None)
    }

    /// Records the result of the search for the message "thinking". Without its id, the message is edited
    /// although its user may use its components at the same time.
    fn identified_thinking(&mut self, result: StepResult, (now, timings): (Time, &Timings)) -> Progress<B> {
        match result {
            Err(failure) if failure.is_temporary() && self.attempts.may_repeat() => {
                self.attempts.fail(now, timings);
            }
            result => {
                let found = result.ok().and_then(|accepted| accepted.message);
                self.thinking = found.map_or(Thinking::NotFound, Thinking::Known);
                self.attempts = Attempts::new();
            }
        }
        Progress::Waits(None)
    }

    fn succeeded(
        &mut self,
        step: InteractionStep,
        accepted: Accepted,
        timings: &Timings,
        steps: &mut Steps<B::Message>,
    ) -> Progress<B> {
        self.first.executed(step);
        match step {
            InteractionStep::Renew(..) => self.enter(Stage::FollowUp),
            InteractionStep::Defer => {
                self.report.answer = Answer::Deferred;
                self.thinking = accepted.message.map_or(Thinking::NotKnown, Thinking::Known);
                let is_silent = self.received.is_deferred_silently();
                self.enter(if is_silent { Stage::Acknowledged } else { Stage::Thinking });
            }
            InteractionStep::Deliver if self.stage == Stage::Thinking && self.received.is_public() => {
                self.enter(Stage::ThinkingReplaced);
            }
            InteractionStep::Respond | InteractionStep::Deliver | InteractionStep::Identify => {
                return self.delivered(accepted, timings, steps);
            }
            InteractionStep::Create(..) => {}
        }
        Progress::Waits(None)
    }

    /// Records that the reply was sent.
    fn delivered(
        &mut self,
        accepted: Accepted,
        timings: &Timings,
        steps: &mut Steps<B::Message>,
    ) -> Progress<B> {
        let is_follow_up = self.delivery().is_follow_up();
        let address = if is_follow_up { Address::FollowUp } else { Address::Original };
        let message = accepted.message.or_else(|| self.received.replaced_message().filter(|_| !is_follow_up));
        match message {
            Some(message) => {
                let hand = self.hand(message, address, accepted, timings);
                self.end(self.report.answer, hand, steps)
            }
            // A response whose message is not known can be found, but a follow-up cannot.
            None if self.hand.last.is_some() && !is_follow_up && self.stage != Stage::Identifying => {
                self.hand.last = self.hand.last.take().map(|shown| shown.accepted(accepted));
                self.report.send(self.received.id(), self.report.answer, steps);
                self.enter(Stage::Identifying);
                Progress::Waits(None)
            }
            None => self.end(self.report.answer, None, steps),
        }
    }

    fn failed(
        &mut self,
        step: InteractionStep,
        failure: Failure,
        (now, timings): (Time, &Timings),
        steps: &mut Steps<B::Message>,
    ) -> Progress<B> {
        let is_first = self.stage == Stage::Unanswered;
        if is_first && failure == Failure::Unknown {
            self.first.uncertain.get_or_insert(step);
            self.hand.lose_result();
        }
        if failure == Failure::MessageGone && self.lose_component() {
            return Progress::Waits(None);
        }
        if self.delivery().may_repeat(failure) && (is_first || self.attempts.may_repeat()) {
            self.attempts.fail(now, timings);
            return Progress::Waits(None);
        }
        let is_gone = matches!(failure, Failure::Gone | Failure::MessageGone);
        let message = self.delivery().edited_message().filter(|_| !is_first && !is_gone);
        if self.hand.last.is_none() {
            self.hand.last = self.delivery().content(None).and_then(|content| content.hand);
        }
        // The message of a deferred reply exists. From now on, it is brought up to date like any other hand.
        let mut hand =
            message.and_then(|message| self.hand(message, Address::Original, Accepted::default(), timings));
        if let Some(hand) = &mut hand {
            let shown = &mut hand.message.shown;
            shown.must_resend = true;
            // Content that was refused is replaced by the hand without a note or a draft.
            shown.hash = shown.hash.filter(|_| failure.is_temporary());
        }
        // The hand is sent again like an update, with its note or draft.
        let is_repeated = hand.is_some() && failure.is_temporary();
        self.end(if is_repeated { self.report.answer } else { Answer::Failed }, hand, steps)
    }

    /// Records that the message whose content the reply was to replace does not exist. Returns `true` if the
    /// reply is sent in a new message instead.
    fn lose_component(&mut self) -> bool {
        let is_certain = self.first.uncertain.is_none();
        let is_lost = self.received.replaced_message().is_some() && is_certain;
        self.received.is_component_deleted |= is_lost;
        is_lost
    }

    /// Returns the hand that was sent, as a message that can be edited later.
    fn hand(
        &mut self,
        message: MessageId,
        address: Address,
        accepted: Accepted,
        timings: &Timings,
    ) -> Option<Box<NewHand<B>>> {
        let is_uncertain = self.first.uncertain.is_some();
        // A search tells nothing about the picture.
        let is_searched = self.stage == Stage::Identifying && !is_uncertain;
        let sent = self.received.sent(message, address, timings);
        let accepted = Some(accepted).filter(|_| !is_searched);
        self.hand.take(&self.received, sent, accepted, is_uncertain).filter(|_| self.keeps_hand)
    }
}
