//! An ephemeral message with a hand.

use crate::board::{Board, Content, Hand};
use crate::context::Context;
use crate::ids::{PictureId, StepId, TableId, Time, UserId};
use crate::shown::Shown;
use crate::step::{Accepted, Action, Confirmed, Failure, Priority, Sent, StepResult};
use crate::steps::{HandStep, NewStep, Purpose, Steps};
use crate::timings::{Retry, Timings};

/// An ephemeral message with a hand.
#[derive(Debug)]
pub(crate) struct HandMessage<B: Board> {
    pub(crate) sent: Sent,
    /// Number of the request with which a reply was sent. A request that was sent later has a greater number.
    pub(crate) order: u64,
    pub(crate) style: B::Style,
    pub(crate) shown: Shown<B::Message>,
    pub(crate) step: Option<StepId>,
    /// Content of the message if the request in flight succeeds.
    pub(crate) sending: Option<Shown<B::Message>>,
    pub(crate) retry: Retry,
    /// The picture that could not be added. The message stays without it.
    given_up_picture: Option<PictureId>,
    /// Hash of the hand that Discord has refused. It is not sent again before the table changes.
    pub(crate) refused: Option<u64>,
    /// `true` if the message says that it is no longer updated, or if Discord has refused to add this note.
    says_expiry: bool,
    /// `true` if Discord has refused to delete the message after it was replaced.
    pub(crate) cannot_be_deleted: bool,
}

impl<B: Board> HandMessage<B> {
    pub(crate) const fn new(sent: Sent, order: u64, style: B::Style, shown: Shown<B::Message>) -> Self {
        Self {
            sent,
            order,
            style,
            shown,
            step: None,
            sending: None,
            retry: Retry { failures: 0, at: Time::ZERO, is_given_up: false },
            given_up_picture: None,
            refused: None,
            says_expiry: false,
            cannot_be_deleted: false,
        }
    }

    /// Returns the content that has to be sent. Returns `None` if the message shows it already, or if Discord
    /// has refused it.
    pub(crate) fn due(&self, user: UserId, board: &B) -> Option<Shown<B::Message>> {
        if let Some(hand) = self.due_hand(user, board) {
            return Some(Shown::of_hand(hand, board.version()));
        }
        // A note or a draft beside the hand remains.
        self.shown.must_resend.then(|| self.shown.clone())
    }

    /// Returns the hand that has to be sent, if it has changed.
    pub(crate) fn due_hand(&self, user: UserId, board: &B) -> Option<Hand<B::Message>> {
        // A reply may show a newer state than the last change.
        if board.version() < self.shown.version {
            return None;
        }
        let hand = board.hand(user, &self.style)?;
        let is_shown = self.shown.hash == Some(hand.content.hash);
        // The picture shows the cards, so the text may be older.
        let keeps_waiting = hand.waiting.is_some()
            && hand.waiting == self.shown.waiting
            && self.shown.hash.is_some()
            && self.shown.has_picture();
        let is_refused = self.refused == Some(hand.content.hash);
        (!is_shown && !keeps_waiting && !is_refused).then_some(hand)
    }

    /// Returns `true` if the message does not have to be changed, or cannot be changed.
    pub(crate) fn is_settled(&self, user: UserId, board: &B, now: Time) -> bool {
        let is_current = self.due(user, board).is_none() && !self.shown.lacks_picture;
        let is_editable = self.sent.has_token_until(now) && !self.retry.is_given_up;
        self.step.is_none() && (is_current || !is_editable)
    }

    /// Begins the step that is due, if any. Returns the time at which one may be due.
    pub(crate) fn next(
        &mut self,
        (table, user): (TableId, UserId),
        board: &B,
        context: &Context<'_, B>,
        steps: &mut Steps<B::Message>,
    ) -> Option<Time> {
        let Context { conditions, now, timings, .. } = *context;
        let due = self.due(user, board);
        if let Some(step) = self.step {
            let gives_way = |purpose: &Purpose| {
                matches!(purpose, Purpose::Hand(_, _, HandStep::Picture | HandStep::SayExpiry))
            };
            let is_outdated = due.is_some() && steps.waiting(step).as_ref().is_some_and(gives_way);
            if !is_outdated || !steps.cancel(step) {
                return None;
            }
            self.step = None;
        }
        let lacks_picture =
            self.shown.lacks_picture && self.shown.hash.is_some() && conditions.adds_pictures();
        if self.retry.is_given_up || !self.sent.has_token_until(now) || steps.is_changing(self.sent.id) {
            return None;
        }
        let sent = self.sent.clone();
        let (step, priority, action, draw) = if let Some(due) = due {
            (HandStep::Update, Priority::Turn, Action::Edit(sent), due.content)
        } else if lacks_picture {
            (HandStep::Picture, Priority::Picture, Action::AddPicture(sent), self.shown.content.clone())
        } else {
            let at = self.says_expiry_at(timings).filter(|_| conditions.adds_pictures())?;
            if at > now {
                return Some(at);
            }
            (HandStep::SayExpiry, Priority::Picture, Action::Edit(sent), self.with_expiry(board)?)
        };
        if !self.retry.is_due(now) {
            return Some(self.retry.at);
        }
        let (purpose, target) = (Purpose::Hand(table, user, step), Some(self.sent.id));
        let (draw, attached) = (Some(draw), self.shown.attached);
        self.step = Some(steps.begin(NewStep { purpose, priority, action, target, draw, attached }));
        None
    }

    /// Returns the time at which the message says that it is no longer updated. Returns `None` if it has no
    /// token, or if this note was added or refused.
    fn says_expiry_at(&self, timings: &Timings) -> Option<Time> {
        let until = self.sent.token_expires_at().filter(|_| !self.says_expiry)?;
        Some(until.saturating_sub(timings.hand_expiry))
    }

    /// Returns the content with the note that the message is no longer updated. Returns `None` if the hand
    /// does not need the note.
    fn with_expiry(&self, board: &B) -> Option<Content<B::Message>> {
        let note = board.expiry_note(&self.style)?;
        let Content { message, hash, picture } = self.shown.content.clone();
        Some(Content { message: B::noted(message, &note), hash, picture })
    }

    /// Returns the content of a step that is about to be sent. `board` is the newest state of the table, or
    /// `None` if the hand must not be edited now. Returns `None` if the step is obsolete.
    pub(crate) fn confirm(
        &mut self,
        (id, step): (StepId, HandStep),
        user: UserId,
        board: Option<&B>,
        steps: &Steps<B::Message>,
    ) -> Option<Confirmed<B::Message>> {
        self.step.take_if(|step| *step == id)?;
        let board = board.filter(|_| !steps.is_changing(self.sent.id))?;
        let due = self.due(user, board);
        // A repetition of the content after a failure does not contain the note.
        let content = match step {
            HandStep::SayExpiry => Some(self.with_expiry(board)?),
            _ => None,
        };
        let sending = match step {
            HandStep::Picture | HandStep::SayExpiry if due.is_none() => self.shown.clone(),
            HandStep::Picture | HandStep::SayExpiry => return None,
            _ => due?,
        };
        let (content, attached) = (content.unwrap_or_else(|| sending.content.clone()), self.shown.attached);
        (self.step, self.sending) = (Some(id), Some(sending));
        Some(Confirmed::Content { content, attached })
    }

    /// Records the result of a step. Returns `false` if the message cannot be edited any more.
    pub(crate) fn finished(
        &mut self,
        step: HandStep,
        result: StepResult,
        now: Time,
        timings: &Timings,
    ) -> bool {
        self.step = None;
        let sending = self.sending.take();
        let is_picture = step == HandStep::Picture;
        match result {
            Ok(accepted) => {
                self.retry = Retry::default();
                self.says_expiry = step == HandStep::SayExpiry;
                if let Some(sending) = sending {
                    // A picture that cannot be drawn is not tried again. The last edit does not wait for one.
                    let is_given_up =
                        is_picture || self.says_expiry || self.given_up_picture == sending.content.picture;
                    let lacks_picture = accepted.lacks_picture && !is_given_up;
                    self.shown = sending.accepted(Accepted { lacks_picture, ..accepted });
                }
            }
            Err(failure) if is_picture => {
                self.given_up_picture = self.shown.content.picture;
                self.shown.give_up_picture(failure);
            }
            Err(failure) if failure.is_temporary() => {
                let is_same = sending.is_some_and(|sending| sending.hash == self.shown.hash);
                self.shown.hash = self.shown.hash.filter(|_| is_same || failure != Failure::Unknown);
                self.retry.fail(now, timings);
            }
            // The message was dismissed, or its token has expired.
            Err(Failure::MessageGone | Failure::Gone) => return false,
            Err(_) if step == HandStep::SayExpiry => self.says_expiry = true,
            Err(_) => {
                self.refused = sending.and_then(|sending| sending.hash);
                self.shown.must_resend = false;
            }
        }
        true
    }
}
