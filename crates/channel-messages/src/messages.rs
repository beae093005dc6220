//! The messages of a channel by kind, and the steps that are being performed for them.

mod records;

use crate::board::{Board, Content, PublicKey};
use crate::boards::Boards;
use crate::conditions::Conditions;
use crate::context::Context;
use crate::event::{Effect, Origin};
use crate::follow_ups::FollowUps;
use crate::hands::Hands;
use crate::hands::context::HandContext;
use crate::ids::{InteractionId, MessageId, PictureId, StepId, TableId, Time, UserId};
use crate::interactions::Interactions;
use crate::last_messages::LastMessages;
use crate::notices::Notices;
use crate::progress::{NewHand, Surroundings};
use crate::public_messages::PublicMessages;
use crate::received::Received;
use crate::recent_pictures::RecentPictures;
use crate::reply::Reply;
use crate::step::{Confirmed, Failure, StepResult, Subject};
use crate::steps::{HandStep, InteractionStep, PublicStep, Purpose, Running, Steps};
use crate::timings::Timings;
use crate::users::Users;

/// The messages of a channel by kind, and the steps that are being performed for them.
#[derive(Debug)]
pub(crate) struct Messages<B: Board> {
    pub(crate) interactions: Interactions<B>,
    pub(crate) public: PublicMessages<B>,
    pub(crate) hands: Hands<B>,
    pub(crate) notices: Notices<B::Message>,
    pub(crate) steps: Steps<B::Message>,
    pictures: RecentPictures,
    users: Users<B::Style>,
    last_known: LastMessages,
    follow_ups: FollowUps,
}

impl<B: Board> Default for Messages<B> {
    fn default() -> Self {
        Self {
            interactions: Interactions::default(),
            public: PublicMessages::default(),
            hands: Hands::default(),
            notices: Notices::default(),
            steps: Steps::default(),
            pictures: RecentPictures::default(),
            users: Users::default(),
            last_known: LastMessages::default(),
            follow_ups: FollowUps::default(),
        }
    }
}

impl<B: Board> Messages<B> {
    /// Adds an interaction that was received.
    pub(crate) fn received(&mut self, received: Received<B>, timings: &Timings, now: Time) {
        self.pictures.remove_older(timings.response_deadline, now);
        let attached = match received.origin {
            Origin::Ephemeral(message) => self.pictures.newest(message, received.attached),
            _ => received.attached,
        };
        let mut is_component_deleted = false;
        match received.origin {
            Origin::Public(message) => self.last_known.record(message, None),
            Origin::Ephemeral(message) => is_component_deleted = self.hands.was_deleted(message),
            Origin::Command => {}
        }
        self.hands.cancel_unsent_updates(received.user, &mut self.steps);
        self.interactions.add(Received { attached, is_component_deleted, ..received });
    }

    /// Records the reply to an interaction, in the style of its user.
    pub(crate) fn replied(
        &mut self,
        id: InteractionId,
        (reply, style): (Reply<B>, B::Style),
        now: Time,
        timings: &Timings,
    ) {
        if let Some(received) = self.interactions.kept(id) {
            self.users.replied(received.user, style, received.token_until(timings));
        }
        self.interactions.reply(id, reply, now);
    }

    /// Returns `true` if a user sees a hand that is kept up to date, or if one can be sent.
    pub(crate) fn reaches(&self, user: UserId, conditions: Conditions, now: Time) -> bool {
        let can_be_sent = conditions.sends_new_hands() && self.users.has_recipient(user, now);
        can_be_sent || self.hands.are_shown_to(user, now) || self.interactions.has_pending_of(user)
    }

    /// Sets the style of a user's hands.
    pub(crate) fn set_style(&mut self, user: UserId, style: &B::Style) {
        self.users.set_style(user, style);
        self.interactions.set_style(user, style);
        self.hands.set_style(user, style);
    }

    /// Removes the hands of a user.
    pub(crate) fn forget(&mut self, user: UserId) {
        self.interactions.forget(user);
        self.users.forget(user);
        self.last_known.forget(user);
        self.hands.retain(|_, owner| owner != user, &mut self.steps);
    }

    /// Removes the messages of a table, except replies.
    pub(crate) fn remove(&mut self, table: TableId) {
        self.public.remove(table, &mut self.steps);
        self.hands.retain(|of, _| of != table, &mut self.steps);
        self.notices.remove(table, &mut self.steps);
    }

    /// Stops the steps that have not been sent and are not allowed any more.
    pub(crate) fn cancel_unwanted(&mut self, conditions: Conditions) {
        if !conditions.sends_public() || conditions.is_slow() {
            self.public.cancel_unsent(&mut self.steps);
        }
        if !conditions.deletes_hands() {
            self.hands.cancel_unsent(conditions.edits_hands(), &mut self.steps);
        }
        if !conditions.posts_notices() {
            self.notices.clear(&mut self.steps);
        }
    }

    /// Ends all delays, removes the notices, and cancels the steps that have not been sent. Steps that are
    /// still due begin again.
    pub(crate) fn shut_down(&mut self) {
        self.public.clear_delays();
        self.hands.clear_delays();
        self.notices.clear(&mut self.steps);
        self.public.cancel_unsent(&mut self.steps);
        self.hands.cancel_unsent(false, &mut self.steps);
    }

    /// Returns `true` if no message of a table has to be changed.
    pub(crate) fn is_settled(&self, table: TableId, boards: &Boards<B>, now: Time) -> bool {
        !self.interactions.concern(table)
            && !self.notices.has_work(table)
            && boards.get(table).is_none_or(|board| self.public.is_settled(board))
            && self.hands.is_settled(table, boards, now)
    }

    /// Begins the steps that are due. Returns the time at which another one may be due.
    pub(crate) fn next(&mut self, context: &Context<'_, B>) -> Option<Time> {
        let Context { boards, conditions, now, .. } = *context;
        let responses = self.next_responses(context);
        let Self { interactions, public, hands, notices, steps, users, last_known, follow_ups, .. } = self;
        let saves = public.save(conditions, now, steps);
        let posts = public.next(context, steps);
        let notices = if conditions.deletes_reminders() { notices.next(context, steps) } else { None };
        hands.remove_expired(boards, now);
        users.remove_expired(now);
        let hand_context =
            HandContext { channel: context, interactions, public, users, last_known, follow_ups };
        let hands = if conditions.edits_hands() { hands.next(&hand_context, steps) } else { None };
        [responses, saves, posts, notices, hands].into_iter().flatten().min()
    }

    fn next_responses(&mut self, context: &Context<'_, B>) -> Option<Time> {
        let Context { boards, conditions, timings, now } = *context;
        let public = &self.public;
        let surroundings = Surroundings {
            boards,
            creatable: &|table| {
                let board = boards.get(table).filter(|_| conditions.creates_with_responses());
                board.and_then(|board| public.creatable(board))
            },
            is_posted: &|shown: &B| public.is_shown(shown, context),
            renewable: &|message| {
                public.renewable(message, now, timings).filter(|_| conditions.renews_tokens())
            },
            timings,
            now,
        };
        self.interactions.next(&surroundings, &mut self.steps)
    }

    /// Returns the content whose picture has to be drawn for a step that posts or edits a public message.
    pub(crate) fn content_to_draw(&self, step: StepId, boards: &Boards<B>) -> Option<Content<B::Message>> {
        let (Purpose::Public(table, key, PublicStep::Post | PublicStep::Edit)
        | Purpose::Interaction(_, InteractionStep::Create(table, key))) = self.steps.waiting(step)?
        else {
            return None;
        };
        let content = boards.planned(table, key)?.content;
        let attached = self.public.attached(table, key);
        Some(content).filter(|content| content.picture.is_some() && content.picture != attached)
    }

    /// Returns the content of a step that is about to be sent. Returns `None` if the step is obsolete.
    pub(crate) fn confirm(
        &mut self,
        step: StepId,
        context: &Context<'_, B>,
    ) -> Option<Confirmed<B::Message>> {
        let purpose = self.steps.waiting(step)?;
        let content = self.content(step, purpose, context);
        match content {
            Some(_) => {
                self.record_follow_up(purpose, context.now);
                self.steps.confirm(step);
            }
            None => drop(self.steps.finish(step)),
        }
        content
    }

    fn content(
        &mut self,
        id: StepId,
        purpose: Purpose,
        context: &Context<'_, B>,
    ) -> Option<Confirmed<B::Message>> {
        let Context { boards, conditions, now, .. } = *context;
        let Self { interactions, public, hands, notices, steps, users, last_known, follow_ups, .. } = self;
        match purpose {
            Purpose::Interaction(interaction, InteractionStep::Create(table, key)) => {
                let content = if conditions.creates_with_responses() {
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
                interactions.confirm(interaction, boards, steps)
            }
            Purpose::Interaction(..) => Some(Confirmed::Empty),
            Purpose::Public(table, key, step) => {
                public.confirm((table, key), step, boards, (steps.is_public_busy(), now))
            }
            Purpose::Hand(table, user, step) => {
                let hand_context =
                    HandContext { channel: context, interactions, public, users, last_known, follow_ups };
                hands.confirm((table, user), (id, step), &hand_context, steps)
            }
            Purpose::Notice(table, step) => notices.confirm(table, (id, step), boards, steps),
        }
    }

    /// Records the result of a step.
    pub(crate) fn finished(&mut self, id: StepId, result: StepResult, at: (Time, &Timings)) {
        let Some(running) = self.steps.finish(id) else { return };
        let result = if running.is_sent { result } else { Err(Failure::NotExecuted) };
        self.record_message(&running, result, at);
        let Running { purpose, target, .. } = running;
        match (target, result) {
            // A new hand has the earlier one as its target, and does not change it.
            _ if matches!(purpose, Purpose::Hand(_, _, HandStep::SendNew)) => {}
            (Some(message), Ok(accepted)) => self.set_attached(message, accepted.attached, at),
            (Some(message), Err(Failure::Unknown)) => self.set_attached(message, None, at),
            _ => {}
        }
        match purpose {
            Purpose::Interaction(interaction, InteractionStep::Create(table, key)) => {
                self.finished_creation(interaction, (table, key), result, at);
            }
            Purpose::Interaction(interaction, step) => {
                self.finished_response(interaction, step, (target, result), at);
            }
            Purpose::Public(table, key, step) => self.finished_public((table, key), step, result, at),
            Purpose::Hand(table, user, step) => {
                self.finished_hand((table, user), (id, step), (target, result), at);
            }
            Purpose::Notice(table, step) => self.notices.finished(table, (id, step), result, at),
        }
    }

    /// Records the result of a first response that was sent to create a public message.
    fn finished_creation(
        &mut self,
        interaction: InteractionId,
        message: (TableId, PublicKey),
        result: StepResult,
        (now, timings): (Time, &Timings),
    ) {
        let Some(created_by) = self.interactions.received(interaction) else { return };
        let token = (created_by.token.clone(), created_by.token_until(timings));
        let creation = self.public.created(message, token, result, now);
        self.interactions.created(interaction, creation, now, timings);
    }

    /// Records the result of another step for an interaction. `target` is the message that the step changed.
    fn finished_response(
        &mut self,
        interaction: InteractionId,
        step: InteractionStep,
        (target, result): (Option<MessageId>, StepResult),
        at: (Time, &Timings),
    ) {
        if let Some(message) = self.interactions.renewal(interaction, step, result) {
            self.renewed(interaction, message, at.1);
        }
        let replaced = self.interactions.received(interaction).and_then(Received::replaced_message);
        let changed = match (step, result) {
            (InteractionStep::Identify, Ok(found)) => found.message,
            (_, Ok(_) | Err(Failure::Acknowledged)) => target,
            _ => None,
        };
        let lost = self.interactions.lost_follow_up(interaction, step, result);
        let hand = self.interactions.finished(interaction, step, result, at, &mut self.steps);
        if let Some((player, occasion)) = lost {
            self.hands.record_occasion(player, occasion);
        }
        // If the interaction is still pending, it is not known that the message shows the reply: another
        // response was executed, or may have been.
        let is_pending = self.interactions.received(interaction).is_some();
        if let (Some(message), Ok(_)) = (changed.filter(|_| changed == replaced), result) {
            self.interactions.end_replaced(message, &mut self.steps);
        }
        if let Some(NewHand { table, user, message }) = hand.map(|hand| *hand) {
            self.hands.add(table, user, message, &mut self.steps);
        } else if let Some(message) = changed.filter(|_| changed == replaced && !is_pending) {
            self.hands.keep_reply(message, &mut self.steps);
        }
    }

    /// Records the result of a step for a hand.
    fn finished_hand(
        &mut self,
        (table, user): (TableId, UserId),
        (id, step): (StepId, HandStep),
        (target, result): (Option<MessageId>, StepResult),
        at: (Time, &Timings),
    ) {
        if let (HandStep::SendNew, Err(Failure::Gone)) = (step, result)
            && let Some(token) = self.hands.new_message_token(table, user)
        {
            self.users.drop_token(user, &token);
        }
        if let (HandStep::SendNew, Ok(_), Some(earlier)) = (step, result, target) {
            // The earlier message is deleted, so the reply to its button is a new message.
            self.interactions.component_deleted(earlier);
        }
        let was_given_up = self.hands.is_given_up(table, user);
        self.hands.finished((table, user), (id, step), result, at, &mut self.steps);
        if !was_given_up && self.hands.is_given_up(table, user) {
            self.steps.push(Effect::GaveUp(Subject::Hand(table, user)));
        }
    }

    /// Records the result of a step for a public message.
    fn finished_public(
        &mut self,
        (table, key): (TableId, PublicKey),
        step: PublicStep,
        result: StepResult,
        (now, timings): (Time, &Timings),
    ) {
        let is_read = matches!(step, PublicStep::ReadId | PublicStep::Resolve);
        let was_given_up = is_read || self.public.is_given_up(table, key);
        let creation = self.public.finished((table, key), step, result, (now, timings));
        if !was_given_up && self.public.is_given_up(table, key) {
            self.steps.push(Effect::GaveUp(Subject::Public(table, key)));
        }
        if let Some((interaction, creation)) = creation {
            self.interactions.created(interaction, creation, now, timings);
        }
    }

    fn set_attached(
        &mut self,
        message: MessageId,
        attached: Option<PictureId>,
        (now, timings): (Time, &Timings),
    ) {
        self.pictures.remove_older(timings.response_deadline, now);
        self.pictures.record(message, attached, now);
        self.hands.set_attached(message, attached);
        self.interactions.set_attached(message, attached);
    }

    /// Records that the first response to an interaction has renewed the token of a public message.
    fn renewed(&mut self, interaction: InteractionId, message: (TableId, PublicKey), timings: &Timings) {
        let Some(interaction) = self.interactions.received(interaction) else { return };
        if let Origin::Public(id) = interaction.origin {
            let until = interaction.token_until(timings);
            self.public.renewed(message, id, interaction.token.clone(), until);
        }
    }
}
