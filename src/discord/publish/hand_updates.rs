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

/// The result of updating a hand message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HandResult {
    /// The message needs no other edit.
    Current,
    /// The edit may have overwritten a newer reply in the same message. The hand must be sent again.
    Overwritten,
}

/// A hand that is about to be sent.
pub(super) struct HandDraft {
    /// The message that is edited.
    pub(super) open: HandMessage,
    pub(super) message: Message,
    pub(super) appearance: Appearance,
    pub(super) state: HandState,
    /// Hash of the displayed hand.
    pub(super) says: u64,
    pub(super) waiting: Option<WaitingHand>,
    /// Subject of the picture, if the hand has one.
    pub(super) subject: Option<Subject>,
    /// `true` if the edit adds a late picture. Such an edit leaves the buttons unchanged.
    pub(super) is_late: bool,
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
            match result {
                Ok(HandResult::Overwritten) => shown = SendOutcome::Again,
                Err(error) if error.is_temporary() => {
                    tracing::warn!(%table, %error, "failed to update message with player's hand");
                    shown = SendOutcome::Again;
                }
                Ok(HandResult::Current) | Err(_) => {}
            }
        }
        shown
    }

    /// Updates a hand message. Its permit is acquired after the picture was drawn and before the newest hand
    /// is built.
    async fn show_hand(
        &self,
        update: &PendingUpdate,
        newer: &NewerUpdates<'_>,
        open: &HandMessage,
    ) -> Result<HandResult, ApiError> {
        let _alone = open.edits.lock().await;
        let Some(draft) = self.draft_hand(update, open) else { return Ok(HandResult::Current) };
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
            return Ok(HandResult::Current); // outdated since the picture was drawn
        };
        let picture = if newest.says == drawn { picture } else { Err(Late) };
        self.send_hand(newest, picture, permit, channel).await
    }

    /// Returns the stored copy of a hand message, unless it has been replaced or is about to be.
    pub(super) fn editable(&self, open: &HandMessage) -> Option<HandMessage> {
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

    fn current_appearance(&self, open: &HandMessage) -> Appearance {
        self.services.preferences.current(open.appearance)
    }

    pub(super) fn build_draft(&self, update: &PendingUpdate, open: HandMessage) -> HandDraft {
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
            is_late: false,
        }
    }

    /// Sends a hand and records what its message shows.
    ///
    /// If a reply is sent to the same message meanwhile, the order in which Discord executes both is unknown.
    /// The hand is then sent again.
    pub(super) async fn send_hand(
        &self,
        draft: HandDraft,
        picture: Result<Option<Picture>, Late>,
        permit: Permit,
        channel: ChannelId,
    ) -> Result<HandResult, ApiError> {
        let HandDraft { open, message, appearance, state, says, waiting, is_late, .. } = draft;
        let hand_messages = &self.services.hand_messages;
        let name = picture.as_ref().map(|picture| picture.as_ref().map(|picture| picture.name.clone()));
        let name = name.map_err(|late| *late);
        let (token, edited) = (&open.token, open.message);
        let (message, route) = if is_late {
            (message.caption(), Route::PictureEdit { token, message: edited })
        } else {
            (message, Route::ResponseEdit { token, message: edited, is_awaited: false })
        };
        let message = message.illustrated(picture.ok().flatten(), open.picture.as_deref());
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
        if let Some(created_by) = open.created_by {
            hand_messages.replies.add_edit((open.table, open.user), created_by);
        }
        if hand_messages.record_edit(&open, edit) {
            return Ok(HandResult::Current);
        }
        // A reply has replaced this hand during the edit.
        hand_messages.invalidate(open.table, open.user);
        let newest = hand_messages.newest(open.table, open.user);
        let is_overwritten = newest.is_some_and(|newest| newest.is_same_message(&open));
        Ok(if is_overwritten { HandResult::Overwritten } else { HandResult::Current })
    }
}
