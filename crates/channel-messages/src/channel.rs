//! The messages of a channel.

use std::collections::{BTreeMap, BTreeSet};

use crate::board::{Board, Content, PublicKey};
use crate::conditions::Conditions;
use crate::event::{Access, Cause, Effect, Event, Load, Origin};
use crate::hands::{HandContext, Hands};
use crate::ids::{InteractionId, MessageId, PictureId, StepId, TableId, Time};
use crate::interactions::Interactions;
use crate::newest::{NewestBoards, ReplyBoards};
use crate::notices::Notices;
use crate::progress::{NewHand, Surroundings};
use crate::public_messages::{PublicContext, PublicMessages, planned};
use crate::received::Received;
use crate::recent_pictures::RecentPictures;
use crate::reply::Reply;
use crate::step::{Confirmed, Failure, StepResult, Subject};
use crate::steps::{InteractionStep, PublicStep, Purpose, Running, Steps};
use crate::timings::Timings;

/// The messages of a channel: public messages, hands, notices, and responses to interactions.
///
/// Decides which requests are sent next. Performs no I/O and reads no clock: the caller passes events to
/// [`handle`](Self::handle), calls [`next`](Self::next) afterwards, and performs the steps that it returns.
#[derive(Debug)]
pub struct ChannelMessages<B: Board> {
    timings: Timings,
    conditions: Conditions,
    /// The newest state of each table whose change was announced.
    boards: BTreeMap<TableId, B>,
    /// The boards of replies that arrived after the last change.
    replied: ReplyBoards<B>,
    /// Tables that are dropped once their messages are up to date.
    ended: BTreeSet<TableId>,
    /// Tables whose messages are moved to the end of the channel at the next time of normal load.
    reposts: BTreeSet<TableId>,
    interactions: Interactions<B>,
    public: PublicMessages<B>,
    hands: Hands<B>,
    notices: Notices<B::Message>,
    pictures: RecentPictures,
    steps: Steps<B::Message>,
    wake: Option<Time>,
}

impl<B: Board> ChannelMessages<B> {
    /// Creates the messages of a channel, at [`Access::Open`], `Load::Normal` and
    /// `TokenUse::CreateAndRenew`. If one of them is different, pass the event first.
    pub fn new(timings: Timings) -> Self {
        Self {
            timings,
            conditions: Conditions::new(),
            boards: BTreeMap::new(),
            replied: ReplyBoards::new(),
            ended: BTreeSet::new(),
            reposts: BTreeSet::new(),
            interactions: Interactions::default(),
            public: PublicMessages::default(),
            hands: Hands::default(),
            notices: Notices::default(),
            pictures: RecentPictures::default(),
            steps: Steps::default(),
            wake: None,
        }
    }

    /// Records an event. Call [`next`](Self::next) afterwards.
    pub fn handle(&mut self, event: Event<B>, now: Time) {
        match event {
            Event::Changed { board, cause } => self.changed(board, cause),
            Event::Interaction { user, received, token, origin, attached, is_quiet } => {
                let reply = None;
                self.received(Received { user, token, at: received, origin, attached, is_quiet, reply }, now);
            }
            Event::Reply { interaction, reply } => self.replied(interaction, reply, now),
            Event::Notice { table, number, content, reminds } => {
                if self.conditions.posts_notices() {
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
                self.replied.retain(|(_, of), _| *of != user);
                self.hands.retain(|_, owner| owner != user, &mut self.steps);
            }
            Event::Ended(table) => {
                if self.boards.contains_key(&table) {
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

    fn received(&mut self, received: Received<B>, now: Time) {
        self.pictures.remove_older(self.timings.response_deadline, now);
        let attached = match received.origin {
            Origin::Ephemeral(message) => self.pictures.newest(message, received.attached),
            _ => received.attached,
        };
        self.hands.cancel_unsent_edits(received.user, &mut self.steps);
        self.interactions.add(Received { attached, ..received });
    }

    fn replied(&mut self, interaction: InteractionId, reply: Reply<B>, now: Time) {
        if let Reply::Hand { board, .. } = &reply
            && let Some(user) = self.interactions.received(interaction).map(|received| received.user)
            && let Some(newest) = self.newest().get(board.table(), user)
            && newest.version() <= board.version()
        {
            self.replied.insert((board.table(), user), board.clone());
        }
        self.interactions.reply(interaction, reply, now);
    }

    fn set_access(&mut self, access: Access) {
        if access != self.conditions.access {
            self.conditions.access = access;
            self.public.accept_again();
            self.hands.try_again(None);
            self.cancel_unwanted();
        }
    }

    fn set_load(&mut self, load: Load) {
        if load != self.conditions.load {
            self.conditions.load = load;
            self.cancel_unwanted();
        }
    }

    fn shut_down(&mut self) {
        self.conditions.is_shutting_down = true;
        self.timings = self.timings.shutting_down();
        self.public.clear_delays();
        self.hands.clear_delays();
        self.notices.clear(&mut self.steps);
        // The steps that are still due begin again.
        self.public.cancel_unsent(&mut self.steps);
        self.hands.cancel_unsent(false, &mut self.steps);
    }

    /// Stops the steps that have not been sent and are not allowed any more.
    fn cancel_unwanted(&mut self) {
        if !self.conditions.sends_public() || self.conditions.is_slow() {
            self.public.cancel_unsent(&mut self.steps);
        }
        if !self.conditions.marks_hands() {
            self.hands.cancel_unsent(self.conditions.edits_hands(), &mut self.steps);
        }
        if !self.conditions.posts_notices() {
            self.notices.clear(&mut self.steps);
        }
    }

    fn changed(&mut self, board: B, cause: Cause) {
        let table = board.table();
        if let Cause::Interaction(cause) = cause {
            self.interactions.caused(cause, table);
        }
        if self.boards.get(&table).is_some_and(|newest| newest.version() > board.version()) {
            return;
        }
        if cause == Cause::Resumed {
            // Another process may have replaced the messages. The hands are those of this process.
            self.public.remove(table, &mut self.steps);
        }
        self.public.changed(&board, cause == Cause::Resumed);
        self.hands.try_again(Some(table));
        self.replied.retain(|(of, _), replied| *of != table || replied.version() > board.version());
        self.ended.remove(&table);
        self.boards.insert(table, board);
    }

    /// Returns the newest states, from which hands are built.
    const fn newest(&self) -> NewestBoards<'_, B> {
        NewestBoards { changed: &self.boards, replied: &self.replied }
    }

    fn drop_table(&mut self, table: TableId) {
        self.boards.remove(&table);
        self.replied.retain(|(of, _), _| *of != table);
        self.ended.remove(&table);
        self.reposts.remove(&table);
        self.public.remove(table, &mut self.steps);
        self.hands.retain(|of, _| of != table, &mut self.steps);
        self.notices.remove(table, &mut self.steps);
    }

    /// Begins the steps that are due, and returns them with other effects. Call it again until it returns
    /// nothing.
    pub fn next(&mut self, now: Time) -> Vec<Effect<B::Message>> {
        self.wake = None;
        if self.conditions.reposts() {
            let Self { reposts, boards, public, .. } = self;
            let known = reposts.extract_if(.., |table| boards.contains_key(table));
            known.for_each(|table| public.repost(&boards[&table]));
        } else {
            self.reposts.extend(self.public.suspend_reposts(&mut self.steps));
        }
        let wake = self.next_responses(now);
        self.wake_at(wake);
        let wake = self.public.save(self.conditions, now, &mut self.steps);
        self.wake_at(wake);
        self.next_public(now);
        self.hands.remove_expired(now);
        if self.conditions.edits_hands() {
            let context = HandContext {
                boards: NewestBoards { changed: &self.boards, replied: &self.replied },
                interactions: &self.interactions,
                conditions: self.conditions,
                timings: &self.timings,
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
        let access = self.conditions.access;
        if access == Access::Refused {
            return; // the channel may accept messages later
        }
        let Self { boards, replied, ended, public, hands, notices, interactions, .. } = self;
        let newest = NewestBoards { changed: boards, replied };
        let is_settled = |table: &TableId| {
            let board = boards.get(table);
            access == Access::Away
                || !interactions.concern(*table)
                    && !notices.has_work(*table)
                    && board.is_none_or(|board| public.is_settled(board))
                    && hands.is_settled(*table, &newest, now)
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

    /// Returns `true` if nothing is being performed, and nothing is due later unless something happens. Call
    /// [`next`](Self::next) before.
    pub fn is_settled(&self) -> bool {
        self.is_idle() && self.wake.is_none()
    }

    /// Returns `true` if the channel is idle, has no tables, and knows no hand that could be updated.
    ///
    /// It can then be dropped. [`next`](Self::next) removes hands whose tokens have expired.
    pub fn is_unused(&self) -> bool {
        self.is_idle() && self.boards.is_empty() && self.hands.is_empty()
    }

    fn wake_at(&mut self, time: Option<Time>) {
        self.wake = self.wake.into_iter().chain(time).min();
    }

    fn next_responses(&mut self, now: Time) -> Option<Time> {
        let Self { boards, replied, public, steps, interactions, timings, conditions, .. } = self;
        let around = Surroundings {
            newest: NewestBoards { changed: boards, replied },
            creatable: &|table| {
                boards
                    .get(&table)
                    .filter(|_| conditions.creates_with_responses())
                    .and_then(|board| public.creatable(board))
            },
            is_posted: &|shown: &B| {
                let newest = boards.get(&shown.table()).filter(|board| board.version() >= shown.version());
                !conditions.sends_public() || public.is_posted(newest.unwrap_or(shown))
            },
            renewable: &|message| {
                public.renewable(message, now, timings).filter(|_| conditions.renews_tokens())
            },
            timings,
            now,
        };
        interactions.next(&around, steps)
    }

    fn next_public(&mut self, now: Time) {
        let (timings, conditions) = (&self.timings, self.conditions);
        let context = PublicContext { boards: &self.boards, timings, conditions, now };
        let wake = self.public.next(&context, &mut self.steps);
        self.wake_at(wake);
        if conditions.deletes_reminders() {
            let at = (conditions.posts_notices(), now);
            let wake = self.notices.next(&self.boards, at, &mut self.steps);
            self.wake_at(wake);
        }
    }

    /// Returns the content whose picture has to be drawn for a step that posts or edits a public message.
    ///
    /// If its picture differs from the one in [`Step::draw`](crate::Step::draw), the table has changed
    /// meanwhile. The caller can draw the picture again then, so that it does not have to be added later.
    /// Returns `None` for other steps, and if there is nothing to draw.
    pub fn content_to_draw(&self, step: StepId) -> Option<Content<B::Message>> {
        let (Purpose::Public(table, key, PublicStep::Post | PublicStep::Edit)
        | Purpose::Interaction(_, InteractionStep::Create(table, key))) = self.steps.waiting(step)?
        else {
            return None;
        };
        let planned = planned(self.boards.get(&table)?, key)?;
        let attached = self.public.attached(table, key);
        Some(planned.content).filter(|content| content.picture.is_some() && content.picture != attached)
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
        let Self { boards, replied, interactions, public, hands, notices, steps, .. } = self;
        let newest = NewestBoards { changed: boards, replied };
        match purpose {
            Purpose::Interaction(interaction, InteractionStep::Create(table, key)) => {
                let content = if self.conditions.creates_with_responses() {
                    public.confirm((table, key), PublicStep::Post, boards, (false, now))
                } else {
                    None
                };
                if content.is_none() {
                    interactions.abandon(interaction);
                }
                content
            }
            Purpose::Interaction(interaction, InteractionStep::Respond | InteractionStep::Deliver) => {
                interactions.confirm(interaction, &newest, steps)
            }
            Purpose::Interaction(..) => Some(Confirmed::Empty),
            Purpose::Public(table, key, step) => {
                public.confirm((table, key), step, boards, (steps.is_public_busy(), now))
            }
            Purpose::Hand(table, user, step) => {
                let context = HandContext {
                    boards: newest,
                    interactions,
                    conditions: self.conditions,
                    timings: &self.timings,
                    now,
                };
                hands.confirm((table, user), (id, step), &context, steps)
            }
            Purpose::Notice(table, step) => notices.confirm(table, (id, step), boards, steps),
        }
    }

    fn finished(&mut self, id: StepId, result: StepResult, now: Time) {
        let Some(Running { purpose, target, is_sent }) = self.steps.finish(id) else { return };
        let result = if is_sent { result } else { Err(Failure::NotExecuted) };
        match (target, result) {
            (Some(message), Ok(accepted)) => self.set_attached(message, accepted.attached, now),
            (Some(message), Err(Failure::Unknown)) => self.set_attached(message, None, now),
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
                } else if let (Some(message), Ok(_) | Err(Failure::Acknowledged)) = (target, result) {
                    self.hands.keep_reply(message, &mut self.steps);
                }
            }
            Purpose::Public(table, key, step) => {
                let is_read = matches!(step, PublicStep::ReadId | PublicStep::Resolve);
                let was_given_up = is_read || self.public.is_given_up(table, key);
                let creation = self.public.finished((table, key), step, result, at);
                if !was_given_up && self.public.is_given_up(table, key) {
                    self.steps.push(Effect::GaveUp(Subject::Public(table, key)));
                }
                if let Some((interaction, creation)) = creation {
                    self.interactions.created(interaction, creation, now, &timings);
                }
            }
            Purpose::Hand(table, user, step) => {
                let was_given_up = self.hands.is_given_up(table, user);
                self.hands.finished((table, user), (id, step), result, at);
                if !was_given_up && self.hands.is_given_up(table, user) {
                    self.steps.push(Effect::GaveUp(Subject::Hand(table, user)));
                }
            }
            Purpose::Notice(table, step) => self.notices.finished(table, (id, step), result, at),
        }
    }

    fn set_attached(&mut self, message: MessageId, attached: Option<PictureId>, now: Time) {
        self.pictures.remove_older(self.timings.response_deadline, now);
        self.pictures.record(message, attached, now);
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
