//! State of the connection to Discord, for health checks.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use poise::serenity_prelude as serenity;
use serenity::{ConnectionStage, Context, EventHandler, RatelimitInfo, Ready, ResumedEvent, ShardManager};

use crate::watch::{Metrics, SessionStart, Shards};

/// A handle for checking the connection to Discord. All clones refer to the same connection.
#[derive(Clone, Default)]
pub struct Gateway(Arc<ConnectionState>);

#[derive(Default)]
struct ConnectionState {
    shards: OnceLock<Arc<ShardManager>>,
    arrived: AtomicBool,
}

impl Gateway {
    /// Returns the number of connected shards and the total number of shards, as reported by serenity.
    pub async fn shards(&self) -> Shards {
        let Some(manager) = self.0.shards.get() else { return Shards::default() };
        let runners = manager.runners.lock().await;
        let connected = runners.values().filter(|one| one.stage == ConnectionStage::Connected).count();
        Shards { connected, all: runners.len() }
    }

    /// Stores the shard manager of the running client, which [`Gateway::shards`] uses to count the shards.
    pub(crate) fn is_kept_by(&self, manager: &Arc<ShardManager>) {
        let _ = self.0.shards.set(Arc::clone(manager)); // set once per bot
    }

    /// Returns `true` once the slash commands are registered. Before that, the bot answers no interactions.
    pub fn has_arrived(&self) -> bool {
        self.0.arrived.load(Ordering::Relaxed)
    }

    pub(crate) fn arrived(&self) {
        self.0.arrived.store(true, Ordering::Relaxed);
    }
}

impl fmt::Debug for Gateway {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gateway").finish_non_exhaustive()
    }
}

/// An event handler that counts gateway sessions. It also counts the gateway client's requests that were
/// delayed by a rate limit.
pub(crate) struct ConnectionMetrics(pub(crate) Metrics);

#[serenity::async_trait]
impl EventHandler for ConnectionMetrics {
    async fn ready(&self, _: Context, _: Ready) {
        self.0.session(SessionStart::Begun);
    }

    async fn resume(&self, _: Context, _: ResumedEvent) {
        self.0.session(SessionStart::Resumed);
    }

    async fn ratelimit(&self, limit: RatelimitInfo) {
        self.0.limited(limit.global);
    }
}
