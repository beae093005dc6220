//! The steps that are being performed.

use std::collections::BTreeMap;

use crate::board::{Content, PublicKey};
use crate::event::Effect;
use crate::ids::{InteractionId, MessageId, PictureId, StepId, TableId, UserId};
use crate::step::{Action, Priority, ResponseKind, Step, Subject};

/// The purpose of a step, which determines what its result means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// A step for an interaction.
    Interaction(InteractionId, InteractionStep),
    /// A step for a public message.
    Public(TableId, PublicKey, PublicStep),
    /// A step for the hand of a player.
    Hand(TableId, UserId, HandStep),
    /// A step for a notice.
    Notice(TableId, NoticeStep),
}

/// A step for an interaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum InteractionStep {
    /// The first response creates a public message.
    Create(TableId, PublicKey),
    /// The first response renews the token of a public message.
    Renew(TableId, PublicKey),
    /// The first response defers the reply.
    Defer,
    /// The first response contains the reply.
    Respond,
    /// Sends the reply after the first response.
    Deliver,
    /// Finds the message that belongs to the first response.
    Identify,
}

/// A step for a public message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PublicStep {
    /// Reads the id of the message.
    ReadId,
    /// Writes the id of the message.
    StoreId,
    /// Finds the message that a first response may have created.
    Resolve,
    /// Posts the message.
    Post,
    /// Edits the message.
    Edit,
    /// Adds the picture.
    Picture,
    /// Deletes the message before it is posted again.
    Delete,
}

/// A step for the hand of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum HandStep {
    /// Edits the hand.
    Update,
    /// Adds the picture.
    Picture,
    /// Adds the note that the message is no longer updated.
    SayExpiry,
    /// Sends the hand in a new message.
    SendNew,
    /// Deletes an older message.
    Delete,
    /// Marks an older message as replaced, because it cannot be deleted.
    Mark,
}

/// A step for a notice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoticeStep {
    /// Posts the notice.
    Post,
    /// Deletes a reminder.
    Delete,
}

impl Purpose {
    /// Returns the message or interaction that the step is for.
    const fn subject(self) -> Subject {
        match self {
            Self::Interaction(_, InteractionStep::Create(table, key)) | Self::Public(table, key, _) => {
                Subject::Public(table, key)
            }
            Self::Interaction(interaction, _) => Subject::Reply(interaction),
            Self::Hand(table, user, _) => Subject::Hand(table, user),
            Self::Notice(table, _) => Subject::Notice(table),
        }
    }

    /// Returns `true` if the step deletes a message before it is posted again.
    pub(crate) const fn is_deletion(self) -> bool {
        matches!(self, Self::Public(_, _, PublicStep::Delete))
    }

    /// Returns `true` if no other step for public messages may run at the same time. `is_sent` is `true` if
    /// the step has been confirmed.
    const fn is_exclusive(self, is_sent: bool) -> bool {
        match self {
            Self::Public(_, _, PublicStep::StoreId)
            | Self::Hand(..)
            | Self::Notice(_, NoticeStep::Delete) => false,
            Self::Public(_, _, PublicStep::Picture) | Self::Notice(_, NoticeStep::Post) => is_sent,
            Self::Public(..) => true,
            Self::Interaction(_, step) => matches!(step, InteractionStep::Create(..)),
        }
    }
}

/// A step that has begun and has not been finished.
#[derive(Debug)]
pub(crate) struct Running {
    pub(crate) purpose: Purpose,
    /// The message that no other step may change at the same time: the one whose content the step replaces,
    /// or that a new hand is going to replace. `None` if there is none, or if it is not known.
    pub(crate) target: Option<MessageId>,
    /// `true` if the step replaces the content of an ephemeral message whose id is not known.
    has_unknown_target: bool,
    /// `true` if the step deletes its target.
    pub(crate) deletes: bool,
    /// `true` if everyone in the channel sees the message that the step creates or finds.
    pub(crate) is_public: bool,
    /// `true` once the step has been confirmed. Its request may be in flight.
    pub(crate) is_sent: bool,
}

/// The steps that have begun and have not finished, and the effects that have not been returned yet.
#[derive(Debug)]
pub(crate) struct Steps<M> {
    last: u64,
    confirmed: u64,
    running: BTreeMap<StepId, Running>,
    effects: Vec<Effect<M>>,
}

impl<M> Default for Steps<M> {
    fn default() -> Self {
        Self { last: 0, confirmed: 0, running: BTreeMap::new(), effects: Vec::new() }
    }
}

/// A step that is about to begin.
pub(crate) struct NewStep<M> {
    pub(crate) purpose: Purpose,
    pub(crate) priority: Priority,
    pub(crate) action: Action,
    /// The message that no other step may change at the same time: the one whose content the step replaces,
    /// or that a new hand is going to replace. `None` if there is none, or if it is not known.
    pub(crate) target: Option<MessageId>,
    /// The content whose picture is drawn, unless the message has it already.
    pub(crate) draw: Option<Content<M>>,
    /// The picture that the message has, if it is known.
    pub(crate) attached: Option<PictureId>,
}

impl<M> Steps<M> {
    /// Begins a step.
    pub(crate) fn begin(
        &mut self,
        NewStep { purpose, priority, action, target, draw, attached }: NewStep<M>,
    ) -> StepId {
        self.last += 1;
        let id = StepId(self.last);
        let has_unknown_target = target.is_none() && matches!(action, Action::EditOriginal(_));
        let deletes = matches!(action, Action::Delete(_) | Action::DeleteOriginal(_));
        let is_public = matches!(
            action,
            Action::Post(_)
                | Action::Respond { kind: ResponseKind::Public, .. }
                | Action::FollowUp { is_ephemeral: false, .. }
                | Action::Find { created_public: true, .. }
        );
        let is_sent = false;
        let running = Running { purpose, target, has_unknown_target, deletes, is_public, is_sent };
        self.running.insert(id, running);
        let draw = draw.filter(|content| content.picture.is_some() && content.picture != attached);
        self.effects.push(Effect::Begin(Step { id, subject: purpose.subject(), priority, action, draw }));
        id
    }

    /// Stops a step. Returns `false` if its request may be in flight.
    pub(crate) fn cancel(&mut self, id: StepId) -> bool {
        match self.running.get(&id) {
            Some(running) if running.is_sent => false,
            Some(_) => {
                self.running.remove(&id);
                self.effects.push(Effect::Cancel(id));
                true
            }
            None => true,
        }
    }

    /// Returns the purpose of a step that waits to be confirmed.
    pub(crate) fn waiting(&self, id: StepId) -> Option<Purpose> {
        self.running.get(&id).filter(|running| !running.is_sent).map(|running| running.purpose)
    }

    /// Returns the purpose of a step that has not been finished.
    pub(crate) fn purpose(&self, id: StepId) -> Option<Purpose> {
        self.running.get(&id).map(|running| running.purpose)
    }

    /// Records that the request of a step is sent now.
    pub(crate) fn confirm(&mut self, id: StepId) {
        self.confirmed += 1;
        if let Some(running) = self.running.get_mut(&id) {
            running.is_sent = true;
        }
    }

    /// Returns the number of the next request, in the order in which requests are sent.
    pub(crate) const fn order(&self) -> u64 {
        self.confirmed
    }

    /// Removes a step, and returns it.
    pub(crate) fn finish(&mut self, id: StepId) -> Option<Running> {
        self.running.remove(&id)
    }

    /// Returns `true` if the request of another step may be changing the content of an ephemeral message.
    pub(crate) fn is_changing(&self, message: MessageId) -> bool {
        let changes = |running: &Running| running.target == Some(message) || running.has_unknown_target;
        self.running.values().any(|running| running.is_sent && changes(running))
    }

    /// Returns `true` if a step for public messages is running, except a picture or a notice that has not
    /// been confirmed.
    pub(crate) fn is_public_busy(&self) -> bool {
        self.running.values().any(|running| running.purpose.is_exclusive(running.is_sent))
    }

    /// Returns `true` if no step is running.
    pub(crate) fn is_idle(&self) -> bool {
        self.running.is_empty()
    }

    pub(crate) fn push(&mut self, effect: Effect<M>) {
        self.effects.push(effect);
    }

    pub(crate) fn take_effects(&mut self) -> Vec<Effect<M>> {
        std::mem::take(&mut self.effects)
    }
}
