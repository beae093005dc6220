//! Brings the public messages of a table up to date.
//!
//! Every message is sent in the same order of steps: its picture is drawn, a permit of the rate limiter is
//! acquired, and the newest state is built. No permit is held while a picture is drawn, and no state waits
//! for a permit. If the picture is not drawn in time, the text is sent first and the picture follows.

use std::collections::HashSet;

use super::advance_permit::AdvancePermit;
use super::pictures::Late;
use super::plan::{self, PlannedMessage};
use super::posted_messages::PostedMessage;
use super::public_message::{Prepared, edit_limits};
use super::publisher::ChannelPublisher;
use super::queue::{NewerUpdates, PendingUpdate, SendOutcome};
use crate::discord::messages::Appearance;
use crate::discord::rest::error::{ApiError, ErrorKind};
use crate::discord::rest::limiter::Priority;
use crate::store::MessageKind;
use crate::table::TableView;

/// Maximum number of requests for one update. An update usually needs one request, and one more for each
/// failure.
const MAX_REQUESTS: usize = 20;

/// A message that has to be sent, and the message that was posted before, if any.
type Due<'a> = (&'a PlannedMessage, Option<PostedMessage>);

/// The result of sending one message.
enum Step {
    /// The message was sent.
    Sent,
    /// The message was not sent, but others may have to be sent.
    Skipped,
    /// No other message has to be sent.
    Finished,
}

/// Progress of an update: failed messages, refusals and redrawn pictures.
#[derive(Default)]
struct Progress {
    /// The messages that failed, by deal number and kind.
    failed: HashSet<(u32, MessageKind)>,
    /// The first error that affects the whole channel.
    refusal: Option<ApiError>,
    /// `true` if a picture was drawn again because a newer state arrived. Further states do not delay the
    /// text.
    is_redrawn: bool,
}

impl ChannelPublisher {
    /// Posts or edits each public message of a table, in the order in which they appear in the channel.
    ///
    /// If one message fails, the others are still sent, unless the channel does not exist or Discord is
    /// unavailable.
    pub(super) async fn show_public(
        &self,
        update: &mut PendingUpdate,
        newer: &NewerUpdates<'_>,
    ) -> SendOutcome {
        let appearance = self.services.preferences.public_appearance(update.table_view.server).await;
        let mut plan = plan::posters(&update.table_view, appearance);
        let mut progress = Progress::default();
        let mut sent = false;
        for _ in 0..MAX_REQUESTS {
            if self.wants_repost(update.table_view.table) {
                // The newest state decides which messages are reposted.
                if newer.merge_into(update) {
                    plan = plan::posters(&update.table_view, appearance);
                }
                if self.is_outdated(&update.table_view) {
                    break;
                }
                self.delete_for_repost(&update.table_view, &plan).await;
            }
            match self.send_next(update, &mut plan, appearance, newer, &mut progress).await {
                Ok(Step::Sent) => sent = true,
                Ok(Step::Skipped) => {}
                Ok(Step::Finished) => break,
                Err(outcome) => return outcome,
            }
        }
        let view = &update.table_view;
        if let Some(error) = progress.refusal {
            return self.refused(view, &error);
        }
        if sent {
            self.services.breakers.forget(view.channel);
        }
        self.add_late_pictures(view, &plan, appearance, newer).await;
        self.forget_old_deals(view);
        SendOutcome::Done
    }

    /// Sends the first message that is missing or outdated.
    ///
    /// # Errors
    /// Returns the outcome of the update if it has to be repeated.
    async fn send_next(
        &self,
        update: &mut PendingUpdate,
        plan: &mut Vec<PlannedMessage>,
        appearance: Appearance,
        newer: &NewerUpdates<'_>,
        progress: &mut Progress,
    ) -> Result<Step, SendOutcome> {
        let table = update.table_view.table;
        let unreadable = |error: ApiError| {
            tracing::warn!(%table, %error, "failed to read ids of table messages");
            SendOutcome::Again
        };
        let next = self.next_due(&update.table_view, plan, &progress.failed).await.map_err(unreadable)?;
        let Some((planned, posted)) = next else { return Ok(Step::Finished) };
        let (name, hash) = ((planned.deal, planned.kind), planned.content_hash());
        let channel = update.table_view.channel;
        let mut picture = self.draw_in_time(channel, planned.picture.as_ref(), appearance).await;
        if matches!(picture, Ok(Some(_))) && !progress.is_redrawn && newer.merge_into(update) {
            progress.is_redrawn = true;
            *plan = plan::posters(&update.table_view, appearance);
            return Ok(Step::Skipped); // the picture of the newer state is drawn next
        }
        let permit = self.permit_for(&update.table_view, planned, posted.as_ref()).await;
        if self.is_outdated(&update.table_view) {
            permit.into_iter().for_each(AdvancePermit::cancel);
            return Ok(Step::Finished);
        }
        if newer.merge_into(update) {
            *plan = plan::posters(&update.table_view, appearance);
        }
        let view = &update.table_view;
        let due = match plan.iter().find(|planned| (planned.deal, planned.kind) == name) {
            Some(planned) => self.due(view, planned).await.map_err(unreadable)?,
            None => None,
        };
        let Some((planned, posted)) = due else {
            permit.into_iter().for_each(AdvancePermit::cancel);
            return Ok(Step::Skipped); // the newer state has other messages
        };
        if planned.content_hash() != hash && planned.picture.is_some() {
            picture = Err(Late);
        }
        let prepared = Prepared { picture, permit };
        let Err(error) = self.publish(view, planned, posted, appearance, prepared).await else {
            return Ok(Step::Sent);
        };
        progress.add_failure(view, planned, error)
    }

    /// Returns the first message that has to be sent, except those that have failed.
    async fn next_due<'a>(
        &self,
        view: &TableView,
        plan: &'a [PlannedMessage],
        failed: &HashSet<(u32, MessageKind)>,
    ) -> Result<Option<Due<'a>>, ApiError> {
        for planned in plan.iter().filter(|planned| !failed.contains(&(planned.deal, planned.kind))) {
            if let Some(due) = self.due(view, planned).await? {
                return Ok(Some(due));
            }
        }
        Ok(None)
    }

    /// Returns a message if it has to be sent.
    async fn due<'a>(
        &self,
        view: &TableView,
        planned: &'a PlannedMessage,
    ) -> Result<Option<Due<'a>>, ApiError> {
        let posted = self.find((view.table, planned.deal, planned.kind)).await?;
        let is_missing = posted.as_ref().is_none_or(|posted| posted.gone);
        let is_due =
            !planned.is_current(posted.as_ref()) && (!is_missing || planned.may_be_posted(posted.as_ref()));
        Ok(is_due.then_some((planned, posted)))
    }

    /// Adds the pictures that were not drawn in time. Ends when a newer update arrives, which then adds them.
    async fn add_late_pictures(
        &self,
        view: &TableView,
        plan: &[PlannedMessage],
        appearance: Appearance,
        newer: &NewerUpdates<'_>,
    ) {
        for planned in plan {
            let key = (view.table, planned.deal, planned.kind);
            let Some(posted) = self.posted_messages.get(key) else { continue };
            let awaits_picture = posted.awaits_picture && !posted.gone && planned.is_current(Some(&posted));
            let Some(subject) = self.drawable(view.channel, planned.picture.as_ref()) else { continue };
            if !awaits_picture {
                continue;
            }
            let prepare = async {
                let picture = self.services.picture_service.draw(subject, appearance).await;
                let picture = picture.ok().flatten()?;
                let limits = edit_limits(view.channel, &posted);
                let permit =
                    self.services.sender.rest().limiter().acquire(limits.clone(), Priority::Picture).await;
                Some((picture, AdvancePermit::new(planned, limits, permit)))
            };
            let prepared = tokio::select! {
                biased;
                () = newer.arrived(view.channel) => return,
                prepared = prepare => prepared,
            };
            let Some((picture, permit)) = prepared else { continue };
            if self.is_outdated(view) {
                permit.cancel();
                return;
            }
            let prepared = Prepared { picture: Ok(Some(picture)), permit: Some(permit) };
            let posted = self.posted_messages.get(key);
            if let Err(error) = self.publish(view, planned, posted, appearance, prepared).await {
                tracing::debug!(table = %view.table, %error, "failed to add picture to table message");
            }
        }
    }
}

impl Progress {
    /// Records that a message failed.
    ///
    /// # Errors
    /// Returns the outcome of the update if it has to be repeated.
    fn add_failure(
        &mut self,
        view: &TableView,
        planned: &PlannedMessage,
        error: ApiError,
    ) -> Result<Step, SendOutcome> {
        let (table, deal, kind) = (view.table, planned.deal, planned.kind);
        tracing::warn!(%table, deal, ?kind, %error, "failed to post or edit table message");
        self.failed.insert((deal, kind));
        let is_of_channel = error.is_of_channel();
        match error.kind {
            // Later messages must not be posted before the missing one.
            ErrorKind::Later => return Err(SendOutcome::Again),
            ErrorKind::NoChannel => {
                self.refusal = Some(error);
                return Ok(Step::Finished);
            }
            _ => self.refusal = self.refusal.take().or(Some(error).filter(|_| is_of_channel)),
        }
        Ok(Step::Skipped)
    }
}
