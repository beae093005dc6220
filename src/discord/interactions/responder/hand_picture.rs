//! Draws the picture of a hand for a reply. If drawing takes too long, the reply is sent before its picture.
//!
//! The previous picture then remains attached until the new picture is drawn, and the text is complete.

use std::time::Duration;

use super::{PendingInteraction, PrivateReply};
use crate::discord::delivery::Route;
use crate::discord::messages::Message;
use crate::discord::publish::hand_messages::HandMessage;
use crate::discord::rest::error::ApiError;
use crate::render::{Picture, Subject};

/// Maximum time that a reply waits for the picture of the hand. If drawing takes longer, the picture is attached
/// later.
const PICTURE_TIMEOUT: Duration = Duration::from_millis(300);

impl PendingInteraction<'_> {
    /// Draws the hand picture and attaches it to the reply, unless drawing takes too long.
    pub(super) async fn with_its_picture(
        &self,
        private: PrivateReply,
        attached: Option<&str>,
    ) -> PrivateReply {
        let private = self.before_its_picture(private, attached);
        let Some(subject) = &private.picture else { return private };
        let drawn =
            tokio::time::timeout(PICTURE_TIMEOUT, self.data.picture_service.draw(subject, self.appearance))
                .await;
        let Ok(Some(picture)) = drawn else { return private };
        let hand = private.hand.map(|hand| HandMessage { picture: Some(picture.name.clone()), ..hand });
        let message = Message { keeps_files: false, ..private.message }.illustrated(Some(picture), attached);
        PrivateReply { message, hand, picture: None, ..private }
    }

    /// Draws the picture for a newly sent hand message and attaches it.
    ///
    /// Does nothing if the message already has its picture, or if a newer hand message has been sent in the
    /// meantime. If the table has changed, the update of the table draws the new hand instead.
    pub(super) async fn draw_hand(&self, held: &HandMessage, subject: &Subject, caption: Message) {
        let tokens = &self.data.hand_messages;
        let is_outdated =
            || held.state.is_some_and(|state| self.data.announcer.has_newer(held.table, state.version));
        if held.pictured || is_outdated() {
            return;
        }
        let picture = self.data.picture_service.draw(subject, held.appearance).await;
        let name = picture.as_ref().map(|picture| picture.name.clone());
        let _alone = held.edits.lock().await;
        let Some(now) = tokens.current(held).filter(|now| !now.pictured && !is_outdated()) else { return };
        let attached = if now.picture == name { Ok(true) } else { self.attach(held, picture, caption).await };
        let is_newest = match attached {
            _ if now.appearance != held.appearance => false, // drawn for an outdated appearance
            Ok(pictured) => {
                tokens.record_edit(held, (now.state, now.shown), now.waiting, name.filter(|_| pictured))
            }
            Err(error) => {
                tracing::debug!(table = %held.table, %error, "failed to attach picture to message with player's hand");
                false
            }
        };
        if !is_newest {
            tokens.invalidate(held.table, held.user);
            self.data.registry.announce(held.table).await;
        }
    }

    /// Replaces the message's picture, or removes it if `picture` is `None`. `caption` contains the texts of the
    /// message with and without a picture.
    ///
    /// Returns `true` if the message has a picture afterwards.
    async fn attach(
        &self,
        held: &HandMessage,
        picture: Option<Picture>,
        caption: Message,
    ) -> Result<bool, ApiError> {
        let message = caption.illustrated(picture, None);
        let route = Route::PictureEdit { token: &held.token, message: held.message };
        let attached = self.data.sender.deliver(message, self.appearance, self.caller.channel, route).await?;
        Ok(attached.has_picture)
    }
}
