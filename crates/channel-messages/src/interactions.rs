//! The interactions of a channel that have not been answered completely.

use std::collections::BTreeMap;

use crate::board::{Board, Occasion, PublicKey};
use crate::boards::Boards;
use crate::event::Origin;
use crate::ids::{InteractionId, MessageId, PictureId, TableId, Time, UserId};
use crate::interaction::Interaction;
use crate::progress::{Creation, NewHand, Progress, Stage, Surroundings};
use crate::received::Received;
use crate::reply::Reply;
use crate::step::{Confirmed, Failure, StepResult};
use crate::steps::{InteractionStep, Steps};
use crate::timings::Timings;

/// The interactions of a channel that have not been answered completely, in the order of their ids.
#[derive(Debug)]
pub(crate) struct Interactions<B: Board>(BTreeMap<InteractionId, Interaction<B>>);

impl<B: Board> Default for Interactions<B> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<B: Board> Interactions<B> {
    /// Adds an interaction. Does nothing if it is known.
    pub(crate) fn add(&mut self, received: Received<B>) {
        self.0.entry(received.id()).or_insert_with(|| Interaction::new(received));
    }

    /// Records the reply to an interaction.
    pub(crate) fn reply(&mut self, id: InteractionId, reply: Reply<B>, now: Time) {
        if let Some(Interaction { received, .. }) = self.0.get_mut(&id) {
            received.reply.get_or_insert((now, reply));
        }
    }

    /// Records that an interaction has changed a table.
    pub(crate) fn caused(&mut self, id: InteractionId, table: TableId) {
        if let Some(interaction) = self.0.get_mut(&id) {
            interaction.caused = Some(table);
        }
    }

    /// Returns `true` if an interaction that has not been answered completely concerns a table, or may do so
    /// because its reply is not known yet.
    pub(crate) fn concern(&self, table: TableId) -> bool {
        self.0.values().any(|interaction| interaction.concerns(table))
    }

    /// Returns `true` if there are no interactions.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Stops keeping the hands that pending replies to a user show.
    pub(crate) fn forget(&mut self, user: UserId) {
        let of_user = self.0.values_mut().filter(|interaction| interaction.received.user == user);
        of_user.for_each(|interaction| interaction.keeps_hand = false);
    }

    /// Sets the style of a user's hands in replies.
    pub(crate) fn set_style(&mut self, user: UserId, style: &B::Style) {
        let of_user = self.0.values_mut().filter(|interaction| interaction.received.user == user);
        of_user.for_each(|interaction| interaction.set_style(style));
    }

    /// Records the picture that an ephemeral message has, for the replies that replace its content.
    pub(crate) fn set_attached(&mut self, message: MessageId, attached: Option<PictureId>) {
        for interaction in self.0.values_mut() {
            if interaction.received.origin == Origin::Ephemeral(message) {
                interaction.received.attached = attached;
            }
            interaction.lose_picture();
        }
    }

    /// Records that an ephemeral message was deleted, so that no reply can replace its content.
    pub(crate) fn component_deleted(&mut self, message: MessageId) {
        for Interaction { received, .. } in self.0.values_mut() {
            received.is_component_deleted |= received.origin == Origin::Ephemeral(message);
        }
    }

    /// Returns an interaction as it was received, unless its user has asked that nothing about them is kept.
    pub(crate) fn kept(&self, id: InteractionId) -> Option<&Received<B>> {
        self.0.get(&id).filter(|interaction| interaction.keeps_hand).map(|interaction| &interaction.received)
    }

    /// Returns `true` if an interaction of a user has not been answered.
    pub(crate) fn has_pending_of(&self, user: UserId) -> bool {
        self.0.values().any(|interaction| interaction.received.user == user && interaction.keeps_hand)
    }

    /// Returns an interaction as it was received.
    pub(crate) fn received(&self, id: InteractionId) -> Option<&Received<B>> {
        self.0.get(&id).map(|interaction| &interaction.received)
    }

    /// Returns `true` if the reply to an interaction of the user is going to show the hand soon, or if it is
    /// not known whether it does.
    pub(crate) fn awaits_response(&self, user: UserId, now: Time, timings: &Timings) -> bool {
        let mut of_user = self.0.values().filter(|interaction| interaction.received.user == user);
        of_user.any(|interaction| interaction.awaits_response(now, timings))
    }

    /// Returns `true` if the user has used a component of an ephemeral message, and the reply has not been
    /// sent.
    pub(crate) fn is_pressed(&self, message: MessageId) -> bool {
        self.0.values().any(|interaction| {
            interaction.received.origin == Origin::Ephemeral(message)
                && interaction.stage != Stage::Identifying
        })
    }

    /// Begins the steps that are due. Returns the time at which another one may be due.
    pub(crate) fn next(
        &mut self,
        around: &Surroundings<'_, B>,
        steps: &mut Steps<B::Message>,
    ) -> Option<Time> {
        let mut wake: Option<Time> = None;
        self.0.retain(|_, interaction| match interaction.next(around, steps) {
            Progress::Waits(until) => {
                wake = wake.into_iter().chain(until).min();
                true
            }
            Progress::Ends(_) => false,
        });
        wake
    }

    /// Returns the content of a reply, which is about to be sent. Returns `None` if it has to wait.
    pub(crate) fn confirm(
        &mut self,
        id: InteractionId,
        boards: &Boards<B>,
        steps: &Steps<B::Message>,
    ) -> Option<Confirmed<B::Message>> {
        let interaction = self.0.get_mut(&id)?;
        let Received { user, .. } = interaction.received;
        let newest = interaction.received.table().and_then(|table| boards.with_hand(table, user));
        interaction.confirm(newest, steps)
    }

    /// Records that a step was abandoned before it was sent.
    pub(crate) fn abandon(&mut self, id: InteractionId) {
        if let Some(interaction) = self.0.get_mut(&id) {
            interaction.step = None;
        }
    }

    /// Records the outcome of a first response that was sent to create a public message.
    pub(crate) fn created(&mut self, id: InteractionId, creation: Creation, now: Time, timings: &Timings) {
        let interaction = self.0.get_mut(&id).filter(|interaction| interaction.is_unanswered());
        if let Some(interaction) = interaction {
            interaction.created(creation, now, timings);
        }
    }

    /// Returns the public message whose token was renewed, if a result confirms that.
    pub(crate) fn renewal(
        &self,
        id: InteractionId,
        step: InteractionStep,
        result: StepResult,
    ) -> Option<(TableId, PublicKey)> {
        self.0.get(&id)?.first.renewal(step, result)
    }

    /// Ends the interactions whose replies a later one has replaced in the same message. Their last requests
    /// have been executed, because their users have used what the message showed.
    pub(crate) fn end_replaced(&mut self, message: MessageId, steps: &mut Steps<B::Message>) {
        self.0.retain(|_, interaction| !interaction.end_replaced(message, steps));
    }

    /// Returns the player and the occasion of a hand in a follow-up whose result is not known.
    pub(crate) fn lost_follow_up(
        &self,
        id: InteractionId,
        step: InteractionStep,
        result: StepResult,
    ) -> Option<((TableId, UserId), Occasion)> {
        let interaction = self.0.get(&id)?;
        let is_lost = step == InteractionStep::Deliver && result == Err(Failure::Unknown);
        let table = interaction.received.table().filter(|_| is_lost)?;
        Some(((table, interaction.received.user), interaction.sent_occasion()?))
    }

    /// Records the result of a step. Returns the hand that was sent, if any.
    pub(crate) fn finished(
        &mut self,
        id: InteractionId,
        step: InteractionStep,
        result: StepResult,
        at: (Time, &Timings),
        steps: &mut Steps<B::Message>,
    ) -> Option<Box<NewHand<B>>> {
        match self.0.get_mut(&id)?.finished(step, result, at, steps) {
            Progress::Waits(_) => None,
            Progress::Ends(hand) => {
                self.0.remove(&id);
                hand
            }
        }
    }
}
