//! Messages that are posted once: pings, notices that a robot substitutes for a player, and notices that
//! moves were lost.

use poise::serenity_prelude::{MessageId, Nonce};

use super::publisher::{ChannelPublisher, named};
use super::queue::{PendingNotice, PendingUpdate, SendOutcome};
use crate::discord::delivery::Route;
use crate::discord::messages::{self, Appearance, Message};
use crate::discord::rest::error::ApiError;
use crate::table::{ChannelId, Notice, TableView, UserId};

impl PendingNotice {
    /// Returns the nonce of the notice. The nonce is the same in every attempt, so Discord drops duplicates
    /// if a response was lost.
    fn nonce(self, scene: &TableView) -> Nonce {
        named(&format!("{}/{}/{:?}", scene.table, self.version, self.notice))
    }
}

impl ChannelPublisher {
    /// Posts the pending notices. If Discord is unavailable, the remaining notices stay in the update.
    pub(crate) async fn post_notices(&self, pile: &mut PendingUpdate) -> SendOutcome {
        self.delete_stale_ping(&pile.table_view).await;
        while let Some(said) = pile.notices.first().copied() {
            match self.post_notice(&pile.table_view, said).await {
                Err(error @ ApiError::Later(_)) => {
                    tracing::warn!(table = %pile.table_view.table, %error, "failed to post notice; retrying");
                    return SendOutcome::Again;
                }
                Err(error) => tracing::warn!(table = %pile.table_view.table, %error, "failed to post notice"),
                Ok(()) => {}
            }
            pile.notices.remove(0);
        }
        SendOutcome::Done
    }

    async fn post_notice(&self, scene: &TableView, said: PendingNotice) -> Result<(), ApiError> {
        let look = self.services.preferences.public_appearance(scene.server).await;
        match said.notice {
            Notice::Awaited(user) => self.ping(scene, said, user, look).await,
            Notice::CutBack => self.post(scene, said, messages::cut_back(look), look).await.map(|_| ()),
            Notice::PlayedFor { user, holds } => {
                let message = messages::played_for(scene, user, holds, look);
                self.post(scene, said, message, look).await.map(|_| ())
            }
        }
    }

    /// Posts a notice and returns the id of its message.
    async fn post(
        &self,
        scene: &TableView,
        said: PendingNotice,
        message: Message,
        look: Appearance,
    ) -> Result<Option<MessageId>, ApiError> {
        let route = Route::Post { nonce: &said.nonce(scene) };
        Ok(self.services.sender.deliver(message, look, scene.channel, route).await?.message)
    }

    /// Pings a player if it is still their turn and they have not disabled pings.
    async fn ping(
        &self,
        scene: &TableView,
        said: PendingNotice,
        user: UserId,
        look: Appearance,
    ) -> Result<(), ApiError> {
        if !is_turn_of(scene, user) || !self.services.preferences.settings(user).await.pings {
            return Ok(());
        }
        let message = messages::awaited(scene, user, look);
        let Some(posted) = self.post(scene, said, message, look).await? else { return Ok(()) };
        let before = self.pings.lock().insert(scene.table, (user, posted));
        self.delete_ping(scene.channel, before).await;
        Ok(())
    }

    /// Deletes the ping of a player who has acted, so that pings do not accumulate in the channel.
    async fn delete_stale_ping(&self, scene: &TableView) {
        let stale = {
            let mut pings = self.pings.lock();
            let played = pings.get(&scene.table).is_some_and(|(user, _)| !is_turn_of(scene, *user));
            if played { pings.remove(&scene.table) } else { None }
        };
        self.delete_ping(scene.channel, stale).await;
    }

    async fn delete_ping(&self, channel: ChannelId, ping: Option<(UserId, MessageId)>) {
        if let Some((_, message)) = ping {
            self.services.sender.delete(channel, message).await;
        }
    }
}

fn is_turn_of(scene: &TableView, user: UserId) -> bool {
    scene.deal.as_ref().and_then(|deal| deal.turn()).and_then(|player| player.id.user()) == Some(user)
}
