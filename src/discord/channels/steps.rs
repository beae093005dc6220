//! The steps of a channel that are being performed.
//!
//! A step is prepared first: its picture is drawn, and its permit is acquired. It is then confirmed, which
//! yields the newest content, and sent at once.

use std::collections::HashMap;

use channel_messages::{
    Action, ChannelMessages, Confirmed, Content, Failure, Step, StepId, StepResult, Subject, Time,
};
use futures::future::{AbortHandle, Abortable, Aborted, BoxFuture};
use futures::stream::{FuturesUnordered, StreamExt as _};
use rest_limiter::Permit;

use super::board::TableBoard;
use super::names::PictureNames;
use super::outgoing::Outgoing;
use super::performer::{Outcome, Performer, ReadyStep};
use super::pictured::Drawn;

/// The steps of a channel that are being performed.
pub(super) struct Steps {
    performer: Performer,
    /// Steps that have begun and have not been confirmed.
    unconfirmed: HashMap<StepId, Work>,
    preparing: FuturesUnordered<BoxFuture<'static, Result<(StepId, Prepared), Aborted>>>,
    performing: FuturesUnordered<BoxFuture<'static, Outcome>>,
    names: PictureNames,
}

/// A step that is being prepared.
struct Work {
    step: Step<Outgoing>,
    drawn: Drawn,
    /// `true` if the picture was drawn again because the table has changed.
    is_redrawn: bool,
    /// Stops the part of the preparation that is running.
    handle: AbortHandle,
}

/// The result of a part of the preparation of a step.
pub(super) enum Prepared {
    /// The picture was drawn, or is not needed.
    Drawn(Drawn),
    /// The step can be confirmed. The permit is `None` for accesses to the database.
    Permit(Option<Permit>),
    /// No permit was granted in time.
    NoPermit,
}

/// An event of a step.
pub(super) enum StepEvent {
    /// A part of the preparation is complete.
    Prepared(StepId, Prepared),
    /// The step was performed.
    Performed(Box<Outcome>),
}

impl Steps {
    pub(super) fn new(performer: Performer) -> Self {
        Self {
            performer,
            unconfirmed: HashMap::new(),
            preparing: FuturesUnordered::new(),
            performing: FuturesUnordered::new(),
            names: PictureNames::default(),
        }
    }

    /// Returns the id of the picture with a filename.
    pub(super) fn picture(&mut self, name: &str) -> channel_messages::PictureId {
        self.names.id_of(name)
    }

    /// Returns `true` if no confirmed step is being performed.
    pub(super) fn is_idle(&self) -> bool {
        self.performing.is_empty()
    }

    /// Waits for the next event of a step. Never returns if there is no step.
    pub(super) async fn next(&mut self) -> StepEvent {
        loop {
            tokio::select! {
                biased;
                Some(outcome) = self.performing.next() => return StepEvent::Performed(Box::new(outcome)),
                Some(prepared) = self.preparing.next() => {
                    if let Ok((step, prepared)) = prepared {
                        return StepEvent::Prepared(step, prepared);
                    }
                }
                else => std::future::pending().await,
            }
        }
    }

    /// Begins to prepare a step.
    pub(super) fn begin(&mut self, step: Step<Outgoing>) {
        let (id, draw) = (step.id, step.draw.clone());
        let handle = AbortHandle::new_pair().0;
        self.unconfirmed.insert(id, Work { step, drawn: Drawn::Nothing, is_redrawn: false, handle });
        match draw {
            Some(content) => self.draw(id, content),
            None => self.acquire(id),
        }
    }

    /// Stops preparing a step.
    pub(super) fn cancel(&mut self, id: StepId) {
        if let Some(work) = self.unconfirmed.remove(&id) {
            work.handle.abort();
        }
    }

    /// Returns the message or interaction of a step that has not been confirmed.
    pub(super) fn subject(&self, id: StepId) -> Option<Subject> {
        self.unconfirmed.get(&id).map(|work| work.step.subject)
    }

    /// Continues with a step whose picture was drawn. Returns the result of the step if it is not performed.
    pub(super) fn drawn(
        &mut self,
        id: StepId,
        drawn: Drawn,
        messages: &ChannelMessages<TableBoard>,
    ) -> Option<StepResult> {
        if let Drawn::Picture(picture, drawn) = &drawn {
            self.names.record(*picture, &drawn.name);
        }
        let work = self.unconfirmed.get_mut(&id)?;
        if matches!(work.step.action, Action::AddPicture(_)) && drawn.id().is_none() {
            return self.give_up(id); // pictures are disabled
        }
        let newest = messages.content_to_draw(id).filter(|newest| newest.picture != drawn.id());
        if let Some(newest) = newest
            && drawn.id().is_some()
            && !work.is_redrawn
        {
            work.is_redrawn = true;
            self.draw(id, newest);
            return None;
        }
        work.drawn = drawn;
        self.acquire(id);
        None
    }

    /// Stops performing a step, and returns its result.
    pub(super) fn give_up(&mut self, id: StepId) -> Option<StepResult> {
        self.unconfirmed.remove(&id).map(|_| Err(Failure::NotExecuted))
    }

    /// Confirms a step and begins to perform it.
    pub(super) fn confirm(
        &mut self,
        id: StepId,
        permit: Option<Permit>,
        (messages, now): (&mut ChannelMessages<TableBoard>, Time),
    ) {
        let confirmed = messages.confirm(id, now);
        let (Some(work), Some(confirmed)) = (self.unconfirmed.remove(&id), confirmed) else {
            return;
        };
        let attached = match &confirmed {
            Confirmed::Content { attached: Some(attached), .. } => self.names.name_of(*attached),
            Confirmed::Content { .. } | Confirmed::Empty => None,
        };
        let Work { step, drawn, .. } = work;
        let ready = ReadyStep { step, confirmed, drawn, attached, permit };
        self.performing.push(Box::pin(self.performer.clone().perform(ready)));
    }

    /// Draws the picture of a step.
    fn draw(&mut self, id: StepId, content: Content<Outgoing>) {
        let Some(Work { step, .. }) = self.unconfirmed.get(&id) else { return };
        let (performer, priority) = (self.performer.clone(), step.priority);
        if matches!(step.action, Action::AddPicture(_)) {
            self.prepare(id, async move { Prepared::Drawn(performer.draw_late(content).await) });
        } else {
            self.prepare(id, async move { Prepared::Drawn(performer.draw(content, priority).await) });
        }
    }

    /// Waits for the permit of a step.
    fn acquire(&mut self, id: StepId) {
        let Some(Work { step, .. }) = self.unconfirmed.get(&id) else { return };
        let Step { action, subject, priority, .. } = step.clone();
        if !Performer::needs_permit(&action) {
            return self.prepare(id, std::future::ready(Prepared::Permit(None)));
        }
        let performer = self.performer.clone();
        self.prepare(id, async move {
            let permit = performer.permit(action, subject, priority).await;
            permit.map_or(Prepared::NoPermit, |permit| Prepared::Permit(Some(permit)))
        });
    }

    /// Runs a part of the preparation of a step.
    fn prepare(&mut self, id: StepId, part: impl Future<Output = Prepared> + Send + 'static) {
        let (handle, registration) = AbortHandle::new_pair();
        if let Some(work) = self.unconfirmed.get_mut(&id) {
            work.handle = handle;
        }
        let part = async move { (id, part.await) };
        self.preparing.push(Box::pin(Abortable::new(part, registration)));
    }
}
