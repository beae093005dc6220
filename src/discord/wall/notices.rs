//! What is said once beside the messages that stay: pings, that a robot played for somebody, that moves are
//! taken back.

use std::collections::HashMap;
use std::sync::{MutexGuard, PoisonError};

use poise::serenity_prelude::{MessageId, Nonce};

use super::super::desk::{Pile, Said, Shown};
use super::super::show::{self, Look};
use super::super::trouble::{Trouble, counted};
use super::{Channels, channel_of, named};
use crate::table::{ChannelId, Notice, Scene, TableId, UserId};

impl Said {
    /// Whether it was posted is not known when the answer gets lost: so it is posted again, and with the
    /// same nonce it is there once.
    fn nonce(self, scene: &Scene) -> Nonce {
        named(&format!("{}/{}/{:?}", scene.table, self.version, self.notice))
    }
}

impl Channels {
    /// Says what is said once. What could not be said now stays in the pile.
    pub(super) async fn say(&self, pile: &mut Pile) -> Shown {
        self.take_down_ping(&pile.scene).await;
        while let Some(said) = pile.notices.first().copied() {
            match self.say_one(&pile.scene, said).await {
                Err(trouble @ Trouble::Later(_)) => {
                    tracing::warn!(table = %pile.scene.table, %trouble, "a notice can't be posted");
                    return Shown::Again;
                }
                Err(trouble) => tracing::warn!(table = %pile.scene.table, %trouble, "a notice is dropped"),
                Ok(()) => {}
            }
            pile.notices.remove(0);
        }
        Shown::Done
    }

    async fn say_one(&self, scene: &Scene, said: Said) -> Result<(), Trouble> {
        let look = self.memory.public_look(scene.server).await;
        match said.notice {
            Notice::Awaited(user) => self.ping(scene, said, user, look).await,
            Notice::CutBack => {
                self.post(scene.channel, show::cut_back(look), look, said.nonce(scene)).await.map(|_| ())
            }
            Notice::PlayedFor { user, holds } => {
                let message = show::played_for(scene, user, holds, look);
                self.post(scene.channel, message, look, said.nonce(scene)).await.map(|_| ())
            }
        }
    }

    /// Pings a person whose turn it still is, unless they do not want it.
    async fn ping(&self, scene: &Scene, said: Said, user: UserId, look: Look) -> Result<(), Trouble> {
        if !is_turn_of(scene, user) || !self.memory.settings(user).await.pings {
            return Ok(());
        }
        let message = show::awaited(scene, user, look);
        let (posted, _) = self.post(scene.channel, message, look, said.nonce(scene)).await?;
        let before = self.lock_pings().insert(scene.table, (user, posted));
        self.delete_ping(scene.channel, before).await;
        Ok(())
    }

    /// Takes a ping down whose person has played, so that pings do not pile up in the channel.
    async fn take_down_ping(&self, scene: &Scene) {
        let stale = {
            let mut pings = self.lock_pings();
            let played = pings.get(&scene.table).is_some_and(|(user, _)| !is_turn_of(scene, *user));
            if played { pings.remove(&scene.table) } else { None }
        };
        self.delete_ping(scene.channel, stale).await;
    }

    async fn delete_ping(&self, channel: ChannelId, ping: Option<(UserId, MessageId)>) {
        let Some((_, message)) = ping else { return };
        let deleted = self.http.delete_message(channel_of(channel), message, None).await;
        if let Err(error) = counted(&self.meter, deleted) {
            tracing::debug!(trouble = %Trouble::from(&error), "an old ping stays where it is");
        }
    }

    pub(super) fn lock_pings(&self) -> MutexGuard<'_, HashMap<TableId, (UserId, MessageId)>> {
        self.pings.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn is_turn_of(scene: &Scene, user: UserId) -> bool {
    scene.deal.as_ref().and_then(|deal| deal.turn()).and_then(|player| player.id.user()) == Some(user)
}
