//! The owner of all messages in a channel.

use std::collections::{BTreeMap, BTreeSet};

use crate::board::{Board, Content, PublicKey};
use crate::event::{Access, Effect, Event, Load, Origin};
use crate::hands::{HandContext, Hands};
use crate::ids::{InteractionId, MessageId, PictureId, StepId, TableId, Time};
use crate::interactions::Interactions;
use crate::notices::Notices;
use crate::progress::{NewHand, Surroundings};
use crate::public_messages::{PublicContext, PublicMessages, planned};
use crate::received::Received;
use crate::reply::Reply;
use crate::step::{Confirmed, Failure, StepResult};
use crate::steps::{InteractionStep, PublicStep, Purpose, Steps};
use crate::timings::Timings;

/// The owner of all messages in a channel: public messages, hands, and responses to interactions.
///
/// It decides what has to be sent next. It performs no I/O and reads no clock: the caller passes what happens
/// to [`handle`](Self::handle), calls [`next`](Self::next) after it, and performs the steps that it returns.
#[derive(Debug)]
pub struct Channel<B: Board> {
    timings: Timings,
    access: Access,
    load: Load,
    /// The newest state of each table whose change was announced.
    boards: BTreeMap<TableId, B>,
    /// The newest state of each table that a change or a reply contained. Hands and replies show it.
    newest: BTreeMap<TableId, B>,
    /// Tables that are dropped once their messages are up to date.
    ended: BTreeSet<TableId>,
    /// Tables whose messages are moved to the end of the channel at the next time of normal load.
    reposts: BTreeSet<TableId>,
    interactions: Interactions<B>,
    public: PublicMessages<B>,
    hands: Hands<B>,
    notices: Notices<B::Message>,
    steps: Steps<B::Message>,
    wake: Option<Time>,
}

impl<B: Board> Channel<B> {
    /// Creates the owner of a channel that accepts messages.
    pub fn new(timings: Timings) -> Self {
        Self {
            timings,
            access: Access::Open,
            load: Load::Normal,
            boards: BTreeMap::new(),
            newest: BTreeMap::new(),
            ended: BTreeSet::new(),
            reposts: BTreeSet::new(),
            interactions: Interactions::default(),
            public: PublicMessages::default(),
            hands: Hands::default(),
            notices: Notices::default(),
            steps: Steps::default(),
            wake: None,
        }
    }

    /// Records what happened. Call [`next`](Self::next) afterwards.
    pub fn handle(&mut self, event: Event<B>, now: Time) {
        match event {
            Event::Changed { board, cause } => self.changed(board, cause),
            Event::Interaction { user, token, origin, attached, is_quiet } => {
                let attached = match origin {
                    // The message may have changed since its component was used.
                    Origin::Own(message) if self.hands.contains(message) => self.hands.attached(message),
                    _ => attached,
                };
                self.interactions.add(Received {
                    user,
                    token,
                    at: now,
                    origin,
                    attached,
                    is_quiet,
                    reply: None,
                });
                self.hands.cancel_unsent_edits(user, &mut self.steps);
            }
            Event::Reply { interaction, reply } => {
                if let Reply::Hand { board, .. } = &reply
                    && self.boards.contains_key(&board.table())
                {
                    self.learn(board.clone());
                }
                self.interactions.reply(interaction, reply, now);
            }
            Event::Notice { table, number, content, reminds } => {
                if self.posts_notices() {
                    self.notices.add(table, number, content, reminds);
                }
            }
            Event::Finished(step, result) => self.finished(step, result, now),
            Event::Repost(table) => _ = self.reposts.insert(table),
            Event::Style(user, style) => {
                self.interactions.set_style(user, &style);
                self.hands.set_style(user, &style);
            }
            Event::Forget(user) => {
                self.interactions.forget(user);
                self.hands.retain(|_, owner| owner != user, &mut self.steps);
            }
            Event::Ended(table) => {
                if self.boards.contains_key(&table) {
                    self.ended.insert(table);
                }
            }
            Event::Dropped(table) => self.drop_table(table),
            Event::Access(access) if access == self.access => {}
            Event::Access(access) => {
                self.access = access;
                if access != Access::Open {
                    self.public.cancel_unsent(&mut self.steps);
                }
                self.public.accept_again();
                self.hands.try_again(None);
                self.clear_notices();
            }
            Event::Load(load) => {
                self.load = load;
                self.clear_notices();
            }
        }
    }

    fn changed(&mut self, board: B, cause: Option<InteractionId>) {
        let table = board.table();
        if let Some(cause) = cause {
            self.interactions.caused(cause, table);
        }
        if self.boards.get(&table).is_some_and(|newest| newest.version() > board.version()) {
            return;
        }
        self.public.changed(&board);
        self.hands.try_again(Some(table));
        self.learn(board.clone());
        self.ended.remove(&table);
        self.boards.insert(table, board);
    }

    /// Remembers the state of a table, unless a newer one is known.
    fn learn(&mut self, board: B) {
        let newest = self.newest.entry(board.table()).or_insert_with(|| board.clone());
        if newest.version() <= board.version() {
            *newest = board;
        }
    }

    fn drop_table(&mut self, table: TableId) {
        self.boards.remove(&table);
        self.newest.remove(&table);
        self.ended.remove(&table);
        self.reposts.remove(&table);
        self.public.remove(table, &mut self.steps);
        self.hands.retain(|of, _| of != table, &mut self.steps);
        self.notices.remove(table, &mut self.steps);
    }

    fn posts_notices(&self) -> bool {
        self.access == Access::Open && self.load == Load::Normal
    }

    fn clear_notices(&mut self) {
        if !self.posts_notices() {
            self.notices.clear(&mut self.steps);
        }
    }

    /// Begins the steps that are due, and returns them with other effects.
    pub fn next(&mut self, now: Time) -> Vec<Effect<B::Message>> {
        self.wake = None;
        // A repost takes two requests, an edit takes one.
        if self.load == Load::Normal {
            let Self { reposts, boards, public, .. } = self;
            let known = reposts.extract_if(.., |table| boards.contains_key(table));
            known.for_each(|table| public.repost(&boards[&table]));
        }
        let wake = self.next_responses(now);
        self.wake_at(wake);
        let wake = self.public.save(now, &mut self.steps);
        self.wake_at(wake);
        self.next_public(now);
        if self.load < Load::Highest {
            let context = HandContext {
                boards: &self.newest,
                interactions: &self.interactions,
                is_busy: self.load > Load::Normal,
                now,
            };
            let wake = self.hands.next(&context, &mut self.steps);
            self.wake_at(wake);
        }
        self.drop_ended(now);
        self.steps.take_effects()
    }

    /// Drops the tables that have ended and whose messages are up to date.
    fn drop_ended(&mut self, now: Time) {
        if self.access == Access::Refused {
            return; // it may accept them later
        }
        let Self { boards, newest, ended, public, hands, notices, interactions, access, .. } = self;
        let is_settled = |table: &TableId| {
            let board = boards.get(table);
            *access == Access::Away
                || !interactions.concern(*table)
                    && !notices.has_work(*table)
                    && board.is_none_or(|board| public.is_settled(board))
                    && newest.get(table).is_none_or(|board| hands.is_settled(board, now))
        };
        let settled: Vec<TableId> = ended.iter().copied().filter(is_settled).collect();
        for table in settled {
            self.drop_table(table);
        }
    }

    /// Returns `true` if the channel keeps the messages of a table up to date.
    pub fn has_table(&self, table: TableId) -> bool {
        self.boards.contains_key(&table)
    }

    /// Returns the time at which [`next`](Self::next) has to be called again, if nothing happens before.
    pub const fn wake(&self) -> Option<Time> {
        self.wake
    }

    /// Returns `true` if no step is being performed and no interaction waits.
    pub fn is_idle(&self) -> bool {
        self.steps.is_idle() && self.interactions.is_empty()
    }

    fn wake_at(&mut self, time: Option<Time>) {
        self.wake = self.wake.into_iter().chain(time).min();
    }

    fn next_responses(&mut self, now: Time) -> Option<Time> {
        let Self { boards, newest, public, steps, interactions, timings, access, .. } = self;
        let is_open = *access == Access::Open;
        let around = Surroundings {
            newest,
            creatable: &|table| {
                boards.get(&table).filter(|_| is_open).and_then(|board| public.creatable(board))
            },
            is_posted: &|shown: &B| {
                let newest = boards.get(&shown.table()).filter(|board| board.version() >= shown.version());
                !is_open || public.is_posted(newest.unwrap_or(shown))
            },
            renewable: &|message| public.renewable(message, now, timings),
            timings,
            now,
        };
        interactions.next(&around, steps)
    }

    fn next_public(&mut self, now: Time) {
        let is_open = self.access == Access::Open;
        let context = PublicContext { boards: &self.boards, timings: &self.timings, is_open, now };
        let wake = self.public.next(&context, &mut self.steps);
        self.wake_at(wake);
        if self.posts_notices() {
            let wake = self.notices.next(&self.boards, now, &mut self.steps);
            self.wake_at(wake);
        }
    }

    /// Returns the content whose picture a step for a public message should have now.
    ///
    /// If it differs from [`Step::draw`](crate::Step::draw), the table has changed meanwhile. The caller can
    /// draw the picture again then, so that it does not have to be added later. Returns `None` for other
    /// steps, and if there is nothing to draw.
    pub fn content_to_draw(&self, step: StepId) -> Option<Content<B::Message>> {
        let (Purpose::Public(table, key, PublicStep::Post | PublicStep::Edit)
        | Purpose::Interaction(_, InteractionStep::Create(table, key))) = self.steps.waiting(step)?
        else {
            return None;
        };
        let planned = planned(self.boards.get(&table)?, key)?;
        Some(planned.content).filter(|content| content.picture.is_some())
    }

    /// Returns the content of a step that is about to be sent, built from the newest state.
    ///
    /// Returns `None` if the step is obsolete. The caller then sends nothing, and the step counts as
    /// finished. Call [`next`](Self::next) afterwards in this case.
    pub fn confirm(&mut self, step: StepId, now: Time) -> Option<Confirmed<B::Message>> {
        let purpose = self.steps.waiting(step)?;
        let content = self.content(step, purpose, now);
        match content {
            Some(_) => self.steps.confirm(step),
            None => drop(self.steps.finish(step)),
        }
        content
    }

    fn content(&mut self, id: StepId, purpose: Purpose, now: Time) -> Option<Confirmed<B::Message>> {
        let Self { boards, newest, interactions, public, hands, notices, steps, load, .. } = self;
        match purpose {
            Purpose::Interaction(interaction, InteractionStep::Create(table, key)) => {
                let content = public.confirm((table, key), PublicStep::Post, boards, false);
                if content.is_none() {
                    interactions.abandon(interaction);
                }
                content
            }
            Purpose::Interaction(interaction, InteractionStep::Respond | InteractionStep::Deliver) => {
                interactions.confirm(interaction, newest, steps)
            }
            Purpose::Interaction(..) => Some(Confirmed::Empty),
            Purpose::Public(table, key, step) => {
                public.confirm((table, key), step, boards, steps.is_public_busy())
            }
            Purpose::Hand(table, user, step) => {
                let is_busy = *load > Load::Normal;
                let context = HandContext { boards: newest, interactions, is_busy, now };
                hands.confirm((table, user), (id, step), &context, steps)
            }
            Purpose::Notice(table, step) => notices.confirm(table, (id, step), boards, steps),
        }
    }

    fn finished(&mut self, id: StepId, result: StepResult, now: Time) {
        let Some((purpose, target)) = self.steps.finish(id) else { return };
        match (target, result) {
            (Some(message), Ok(accepted)) => self.set_attached(message, accepted.attached),
            (Some(message), Err(Failure::Unknown)) => self.set_attached(message, None),
            _ => {}
        }
        let timings = self.timings;
        let at = (now, &timings);
        match purpose {
            Purpose::Interaction(interaction, InteractionStep::Create(table, key)) => {
                let Some(created_by) = self.interactions.received(interaction) else { return };
                let token = (created_by.token.clone(), created_by.token_until(&timings));
                let result = self.public.created((table, key), token, result, now);
                self.interactions.created(interaction, result, now, &timings);
            }
            Purpose::Interaction(interaction, step) => {
                if let Some(message) = self.interactions.renewal(interaction, step, result) {
                    self.renewed(interaction, message);
                }
                let hand = self.interactions.finished(interaction, step, result, at, &mut self.steps);
                if let Some(NewHand { table, user, message }) = hand.map(|hand| *hand) {
                    self.hands.add(table, user, message, &mut self.steps);
                }
            }
            Purpose::Public(table, key, step) => {
                let creation = self.public.finished((table, key), step, result, at);
                if let Some((interaction, creation)) = creation {
                    self.interactions.created(interaction, creation, now, &timings);
                }
            }
            Purpose::Hand(table, user, step) => self.hands.finished((table, user), (id, step), result, at),
            Purpose::Notice(table, step) => self.notices.finished(table, (id, step), result, at),
        }
    }

    fn set_attached(&mut self, message: MessageId, attached: Option<PictureId>) {
        self.hands.set_attached(message, attached);
        self.interactions.set_attached(message, attached);
    }

    /// Records that the first response to an interaction has renewed the token of a public message.
    fn renewed(&mut self, interaction: InteractionId, message: (TableId, PublicKey)) {
        let Some(interaction) = self.interactions.received(interaction) else { return };
        if let Origin::Public(id) = interaction.origin {
            let until = interaction.token_until(&self.timings);
            self.public.renewed(message, id, interaction.token.clone(), until);
        }
    }
}
