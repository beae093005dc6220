//! How the connection to Discord is, for whoever watches.

use std::fmt;
use std::sync::{Arc, OnceLock};

use poise::serenity_prelude as serenity;
use serenity::{ConnectionStage, EventHandler, RatelimitInfo, ShardManager};

use crate::watch::{Meter, Shards};

/// The gateway of a bot, from before it is there. Clones look at the same.
#[derive(Clone, Default)]
pub struct Gateway(Arc<OnceLock<Arc<ShardManager>>>);

impl Gateway {
    /// How many shards are connected at this moment, as far as serenity knows.
    pub async fn shards(&self) -> Shards {
        let Some(manager) = self.0.get() else { return Shards::default() };
        let runners = manager.runners.lock().await;
        let connected = runners.values().filter(|one| one.stage == ConnectionStage::Connected).count();
        Shards { connected, all: runners.len() }
    }

    /// It is looked after by this manager from now on.
    pub(super) fn is_kept_by(&self, manager: &Arc<ShardManager>) {
        let _ = self.0.set(Arc::clone(manager)); // a bot goes to Discord once
    }
}

impl fmt::Debug for Gateway {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gateway").finish_non_exhaustive()
    }
}

/// Counts what the client's own requests wait for; serenity tells it to nobody else.
pub(super) struct Limits(pub(super) Meter);

#[serenity::async_trait]
impl EventHandler for Limits {
    async fn ratelimit(&self, limit: RatelimitInfo) {
        self.0.limited(limit.global);
    }
}
