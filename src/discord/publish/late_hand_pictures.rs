//! Adds the pictures of hand messages that were not drawn in time.

use futures::future::{FutureExt as _, join_all};
use tokio::sync::MutexGuard;

use super::hand_messages::{HandMessage, HandState};
use super::hand_updates::HandDraft;
use super::publisher::ChannelPublisher;
use super::queue::{NewerUpdates, PendingUpdate};
use crate::discord::rest::limiter::{Permit, Priority};
use crate::discord::rest::request::token_edit_key;
use crate::render::Picture;

/// A picture that is about to be added.
struct LatePicture<'a> {
    draft: HandDraft,
    picture: Picture,
    permit: Permit,
    /// Guard of [`HandMessage::edits`].
    _alone: MutexGuard<'a, ()>,
}

impl ChannelPublisher {
    /// Adds late pictures to the hand messages of a table. Returns early if a newer update arrives, because
    /// that update adds the pictures.
    ///
    /// Messages that may contain a bid draft or a note are skipped. They were written by a reply, which adds
    /// its own late picture.
    pub(super) async fn add_late_hand_pictures(&self, update: &PendingUpdate, newer: &NewerUpdates<'_>) {
        let open = self.services.hand_messages.at(update.table_view.table);
        // All hands share one future, because an update wakes only one waiting task.
        let arrived = newer.arrived(update.table_view.channel).shared();
        let hands = open.iter().map(|open| {
            let arrived = arrived.clone();
            async move {
                let late = tokio::select! {
                    biased;
                    () = arrived => return,
                    late = self.draw_late_hand(update, open) => late,
                };
                if let Some(late) = late {
                    self.add_late_hand_picture(update, open, late).await;
                }
            }
        });
        join_all(hands).await;
    }

    /// Draws the missing picture of a hand message, and waits for a permit to add it.
    ///
    /// Returns `None` if no picture is missing or if the rate limits do not allow the edit in time.
    async fn draw_late_hand<'a>(
        &self,
        update: &PendingUpdate,
        open: &'a HandMessage,
    ) -> Option<LatePicture<'a>> {
        let draft = self.draft_late_hand(update, open)?;
        let subject = self.drawable(update.table_view.channel, draft.subject.as_ref())?;
        let picture = self.services.picture_service.draw_late(subject, draft.appearance).await?;
        let alone = open.edits.lock().await;
        let draft = self.redraft(update, open, &draft)?;
        let limiter = self.services.sender.rest().limiter();
        let permit = limiter.acquire(token_edit_key(&draft.open.token), Priority::Picture);
        let permit = tokio::time::timeout(self.services.timings.picture_permit, permit).await.ok()?;
        Some(LatePicture { draft, picture, permit, _alone: alone })
    }

    async fn add_late_hand_picture(
        &self,
        update: &PendingUpdate,
        open: &HandMessage,
        LatePicture { draft, picture, permit, _alone }: LatePicture<'_>,
    ) {
        let view = &update.table_view;
        let draft = self.redraft(update, open, &draft).filter(|_| !self.is_outdated(view));
        let Some(draft) = draft else { return permit.cancel() };
        if let Err(error) = self.send_hand(draft, Ok(Some(picture)), permit, view.channel).await {
            tracing::debug!(table = %view.table, %error, "failed to add picture to message with player's hand");
        }
    }

    /// Builds a hand again after a wait. Returns `None` if the message no longer lacks the picture that was
    /// drawn for it, or if pictures have been disabled.
    fn redraft(&self, update: &PendingUpdate, open: &HandMessage, before: &HandDraft) -> Option<HandDraft> {
        let draft = self.draft_late_hand(update, open)?;
        let is_drawn = draft.appearance == before.appearance;
        (is_drawn && self.services.picture_service.draws(draft.appearance)).then_some(draft)
    }

    /// Builds a hand whose message lacks its picture.
    ///
    /// Returns `None` if the message lacks no picture, may contain a bid draft or a note, shows a newer
    /// state, or cannot be edited now.
    fn draft_late_hand(&self, update: &PendingUpdate, open: &HandMessage) -> Option<HandDraft> {
        let open = self.services.hand_messages.current(open).filter(|open| open.awaits_picture)?;
        let version = HandState::from(&*update.table_view).version;
        open.state.filter(|shown| shown.version <= version)?;
        let draft = self.build_draft(update, open);
        let HandDraft { open, says, waiting, appearance, .. } = &draft;
        let is_shown = open.is_from_update && open.shown == Some(*says);
        if !is_shown && !open.keeps_waiting(*waiting, *appearance) {
            return None;
        }
        self.editable(open)?;
        Some(HandDraft { is_late: true, ..draft })
    }
}
