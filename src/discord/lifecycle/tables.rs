//! Restores the tables of a shard, and lets its game clock run while the shard is connected.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::discord::gateway::status::Gateway;
use crate::table::{Registry, Shard};

/// Maximum time to wait for the servers' languages before resuming tables.
const SERVER_LANGUAGES_TIMEOUT: Duration = Duration::from_secs(2);

/// The tables of one shard, whose clock runs only while the shard is connected.
pub(crate) struct ShardTables {
    pub(crate) registry: Registry,
    pub(crate) gateway: Gateway,
    pub(crate) shard: Shard,
    /// Cancelled when the languages of the shard's servers are known.
    pub(crate) languages_known: CancellationToken,
    /// Interval at which the shard's connection is checked.
    pub(crate) connection_check: Duration,
}

impl ShardTables {
    /// Restores the unfinished tables when the commands can be used, the shard is connected for the first
    /// time, and the languages are known or [`SERVER_LANGUAGES_TIMEOUT`] has passed. Then starts and stops
    /// the game clock with the connection.
    pub(crate) async fn run(self, stopping: CancellationToken) {
        let Self { registry, gateway, shard, languages_known, connection_check } = self;
        let connected = async {
            gateway.until_arrived().await;
            gateway.connected(shard).await;
            let _ = tokio::time::timeout(SERVER_LANGUAGES_TIMEOUT, languages_known.cancelled()).await;
        };
        if stopping.run_until_cancelled(connected).await.is_none() {
            return;
        }
        registry.start_clock(shard);
        let restoring = async {
            let Some(resumed) = stopping.run_until_cancelled(registry.resume(shard)).await else { return };
            match resumed {
                Ok(tables) => tracing::info!(%shard, tables, "active tables restored"),
                // The failed attempts are in the log.
                Err(error) => tracing::info!(%shard, %error, "shut down before active tables were restored"),
            }
        };
        let polling = async {
            while stopping.run_until_cancelled(tokio::time::sleep(connection_check)).await.is_some() {
                // While no action can be saved, players cannot act.
                let is_leased = gateway.ownership().lease_left().is_none_or(|left| !left.is_zero());
                if gateway.is_connected(shard) && is_leased {
                    registry.start_clock(shard);
                } else {
                    registry.stop_clock(shard);
                }
            }
        };
        tokio::join!(restoring, polling);
    }
}
