//! Messages that are posted once: pings, notices that a robot substitutes for a player, and notices that
//! moves were lost.

use poise::serenity_prelude::{MessageId, Nonce};

use super::publisher::{ChannelPublisher, named};
use super::queue::{PendingNotice, PendingUpdate, SendOutcome};
use crate::discord::delivery::Route;
use crate::discord::messages::{self, Appearance, Message};
use crate::discord::rest::error::ApiError;
use crate::discord::rest::limiter::Priority;
use crate::table::{ChannelId, Notice, TableView, UserId};

impl PendingNotice {
    /// Returns a nonce for the notice, which is the same for every attempt to post it.
    ///
    /// If a response is lost and the notice is posted again, Discord uses the nonce to drop the duplicate.
    fn nonce(self, view: &TableView) -> Nonce {
        named(&format!("{}/{}/{:?}", view.table, self.version, self.notice))
    }
}

impl ChannelPublisher {
    /// Posts pending notices such as turn pings, and deletes an outdated ping.
    ///
    /// If Discord is unavailable, the unsent notices stay in `update` and are retried.
    pub(crate) async fn post_notices(&self, update: &mut PendingUpdate) -> SendOutcome {
        self.delete_stale_ping(&update.table_view).await;
        while let Some(pending) = update.notices.first().copied() {
            match self.post_notice(&update.table_view, pending).await {
                Err(error) if error.is_temporary() => {
                    tracing::warn!(table = %update.table_view.table, %error, "failed to post table notice; retrying");
                    return SendOutcome::Again;
                }
                Err(error) => {
                    tracing::warn!(table = %update.table_view.table, %error, "failed to post table notice");
                }
                Ok(()) => {}
            }
            update.notices.remove(0);
        }
        SendOutcome::Done
    }

    async fn post_notice(&self, view: &TableView, pending: PendingNotice) -> Result<(), ApiError> {
        let appearance = self.services.preferences.public_appearance(view.server).await;
        match pending.notice {
            Notice::Awaited(user) => self.ping(view, pending, user, appearance).await,
            Notice::CutBack => {
                self.post(view, pending, messages::cut_back(appearance), appearance).await.map(|_| ())
            }
            Notice::PlayedFor { user, holds } => {
                let message = messages::played_for(view, user, holds, appearance);
                self.post(view, pending, message, appearance).await.map(|_| ())
            }
        }
    }

    /// Posts a notice and returns the message id.
    async fn post(
        &self,
        view: &TableView,
        pending: PendingNotice,
        message: Message,
        appearance: Appearance,
    ) -> Result<Option<MessageId>, ApiError> {
        let route = Route::Post { nonce: &pending.nonce(view), priority: Priority::Notice };
        Ok(self.services.sender.deliver(message, appearance, view.channel, route).await?.message)
    }

    /// Pings a player if it is still their turn and they have pings enabled.
    async fn ping(
        &self,
        view: &TableView,
        pending: PendingNotice,
        user: UserId,
        appearance: Appearance,
    ) -> Result<(), ApiError> {
        if !is_turn_of(view, user) || !self.services.preferences.settings(user).await.pings {
            return Ok(());
        }
        let message = messages::awaited(view, user, appearance);
        let Some(posted) = self.post(view, pending, message, appearance).await? else { return Ok(()) };
        let before = self.pings.lock().insert(view.table, (user, posted));
        self.delete_ping(view.channel, before).await;
        Ok(())
    }

    /// Deletes the turn ping if the pinged player has since acted, so that pings do not pile up in the
    /// channel.
    async fn delete_stale_ping(&self, view: &TableView) {
        let stale = {
            let mut pings = self.pings.lock();
            let played = pings.get(&view.table).is_some_and(|(user, _)| !is_turn_of(view, *user));
            if played { pings.remove(&view.table) } else { None }
        };
        self.delete_ping(view.channel, stale).await;
    }

    async fn delete_ping(&self, channel: ChannelId, ping: Option<(UserId, MessageId)>) {
        if let Some((_, message)) = ping {
            self.services.sender.delete(channel, message).await;
        }
    }
}

fn is_turn_of(view: &TableView, user: UserId) -> bool {
    view.deal.as_ref().and_then(|deal| deal.turn()).and_then(|player| player.id.user()) == Some(user)
}
