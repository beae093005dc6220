//! A public message of a table.

use crate::board::{PlannedMessage, PostCondition, PublicKey};
use crate::conditions::Conditions;
use crate::ids::{InteractionId, MessageId, PictureId, StepId, TableId, Time};
use crate::posted::{LostResponse, Posted};
use crate::progress::Creation;
use crate::shown::Shown;
use crate::step::{Accepted, Action, Address, Failure, Nonce, Priority, Sent, StepResult, Via};
use crate::steps::{NewStep, PublicStep, Purpose, Steps};
use crate::stored_id::StoredId;
use crate::timings::{Retry, Timings};

/// A public message.
#[derive(Debug)]
pub(crate) struct PublicMessage<M> {
    pub(crate) posted: Posted,
    /// Content of the message. `None` if it is not known.
    pub(crate) shown: Option<Shown<M>>,
    /// The response that may have created the message although its result was lost.
    pub(crate) lost: Option<LostResponse>,
    /// `true` if the message may have been posted before, by a request whose result was lost or by another
    /// process.
    pub(crate) is_uncertain: bool,
    /// `true` if the message has to be deleted, so that it is posted again at the end of the channel.
    pub(crate) awaits_repost: bool,
    /// The picture that could not be added. The message stays without it.
    pub(crate) given_up_picture: Option<PictureId>,
    /// Hash of the content that Discord has refused. It is not sent again before the table changes.
    pub(crate) refused: Option<u64>,
    /// `true` if the token was renewed after the step in flight had begun.
    pub(crate) is_renewed: bool,
    pub(crate) edited: Option<Time>,
    pub(crate) step: Option<StepId>,
    pub(crate) sending: Option<Shown<M>>,
    pub(crate) stored_id: StoredId,
    pub(crate) retry: Retry,
}

impl<M> Default for PublicMessage<M> {
    fn default() -> Self {
        Self {
            posted: Posted::Unknown,
            shown: None,
            lost: None,
            is_uncertain: false,
            awaits_repost: false,
            given_up_picture: None,
            refused: None,
            is_renewed: false,
            edited: None,
            step: None,
            sending: None,
            stored_id: StoredId::default(),
            retry: Retry::default(),
        }
    }
}

/// The step that a message needs next.
pub(crate) enum Due {
    ReadId,
    Resolve(LostResponse),
    Post(Option<MessageId>),
    Edit(Sent),
    Delete(MessageId),
}

impl Due {
    /// Returns `true` if the step changes what the channel shows.
    pub(crate) const fn changes_channel(&self) -> bool {
        matches!(self, Self::Post(_) | Self::Edit(_) | Self::Delete(_))
    }
}

impl<M: Clone> PublicMessage<M> {
    /// Returns the step that is due before the message shows its planned content. Returns `None` if it shows
    /// it.
    pub(crate) fn due(&self, planned: &PlannedMessage<M>) -> Option<Due> {
        let may_post = match &self.posted {
            Posted::Unknown => return Some(Due::ReadId),
            Posted::Present(sent) if self.awaits_repost && planned.post == PostCondition::Always => {
                return Some(Due::Delete(sent.id));
            }
            Posted::Present(sent) => {
                let is_shown = self.shown.as_ref().is_some_and(|shown| shown.shows(&planned.content));
                return (!is_shown).then(|| Due::Edit(sent.clone()));
            }
            Posted::Missing | Posted::Moved(_) => planned.post != PostCondition::Never,
            Posted::Deleted(_) => planned.post == PostCondition::Always,
        };
        match (&self.lost, &self.posted) {
            (Some(lost), _) => Some(Due::Resolve(lost.clone())),
            (None, Posted::Deleted(message) | Posted::Moved(message)) => {
                may_post.then_some(Due::Post(Some(*message)))
            }
            (None, _) => may_post.then_some(Due::Post(None)),
        }
    }

    /// Returns the step that is due, if it is allowed and has not failed.
    pub(crate) fn possible(&self, planned: &PlannedMessage<M>, conditions: Conditions) -> Option<Due> {
        let due = self.due(planned)?;
        // Lost responses are looked for even if nothing is sent.
        let is_allowed = conditions.sends_public() || !due.changes_channel();
        let has_failed = self.has_failed(planned, &due, conditions.is_shutting_down);
        (is_allowed && !has_failed).then_some(due)
    }

    /// Returns `true` if Discord has refused the planned content.
    pub(crate) fn is_refused(&self, planned: &PlannedMessage<M>) -> bool {
        self.refused == Some(planned.content.hash)
    }

    /// Returns `true` if a step is not tried again before the table changes. An id is read until the database
    /// answers, unless the process shuts down.
    fn has_failed(&self, planned: &PlannedMessage<M>, due: &Due, is_shutting_down: bool) -> bool {
        let is_read = matches!(due, Due::ReadId | Due::Resolve(_)) && !is_shutting_down;
        !is_read && (self.is_refused(planned) || self.retry.is_given_up)
    }

    /// Returns `true` if the message does not have to be changed, or cannot be changed.
    pub(crate) fn is_settled(&self, planned: &PlannedMessage<M>) -> bool {
        let lacks_picture = self.shown.as_ref().is_some_and(|shown| shown.lacks_picture);
        let due = self.due(planned);
        let is_current = due.is_none() && !lacks_picture;
        let has_failed = due.is_some_and(|due| self.has_failed(planned, &due, false));
        self.step.is_none() && self.stored_id.is_settled() && (is_current || has_failed)
    }

    /// Returns how the message can be edited now. A token that has expired is dropped.
    pub(crate) fn editable(sent: Sent, now: Time) -> Sent {
        if sent.has_token_until(now) { sent } else { Sent::in_channel(sent.id) }
    }

    /// Records that the message exists.
    pub(crate) fn record_posted(&mut self, sent: Sent, shown: Option<Shown<M>>, now: Time) {
        (self.posted, self.shown, self.edited) = (Posted::Present(sent), shown, Some(now));
        (self.is_uncertain, self.awaits_repost, self.lost) = (false, false, None);
        self.stored_id.changed();
        self.retry = Retry::default();
    }

    /// Takes the content in flight, as it is displayed if the request was accepted.
    pub(crate) fn take_sending(&mut self, result: StepResult) -> Option<Shown<M>> {
        let accepted = result.unwrap_or_default();
        self.sending.take().map(|sending| {
            let is_given_up = self.given_up_picture == sending.content.picture;
            let lacks_picture = accepted.lacks_picture && !is_given_up;
            sending.accepted(Accepted { lacks_picture, ..accepted })
        })
    }

    /// Returns the picture that the message has, if it is known.
    pub(crate) fn attached(&self) -> Option<PictureId> {
        self.shown.as_ref()?.attached
    }

    pub(crate) fn begin(
        &mut self,
        (table, planned): (TableId, &PlannedMessage<M>),
        due: Due,
        now: Time,
        steps: &mut Steps<M>,
    ) {
        self.is_renewed = false;
        let (key, draw) = (planned.key, Some(planned.content.clone()));
        let (step, action, draw) = match due {
            Due::ReadId => (PublicStep::ReadId, Action::ReadId(table, key), None),
            Due::Resolve(lost) => {
                (PublicStep::Resolve, Action::Find { token: lost.token, created_public: true }, None)
            }
            Due::Post(in_place_of) => {
                let nonce = Nonce::Public { table, key, in_place_of };
                (PublicStep::Post, Action::Post(nonce), draw)
            }
            Due::Edit(sent) => (PublicStep::Edit, Action::Edit(Self::editable(sent, now)), draw),
            Due::Delete(message) => (PublicStep::Delete, Action::Delete(Sent::in_channel(message)), None),
        };
        let target = match &action {
            Action::Edit(sent) | Action::Delete(sent) => Some(sent.id),
            _ => None,
        };
        let (purpose, priority) = (Purpose::Public(table, key, step), priority(key));
        let attached = self.attached();
        self.step = Some(steps.begin(NewStep { purpose, priority, action, target, draw, attached }));
    }

    /// Begins to add the picture that was not drawn in time. Returns `true` if the step has begun.
    pub(crate) fn begin_picture(
        &mut self,
        (table, key): (TableId, PublicKey),
        now: Time,
        steps: &mut Steps<M>,
    ) -> bool {
        let (Posted::Present(sent), Some(shown)) = (&self.posted, &self.shown) else { return false };
        if self.step.is_some() || !shown.lacks_picture {
            return false;
        }
        let sent = Self::editable(sent.clone(), now);
        self.step = Some(steps.begin(NewStep {
            purpose: Purpose::Public(table, key, PublicStep::Picture),
            priority: Priority::Picture,
            target: Some(sent.id),
            action: Action::AddPicture(sent),
            draw: Some(shown.content.clone()),
            attached: None,
        }));
        true
    }

    /// Stops the step that adds a picture, unless it was sent. Returns `true` if no step is left.
    pub(crate) fn stop_picture(&mut self, steps: &mut Steps<M>) -> bool {
        self.step.take_if(|step| {
            let is_picture = matches!(steps.waiting(*step), Some(Purpose::Public(_, _, PublicStep::Picture)));
            is_picture && steps.cancel(*step)
        });
        self.step.is_none()
    }

    /// Postpones the repost of the message, unless its deletion was sent. Returns `true` if it was postponed.
    pub(crate) fn suspend_repost(&mut self, steps: &mut Steps<M>) -> bool {
        if !self.awaits_repost || !matches!(self.posted, Posted::Present(_)) {
            return false;
        }
        let is_deleted = self.step.is_some_and(|step| {
            let deletes = steps.purpose(step).is_some_and(Purpose::is_deletion);
            deletes && !steps.cancel(step)
        });
        if is_deleted {
            return false;
        }
        self.awaits_repost = false;
        self.step.take_if(|step| steps.purpose(*step).is_none());
        true
    }

    pub(crate) fn loaded(&mut self, result: StepResult, now: Time, timings: &Timings) {
        match result {
            Ok(Accepted { message, .. }) => {
                self.retry = Retry::default();
                self.posted = message.map_or(Posted::Missing, |id| Posted::Present(Sent::in_channel(id)));
            }
            Err(_) => self.retry.fail(now, timings),
        }
    }

    pub(crate) fn resolved(
        &mut self,
        result: StepResult,
        now: Time,
        timings: &Timings,
    ) -> Option<(InteractionId, Creation)> {
        let LostResponse { token, until } = self.lost.clone()?;
        let interaction = token.interaction();
        match result {
            Ok(Accepted { message: Some(id), .. }) => {
                self.record_posted(Sent::with_token(id, token, until, Address::Original), None, now);
            }
            Ok(_) | Err(Failure::Gone | Failure::MessageGone) => {
                (self.lost, self.retry) = (None, Retry::default());
            }
            Err(_) => {
                self.retry.fail(now, timings);
                return Some((interaction, Creation::NotResolved));
            }
        }
        let result = if self.lost.is_none() && !matches!(self.posted, Posted::Present(_)) {
            Err(Failure::Gone)
        } else {
            result
        };
        Some((interaction, Creation::Known(result)))
    }

    pub(crate) fn record_post(&mut self, result: StepResult, now: Time, timings: &Timings) {
        let sent = self.take_sending(result);
        let hash = sent.as_ref().and_then(|sent| sent.hash);
        match result {
            Ok(Accepted { message: Some(id), .. }) => {
                // An earlier request with the same nonce may have created the message, with other content.
                let is_uncertain = self.is_uncertain;
                self.record_posted(Sent::in_channel(id), sent.filter(|_| !is_uncertain), now);
                // The message may also have been deleted and posted again meanwhile.
                self.is_uncertain = is_uncertain;
            }
            Ok(_) | Err(Failure::Unknown) => {
                self.is_uncertain = true;
                self.retry.fail(now, timings);
            }
            Err(Failure::NotExecuted) => self.retry.fail(now, timings),
            Err(_) => self.refused = hash,
        }
    }

    pub(crate) fn record_edit(&mut self, result: StepResult, now: Time, timings: &Timings) {
        let sent = self.take_sending(result);
        let hash = sent.as_ref().and_then(|sent| sent.hash);
        let Posted::Present(present) = &mut self.posted else { return };
        match result {
            Ok(_) => {
                (self.shown, self.edited, self.retry) = (sent, Some(now), Retry::default());
                self.is_uncertain = false;
            }
            Err(failure) if failure.is_temporary() => {
                if failure == Failure::Unknown {
                    (self.shown, self.edited) = (None, Some(now));
                }
                self.retry.fail(now, timings);
            }
            // The next request uses the new token.
            Err(_) if self.is_renewed => {}
            // The token has expired, or the message was deleted. The next request finds that out.
            Err(_) if matches!(present.via, Via::Token { .. }) => present.via = Via::Channel,
            Err(Failure::MessageGone) => (self.posted, self.shown) = (Posted::Deleted(present.id), None),
            Err(_) => self.refused = hash,
        }
    }

    pub(crate) fn record_deletion(&mut self, result: StepResult, now: Time, timings: &Timings) {
        let Posted::Present(present) = &self.posted else { return };
        match result {
            Ok(_) | Err(Failure::MessageGone | Failure::Gone) => {
                (self.posted, self.shown) = (Posted::Moved(present.id), None);
            }
            Err(failure) if failure.is_temporary() && !self.retry.is_last(timings) => {
                return self.retry.fail(now, timings);
            }
            Err(_) => {} // the message stays where it is
        }
        (self.awaits_repost, self.retry) = (false, Retry::default());
    }

    /// Records that the picture was added, or that the message stays without it.
    pub(crate) fn record_picture(&mut self, result: StepResult) {
        self.sending = None;
        let Some(shown) = &mut self.shown else { return };
        match result {
            Ok(accepted) => (shown.attached, shown.lacks_picture) = (accepted.attached, false),
            Err(failure) => {
                // A message that is posted again gets its picture.
                if failure != Failure::MessageGone {
                    self.given_up_picture = shown.content.picture;
                }
                shown.give_up_picture(failure);
            }
        }
    }
}

fn priority(key: PublicKey) -> Priority {
    if key.kind.is_edited_often() { Priority::Turn } else { Priority::Result }
}
