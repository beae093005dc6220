//! The public messages of the tables in a channel.

use std::collections::BTreeMap;
use std::iter;

use crate::board::{Board, PlannedMessage, PostCondition, PublicKey};
use crate::boards::Boards;
use crate::conditions::Conditions;
use crate::context::Context;
use crate::ids::{InteractionId, MessageId, PictureId, TableId, Time, Token};
use crate::posted::{LostResponse, Posted};
use crate::progress::Creation;
use crate::public_message::{Due, PublicMessage};
use crate::shown::Shown;
use crate::step::{Accepted, Address, Confirmed, Failure, Sent, StepResult};
use crate::steps::{PublicStep, Steps};
use crate::timings::{Retry, Timings};

/// Returns the message that shows the state of a table, if the table should have one.
fn current<B: Board>(board: &B) -> Option<PlannedMessage<B::Message>> {
    let is_current = |planned: &&PlannedMessage<_>| {
        planned.post == PostCondition::Always && planned.key.kind.is_edited_often()
    };
    board.public().iter().find(is_current).cloned()
}

/// The public messages of the tables in a channel.
#[derive(Debug)]
pub(crate) struct PublicMessages<B: Board> {
    messages: BTreeMap<(TableId, PublicKey), PublicMessage<B::Message>>,
    /// The table whose messages were changed last. The tables of a channel take turns.
    last: Option<TableId>,
    /// Time at which a post or an edit was last confirmed.
    requested: Option<Time>,
}

impl<B: Board> Default for PublicMessages<B> {
    fn default() -> Self {
        Self { messages: BTreeMap::new(), last: None, requested: None }
    }
}

impl<B: Board> PublicMessages<B> {
    /// Returns the message of a table that the first response to an interaction may create.
    pub(crate) fn creatable(&self, board: &B) -> Option<PlannedMessage<B::Message>> {
        let wanted = current(board)?;
        let message = self.messages.get(&(board.table(), wanted.key))?;
        let is_free = message.step.is_none() && !message.is_uncertain && !message.is_refused(&wanted);
        (is_free && matches!(message.due(&wanted), Some(Due::Post(_)))).then_some(wanted)
    }

    /// Returns `true` if the message that shows the state of a table exists, or cannot be posted.
    fn is_posted(&self, board: &B) -> bool {
        let wanted = current(board);
        wanted.is_none_or(|wanted| {
            self.messages.get(&(board.table(), wanted.key)).is_some_and(|message| {
                (matches!(message.posted, Posted::Present(_)) && !message.awaits_repost)
                    || message.is_refused(&wanted)
                    || message.retry.failures > 0
            })
        })
    }

    /// Returns `true` if the message that shows a state of a table or a later one exists, or is not posted
    /// now.
    pub(crate) fn is_shown(&self, shown: &B, context: &Context<'_, B>) -> bool {
        let newest = context.boards.get(shown.table()).filter(|board| board.version() >= shown.version());
        !context.conditions.sends_public() || self.is_posted(newest.unwrap_or(shown))
    }

    /// Returns the message with the given id if its token has to be renewed.
    pub(crate) fn renewable(
        &self,
        id: MessageId,
        now: Time,
        timings: &Timings,
    ) -> Option<(TableId, PublicKey)> {
        let mut messages = self.messages.iter();
        messages.find_map(|((table, key), message)| {
            let Posted::Present(sent) = &message.posted else { return None };
            let is_old = !sent.has_token_until(now + timings.token_renewal);
            (sent.id == id && key.kind.is_edited_often() && is_old).then_some((*table, *key))
        })
    }

    /// Records that a response has renewed the token of a message, unless another message has replaced it.
    pub(crate) fn renewed(
        &mut self,
        (table, key): (TableId, PublicKey),
        id: MessageId,
        token: Token,
        until: Time,
    ) {
        if let Some(message) = self.messages.get_mut(&(table, key))
            && let Posted::Present(sent) = &mut message.posted
            && sent.id == id
        {
            *sent = Sent::with_token(id, token, until, Address::Original);
            message.is_renewed = true;
        }
    }

    /// Adds the messages that a table should have, and allows another attempt for those that have failed.
    ///
    /// `is_resumed` is `true` if the table was read from the database.
    pub(crate) fn changed(&mut self, board: &B, is_resumed: bool) {
        let plan = board.public();
        for planned in plan.iter() {
            let message = self.messages.entry((board.table(), planned.key)).or_default();
            message.is_uncertain |= is_resumed && matches!(message.posted, Posted::Unknown);
            message.refused = None;
            message.retry.try_again();
        }
        let table = board.table();
        self.messages.retain(|(of, key), message| {
            let is_settled =
                message.step.is_none() && message.lost.is_none() && !message.stored_id.is_outdated();
            *of != table || plan.iter().any(|planned| planned.key == *key) || !is_settled
        });
    }

    /// Moves the current messages of a table to the end of the channel. They are deleted and posted again.
    pub(crate) fn repost(&mut self, board: &B) {
        for planned in board.public().iter().filter(|planned| planned.post == PostCondition::Always) {
            self.messages.entry((board.table(), planned.key)).or_default().awaits_repost = true;
        }
    }

    /// Allows another attempt for all messages that Discord has refused.
    pub(crate) fn accept_again(&mut self) {
        for message in self.messages.values_mut() {
            (message.refused, message.retry) = (None, Retry::default());
        }
    }

    /// Postpones the reposts whose deletion has not been sent. Returns their tables.
    pub(crate) fn suspend_reposts(&mut self, steps: &mut Steps<B::Message>) -> Vec<TableId> {
        let suspended = self.messages.iter_mut().filter_map(|((table, _), message)| {
            let is_suspended = message.suspend_repost(steps);
            is_suspended.then_some(*table)
        });
        suspended.collect()
    }

    /// Returns the picture that a message has, if it is known.
    pub(crate) fn attached(&self, table: TableId, key: PublicKey) -> Option<PictureId> {
        self.messages.get(&(table, key))?.attached()
    }

    /// Removes the delays of all messages.
    pub(crate) fn clear_delays(&mut self) {
        for message in self.messages.values_mut() {
            message.retry.clear_delays();
            message.stored_id.clear_delays();
        }
    }

    /// Returns `true` if a message is not brought up to date before its table changes.
    pub(crate) fn is_given_up(&self, table: TableId, key: PublicKey) -> bool {
        self.messages.get(&(table, key)).is_some_and(|message| message.retry.is_given_up)
    }

    /// Stops the steps that have not been sent.
    pub(crate) fn cancel_unsent(&mut self, steps: &mut Steps<B::Message>) {
        for message in self.messages.values_mut() {
            message.step.take_if(|step| steps.cancel(*step));
        }
    }

    /// Removes the messages of a table.
    pub(crate) fn remove(&mut self, table: TableId, steps: &mut Steps<B::Message>) {
        self.messages.retain(|(of, _), message| {
            if *of == table {
                message
                    .step
                    .into_iter()
                    .chain(message.stored_id.step())
                    .for_each(|step| _ = steps.cancel(step));
            }
            *of != table
        });
    }

    /// Returns `true` if no public message of a table has to be changed.
    pub(crate) fn is_settled(&self, board: &B) -> bool {
        board.public().iter().all(|planned| {
            self.messages
                .get(&(board.table(), planned.key))
                .is_some_and(|message| message.is_settled(planned))
        })
    }

    /// Begins the next step for a public message, if one is due. Returns the time at which one may be due.
    pub(crate) fn next(&mut self, context: &Context<'_, B>, steps: &mut Steps<B::Message>) -> Option<Time> {
        let mut wake = None;
        let (later, earlier): (Vec<_>, Vec<_>) =
            context.boards.tables().partition(|table| Some(*table) > self.last);
        for table in later.into_iter().chain(earlier) {
            if steps.is_public_busy() {
                break;
            }
            wake = wake.into_iter().chain(self.next_of(table, context, steps)).min();
        }
        wake
    }

    /// Begins the steps that store the ids of messages. Does not repeat them if the process shuts down.
    pub(crate) fn save(
        &mut self,
        conditions: Conditions,
        now: Time,
        steps: &mut Steps<B::Message>,
    ) -> Option<Time> {
        let mut wake = None;
        for ((table, key), message) in &mut self.messages {
            // The id of a message that was deleted tells later that it was posted once.
            let Some(id) = message.posted.id() else { continue };
            let at = (conditions.is_shutting_down, now);
            let until = message.stored_id.next((*table, *key), id, at, steps);
            wake = wake.into_iter().chain(until).min();
        }
        wake
    }

    fn next_of(
        &mut self,
        table: TableId,
        context: &Context<'_, B>,
        steps: &mut Steps<B::Message>,
    ) -> Option<Time> {
        let (now, conditions) = (context.now, context.conditions);
        let plan = context.boards.get(table)?.public();
        let requested = self.requested.filter(|_| conditions.is_slow());
        let slow = requested.map(|requested| requested + context.timings.slow_interval);
        let mut wake: Option<Time> = None;
        let mut is_due = false;
        for planned in plan.iter() {
            let message = self.messages.entry((table, planned.key)).or_default();
            let Some(due) = message.possible(planned, conditions) else { continue };
            is_due = true;
            if !message.stop_picture(steps) {
                return wake;
            }
            let slow_until = slow.filter(|_| due.changes_channel());
            if let Some(until) = iter::once(message.retry.at).chain(slow_until).find(|until| *until > now) {
                // Later messages must not be posted before this one.
                return wake.into_iter().chain([until]).min();
            }
            let paced = message.edited.map(|edited| edited + context.timings.edit_interval);
            if let (Due::Edit(_), Some(until)) = (&due, paced.filter(|until| *until > now)) {
                wake = wake.into_iter().chain([until]).min();
                continue;
            }
            message.begin((table, planned), due, now, steps);
            self.last = Some(table);
            return wake;
        }
        if !is_due && conditions.sends_public() && conditions.adds_pictures() {
            self.begin_picture(table, &plan, now, steps);
        }
        wake
    }

    /// Begins to add a picture that was not drawn in time, if there is one.
    fn begin_picture(
        &mut self,
        table: TableId,
        plan: &[PlannedMessage<B::Message>],
        now: Time,
        steps: &mut Steps<B::Message>,
    ) {
        for planned in plan {
            let message = self.messages.get_mut(&(table, planned.key));
            if message.is_some_and(|message| message.begin_picture((table, planned.key), now, steps)) {
                return;
            }
        }
    }

    /// Returns the content of a step that is about to be sent. Returns `None` if the step is obsolete.
    ///
    /// `is_busy` is `true` if another step for public messages is running.
    pub(crate) fn confirm(
        &mut self,
        (table, key): (TableId, PublicKey),
        step: PublicStep,
        boards: &Boards<B>,
        (is_busy, now): (bool, Time),
    ) -> Option<Confirmed<B::Message>> {
        let message = self.messages.get_mut(&(table, key))?;
        let planned = boards.planned(table, key);
        let due = planned.as_ref().and_then(|planned| message.due(planned));
        let content = match (step, due, &message.shown) {
            (PublicStep::ReadId | PublicStep::StoreId | PublicStep::Resolve, ..)
            | (PublicStep::Delete, Some(Due::Delete(_)), _) => return Some(Confirmed::Empty),
            (PublicStep::Post, Some(Due::Post(_)), _) | (PublicStep::Edit, Some(Due::Edit(_)), _) => {
                planned?.content
            }
            (PublicStep::Picture, None, Some(shown)) if !is_busy => shown.content.clone(),
            _ => {
                message.step = None;
                return None;
            }
        };
        self.requested = Some(now);
        let attached = message.attached();
        message.sending = Some(Shown::new(content.hash, content.clone()));
        Some(Confirmed::Content { content, attached })
    }

    /// Records the result of a response that was sent to create a message.
    pub(crate) fn created(
        &mut self,
        (table, key): (TableId, PublicKey),
        (token, until): (Token, Time),
        result: StepResult,
        now: Time,
    ) -> Creation {
        let Some(message) = self.messages.get_mut(&(table, key)) else { return Creation::Known(result) };
        message.step = None;
        let sent = message.take_sending(result);
        match result {
            Ok(Accepted { message: Some(id), .. }) => {
                message.record_posted(Sent::with_token(id, token, until, Address::Original), sent, now);
            }
            Ok(_) => message.lost = Some(LostResponse { token, until }),
            Err(Failure::Unknown) => {
                message.lost = Some(LostResponse { token, until });
                return Creation::Unresolved;
            }
            Err(_) => {}
        }
        Creation::Known(result)
    }

    /// Records the result of a step.
    ///
    /// Returns the interaction whose response may have created the message, and what is known of it.
    pub(crate) fn finished(
        &mut self,
        (table, key): (TableId, PublicKey),
        step: PublicStep,
        result: StepResult,
        (now, timings): (Time, &Timings),
    ) -> Option<(InteractionId, Creation)> {
        let message = self.messages.get_mut(&(table, key))?;
        if step != PublicStep::StoreId {
            message.step = None;
        }
        match step {
            PublicStep::StoreId => message.stored_id.finished(message.posted.id(), result, now, timings),
            PublicStep::ReadId => message.loaded(result, now, timings),
            PublicStep::Resolve => return message.resolved(result, now, timings),
            PublicStep::Post => message.record_post(result, now, timings),
            PublicStep::Edit => message.record_edit(result, now, timings),
            PublicStep::Picture => message.record_picture(result),
            PublicStep::Delete => message.record_deletion(result, now, timings),
        }
        None
    }
}
