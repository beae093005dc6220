//! The hands that players see in ephemeral messages.

use std::collections::BTreeMap;

use crate::board::Board;
use crate::boards::Boards;
use crate::context::Context;
use crate::hand_message::HandMessage;
use crate::ids::{MessageId, PictureId, StepId, TableId, Time, UserId};
use crate::interactions::Interactions;
use crate::step::{Action, Confirmed, Failure, Priority, StepResult};
use crate::steps::{HandStep, NewStep, Purpose, Steps};
use crate::timings::{Retry, Timings};

/// The ephemeral messages of a player at a table.
#[derive(Debug)]
struct PlayerHands<B: Board> {
    /// The message that is kept up to date. `None` if it cannot be edited any more.
    newest: Option<HandMessage<B>>,
    /// Older messages that still have to be marked as replaced.
    replaced: Vec<HandMessage<B>>,
}

impl<B: Board> Default for PlayerHands<B> {
    fn default() -> Self {
        Self { newest: None, replaced: Vec::new() }
    }
}

/// The hands of a channel.
#[derive(Debug)]
pub(crate) struct Hands<B: Board>(BTreeMap<(TableId, UserId), PlayerHands<B>>);

impl<B: Board> Default for Hands<B> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

/// Returns `true` if updates do not edit the hands of a user, because a reply is about to show the hand.
fn awaits_response<B: Board>(user: UserId, context: &Context<'_, B>, interactions: &Interactions<B>) -> bool {
    interactions.awaits_response(user, context.now, context.timings)
}

impl<B: Board> Hands<B> {
    /// Adds a hand that was sent as a reply. The player's earlier message is then marked as replaced.
    pub(crate) fn add(
        &mut self,
        table: TableId,
        user: UserId,
        message: HandMessage<B>,
        steps: &mut Steps<B::Message>,
    ) {
        let id = message.sent.id;
        self.remove_from_others(id, table, steps);
        let player = self.0.entry((table, user)).or_default();
        let mut known = player.newest.iter().chain(&player.replaced);
        if known.any(|known| known.sent.id == id && known.order > message.order) {
            return; // the reply to a press of its button was confirmed before its creation
        }
        player.replaced.retain_mut(|older| {
            let is_other = older.sent.id != id;
            if !is_other {
                older.step.take_if(|step| steps.cancel(*step));
            }
            is_other
        });
        let Some(mut before) = player.newest.replace(message) else { return };
        before.retry = Retry::default();
        // A step that was not confirmed is not needed any more. One that was confirmed changes only the older
        // message.
        before.step.take_if(|step| steps.cancel(*step));
        if before.sent.id != id {
            player.replaced.push(before);
        }
    }

    /// Removes a message that shows a hand at a table now from other tables.
    fn remove_from_others(&mut self, id: MessageId, table: TableId, steps: &mut Steps<B::Message>) {
        for (_, player) in self.0.iter_mut().filter(|((of, _), _)| *of != table) {
            let newest = player.newest.take_if(|newest| newest.sent.id == id);
            let replaced = player.replaced.extract_if(.., |older| older.sent.id == id);
            let removed = newest.into_iter().chain(replaced);
            removed.filter_map(|message| message.step).for_each(|step| _ = steps.cancel(step));
        }
    }

    /// Stops edits of a user's hands that have not been sent, because a reply is going to show the hand.
    pub(crate) fn cancel_unsent_edits(&mut self, user: UserId, steps: &mut Steps<B::Message>) {
        for player in self.of(user) {
            if let Some(newest) = &mut player.newest {
                newest.step.take_if(|step| steps.cancel(*step));
            }
        }
    }

    /// Sets the style of all hands of a user.
    pub(crate) fn set_style(&mut self, user: UserId, style: &B::Style) {
        for player in self.of(user) {
            if let Some(newest) = &mut player.newest {
                (newest.style, newest.shown.waiting) = (style.clone(), None);
                if let Some(sending) = &mut newest.sending {
                    sending.waiting = None;
                }
            }
        }
    }

    fn of(&mut self, user: UserId) -> impl Iterator<Item = &mut PlayerHands<B>> {
        self.0.iter_mut().filter(move |((_, owner), _)| *owner == user).map(|(_, player)| player)
    }

    /// Records the picture that a message has.
    pub(crate) fn set_attached(&mut self, message: MessageId, attached: Option<PictureId>) {
        let players = self.0.values_mut();
        let hands = players.flat_map(|player| player.newest.iter_mut().chain(&mut player.replaced));
        for hand in hands.filter(|hand| hand.sent.id == message) {
            hand.shown.attached = attached;
        }
    }

    /// Removes the hands that a filter does not keep.
    pub(crate) fn retain(&mut self, keep: impl Fn(TableId, UserId) -> bool, steps: &mut Steps<B::Message>) {
        self.0.retain(|(table, user), player| {
            let is_kept = keep(*table, *user);
            if !is_kept {
                let messages = player.newest.iter().chain(&player.replaced);
                messages.filter_map(|message| message.step).for_each(|step| _ = steps.cancel(step));
            }
            is_kept
        });
    }

    /// Stops the steps that have not been sent, or only those that mark older hands as replaced.
    pub(crate) fn cancel_unsent(&mut self, only_marks: bool, steps: &mut Steps<B::Message>) {
        for player in self.0.values_mut() {
            let newest = player.newest.iter_mut().filter(|_| !only_marks);
            for hand in newest.chain(&mut player.replaced) {
                hand.step.take_if(|step| steps.cancel(*step));
            }
        }
    }

    /// Removes the delays of all hands.
    pub(crate) fn clear_delays(&mut self) {
        for newest in self.0.values_mut().filter_map(|player| player.newest.as_mut()) {
            newest.retry.clear_delays();
        }
    }

    /// Returns `true` if a hand is not brought up to date before its table changes.
    pub(crate) fn is_given_up(&self, table: TableId, user: UserId) -> bool {
        let newest = self.0.get(&(table, user)).and_then(|player| player.newest.as_ref());
        newest.is_some_and(|newest| newest.retry.is_given_up)
    }

    /// Allows another attempt for the hands of a table, or of all tables.
    pub(crate) fn try_again(&mut self, table: Option<TableId>) {
        let hands = self.0.iter_mut().filter(|((of, _), _)| table.is_none_or(|table| table == *of));
        for (_, player) in hands {
            if let Some(newest) = &mut player.newest {
                newest.retry.try_again();
                newest.refused = None;
            }
        }
    }

    /// Returns `true` if no message with a hand at a table has to be changed.
    pub(crate) fn is_settled(&self, table: TableId, boards: &Boards<B>, now: Time) -> bool {
        self.0.iter().filter(|((of, _), _)| *of == table).all(|((_, user), player)| {
            let newest = player.newest.as_ref().zip(boards.with_hand(table, *user));
            player.replaced.is_empty()
                && newest.is_none_or(|(newest, board)| newest.is_settled(*user, board, now))
        })
    }

    /// Returns `true` if there are no hands.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Removes the messages whose tokens have expired.
    pub(crate) fn remove_expired(&mut self, now: Time) {
        self.0.retain(|_, player| {
            player.replaced.retain(|older| older.sent.has_token_until(now) || older.step.is_some());
            player.newest.take_if(|newest| !newest.sent.has_token_until(now) && newest.step.is_none());
            player.newest.is_some() || !player.replaced.is_empty()
        });
    }

    /// Does not mark a message as replaced any more, because it shows the reply to one of its buttons.
    pub(crate) fn keep_reply(&mut self, message: MessageId, steps: &mut Steps<B::Message>) {
        for player in self.0.values_mut() {
            let shows_reply = |older: &mut HandMessage<B>| older.sent.id == message;
            let replaced = player.replaced.extract_if(.., shows_reply);
            replaced.filter_map(|older| older.step).for_each(|step| _ = steps.cancel(step));
        }
    }

    /// Begins the steps that are due. Returns the time at which another one may be due.
    pub(crate) fn next(
        &mut self,
        context: &Context<'_, B>,
        interactions: &Interactions<B>,
        steps: &mut Steps<B::Message>,
    ) -> Option<Time> {
        let mut wake = None;
        for ((table, user), player) in &mut self.0 {
            let Some(board) = context.boards.with_hand(*table, *user) else { continue };
            if awaits_response(*user, context, interactions) {
                continue; // the reply usually shows the same hand
            }
            let at = player.newest.as_mut().and_then(|newest| {
                newest.next((*table, *user), board, context.conditions, context.now, steps)
            });
            wake = wake.into_iter().chain(at).min();
            if context.conditions.marks_hands() {
                let at = player.mark_replaced((*table, *user), (context.now, interactions), steps);
                wake = wake.into_iter().chain(at).min();
            }
        }
        wake
    }

    /// Returns the content of a step that is about to be sent. Returns `None` if the step is obsolete.
    pub(crate) fn confirm(
        &mut self,
        (table, user): (TableId, UserId),
        (id, step): (StepId, HandStep),
        (context, interactions): (&Context<'_, B>, &Interactions<B>),
        steps: &Steps<B::Message>,
    ) -> Option<Confirmed<B::Message>> {
        let player = self.0.get_mut(&(table, user))?;
        if step == HandStep::Mark {
            let place = player.replaced.iter().position(|older| older.step == Some(id))?;
            let older = &mut player.replaced[place];
            if interactions.is_pressed(older.sent.id) || steps.is_changing(older.sent.id) {
                older.step = None;
                return None;
            }
            let (content, attached) = (B::replaced_hand(&older.style), older.shown.attached);
            return Some(Confirmed::Content { content, attached });
        }
        let message = player.newest.as_mut().filter(|message| message.step == Some(id))?;
        message.step = None;
        let board = context.boards.with_hand(table, user)?;
        if awaits_response(user, context, interactions) || steps.is_changing(message.sent.id) {
            return None;
        }
        let due = message.due(user, board);
        let sending = match step {
            HandStep::Picture if due.is_none() => message.shown.clone(),
            HandStep::Picture => return None,
            _ => due?,
        };
        let (content, attached) = (sending.content.clone(), message.shown.attached);
        (message.step, message.sending) = (Some(id), Some(sending));
        Some(Confirmed::Content { content, attached })
    }

    /// Records the result of a step.
    pub(crate) fn finished(
        &mut self,
        key: (TableId, UserId),
        (id, step): (StepId, HandStep),
        result: StepResult,
        (now, timings): (Time, &Timings),
    ) {
        let Some(player) = self.0.get_mut(&key) else { return };
        if let Some(place) = player.replaced.iter().position(|older| older.step == Some(id)) {
            let older = &mut player.replaced[place];
            older.step = None;
            let is_mark = step == HandStep::Mark;
            match result {
                Err(Failure::MessageGone | Failure::Gone) => drop(player.replaced.remove(place)),
                _ if !is_mark => {}
                Err(failure) if failure.is_temporary() && !older.retry.is_given_up => {
                    older.retry.fail(now, timings);
                }
                _ => drop(player.replaced.remove(place)),
            }
            return;
        }
        let newest = player.newest.as_mut().filter(|newest| newest.step == Some(id));
        if newest.is_some_and(|newest| !newest.finished(step, result, now, timings)) {
            player.newest = None;
        }
    }
}

impl<B: Board> PlayerHands<B> {
    /// Marks older messages as replaced, except those that are being used.
    fn mark_replaced(
        &mut self,
        (table, user): (TableId, UserId),
        (now, interactions): (Time, &Interactions<B>),
        steps: &mut Steps<B::Message>,
    ) -> Option<Time> {
        let mut wake: Option<Time> = None;
        for older in &mut self.replaced {
            let message: MessageId = older.sent.id;
            let is_used = interactions.is_pressed(message) || steps.is_changing(message);
            if older.retry.at > now {
                wake = wake.into_iter().chain([older.retry.at]).min();
            } else if older.step.is_none() && !is_used {
                older.step = Some(steps.begin(NewStep {
                    purpose: Purpose::Hand(table, user, HandStep::Mark),
                    priority: Priority::Picture,
                    action: Action::Edit(older.sent.clone()),
                    target: Some(message),
                    draw: None,
                    attached: None,
                }));
            }
        }
        wake
    }
}
