//! The public messages of the tables in a channel.

use std::collections::BTreeMap;

use crate::board::{Board, PlannedMessage, PostCondition, PublicKey};
use crate::conditions::Conditions;
use crate::ids::{InteractionId, MessageId, PictureId, TableId, Time, Token};
use crate::progress::Creation;
use crate::public_message::{Due, LostResponse, Posted, PublicMessage};
use crate::shown::Shown;
use crate::step::{Accepted, Action, Address, Confirmed, Failure, Priority, Sent, StepResult};
use crate::steps::{NewStep, PublicStep, Purpose, Steps};
use crate::timings::{Retry, Timings};

/// Returns the message that shows the state of a table, if the table should have one.
fn current<B: Board>(board: &B) -> Option<PlannedMessage<B::Message>> {
    let is_current = |planned: &&PlannedMessage<_>| {
        planned.post == PostCondition::Always && planned.key.kind.is_edited_often()
    };
    board.public().iter().find(is_current).cloned()
}

/// Returns a message that a table should have.
pub(crate) fn planned<B: Board>(board: &B, key: PublicKey) -> Option<PlannedMessage<B::Message>> {
    board.public().iter().find(|planned| planned.key == key).cloned()
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

/// The state of the channel that decides which public messages are sent.
pub(crate) struct PublicContext<'a, B: Board> {
    pub(crate) boards: &'a BTreeMap<TableId, B>,
    pub(crate) timings: &'a Timings,
    pub(crate) conditions: Conditions,
    pub(crate) now: Time,
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
    pub(crate) fn is_posted(&self, board: &B) -> bool {
        let wanted = current(board);
        wanted.is_none_or(|wanted| {
            self.messages.get(&(board.table(), wanted.key)).is_some_and(|message| {
                (matches!(message.posted, Posted::Present(_)) && !message.awaits_repost)
                    || message.is_refused(&wanted)
                    || message.retry.failures > 0
            })
        })
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
            let is_settled = message.step.is_none() && message.lost.is_none() && !message.is_unsaved;
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
        let waiting = self
            .messages
            .iter_mut()
            .filter(|(_, message)| message.awaits_repost && matches!(message.posted, Posted::Present(_)));
        let unsent = waiting.filter_map(|((table, _), message)| {
            let is_deleted = message.step.is_some_and(|step| {
                let deletes = steps.purpose(step).is_some_and(Purpose::is_deletion);
                deletes && !steps.cancel(step)
            });
            if is_deleted {
                return None;
            }
            message.awaits_repost = false;
            message.step.take_if(|step| steps.purpose(*step).is_none());
            Some(*table)
        });
        unsent.collect()
    }

    /// Returns the picture that a message has, if it is known.
    pub(crate) fn attached(&self, table: TableId, key: PublicKey) -> Option<PictureId> {
        self.messages.get(&(table, key))?.attached()
    }

    /// Removes the delays of all messages.
    pub(crate) fn clear_delays(&mut self) {
        for message in self.messages.values_mut() {
            message.retry.clear_delays();
            message.save_retry = Retry::default();
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
                let save = message.save.map(|(step, _)| step);
                message.step.into_iter().chain(save).for_each(|step| _ = steps.cancel(step));
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
    pub(crate) fn next(
        &mut self,
        context: &PublicContext<'_, B>,
        steps: &mut Steps<B::Message>,
    ) -> Option<Time> {
        let mut wake = None;
        let after = |table: &TableId| Some(*table) > self.last;
        let tables: Vec<TableId> = {
            let (later, earlier): (Vec<_>, Vec<_>) =
                context.boards.keys().copied().partition(|table| after(table));
            later.into_iter().chain(earlier).collect()
        };
        for table in tables {
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
            let is_given_up = message.save_retry.is_given_up && conditions.is_shutting_down;
            if !message.is_unsaved || message.save.is_some() || is_given_up {
                continue;
            }
            if message.save_retry.at > now {
                wake = wake.into_iter().chain([message.save_retry.at]).min();
                continue;
            }
            let step = steps.begin(NewStep {
                purpose: Purpose::Public(*table, *key, PublicStep::StoreId),
                priority: Priority::Response,
                action: Action::StoreId(*table, *key, id),
                target: None,
                draw: None,
                attached: None,
            });
            message.save = Some((step, id));
        }
        wake
    }

    fn next_of(
        &mut self,
        table: TableId,
        context: &PublicContext<'_, B>,
        steps: &mut Steps<B::Message>,
    ) -> Option<Time> {
        let (now, timings, conditions) = (context.now, context.timings, context.conditions);
        let plan = context.boards.get(&table)?.public();
        let mut wake: Option<Time> = None;
        let mut is_due = false;
        for planned in plan.iter() {
            let message = self.messages.entry((table, planned.key)).or_default();
            let due = match message.due(planned) {
                // Lost responses are looked for even if nothing is sent.
                Some(due) if !conditions.sends_public() && due.changes_channel() => continue,
                Some(due) if !message.has_failed(planned, &due, conditions.is_shutting_down) => due,
                _ => continue,
            };
            is_due = true;
            if let Some(step) = message.step {
                let is_picture =
                    matches!(steps.waiting(step), Some(Purpose::Public(_, _, PublicStep::Picture)));
                if !is_picture || !steps.cancel(step) {
                    return wake;
                }
                message.step = None;
            }
            if message.retry.at > now {
                // Later messages must not be posted before this one.
                return wake.into_iter().chain([message.retry.at]).min();
            }
            let slow = self.requested.map(|requested| requested + timings.slow_interval);
            if let Some(time) =
                slow.filter(|time| conditions.is_slow() && due.changes_channel() && *time > now)
            {
                return wake.into_iter().chain([time]).min();
            }
            let paced =
                message.edited.map(|edited| edited + timings.edit_interval).filter(|time| *time > now);
            if let (Due::Edit(_), Some(time)) = (&due, paced) {
                wake = wake.into_iter().chain([time]).min();
                continue;
            }
            message.begin((table, planned), due, now, steps);
            self.last = Some(table);
            return wake;
        }
        if !is_due && conditions.sends_public() && conditions.adds_pictures() {
            self.begin_pictures(table, &plan, now, steps);
        }
        wake
    }

    /// Begins to add the pictures that were not drawn in time.
    fn begin_pictures(
        &mut self,
        table: TableId,
        plan: &[PlannedMessage<B::Message>],
        now: Time,
        steps: &mut Steps<B::Message>,
    ) {
        for planned in plan {
            let Some(message) = self.messages.get_mut(&(table, planned.key)) else { continue };
            let (Posted::Present(sent), Some(shown)) = (&message.posted, &message.shown) else { continue };
            if message.step.is_some() || !shown.lacks_picture {
                continue;
            }
            let sent = PublicMessage::<B::Message>::editable(sent.clone(), now);
            message.step = Some(steps.begin(NewStep {
                purpose: Purpose::Public(table, planned.key, PublicStep::Picture),
                priority: Priority::Picture,
                target: Some(sent.id),
                action: Action::AddPicture(sent),
                draw: Some(shown.content.clone()),
                attached: None,
            }));
            return;
        }
    }

    /// Returns the content of a step that is about to be sent. Returns `None` if the step is obsolete.
    ///
    /// `is_busy` is `true` if another step for public messages is running.
    pub(crate) fn confirm(
        &mut self,
        (table, key): (TableId, PublicKey),
        step: PublicStep,
        boards: &BTreeMap<TableId, B>,
        (is_busy, now): (bool, Time),
    ) -> Option<Confirmed<B::Message>> {
        let message = self.messages.get_mut(&(table, key))?;
        let planned = boards.get(&table).and_then(|board| planned(board, key));
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
        if step == PublicStep::StoreId {
            let saved = message.save.take().map(|(_, id)| id);
            match result {
                // Another message may have been posted meanwhile.
                Ok(_) => message.is_unsaved = saved != message.posted.id(),
                Err(_) => message.save_retry.fail(now, timings),
            }
            return None;
        }
        message.step = None;
        match step {
            PublicStep::ReadId => message.loaded(result, now, timings),
            PublicStep::Resolve => return message.resolved(result, now, timings),
            PublicStep::Post => message.record_post(result, now, timings),
            PublicStep::Edit => message.record_edit(result, now, timings),
            PublicStep::Picture => message.record_picture(result),
            PublicStep::Delete => message.record_deletion(result, now, timings),
            PublicStep::StoreId => {}
        }
        None
    }
}
