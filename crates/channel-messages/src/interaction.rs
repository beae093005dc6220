//! An interaction that has not been answered completely.

use crate::board::{Board, Content};
use crate::event::{Answer, Effect};
use crate::first_response::{DueResponse, FirstResponse};
use crate::hand_message::HandMessage;
use crate::ids::{MessageId, PictureId, StepId, TableId, Time};
use crate::progress::{Creation, NewHand, Progress, Stage, Surroundings};
use crate::received::Received;
use crate::reply::{Reply, ReplyContent};
use crate::sent_hand::SentHand;
use crate::shown::Shown;
use crate::step::{Accepted, Action, Address, Confirmed, Failure, Priority, ResponseKind, StepResult};
use crate::steps::{InteractionStep, NewStep, Purpose, Steps};
use crate::timings::{REPLY_TRIES, Timings};

/// An interaction that has not been answered completely.
#[derive(Debug)]
pub(crate) struct Interaction<B: Board> {
    pub(crate) received: Received<B>,
    pub(crate) stage: Stage,
    /// The table that the interaction changed, if any.
    pub(crate) caused: Option<TableId>,
    pub(crate) first: FirstResponse,
    /// `false` if the user has asked that nothing about them is kept.
    pub(crate) keeps_hand: bool,
    is_deferred: bool,
    /// `true` once [`Effect::Answered`] has been returned.
    is_reported: bool,
    pub(crate) step: Option<StepId>,
    /// The message "thinking", if its id is known.
    thinking: Option<MessageId>,
    /// `true` if the id of the message "thinking" cannot be found.
    has_no_id: bool,
    hand: SentHand<B::Message>,
    tries: u32,
    retry_at: Time,
}

impl<B: Board> Interaction<B> {
    /// Creates an interaction that has just been received.
    pub(crate) const fn new(received: Received<B>) -> Self {
        Self {
            received,
            stage: Stage::Unanswered,
            caused: None,
            first: FirstResponse { cannot_create: false, may_be_public: false, uncertain: None },
            keeps_hand: true,
            is_deferred: false,
            is_reported: false,
            step: None,
            thinking: None,
            has_no_id: false,
            hand: SentHand::new(),
            tries: 0,
            retry_at: Time::ZERO,
        }
    }

    /// Returns `true` if the interaction has changed a table, or its reply shows a hand at the table. Also
    /// returns `true` if the reply is not known yet.
    pub(crate) fn concerns(&self, table: TableId) -> bool {
        let is_of_table = self.received.table() == Some(table) || self.caused == Some(table);
        is_of_table || self.received.reply.is_none()
    }

    /// Returns `true` if there was no first response.
    pub(crate) const fn is_unanswered(&self) -> bool {
        matches!(self.stage, Stage::Unanswered | Stage::Unresolved)
    }

    /// Returns `true` if the reply is about to be sent, or if it is not known which response was executed.
    pub(crate) fn awaits_response(&self, now: Time, timings: &Timings) -> bool {
        let is_soon = self.stage == Stage::FollowUp && now < self.received.at + timings.deferral;
        let is_known = self.received.reply.is_some();
        self.is_unanswered() || self.stage == Stage::Identifying || self.tries > 0 || is_soon || is_known
    }

    /// Records that a message was changed, which may be the one that is being looked for.
    pub(crate) fn lose_picture(&mut self) {
        if let Some(hand) = self.hand.last.as_mut().filter(|_| self.stage == Stage::Identifying) {
            hand.attached = None;
        }
    }

    /// Returns the message whose content the request with the reply replaces, if it is known.
    fn edited_message(&self) -> Option<MessageId> {
        match self.stage {
            Stage::Unanswered | Stage::Acknowledged => self.received.replaced_message(),
            Stage::Thinking => self.thinking,
            _ => None,
        }
    }

    /// Returns the picture of the message whose content the request with the reply replaces.
    fn attached(&self) -> Option<PictureId> {
        let replaces_message = self.stage != Stage::Thinking && self.edited_message().is_some();
        self.received.attached.filter(|_| replaces_message)
    }

    /// Returns the request that sends the reply after the first response. Returns `None` if there is nothing
    /// to send.
    fn delivery(&self) -> Option<Action> {
        let replaces_message = self.received.replaced_message().is_some();
        let edits_original = match self.stage {
            Stage::Thinking => true,
            Stage::Acknowledged => replaces_message,
            _ => false,
        };
        self.received.delivery(edits_original)
    }

    /// Returns `true` if the reply is sent as a follow-up.
    fn is_follow_up(&self) -> bool {
        let is_first = self.is_unanswered() || self.stage == Stage::Identifying;
        !is_first && matches!(self.delivery(), Some(Action::FollowUp { .. }))
    }

    /// Returns the content of the reply. `newest` is the newest state of the table, if the reply shows a
    /// hand.
    fn content(&self, newest: Option<&B>) -> Option<ReplyContent<B::Message>> {
        let (_, reply) = self.received.reply.as_ref()?;
        match reply {
            Reply::Public { after_thinking, .. } if self.stage == Stage::Thinking => {
                Some(after_thinking.clone().into())
            }
            _ => reply.content(self.received.user, newest),
        }
    }

    /// Returns the content of the reply, built from the newest state of its table.
    fn newest_content(&self, around: &Surroundings<'_, B>) -> Option<Content<B::Message>> {
        let newest = self.received.table().and_then(|table| around.newest.get(table, self.received.user));
        self.content(newest).map(|reply| reply.content)
    }

    /// Sets the style of the hand in the reply.
    pub(crate) fn set_style(&mut self, style: &B::Style) {
        if let Some((_, reply)) = &mut self.received.reply {
            reply.set_style(self.received.user, style);
        }
        if let Some(hand) = &mut self.hand.last {
            hand.waiting = None;
        }
    }

    /// Begins the step that is due, if any.
    pub(crate) fn next(
        &mut self,
        around: &Surroundings<'_, B>,
        steps: &mut Steps<B::Message>,
    ) -> Progress<B> {
        let (now, timings) = (around.now, around.timings);
        let deferral = self.received.at + timings.deferral;
        let deadline = self.received.at + timings.response_deadline;
        let token_until = self.received.token_until(timings);
        if self.step.is_some() && !self.cancel_late_response(around, steps) {
            let is_first = self.stage == Stage::Unanswered;
            let first = [deferral, deadline].into_iter().filter(|_| is_first);
            return Progress::Waits(first.chain([token_until]).filter(|time| *time > now).min());
        }
        let is_late = self.stage == Stage::Unanswered && deadline <= now;
        if is_late && self.first.uncertain.is_some() {
            // Discord accepts no other attempt, but its message tells if an earlier one was executed.
            self.enter(Stage::Identifying);
        } else if is_late || token_until <= now {
            return self.end(Answer::Failed, None, steps);
        }
        if self.retry_at > now {
            return Progress::Waits(Some(self.retry_at));
        }
        match self.stage {
            Stage::Unanswered => {
                self.respond(around, steps);
                let times = [Some(deferral), Some(deadline), self.received.ready_at(timings)];
                Progress::Waits(times.into_iter().flatten().filter(|time| *time > now).min())
            }
            Stage::Unresolved if deadline <= now => {
                self.enter(Stage::FollowUp);
                self.deliver(around, steps)
            }
            Stage::Unresolved => Progress::Waits(Some(deadline)),
            Stage::Identifying => {
                self.find(steps);
                Progress::Waits(None)
            }
            Stage::Acknowledged | Stage::Thinking | Stage::ThinkingReplaced | Stage::FollowUp => {
                self.deliver(around, steps)
            }
        }
    }

    /// Cancels a request that has not been sent in time: a first response when the deferral is due or at
    /// Discord's deadline, and every request when the token expires. Returns `false` if the step goes on.
    fn cancel_late_response(&mut self, around: &Surroundings<'_, B>, steps: &mut Steps<B::Message>) -> bool {
        let Some(step) = self.step else { return true };
        let (now, timings) = (around.now, around.timings);
        let deferral = self.received.at + timings.deferral;
        let deadline = self.received.at + timings.response_deadline;
        let Some(Purpose::Interaction(_, waiting)) = steps.waiting(step) else { return false };
        let is_deferred =
            waiting != InteractionStep::Defer && self.first.uncertain.is_none() && now >= deferral;
        let is_late = self.stage == Stage::Unanswered && (is_deferred || now >= deadline);
        let is_obsolete = is_late || now >= self.received.token_until(timings);
        if !is_obsolete || !steps.cancel(step) {
            return false;
        }
        self.step = None;
        true
    }

    /// Begins the first response, if one is due.
    fn respond(&mut self, around: &Surroundings<'_, B>, steps: &mut Steps<B::Message>) {
        let is_free = self.edited_message().is_none_or(|message| !steps.is_changing(message));
        let Some(due) = self.first.due((&self.received, self.caused), is_free, around, steps) else { return };
        let (step, kind, draw) = match due {
            DueResponse::Create(table, planned) => {
                let step = InteractionStep::Create(table, planned.key);
                (step, ResponseKind::Public, Some(planned.content))
            }
            DueResponse::Renew(table, key) => {
                (InteractionStep::Renew(table, key), ResponseKind::Acknowledge, None)
            }
            DueResponse::Defer if self.received.is_deferred_silently() => {
                (InteractionStep::Defer, ResponseKind::Acknowledge, None)
            }
            DueResponse::Defer => (InteractionStep::Defer, ResponseKind::Thinking, None),
            DueResponse::Reply(kind) => (InteractionStep::Respond, kind, self.newest_content(around)),
        };
        let target = self.received.replaced_message().filter(|_| kind == ResponseKind::Update);
        let action = Action::Respond { token: self.received.token.clone(), kind };
        self.begin(step, action, (target, draw), steps);
    }

    /// Begins to send the reply after the first response.
    fn deliver(&mut self, around: &Surroundings<'_, B>, steps: &mut Steps<B::Message>) -> Progress<B> {
        if !self.received.is_ready(around) {
            // Until then, updates do not edit the user's hand.
            let deferral = Some(self.received.at + around.timings.deferral).filter(|time| *time > around.now);
            let until = self.received.ready_at(around.timings);
            let until = until.unwrap_or_else(|| self.received.token_until(around.timings));
            return Progress::Waits(deferral.into_iter().chain([until]).min());
        }
        let Some(action) = self.delivery() else {
            return self.end(self.answer(), None, steps);
        };
        let edits_thinking = self.stage == Stage::Thinking && matches!(action, Action::EditOriginal(_));
        if edits_thinking && self.thinking.is_none() && !self.has_no_id {
            self.find(steps);
            return Progress::Waits(None);
        }
        let target = self.edited_message();
        if target.is_none_or(|message| !steps.is_changing(message)) {
            let draw = self.newest_content(around);
            self.begin(InteractionStep::Deliver, action, (target, draw), steps);
        }
        Progress::Waits(None)
    }

    /// Asks Discord for the message that belongs to the first response.
    fn find(&mut self, steps: &mut Steps<B::Message>) {
        let created_public = self.first.may_be_public && self.stage == Stage::Identifying;
        let action = Action::Find { token: self.received.token.clone(), created_public };
        self.begin(InteractionStep::Identify, action, (None, None), steps);
    }

    fn begin(
        &mut self,
        step: InteractionStep,
        action: Action,
        (target, draw): (Option<MessageId>, Option<Content<B::Message>>),
        steps: &mut Steps<B::Message>,
    ) {
        let (purpose, priority) = (Purpose::Interaction(self.received.id(), step), Priority::Response);
        let attached = self.attached().filter(|_| target.is_some());
        self.step = Some(steps.begin(NewStep { purpose, priority, action, target, draw, attached }));
    }

    /// Returns the content of the reply, which is about to be sent. Returns `None` if it has to wait.
    pub(crate) fn confirm(
        &mut self,
        newest: Option<&B>,
        steps: &Steps<B::Message>,
    ) -> Option<Confirmed<B::Message>> {
        if self.edited_message().is_some_and(|message| steps.is_changing(message)) {
            self.step = None;
            return None;
        }
        let Some(ReplyContent { content, hand }) = self.content(newest) else {
            return Some(Confirmed::Empty);
        };
        self.hand.send(hand, steps.order());
        Some(Confirmed::Content { content, attached: self.attached() })
    }

    /// Records what is known of a public message that the first response was sent to create.
    pub(crate) fn created(&mut self, creation: Creation, now: Time, timings: &Timings) {
        self.step = None;
        match creation {
            Creation::Unresolved => {
                self.first.may_be_public = true;
                self.enter(Stage::Unresolved);
            }
            // The reply must not become the content of a public message.
            Creation::NotResolved | Creation::Known(Ok(_)) => self.enter(Stage::FollowUp),
            Creation::Known(Err(failure)) => {
                self.first.cannot_create = true;
                // The table has been dropped, so the message is not looked for.
                self.first.may_be_public |= failure == Failure::Unknown;
                self.enter(Stage::Unanswered);
                if failure == Failure::NotExecuted {
                    self.retry(now, timings);
                }
            }
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
            self.thinking = result.ok().and_then(|accepted| accepted.message);
            self.has_no_id = self.thinking.is_none();
            return Progress::Waits(None);
        }
        if is_identification && self.first.may_be_public {
            self.searched_public(result, now, timings);
            return Progress::Waits(None);
        }
        match (self.first.uncertain, result) {
            // The response that was sent to create a public message was executed later than its search.
            (None, Err(Failure::Acknowledged)) if self.first.may_be_public => {
                self.enter(Stage::FollowUp);
                Progress::Waits(None)
            }
            // It is not known which of the two responses has been executed.
            (Some(_), Err(Failure::Acknowledged)) if self.first.may_be_public => {
                self.enter(Stage::Identifying);
                Progress::Waits(None)
            }
            // The attempt whose result was lost has been executed.
            (Some(executed), Err(Failure::Acknowledged)) => {
                self.succeeded(executed, Accepted::default(), timings, steps)
            }
            (Some(executed), Ok(accepted)) if is_identification => {
                self.succeeded(executed, accepted, timings, steps)
            }
            (_, Ok(accepted)) => {
                // Discord executes only one first response, so an earlier attempt was not executed.
                self.first.uncertain = None;
                self.hand.execute_last();
                self.succeeded(step, accepted, timings, steps)
            }
            (_, Err(failure)) => self.failed(step, failure, (now, timings), steps),
        }
    }

    /// Records the result of a search for a public message that a first response may have created, at a time
    /// when another response may have been executed instead.
    fn searched_public(&mut self, result: StepResult, now: Time, timings: &Timings) {
        match result {
            Err(failure) if !failure.is_temporary() => {
                self.first.may_be_public = false;
                self.enter(Stage::Identifying);
            }
            Err(_) if self.tries + 1 < REPLY_TRIES => self.retry(now, timings),
            // The reply must not become the content of a public message.
            _ => self.enter(Stage::FollowUp),
        }
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
                (self.is_deferred, self.thinking) = (true, accepted.message);
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
        let is_follow_up = self.is_follow_up();
        let address = if is_follow_up { Address::FollowUp } else { Address::Original };
        let message = accepted.message.or_else(|| self.received.replaced_message().filter(|_| !is_follow_up));
        match message {
            Some(message) => {
                let hand = self.hand(message, address, accepted, timings);
                self.end(self.answer(), hand, steps)
            }
            // A response whose message is not known can be found, but a follow-up cannot.
            None if self.hand.last.is_some() && !is_follow_up && self.stage != Stage::Identifying => {
                self.hand.last = self.hand.last.take().map(|shown| shown.accepted(accepted));
                self.report(self.answer(), steps);
                self.enter(Stage::Identifying);
                Progress::Waits(None)
            }
            None => self.end(self.answer(), None, steps),
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
            self.first.uncertain = self.first.uncertain.or(Some(step));
            self.hand.lose_result();
        }
        let may_retry = match failure {
            Failure::NotExecuted => true,
            // A follow-up that was executed would be shown twice.
            Failure::Unknown => !self.is_follow_up(),
            _ => false,
        };
        if may_retry && (is_first || self.tries + 1 < REPLY_TRIES) {
            self.retry(now, timings);
            return Progress::Waits(None);
        }
        let is_gone = matches!(failure, Failure::Gone | Failure::MessageGone);
        let message = self.edited_message().filter(|_| !is_first && !is_gone);
        if self.hand.last.is_none() {
            self.hand.last = self.content(None).and_then(|content| content.hand);
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
        self.end(if is_repeated { self.answer() } else { Answer::Failed }, hand, steps)
    }

    /// Returns the hand that was sent, as a message that can be edited later.
    fn hand(
        &mut self,
        message: MessageId,
        address: Address,
        accepted: Accepted,
        timings: &Timings,
    ) -> Option<Box<NewHand<B>>> {
        let shown = self.hand.last.take().filter(|_| self.keeps_hand)?;
        let is_uncertain = self.first.uncertain.is_some();
        // A search tells nothing about the picture.
        let is_known = self.stage == Stage::Identifying && !is_uncertain;
        let shown = if is_known { shown } else { shown.accepted(accepted) };
        // It is not known which attempt was executed.
        let shown = Shown { must_resend: is_uncertain, ..shown };
        let sent = self.received.sent(message, address, timings);
        let Some((_, Reply::Hand { board, style, .. })) = &self.received.reply else { return None };
        let message = HandMessage::new(sent, self.hand.order(), style.clone(), shown);
        Some(Box::new(NewHand { table: board.table(), user: self.received.user, message }))
    }

    pub(crate) const fn enter(&mut self, stage: Stage) {
        (self.stage, self.tries, self.retry_at) = (stage, 0, Time::ZERO);
    }

    fn retry(&mut self, now: Time, timings: &Timings) {
        self.tries += 1;
        self.retry_at = now + timings.reply_retry * self.tries.min(2);
    }

    const fn answer(&self) -> Answer {
        if self.is_deferred { Answer::Deferred } else { Answer::Direct }
    }

    fn report(&mut self, answer: Answer, steps: &mut Steps<B::Message>) {
        if !self.is_reported {
            self.is_reported = true;
            steps.push(Effect::Answered(self.received.id(), answer));
        }
    }

    fn end(
        &mut self,
        answer: Answer,
        hand: Option<Box<NewHand<B>>>,
        steps: &mut Steps<B::Message>,
    ) -> Progress<B> {
        self.report(answer, steps);
        Progress::Ends(hand)
    }
}
