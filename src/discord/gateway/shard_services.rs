//! Connects shards and serves their tables, whether the shards are fixed or leased.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::ConnectionChange;
use super::ownership::InteractionWaits;
use super::status::Gateway;
use crate::discord::lifecycle::guilds::PendingGuilds;
use crate::discord::lifecycle::tables::ShardTables;
use crate::discord::rest::client::RestClient;
use crate::table::{Registry, Shard};
use crate::watch::Metrics;

/// Services for connecting shards and for serving their tables.
pub(crate) struct ShardServices {
    pub(crate) registry: Registry,
    pub(crate) gateway: Gateway,
    pub(crate) pending_guilds: Arc<PendingGuilds>,
    pub(crate) rest: Arc<RestClient>,
    pub(crate) metrics: Metrics,
    pub(crate) connections: mpsc::UnboundedSender<ConnectionChange>,
    /// The shards that this process connects.
    pub(crate) connected: Mutex<BTreeSet<Shard>>,
    /// Interval at which each shard's connection is checked.
    pub(crate) connection_check: Duration,
    /// Time limits of interactions while their shard is handed over.
    pub(crate) interaction_waits: InteractionWaits,
    /// Cancelled when the bot no longer does new work.
    pub(crate) stopping: CancellationToken,
}

impl ShardServices {
    /// Begins to connect a shard. Does nothing if it is connected already.
    pub(crate) fn connect(&self, shard: Shard) {
        if !self.connected.lock().insert(shard) {
            return;
        }
        self.gateway.add(shard);
        self.pending_guilds.add(shard);
        let _ = self.connections.send(ConnectionChange::Connect(shard)); // fails only if the bot has stopped
    }

    /// Closes the connection of a shard.
    pub(super) fn disconnect(&self, shard: Shard) {
        if self.connected.lock().remove(&shard) {
            let _ = self.connections.send(ConnectionChange::Disconnect(shard)); // fails only after a stop
            self.pending_guilds.remove(shard);
        }
    }

    /// Restores the tables of a shard once it is connected, and lets its clock run while it is, until `stop`
    /// is cancelled.
    pub(crate) fn serve(&self, shard: Shard, stop: CancellationToken) {
        let tables = ShardTables {
            registry: self.registry.clone(),
            gateway: self.gateway.clone(),
            shard,
            languages_known: self.pending_guilds.known(shard),
            connection_check: self.connection_check,
        };
        tokio::spawn(tables.run(stop));
    }
}
