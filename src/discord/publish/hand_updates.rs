//! Updates the open hand messages of a table's players.

use std::sync::Arc;

use futures::future::join_all;

use super::hand_messages::{HandEdit, HandMessage, HandState, WaitingHand};
use super::pictures::Late;
use super::publisher::ChannelPublisher;
use super::queue::{NewerUpdates, PendingUpdate, SendOutcome};
use crate::discord::delivery::Route;
use crate::discord::messages::{self, Appearance, Message};
use crate::discord::rest::error::ApiError;
use crate::discord::rest::limiter::{Permit, Priority};
use crate::discord::rest::request::token_edit_key;
use crate::render::{Picture, Subject};
use crate::table::{ChannelId, TableView};
use ulti_rules::View;

/// Returns the subject of the picture of a hand, or `None` if the viewer has no cards or the deal is over.
pub(crate) fn hand_subject(table_view: &TableView, view: &Arc<View>) -> Option<Subject> {
    let deal = table_view.deal.as_ref().filter(|deal| !deal.is_over() && !view.own_hand().is_empty())?;
    Some(Subject::Hand { view: Arc::clone(view), deal: Arc::clone(deal), hint: None })
}

/// A hand that is about to be sent.
struct HandDraft {
    /// The message that is edited.
    open: HandMessage,
    message: Message,
    appearance: Appearance,
    state: HandState,
    /// Hash of the displayed hand.
    says: u64,
    waiting: Option<WaitingHand>,
    /// Subject of the picture, if the hand has one.
    subject: Option<Subject>,
}

impl ChannelPublisher {
    /// Updates all hand messages of a table that can still be edited. Players who are not in the deal see the
    /// public table instead.
    ///
    /// During the play, a hand with a picture is only updated if its owner is next or has acted. The table message
    /// shows the turns of the others. The messages are updated concurrently.
    pub(crate) async fn show_hands(&self, update: &PendingUpdate, newer: &NewerUpdates<'_>) -> SendOutcome {
        let table = update.table_view.table;
        // An update without player views does not concern hands.
        let open =
            if update.player_views.is_empty() { Vec::new() } else { self.services.hand_messages.at(table) };
        let hands = open.iter().map(|open| self.show_hand(update, newer, open));
        let mut shown = SendOutcome::Done;
        for result in join_all(hands).await {
            if let Err(error) = result
                && error.is_temporary()
            {
                tracing::warn!(%table, %error, "failed to update message with player's hand");
                shown = SendOutcome::Again;
            }
        }
        shown
    }

    /// Adds late pictures to the hand messages of a table. Returns early if a newer update arrives, because
    /// that update adds the pictures.
    ///
    /// Messages that a reply has written are skipped, because the reply adds its own late picture.
    pub(crate) async fn add_late_hand_pictures(&self, update: &PendingUpdate, newer: &NewerUpdates<'_>) {
        let open = self.services.hand_messages.at(update.table_view.table);
        let hands = open.iter().map(|open| self.add_late_hand_picture(update, newer, open));
        join_all(hands).await;
    }

    /// Adds the missing picture to a hand message, and updates its text.
    async fn add_late_hand_picture(
        &self,
        update: &PendingUpdate,
        newer: &NewerUpdates<'_>,
        open: &HandMessage,
    ) {
        let channel = update.table_view.channel;
        let prepare = async {
            let draft = self.draft_late_hand(update, open)?;
            let subject = self.drawable(channel, draft.subject.as_ref())?;
            let picture = self.services.picture_service.draw_late(subject, draft.appearance).await?;
            let alone = open.edits.lock().await;
            let limits = token_edit_key(&draft.open.token);
            let permit = self.services.sender.rest().limiter().acquire(limits, Priority::Picture).await;
            Some((draft, picture, permit, alone))
        };
        let prepared = tokio::select! {
            biased;
            () = newer.arrived(channel) => return,
            prepared = prepare => prepared,
        };
        let Some((draft, picture, permit, _alone)) = prepared else { return };
        // A reply may have replaced the message meanwhile.
        let draft = self.draft_late_hand(update, open).filter(|now| now.appearance == draft.appearance);
        let Some(draft) = draft.filter(|_| !self.is_outdated(&update.table_view)) else {
            return permit.cancel();
        };
        if let Err(error) = self.send_hand(draft, Ok(Some(picture)), permit, channel).await {
            let table = update.table_view.table;
            tracing::debug!(%table, %error, "failed to add picture to message with player's hand");
        }
    }

    /// Updates a hand message. Its permit is acquired after the picture was drawn and before the newest hand
    /// is built.
    async fn show_hand(
        &self,
        update: &PendingUpdate,
        newer: &NewerUpdates<'_>,
        open: &HandMessage,
    ) -> Result<(), ApiError> {
        let _alone = open.edits.lock().await;
        let Some(draft) = self.draft_hand(update, open) else { return Ok(()) };
        let channel = update.table_view.channel;
        let picture = self.draw_in_time(channel, draft.subject.as_ref(), draft.appearance).await;
        let limits = token_edit_key(&draft.open.token);
        let permit = self.services.sender.rest().limiter().acquire(limits, Priority::Turn).await;
        let drawn = draft.says;
        let newest = match newer.merged_with(update) {
            Some(newest) => self.draft_hand(&newest, open),
            None => self.editable(open).map(|_| draft),
        };
        let Some(newest) = newest else {
            permit.cancel();
            return Ok(()); // outdated since the picture was drawn
        };
        let picture = if newest.says == drawn { picture } else { Err(Late) };
        self.send_hand(newest, picture, permit, channel).await
    }

    /// Returns the stored copy of a hand message, unless it has been replaced or is about to be.
    fn editable(&self, open: &HandMessage) -> Option<HandMessage> {
        let hand_messages = &self.services.hand_messages;
        hand_messages.current(open).filter(|_| !hand_messages.replies.skips_update(open.table, open.user))
    }

    /// Builds a hand. Returns `None` if its message shows it already, or cannot be edited now.
    fn draft_hand(&self, update: &PendingUpdate, open: &HandMessage) -> Option<HandDraft> {
        let open = self.editable(open)?;
        if !open.needs_update(HandState::from(&*update.table_view), self.current_appearance(&open)) {
            return None;
        }
        let draft = self.build_draft(update, open);
        let HandDraft { open, says, waiting, appearance, .. } = &draft;
        let is_shown = open.shown == Some(*says) || open.keeps_waiting(*waiting, *appearance);
        (!is_shown).then_some(draft)
    }

    /// Builds a hand whose message was updated without its picture.
    ///
    /// Returns `None` if the message does not lack a picture, was last written by a reply, shows a newer
    /// state, or cannot be edited now.
    fn draft_late_hand(&self, update: &PendingUpdate, open: &HandMessage) -> Option<HandDraft> {
        let open = self.editable(open).filter(|open| open.awaits_picture && open.is_from_update)?;
        let version = HandState::from(&*update.table_view).version;
        open.state.filter(|shown| shown.version <= version)?;
        Some(self.build_draft(update, open))
    }

    fn current_appearance(&self, open: &HandMessage) -> Appearance {
        self.services.preferences.current(open.appearance)
    }

    fn build_draft(&self, update: &PendingUpdate, open: HandMessage) -> HandDraft {
        let table_view = &update.table_view;
        let view = update.player_views.get(&open.user);
        let appearance = self.current_appearance(&open);
        let message = match view.and_then(|view| Some((view, view.seat?))) {
            Some((view, seat)) => messages::hand(table_view, view, seat, appearance, None),
            None => messages::bystander(table_view, open.user, appearance),
        };
        HandDraft {
            says: message.content_hash(),
            waiting: view.and_then(|view| WaitingHand::of(table_view, view)),
            subject: view.and_then(|view| hand_subject(table_view, view)),
            state: HandState::from(&**table_view),
            open,
            message,
            appearance,
        }
    }

    /// Sends a hand and records what its message shows.
    async fn send_hand(
        &self,
        draft: HandDraft,
        picture: Result<Option<Picture>, Late>,
        permit: Permit,
        channel: ChannelId,
    ) -> Result<(), ApiError> {
        let HandDraft { open, message, appearance, state, says, waiting, .. } = draft;
        let hand_messages = &self.services.hand_messages;
        let name = picture.as_ref().map(|picture| picture.as_ref().map(|picture| picture.name.clone()));
        let name = name.map_err(|late| *late);
        let message = message.illustrated(picture.ok().flatten(), open.picture.as_deref());
        let route = Route::ResponseEdit { token: &open.token, message: open.message, is_awaited: false };
        let edited =
            self.services.sender.deliver_with(message, appearance, channel, route, Some(permit)).await;
        if edited.as_ref().is_err_and(|error| !error.is_temporary()) {
            // The message was dismissed or its token has expired; "My cards" sends a new one.
            hand_messages.forget(&open);
        }
        let has_picture = edited?.has_picture;
        let picture = name.map(|name| name.filter(|_| has_picture));
        let (state, shown) = (Some(state), Some(says));
        let edit = HandEdit { state, shown, waiting, picture, is_from_update: true };
        if !hand_messages.record_edit(&open, edit) {
            // A reply replaced this hand during the edit; the next update writes it again.
            hand_messages.invalidate(open.table, open.user);
        }
        Ok(())
    }
}
