//! The messages of a channel.

use std::collections::BTreeSet;

use crate::board::{Board, Content};
use crate::boards::Boards;
use crate::conditions::Conditions;
use crate::context::Context;
use crate::event::{Access, Cause, Effect, Event, Load};
use crate::ids::{InteractionId, StepId, TableId, Time, UserId};
use crate::messages::Messages;
use crate::received::Received;
use crate::reply::Reply;
use crate::step::Confirmed;
use crate::timings::Timings;

/// The messages of a channel: public messages, hands, notices, and responses to interactions.
///
/// Decides which requests are sent next. Performs no I/O and reads no clock: the caller passes events to
/// [`handle`](Self::handle), calls [`next`](Self::next) afterwards, and performs the steps that it returns.
#[derive(Debug)]
pub struct ChannelMessages<B: Board> {
    timings: Timings,
    conditions: Conditions,
    boards: Boards<B>,
    /// Tables that are dropped once their messages are up to date.
    ended: BTreeSet<TableId>,
    /// Tables whose messages are moved to the end of the channel at the next time of normal load.
    reposts: BTreeSet<TableId>,
    messages: Messages<B>,
    wake: Option<Time>,
}

impl<B: Board> ChannelMessages<B> {
    /// Creates the messages of a channel, at [`Access::Open`], `Load::Normal` and
    /// `TokenUse::CreateAndRenew`. If one of them is different, pass the event first.
    pub fn new(timings: Timings) -> Self {
        Self {
            timings,
            conditions: Conditions::new(),
            boards: Boards::default(),
            ended: BTreeSet::new(),
            reposts: BTreeSet::new(),
            messages: Messages::default(),
            wake: None,
        }
    }

    /// Records an event. Call [`next`](Self::next) afterwards.
    pub fn handle(&mut self, event: Event<B>, now: Time) {
        match event {
            Event::Changed { board, cause } => self.changed(board, cause),
            Event::Interaction { user, received, token, origin, attached, is_quiet } => {
                let reply = None;
                let (at, is_component_deleted) = (received, false);
                let received =
                    Received { token, user, at, origin, attached, is_component_deleted, is_quiet, reply };
                self.messages.received(received, &self.timings, now);
            }
            Event::Reply { interaction, reply, style } => self.replied(interaction, (reply, style), now),
            Event::Notice { table, number, content, reminds } => {
                if self.conditions.posts_notices() {
                    self.messages.notices.add(table, number, content, reminds);
                }
            }
            Event::Finished(step, result) => self.messages.finished(step, result, (now, &self.timings)),
            Event::Repost(table) => _ = self.reposts.insert(table),
            Event::Style(user, style) => self.messages.set_style(user, &style),
            Event::Forget(user) => {
                self.messages.forget(user);
                self.boards.forget(user);
            }
            Event::Ended(table) => {
                if self.boards.get(table).is_some() {
                    self.ended.insert(table);
                }
            }
            Event::Dropped(table) => self.drop_table(table),
            Event::Access(access) => self.set_access(access),
            Event::Load(load) => self.set_load(load),
            Event::Tokens(tokens) => self.conditions.tokens = tokens,
            Event::ShuttingDown => self.shut_down(),
        }
    }

    fn replied(&mut self, interaction: InteractionId, (reply, style): (Reply<B>, B::Style), now: Time) {
        if let Reply::Hand { board, .. } = &reply
            && let Some(received) = self.messages.interactions.received(interaction)
        {
            self.boards.record_reply(received.user, board);
        }
        self.messages.replied(interaction, (reply, style), now, &self.timings);
    }

    fn set_access(&mut self, access: Access) {
        if access != self.conditions.access {
            self.conditions.access = access;
            self.messages.public.accept_again();
            self.messages.hands.try_again(None);
            self.messages.cancel_unwanted(self.conditions);
        }
    }

    fn set_load(&mut self, load: Load) {
        if load != self.conditions.load {
            self.conditions.load = load;
            self.messages.cancel_unwanted(self.conditions);
        }
    }

    fn shut_down(&mut self) {
        self.conditions.is_shutting_down = true;
        self.timings = self.timings.shutting_down();
        self.messages.shut_down();
    }

    fn changed(&mut self, board: B, cause: Cause) {
        let table = board.table();
        if let Cause::Interaction(cause) = cause {
            self.messages.interactions.caused(cause, table);
        }
        if self.boards.is_outdated(&board) {
            return;
        }
        if cause == Cause::Resumed {
            // Another process may have replaced the messages. The hands are those of this process.
            self.messages.public.remove(table, &mut self.messages.steps);
        }
        self.messages.public.changed(&board, cause == Cause::Resumed);
        self.messages.hands.try_again(Some(table));
        self.ended.remove(&table);
        self.boards.record_change(board);
    }

    fn drop_table(&mut self, table: TableId) {
        self.boards.remove(table);
        self.ended.remove(&table);
        self.reposts.remove(&table);
        self.messages.remove(table);
    }

    /// Begins the steps that are due, and returns them with other effects. Call it again until it returns
    /// nothing.
    pub fn next(&mut self, now: Time) -> Vec<Effect<B::Message>> {
        let Self { messages, boards, reposts, .. } = self;
        if self.conditions.reposts() {
            let known = reposts.extract_if(.., |table| boards.get(*table).is_some());
            known.filter_map(|table| boards.get(table)).for_each(|board| messages.public.repost(board));
        } else {
            reposts.extend(messages.public.suspend_reposts(&mut messages.steps));
        }
        let (timings, conditions) = (&self.timings, self.conditions);
        self.wake = messages.next(&Context { boards, conditions, timings, now });
        self.drop_ended(now);
        self.messages.steps.take_effects()
    }

    /// Drops the tables that have ended and whose messages are up to date.
    fn drop_ended(&mut self, now: Time) {
        let access = self.conditions.access;
        if access == Access::Refused {
            return; // the channel may accept messages later
        }
        let Self { messages, boards, ended, .. } = self;
        let is_settled =
            |table: &&TableId| access == Access::Away || messages.is_settled(**table, boards, now);
        let settled: Vec<TableId> = ended.iter().filter(is_settled).copied().collect();
        for table in settled {
            self.drop_table(table);
        }
    }

    /// Returns `true` if the channel keeps the messages of a table up to date.
    pub fn has_table(&self, table: TableId) -> bool {
        self.boards.get(table).is_some()
    }

    /// Returns `true` if a user sees a hand that is kept up to date, or if one can be sent to the user.
    pub fn reaches(&self, user: UserId, now: Time) -> bool {
        self.messages.reaches(user, self.conditions, now)
    }

    /// Returns the time at which [`next`](Self::next) has to be called again, if nothing happens before.
    pub const fn wake(&self) -> Option<Time> {
        self.wake
    }

    /// Returns `true` if no step is being performed and no interaction waits.
    pub fn is_idle(&self) -> bool {
        self.messages.steps.is_idle() && self.messages.interactions.is_empty()
    }

    /// Returns `true` if nothing is being performed, and nothing is due later unless something happens. Call
    /// [`next`](Self::next) before.
    pub fn is_settled(&self) -> bool {
        self.is_idle() && self.wake.is_none()
    }

    /// Returns `true` if the channel is idle, has no tables, and knows no hand that could be updated.
    ///
    /// It can then be dropped. [`next`](Self::next) removes hands whose tokens have expired.
    pub fn is_unused(&self) -> bool {
        self.is_idle() && self.boards.is_empty() && self.messages.hands.is_empty()
    }

    /// Returns the content whose picture has to be drawn for a step that posts or edits a public message.
    ///
    /// If its picture differs from the one in [`Step::draw`](crate::Step::draw), the table has changed
    /// meanwhile. The caller can draw the picture again then, so that it does not have to be added later.
    /// Returns `None` for other steps, and if there is nothing to draw.
    pub fn content_to_draw(&self, step: StepId) -> Option<Content<B::Message>> {
        self.messages.content_to_draw(step, &self.boards)
    }

    /// Returns the content of a step that is about to be sent, built from the newest state.
    ///
    /// Returns `None` if the step is obsolete. The caller then sends nothing, and the step counts as
    /// finished. Call [`next`](Self::next) afterwards in this case.
    pub fn confirm(&mut self, step: StepId, now: Time) -> Option<Confirmed<B::Message>> {
        let Self { messages, boards, timings, conditions, .. } = self;
        messages.confirm(step, &Context { boards, conditions: *conditions, timings, now })
    }
}
