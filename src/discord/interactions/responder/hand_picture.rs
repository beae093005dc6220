//! Draws the picture of a hand for a reply. If drawing takes too long, the reply is sent before its picture.
//!
//! The previous picture then remains attached until the new picture is drawn, and the text is complete.

use secrecy::SecretString;

use super::PendingInteraction;
use crate::discord::delivery::Route;
use crate::discord::interactions::reply::PrivateReply;
use crate::discord::messages::Message;
use crate::discord::publish::hand_messages::{HandEdit, HandMessage};
use crate::discord::publish::pictures::Late;
use crate::discord::rest::error::ApiError;
use crate::discord::rest::limiter::{Permit, Priority};
use crate::discord::rest::request::token_edit_key;
#[cfg(doc)]
use crate::discord::timings::Timings;
use crate::discord::timings::jitter;
use crate::render::{Picture, Subject};

impl PendingInteraction<'_> {
    /// Draws the hand picture and attaches it to the reply, unless drawing takes too long.
    pub(super) async fn with_its_picture(
        &self,
        private: PrivateReply,
        attached: Option<&str>,
    ) -> PrivateReply {
        let private = self.before_its_picture(private, attached);
        let Some(subject) = &private.picture else { return private };
        let wait = self.data.timings.reply_picture;
        let drawn = self.data.picture_service.draw_in_time(subject, self.appearance, wait).await;
        let Ok(Some(picture)) = drawn else { return private };
        let hand = private.hand.map(|hand| HandMessage { picture: Some(picture.name.clone()), ..hand });
        let message = Message { keeps_files: false, ..private.message }.illustrated(Some(picture), attached);
        PrivateReply { message, hand, picture: None, ..private }
    }

    /// Draws the picture for a newly sent hand message and attaches it.
    ///
    /// Does nothing if the message already has its picture, or if a newer hand message has been sent in the
    /// meantime. If the table has changed, the update of the table draws the new hand instead.
    pub(super) async fn draw_hand(&self, sent: &HandMessage, subject: &Subject, caption: Message) {
        let hands = &self.data.hand_messages;
        let is_outdated =
            || sent.state.is_some_and(|state| self.data.announcer.has_newer(sent.table, state.version));
        if sent.pictured || is_outdated() {
            return;
        }
        let current = || hands.current(sent).filter(|now| !now.pictured && !is_outdated());
        while self.data.picture_service.is_overloaded() {
            let interval = self.data.timings.picture_overload.mul_f64(jitter());
            let waited = self.data.stopping.run_until_cancelled(tokio::time::sleep(interval)).await;
            if waited.is_none() || current().is_none() {
                return;
            }
        }
        let mut picture = self.data.picture_service.draw(subject, sent.appearance).await;
        let _alone = sent.edits.lock().await;
        if current().is_none() {
            return;
        }
        let permit = self.permit_for_picture(&sent.token).await;
        if permit.is_none() {
            picture = Err(Late);
        }
        let Some(now) = current() else {
            permit.into_iter().for_each(Permit::cancel);
            return;
        };
        let attached = self.attach(&now, picture, caption, permit).await;
        let is_newest = match attached {
            _ if now.appearance != sent.appearance => false, // drawn for an outdated appearance
            Ok(picture) => {
                let HandMessage { state, shown, waiting, is_from_update, .. } = now;
                hands.record_edit(sent, HandEdit { state, shown, waiting, picture, is_from_update })
            }
            Err(error) => {
                tracing::debug!(table = %sent.table, %error, "failed to attach picture to message with player's hand");
                false
            }
        };
        if !is_newest {
            hands.invalidate(sent.table, sent.user);
            self.data.registry.announce(sent.table).await;
        }
    }

    /// Waits for a permit to attach a picture, or to make another edit that nobody waits for. Returns `None`
    /// if the rate limits do not allow it within [`Timings::picture_permit`].
    ///
    /// Call this with the lock of the hand. A permit that waits for the lock could block the edit that has
    /// the lock, because both belong to the same bucket.
    pub(super) async fn permit_for_picture(&self, token: &SecretString) -> Option<Permit> {
        let limiter = self.data.sender.rest().limiter();
        let permit = limiter.acquire(token_edit_key(token), Priority::Picture);
        tokio::time::timeout(self.data.timings.picture_permit, permit).await.ok()
    }

    /// Replaces the picture of a hand message, or removes it if there is no picture. `caption` contains the
    /// texts of the message with and without a picture.
    ///
    /// Returns the filename of the picture that the message has afterwards.
    async fn attach(
        &self,
        hand: &HandMessage,
        picture: Result<Option<Picture>, Late>,
        caption: Message,
        permit: Option<Permit>,
    ) -> Result<Result<Option<String>, Late>, ApiError> {
        let name = picture.as_ref().ok().and_then(Option::as_ref).map(|picture| picture.name.clone());
        if permit.is_none() || hand.picture == name {
            permit.into_iter().for_each(Permit::cancel);
            return Ok(picture.map(|_| name));
        }
        let is_late = picture.is_err();
        let message = caption.illustrated(picture.ok().flatten(), None);
        let route = Route::PictureEdit { token: &hand.token, message: hand.message };
        let (sender, channel) = (&self.data.sender, self.caller.channel);
        let attached = sender.deliver_with(message, self.appearance, channel, route, permit).await?;
        Ok(if is_late { Err(Late) } else { Ok(name.filter(|_| attached.has_picture)) })
    }
}
