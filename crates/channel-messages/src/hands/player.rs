//! The ephemeral messages of a player at a table.

mod older;

use crate::board::{Board, Hand, Occasion};
use crate::context::Context;
use crate::hands::context::HandContext;
use crate::hands::message::HandMessage;
use crate::ids::{MessageId, StepId, TableId, Time, Token, UserId};
use crate::shown::Shown;
use crate::step::{Action, Address, Confirmed, Failure, Priority, Sent, StepResult};
use crate::steps::{HandStep, NewStep, Purpose, Steps};
use crate::timings::{Retry, Timings};
use crate::users::Recipient;

/// The ephemeral messages of a player at a table.
#[derive(Debug)]
pub(crate) struct PlayerHands<B: Board> {
    /// The message that is kept up to date. `None` if there is none, or if it cannot be edited any more.
    pub(crate) newest: Option<HandMessage<B>>,
    /// Older messages that still have to be deleted.
    pub(crate) replaced: Vec<HandMessage<B>>,
    /// The hand that is being sent in a new message, if any.
    new_message: Option<NewMessage<B>>,
    /// The last occasion for which a hand was sent.
    occasion: Option<Occasion>,
    /// Time since which a new message waits for the table's message above it.
    waits_since: Option<Time>,
    /// Failures to send a hand to a player who has no other message.
    retry: Retry,
}

/// A hand that is being sent in a new message.
#[derive(Debug)]
struct NewMessage<B: Board> {
    step: StepId,
    recipient: Recipient<B::Style>,
    occasion: Occasion,
    /// Number and content of the request once it is sent.
    sending: Option<(u64, Shown<B::Message>)>,
}

/// Determines if a hand is sent in a new message.
enum NextMessage<B: Board> {
    /// It is sent now.
    Due(Recipient<B::Style>, Hand<B::Message>, Occasion),
    /// It is not sent before a time. Until then, the earlier message is not edited.
    Waits(Time),
    /// The earlier message is edited if it has changed.
    NotDue,
}

impl<B: Board> Default for PlayerHands<B> {
    fn default() -> Self {
        Self {
            newest: None,
            replaced: Vec::new(),
            new_message: None,
            occasion: None,
            waits_since: None,
            retry: Retry::default(),
        }
    }
}

impl<B: Board> PlayerHands<B> {
    /// Adds a hand that was sent. The earlier message is deleted later.
    pub(crate) fn add(&mut self, message: HandMessage<B>, steps: &mut Steps<B::Message>) {
        let id = message.sent.id;
        let mut known = self.newest.iter().chain(&self.replaced);
        if known.any(|known| known.sent.id == id && known.order > message.order) {
            return; // the reply to a press of its button was confirmed before its creation
        }
        self.occasion = self.occasion.max(message.shown.occasion);
        self.replaced.retain_mut(|older| {
            let is_other = older.sent.id != id;
            if !is_other {
                older.step.take_if(|step| steps.cancel(*step));
            }
            is_other
        });
        self.new_message.take_if(|new| steps.cancel(new.step));
        if let Some(before) = self.newest.replace(message) {
            self.replace(before, id, steps);
        }
    }

    /// Adds an earlier message to those that have to be deleted, unless it is the newest one.
    fn replace(&mut self, mut before: HandMessage<B>, newest: MessageId, steps: &mut Steps<B::Message>) {
        before.retry = Retry::default();
        // A step that was not confirmed is not needed any more. One that was confirmed changes only the
        // older message.
        before.step.take_if(|step| steps.cancel(*step));
        if before.sent.id != newest {
            self.replaced.push(before);
        }
    }

    /// Returns the steps that are being performed.
    pub(crate) fn steps(&self) -> impl Iterator<Item = StepId> {
        let messages = self.newest.iter().chain(&self.replaced);
        let new = self.new_message.iter().map(|new| new.step);
        messages.filter_map(|message| message.step).chain(new)
    }

    /// Stops the edits and new messages that have not been sent.
    pub(crate) fn cancel_unsent_updates(&mut self, steps: &mut Steps<B::Message>) {
        if let Some(newest) = &mut self.newest {
            newest.step.take_if(|step| steps.cancel(*step));
        }
        self.new_message.take_if(|new| steps.cancel(new.step));
    }

    /// Stops new messages and deletions of older ones that have not been sent.
    pub(crate) fn cancel_unsent_replacements(&mut self, steps: &mut Steps<B::Message>) {
        self.new_message.take_if(|new| steps.cancel(new.step));
        for older in &mut self.replaced {
            older.step.take_if(|step| steps.cancel(*step));
        }
    }

    /// Sets the style of the hand.
    pub(crate) fn set_style(&mut self, style: &B::Style) {
        if let Some(newest) = &mut self.newest {
            (newest.style, newest.shown.waiting) = (style.clone(), None);
            if let Some(sending) = &mut newest.sending {
                sending.waiting = None;
            }
        }
        if let Some(new) = &mut self.new_message {
            new.recipient.style = style.clone();
            if let Some((_, sending)) = &mut new.sending {
                sending.waiting = None;
            }
        }
    }

    /// Returns `true` if the player has a message that is kept up to date.
    pub(crate) fn is_shown(&self, now: Time) -> bool {
        self.newest.as_ref().is_some_and(|newest| newest.sent.has_token_until(now))
    }

    /// Returns `true` if no message is known or being sent.
    pub(crate) const fn has_no_messages(&self) -> bool {
        self.newest.is_none() && self.replaced.is_empty() && self.new_message.is_none()
    }

    /// Returns `true` if nothing is known of the player.
    pub(crate) const fn is_empty(&self) -> bool {
        let waits = self.waits_since.is_some() || self.retry.failures > 0;
        self.has_no_messages() && self.occasion.is_none() && !waits
    }

    /// Returns `true` if no message has to be changed or sent. `board` is the newest state of the table, if
    /// it is known.
    pub(crate) fn is_settled(&self, user: UserId, board: Option<&B>, now: Time) -> bool {
        let newest = self.newest.as_ref().zip(board);
        self.replaced.is_empty()
            && self.new_message.is_none()
            && newest.is_none_or(|(newest, board)| newest.is_settled(user, board, now))
    }

    /// Removes the messages whose tokens have expired.
    pub(crate) fn remove_expired(&mut self, now: Time) {
        self.replaced.retain(|older| older.sent.has_token_until(now) || older.step.is_some());
        self.newest.take_if(|newest| !newest.sent.has_token_until(now) && newest.step.is_none());
    }

    /// Returns the token with which a hand is being sent in a new message, if any.
    pub(crate) fn new_message_token(&self) -> Option<&Token> {
        self.new_message.as_ref().map(|new| &new.recipient.token)
    }

    /// Begins the step that brings the hand up to date, if one is due. Returns the time at which one may be
    /// due.
    pub(crate) fn next(
        &mut self,
        key: (TableId, UserId),
        board: &B,
        context: &HandContext<'_, B>,
        steps: &mut Steps<B::Message>,
    ) -> Option<Time> {
        if self.new_message.is_some() {
            return None;
        }
        match self.due_new_message(key.1, board, context) {
            NextMessage::Due(recipient, hand, occasion) => {
                self.waits_since = None;
                self.begin_new_message(key, (recipient, hand, occasion), steps);
                None
            }
            NextMessage::Waits(until) => Some(until),
            NextMessage::NotDue => {
                self.waits_since = None;
                self.newest.as_mut()?.next(key, board, context.channel, steps)
            }
        }
    }

    /// Determines if the hand has to be sent in a new message: its occasion is new, and other messages stand
    /// below the message that shows it.
    fn due_new_message(&mut self, user: UserId, board: &B, context: &HandContext<'_, B>) -> NextMessage<B> {
        let Context { conditions, now, timings, .. } = *context.channel;
        let recipient = context.users.recipient(user, now).filter(|_| conditions.sends_new_hands());
        let Some(mut recipient) = recipient else { return NextMessage::NotDue };
        if let Some(newest) = &self.newest {
            recipient.style = newest.style.clone();
        }
        let Some((hand, occasion)) = self.new_hand(user, board, &recipient.style) else {
            return NextMessage::NotDue;
        };
        let allowed_at = context.follow_ups.allowed_at(recipient.token.interaction(), now);
        let is_shown = context.public.is_shown(board, context.channel);
        let table_at = *self.waits_since.get_or_insert(now) + timings.table_message_wait;
        let table_at = if is_shown { now } else { table_at };
        if let Some(newest) = &self.newest {
            let id = newest.sent.id;
            // The table's message may be posted below soon.
            let is_last = table_at <= now && context.last_known.is_last(id, user);
            if is_last || allowed_at > now || !newest.retry.is_due(now) || context.interactions.is_pressed(id)
            {
                return NextMessage::NotDue;
            }
        }
        let at = allowed_at.max(table_at).max(self.retry.at);
        if at > now { NextMessage::Waits(at) } else { NextMessage::Due(recipient, hand, occasion) }
    }

    /// Returns the hand with its occasion if it has changed and no hand was sent for this occasion or a later
    /// one.
    fn new_hand(&self, user: UserId, board: &B, style: &B::Style) -> Option<(Hand<B::Message>, Occasion)> {
        let (hand, shown) = match &self.newest {
            Some(newest) => (newest.due_hand(user, board)?, newest.shown.occasion),
            None => (board.hand(user, style)?, None),
        };
        let occasion = hand.occasion.filter(|occasion| Some(*occasion) > self.occasion.max(shown))?;
        Some((hand, occasion))
    }

    /// Begins to send the hand in a new message, unless a request is changing the earlier one.
    fn begin_new_message(
        &mut self,
        (table, user): (TableId, UserId),
        (recipient, hand, occasion): (Recipient<B::Style>, Hand<B::Message>, Occasion),
        steps: &mut Steps<B::Message>,
    ) {
        if let Some(newest) = &mut self.newest {
            newest.step.take_if(|step| steps.cancel(*step));
            if newest.step.is_some() || steps.is_changing(newest.sent.id) {
                return;
            }
        }
        let step = steps.begin(NewStep {
            purpose: Purpose::Hand(table, user, HandStep::SendNew),
            priority: Priority::Turn,
            action: Action::FollowUp { token: recipient.token.clone(), is_ephemeral: true },
            // The reply to a button of the earlier hand waits until the new one is sent.
            target: self.newest.as_ref().map(|newest| newest.sent.id),
            draw: Some(hand.content),
            attached: None,
        });
        self.new_message = Some(NewMessage { step, recipient, occasion, sending: None });
    }

    /// Returns the hand that is about to be sent in a new message. Returns `None` if that is obsolete.
    pub(crate) fn confirm_new_message(
        &mut self,
        user: UserId,
        board: Option<&B>,
        context: &HandContext<'_, B>,
        steps: &Steps<B::Message>,
    ) -> Option<Confirmed<B::Message>> {
        let mut new = self.new_message.take()?;
        let board = board?;
        if self.newest.as_ref().is_some_and(|newest| steps.is_changing(newest.sent.id)) {
            return None;
        }
        let now = context.channel.now;
        if context.follow_ups.allowed_at(new.recipient.token.interaction(), now) > now {
            return None;
        }
        let (hand, occasion) = self.new_hand(user, board, &new.recipient.style)?;
        let content = hand.content.clone();
        new.occasion = occasion;
        new.sending = Some((steps.order(), Shown::of_hand(hand, board.version())));
        self.new_message = Some(new);
        Some(Confirmed::Content { content, attached: None })
    }

    /// Records the result of a step that sends a hand in a new message.
    pub(crate) fn finished_new_message(
        &mut self,
        id: StepId,
        result: StepResult,
        (now, timings): (Time, &Timings),
        steps: &mut Steps<B::Message>,
    ) {
        let new = self.new_message.take_if(|new| new.step == id);
        let Some(NewMessage { recipient, occasion, sending, .. }) = new else { return };
        if result == Err(Failure::NotExecuted) && self.newest.is_none() && !self.retry.is_given_up {
            return self.retry.fail(now, timings);
        }
        // After a failure, the earlier hand is edited. A message whose result is not known may exist.
        self.record_occasion(occasion);
        self.retry = Retry::default();
        let (Ok(accepted), Some((order, shown))) = (result, sending) else { return };
        let Some(message) = accepted.message else { return };
        let Recipient { token, until, style } = recipient;
        let sent = Sent::with_token(message, token, until, Address::FollowUp);
        let message = HandMessage::new(sent, order, style, shown.accepted(accepted));
        match &self.newest {
            // A reply was sent later, below this hand.
            Some(newest) if newest.order > order => {
                let newest = newest.sent.id;
                self.replace(message, newest, steps);
            }
            _ => self.add(message, steps),
        }
    }

    /// Records that a hand was sent for an occasion, or may have been sent.
    pub(crate) fn record_occasion(&mut self, occasion: Occasion) {
        self.occasion = self.occasion.max(Some(occasion));
    }
}
