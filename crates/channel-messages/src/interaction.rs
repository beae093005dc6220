//! An interaction that has not been answered completely.

mod results;

use crate::board::{Board, Content, Occasion};
use crate::event::Answer;
use crate::ids::{MessageId, StepId, TableId, Time};
use crate::progress::{NewHand, Progress, Stage, Surroundings, Thinking};
use crate::received::Received;
use crate::reply::ReplyContent;
use crate::response::attempts::Attempts;
use crate::response::delivery::Delivery;
use crate::response::first_response::{DueResponse, FirstResponse};
use crate::response::report::Report;
use crate::response::sent_hand::SentHand;
use crate::step::{Action, Confirmed, Priority, ResponseKind};
use crate::steps::{InteractionStep, NewStep, Purpose, Steps};
use crate::timings::Timings;

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
    report: Report,
    pub(crate) step: Option<StepId>,
    thinking: Thinking,
    hand: SentHand<B::Message>,
    attempts: Attempts,
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
            report: Report::new(),
            step: None,
            thinking: Thinking::NotKnown,
            hand: SentHand::new(),
            attempts: Attempts::new(),
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
        let is_soon = self.stage == Stage::FollowUp && now < self.received.deferral(timings);
        let is_known = self.received.reply.is_some();
        self.is_unanswered()
            || self.stage == Stage::Identifying
            || self.attempts.have_failed()
            || is_soon
            || is_known
    }

    /// Ends the interaction if its reply may have been sent in a message whose content a later reply has
    /// replaced. Returns `true` if it has ended.
    pub(crate) fn end_replaced(&mut self, message: MessageId, steps: &mut Steps<B::Message>) -> bool {
        let is_uncertain = self.stage == Stage::Thinking && self.attempts.have_failed();
        let is_replaced = is_uncertain && self.thinking.id() == Some(message);
        if !is_replaced || self.step.is_some_and(|step| !steps.cancel(step)) {
            return false;
        }
        self.report.send(self.received.id(), self.report.answer, steps);
        true
    }

    /// Returns the occasion of the hand in the follow-up that was sent last, if any.
    pub(crate) fn sent_occasion(&self) -> Option<Occasion> {
        self.hand.last.as_ref().filter(|_| self.delivery().is_follow_up())?.occasion
    }

    /// Records that a message was changed, which may be the one that is being looked for.
    pub(crate) fn lose_picture(&mut self) {
        if let Some(hand) = self.hand.last.as_mut().filter(|_| self.stage == Stage::Identifying) {
            hand.attached = None;
        }
    }

    /// Returns the request that sends the reply.
    const fn delivery(&self) -> Delivery<'_, B> {
        Delivery { received: &self.received, stage: self.stage, thinking: self.thinking.id() }
    }

    /// Returns the content of the reply, built from the newest state of its table.
    fn newest_content(&self, around: &Surroundings<'_, B>) -> Option<Content<B::Message>> {
        let newest =
            self.received.table().and_then(|table| around.boards.with_hand(table, self.received.user));
        self.delivery().content(newest).map(|reply| reply.content)
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
        let (deferral, deadline) = (self.received.deferral(timings), self.received.deadline(timings));
        let token_until = self.received.token_until(timings);
        if self.step.is_some() && !self.cancel_late_response(around, steps) {
            let first = [deferral, deadline].into_iter().filter(|_| self.stage == Stage::Unanswered);
            return Progress::Waits(first.chain([token_until]).filter(|time| *time > now).min());
        }
        let is_late = self.stage == Stage::Unanswered && deadline <= now;
        if is_late && self.first.uncertain.is_some() {
            // Discord accepts no other attempt, but its message tells if an earlier one was executed.
            self.enter(Stage::Identifying);
        } else if is_late || token_until <= now {
            return self.end(Answer::Failed, None, steps);
        }
        match self.stage {
            _ if self.attempts.next_at() > now => Progress::Waits(Some(self.attempts.next_at())),
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
        let (deferral, deadline) = (self.received.deferral(timings), self.received.deadline(timings));
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
        let is_free = self.delivery().edited_message().is_none_or(|message| !steps.is_changing(message));
        let due = self.first.due((&self.received, self.caused), is_free, around, steps);
        let Some(DueResponse { step, kind, public_content }) = due else { return };
        let draw =
            if step == InteractionStep::Respond { self.newest_content(around) } else { public_content };
        let target = self.received.replaced_message().filter(|_| kind == ResponseKind::Update);
        let action = Action::Respond { token: self.received.token.clone(), kind };
        self.begin(step, action, (target, draw), steps);
    }

    /// Begins to send the reply after the first response.
    fn deliver(&mut self, around: &Surroundings<'_, B>, steps: &mut Steps<B::Message>) -> Progress<B> {
        if !self.received.is_ready(around) {
            // Until then, updates do not edit the user's hand.
            let deferral = Some(self.received.deferral(around.timings)).filter(|time| *time > around.now);
            let ready = self.received.ready_at(around.timings);
            let until = ready.or_else(|| Some(self.received.token_until(around.timings)));
            return Progress::Waits(deferral.into_iter().chain(until).min());
        }
        let Some(action) = self.delivery().action() else { return self.end(self.report.answer, None, steps) };
        let edits_thinking = self.stage == Stage::Thinking && matches!(action, Action::EditOriginal(_));
        if edits_thinking && self.thinking == Thinking::NotKnown {
            self.find(steps);
            return Progress::Waits(None);
        }
        let target = self.delivery().edited_message();
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
        let attached = self.delivery().attached().filter(|_| target.is_some());
        self.step = Some(steps.begin(NewStep { purpose, priority, action, target, draw, attached }));
    }

    /// Returns the content of the reply, which is about to be sent. Returns `None` if it has to wait.
    pub(crate) fn confirm(
        &mut self,
        newest: Option<&B>,
        steps: &Steps<B::Message>,
    ) -> Option<Confirmed<B::Message>> {
        if self.delivery().edited_message().is_some_and(|message| steps.is_changing(message)) {
            self.step = None;
            return None;
        }
        let Some(ReplyContent { content, hand }) = self.delivery().content(newest) else {
            return Some(Confirmed::Empty);
        };
        self.hand.send(hand, steps.order());
        Some(Confirmed::Content { content, attached: self.delivery().attached() })
    }

    pub(crate) const fn enter(&mut self, stage: Stage) {
        (self.stage, self.attempts) = (stage, Attempts::new());
    }

    fn end(
        &mut self,
        answer: Answer,
        hand: Option<Box<NewHand<B>>>,
        steps: &mut Steps<B::Message>,
    ) -> Progress<B> {
        self.report.send(self.received.id(), answer, steps);
        Progress::Ends(hand)
    }
}
