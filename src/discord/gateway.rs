//! How the connection to Discord is, for whoever watches.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use poise::serenity_prelude as serenity;
use serenity::{ConnectionStage, EventHandler, RatelimitInfo, ShardManager};

use crate::watch::{Meter, Shards};

/// The gateway of a bot, from before it is there. Clones look at the same.
#[derive(Clone, Default)]
pub struct Gateway(Arc<Known>);

#[derive(Default)]
struct Known {
    shards: OnceLock<Arc<ShardManager>>,
    arrived: AtomicBool,
}

impl Gateway {
    /// How many shards are connected at this moment, as far as serenity knows.
    pub async fn shards(&self) -> Shards {
        let Some(manager) = self.0.shards.get() else { return Shards::default() };
        let runners = manager.runners.lock().await;
        let connected = runners.values().filter(|one| one.stage == ConnectionStage::Connected).count();
        Shards { connected, all: runners.len() }
    }

    /// It is looked after by this manager from now on.
    pub(super) fn is_kept_by(&self, manager: &Arc<ShardManager>) {
        let _ = self.0.shards.set(Arc::clone(manager)); // a bot goes to Discord once
    }

    /// Whether the bot's commands are registered: before that nobody is answered.
    pub fn has_arrived(&self) -> bool {
        self.0.arrived.load(Ordering::Relaxed)
    }

    pub(super) fn arrived(&self) {
        self.0.arrived.store(true, Ordering::Relaxed);
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
