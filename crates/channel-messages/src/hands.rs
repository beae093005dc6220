//! The hands that players see in ephemeral messages.

pub(crate) mod context;
pub(crate) mod message;
mod player;

use std::collections::BTreeMap;

use crate::board::{Board, Occasion};
use crate::boards::Boards;
use crate::context::Context;
use crate::hands::context::HandContext;
use crate::hands::message::HandMessage;
use crate::hands::player::PlayerHands;
use crate::ids::{MessageId, PictureId, StepId, TableId, Time, Token, UserId};
use crate::step::{Confirmed, StepResult};
use crate::steps::{HandStep, Steps};
use crate::timings::Timings;

/// The hands of a channel.
#[derive(Debug)]
pub(crate) struct Hands<B: Board> {
    players: BTreeMap<(TableId, UserId), PlayerHands<B>>,
    /// Messages that were deleted, with the time until which presses of their buttons may arrive.
    deleted: BTreeMap<MessageId, Time>,
}

impl<B: Board> Default for Hands<B> {
    fn default() -> Self {
        Self { players: BTreeMap::new(), deleted: BTreeMap::new() }
    }
}

impl<B: Board> Hands<B> {
    /// Adds a hand that was sent as a reply. The player's earlier message is then deleted.
    pub(crate) fn add(
        &mut self,
        table: TableId,
        user: UserId,
        message: HandMessage<B>,
        steps: &mut Steps<B::Message>,
    ) {
        self.remove_from_others(message.sent.id, table, steps);
        self.players.entry((table, user)).or_default().add(message, steps);
    }

    /// Removes a message that shows a hand at a table now from other tables.
    fn remove_from_others(&mut self, id: MessageId, table: TableId, steps: &mut Steps<B::Message>) {
        for (_, player) in self.players.iter_mut().filter(|((of, _), _)| *of != table) {
            let newest = player.newest.take_if(|newest| newest.sent.id == id);
            let replaced = player.replaced.extract_if(.., |older| older.sent.id == id);
            let removed = newest.into_iter().chain(replaced);
            removed.filter_map(|message| message.step).for_each(|step| _ = steps.cancel(step));
        }
    }

    /// Stops edits of a user's hands and new messages with them that have not been sent, because a reply is
    /// going to show the hand.
    pub(crate) fn cancel_unsent_updates(&mut self, user: UserId, steps: &mut Steps<B::Message>) {
        self.of(user).for_each(|player| player.cancel_unsent_updates(steps));
    }

    /// Sets the style of all hands of a user.
    pub(crate) fn set_style(&mut self, user: UserId, style: &B::Style) {
        self.of(user).for_each(|player| player.set_style(style));
    }

    fn of(&mut self, user: UserId) -> impl Iterator<Item = &mut PlayerHands<B>> {
        self.players.iter_mut().filter(move |((_, owner), _)| *owner == user).map(|(_, player)| player)
    }

    /// Records the picture that a message has.
    pub(crate) fn set_attached(&mut self, message: MessageId, attached: Option<PictureId>) {
        let players = self.players.values_mut();
        let hands = players.flat_map(|player| player.newest.iter_mut().chain(&mut player.replaced));
        for hand in hands.filter(|hand| hand.sent.id == message) {
            hand.shown.attached = attached;
        }
    }

    /// Removes the hands that a filter does not keep.
    pub(crate) fn retain(&mut self, keep: impl Fn(TableId, UserId) -> bool, steps: &mut Steps<B::Message>) {
        self.players.retain(|(table, user), player| {
            let is_kept = keep(*table, *user);
            if !is_kept {
                player.steps().for_each(|step| _ = steps.cancel(step));
            }
            is_kept
        });
    }

    /// Stops the steps that have not been sent, or only those that send new messages and delete older ones.
    pub(crate) fn cancel_unsent(&mut self, only_replacements: bool, steps: &mut Steps<B::Message>) {
        for player in self.players.values_mut() {
            player.cancel_unsent_replacements(steps);
            if !only_replacements {
                player.cancel_unsent_updates(steps);
            }
        }
    }

    /// Removes the delays of all hands.
    pub(crate) fn clear_delays(&mut self) {
        for newest in self.players.values_mut().filter_map(|player| player.newest.as_mut()) {
            newest.retry.clear_delays();
        }
    }

    /// Returns `true` if a hand is not brought up to date before its table changes.
    pub(crate) fn is_given_up(&self, table: TableId, user: UserId) -> bool {
        let newest = self.players.get(&(table, user)).and_then(|player| player.newest.as_ref());
        newest.is_some_and(|newest| newest.retry.is_given_up)
    }

    /// Allows another attempt for the hands of a table, or of all tables.
    pub(crate) fn try_again(&mut self, table: Option<TableId>) {
        let hands = self.players.iter_mut().filter(|((of, _), _)| table.is_none_or(|table| table == *of));
        for (_, player) in hands {
            if let Some(newest) = &mut player.newest {
                newest.retry.try_again();
                newest.refused = None;
            }
        }
    }

    /// Returns `true` if no message with a hand at a table has to be changed.
    pub(crate) fn is_settled(&self, table: TableId, boards: &Boards<B>, now: Time) -> bool {
        let mut of_table = self.players.iter().filter(|((of, _), _)| *of == table);
        of_table.all(|((_, user), player)| player.is_settled(*user, boards.with_hand(table, *user), now))
    }

    /// Returns `true` if no message with a hand is known or being sent.
    pub(crate) fn is_empty(&self) -> bool {
        self.players.values().all(PlayerHands::has_no_messages)
    }

    /// Removes the messages whose tokens have expired, and players without messages at unknown tables.
    pub(crate) fn remove_expired(&mut self, boards: &Boards<B>, now: Time) {
        self.deleted.retain(|_, until| *until > now);
        self.players.retain(|(table, _), player| {
            player.remove_expired(now);
            !player.is_empty() && (!player.has_no_messages() || boards.get(*table).is_some())
        });
    }

    /// Records that a message was deleted. A component that was used before may still be reported until the
    /// given time.
    pub(crate) fn deleted(&mut self, message: MessageId, until: Time) {
        self.deleted.insert(message, until);
    }

    /// Returns `true` if a message was deleted.
    pub(crate) fn was_deleted(&self, message: MessageId) -> bool {
        self.deleted.contains_key(&message)
    }

    /// Does not delete a message any more, because it shows the reply to one of its buttons.
    pub(crate) fn keep_reply(&mut self, message: MessageId, steps: &mut Steps<B::Message>) {
        for player in self.players.values_mut() {
            let shows_reply = |older: &mut HandMessage<B>| older.sent.id == message;
            let replaced = player.replaced.extract_if(.., shows_reply);
            replaced.filter_map(|older| older.step).for_each(|step| _ = steps.cancel(step));
        }
    }

    /// Returns `true` if a user has a hand that is kept up to date.
    pub(crate) fn are_shown_to(&self, user: UserId, now: Time) -> bool {
        self.players.iter().any(|((_, owner), player)| *owner == user && player.is_shown(now))
    }

    /// Records that a hand may have been sent to a player for an occasion, in a message that is not known.
    pub(crate) fn record_occasion(&mut self, (table, user): (TableId, UserId), occasion: Occasion) {
        self.players.entry((table, user)).or_default().record_occasion(occasion);
    }

    /// Returns the token with which the hand of a player is being sent in a new message, if any.
    pub(crate) fn new_message_token(&self, table: TableId, user: UserId) -> Option<Token> {
        self.players.get(&(table, user))?.new_message_token().cloned()
    }

    /// Begins the steps that are due. Returns the time at which another one may be due.
    pub(crate) fn next(
        &mut self,
        context: &HandContext<'_, B>,
        steps: &mut Steps<B::Message>,
    ) -> Option<Time> {
        let Context { boards, conditions, .. } = *context.channel;
        self.add_players(context);
        let mut wake = None;
        for ((table, user), player) in &mut self.players {
            let Some(board) = boards.with_hand(*table, *user) else { continue };
            if context.awaits_response(*user) {
                continue; // the reply usually shows the same hand
            }
            let at = player.next((*table, *user), board, context, steps);
            wake = wake.into_iter().chain(at).min();
            if conditions.deletes_hands() {
                let at = player.remove_replaced((*table, *user), context, steps);
                wake = wake.into_iter().chain(at).min();
            }
        }
        wake
    }

    /// Adds the players of all tables to whom a hand can be sent.
    fn add_players(&mut self, context: &HandContext<'_, B>) {
        let Context { boards, conditions, now, .. } = *context.channel;
        if !conditions.sends_new_hands() {
            return;
        }
        for board in boards.tables().filter_map(|table| boards.get(table)) {
            let players = board.players().into_iter();
            for user in players.filter(|user| context.users.has_recipient(*user, now)) {
                self.players.entry((board.table(), user)).or_default();
            }
        }
    }

    /// Returns the content of a step that is about to be sent. Returns `None` if the step is obsolete.
    pub(crate) fn confirm(
        &mut self,
        (table, user): (TableId, UserId),
        (id, step): (StepId, HandStep),
        context: &HandContext<'_, B>,
        steps: &Steps<B::Message>,
    ) -> Option<Confirmed<B::Message>> {
        let player = self.players.get_mut(&(table, user))?;
        if matches!(step, HandStep::Delete | HandStep::Mark) {
            return player.confirm_removal(table, (id, step), context, steps);
        }
        let board = context.channel.boards.with_hand(table, user);
        let board = board.filter(|_| !context.awaits_response(user));
        match step {
            HandStep::SendNew => player.confirm_new_message(user, board, context, steps),
            _ => player.newest.as_mut()?.confirm((id, step), user, board, steps),
        }
    }

    /// Records the result of a step.
    pub(crate) fn finished(
        &mut self,
        key: (TableId, UserId),
        (id, step): (StepId, HandStep),
        result: StepResult,
        (now, timings): (Time, &Timings),
        steps: &mut Steps<B::Message>,
    ) {
        let Some(player) = self.players.get_mut(&key) else { return };
        if step == HandStep::SendNew {
            return player.finished_new_message(id, result, (now, timings), steps);
        }
        if player.finished_older((id, step), result, (now, timings)) {
            return;
        }
        let newest = player.newest.as_mut().filter(|newest| newest.step == Some(id));
        if newest.is_some_and(|newest| !newest.finished(step, result, now, timings)) {
            player.newest = None;
        }
    }
}
