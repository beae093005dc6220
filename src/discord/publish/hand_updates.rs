//! Updates the open hand messages of a table's players.

use std::collections::HashMap;
use std::sync::Arc;

use futures::future::join_all;

use super::hand_messages::{HandMessage, HandState, WaitingHand};
use super::publisher::ChannelPublisher;
use super::queue::SendOutcome;
use crate::discord::delivery::Route;
use crate::discord::messages::{self, Appearance, Message};
use crate::discord::rest::error::ApiError;
use crate::render::Subject;
use crate::table::{TableView, UserId};
use ulti_rules::View;

/// Returns the subject of the picture of a hand, or `None` if the viewer has no cards or the deal is over.
pub(crate) fn hand_subject(table_view: &TableView, view: &Arc<View>) -> Option<Subject> {
    let deal = table_view.deal.as_ref().filter(|deal| !deal.is_over() && !view.own_hand().is_empty())?;
    Some(Subject::Hand { view: Arc::clone(view), deal: Arc::clone(deal), hint: None })
}

impl ChannelPublisher {
    /// Updates all hand messages of a table that can still be edited. Players who are not in the deal see the
    /// public table instead.
    ///
    /// During the play, a hand with a picture is only updated if its owner is next or has acted. The table message
    /// shows the turns of the others. The messages are updated concurrently.
    pub(crate) async fn show_hands(
        &self,
        table_view: &TableView,
        player_views: &HashMap<UserId, Arc<View>>,
    ) -> SendOutcome {
        // An update without player views does not concern hands.
        let open = if player_views.is_empty() {
            Vec::new()
        } else {
            self.services.hand_messages.at(table_view.table)
        };
        let hands = open.iter().map(|hand| self.show_hand(table_view, player_views.get(&hand.user), hand));
        let mut shown = SendOutcome::Done;
        for result in join_all(hands).await {
            if let Err(error) = result
                && error.is_temporary()
            {
                tracing::warn!(table = %table_view.table, %error, "failed to update message with player's hand");
                shown = SendOutcome::Again;
            }
        }
        shown
    }

    async fn show_hand(
        &self,
        table_view: &TableView,
        view: Option<&Arc<View>>,
        held: &HandMessage,
    ) -> Result<(), ApiError> {
        let _alone = held.edits.lock().await;
        let hand_messages = &self.services.hand_messages;
        // The hand may have been edited or replaced meanwhile, or may be about to be.
        let now = || {
            hand_messages.current(held).filter(|_| !hand_messages.replies.skips_update(held.table, held.user))
        };
        let Some(held) = now() else { return Ok(()) };
        let appearance = self.services.preferences.current(held.appearance);
        let state = HandState::from(table_view);
        if !held.needs_update(state, appearance) {
            return Ok(());
        }
        let hand = match view.and_then(|view| Some((view, view.seat?))) {
            Some((view, seat)) => messages::hand(table_view, view, seat, appearance, None),
            None => messages::bystander(table_view, held.user, appearance),
        };
        let says = Some(hand.content_hash());
        let waiting = view.and_then(|view| WaitingHand::of(table_view, view));
        if held.shown == says || held.keeps_waiting(waiting, appearance) {
            return Ok(());
        }
        let subject = view.and_then(|view| hand_subject(table_view, view));
        let picture = self.draw(table_view.channel, subject.as_ref(), appearance).await;
        if now().is_none() {
            return Ok(()); // outdated since the picture was drawn
        }
        let name = picture.as_ref().map(|picture| picture.name.clone());
        let hand = hand.illustrated(picture, held.picture.as_deref());
        let pictured = self.send_hand(table_view, &held, hand, appearance).await?;
        let name = name.filter(|_| pictured);
        if !hand_messages.record_edit(&held, (Some(state), says), waiting, name) {
            // A reply replaced this hand during the edit; the next update writes it again.
            hand_messages.invalidate(held.table, held.user);
        }
        Ok(())
    }

    /// Edits a hand message. Returns `true` if the edited message includes a picture.
    async fn send_hand(
        &self,
        table_view: &TableView,
        held: &HandMessage,
        hand: Message,
        appearance: Appearance,
    ) -> Result<bool, ApiError> {
        let route = Route::ResponseEdit { token: &held.token, message: held.message, is_awaited: false };
        let edited = self.services.sender.deliver(hand, appearance, table_view.channel, route).await;
        if edited.as_ref().is_err_and(|error| !error.is_temporary()) {
            // The message was dismissed or its token has expired; "My cards" sends a new one.
            self.services.hand_messages.forget(held);
        }
        Ok(edited?.has_picture)
    }
}
