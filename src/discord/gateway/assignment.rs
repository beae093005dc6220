//! Assigns shards to this process when the bot starts, and gives leased shards up when it stops.

use std::time::Duration;

use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::lease_keeper::LeaseKeeper;
use super::shard_services::ShardServices;
use crate::store::ShardLeases;
use crate::table::{Shard, ShardRange};

/// The shards of a running bot: fixed ones, or those that a task leases.
pub(crate) struct ShardAssignment {
    leasing: Option<(ShardLeases, JoinHandle<()>)>,
    /// Cancelled when the leased shards are to be handed over.
    handover: CancellationToken,
}

impl ShardAssignment {
    /// Begins to serve shards: all of `range`, or those that the process leases.
    pub(crate) fn begin(services: ShardServices, range: ShardRange, leases: Option<ShardLeases>) -> Self {
        let handover = CancellationToken::new();
        let Some(leases) = leases else {
            services.registry.assign_shards(range);
            services.registry.keep_watch();
            for shard in range.shards() {
                services.connect(shard);
                services.serve(shard, services.stopping.child_token());
            }
            return Self { leasing: None, handover };
        };
        if let Some(any) = Shard::new(0, leases.total()) {
            services.registry.lease_shards(any);
        }
        services.registry.keep_watch();
        let keeper = LeaseKeeper::new(leases.clone(), services);
        let keeper = tokio::spawn(keeper.run(handover.clone()));
        Self { leasing: Some((leases, keeper)), handover }
    }

    /// Hands the leased shards over to other processes, for at most `timeout`.
    ///
    /// Returns the leases of the process, which are to be released, or `None` if its shards are fixed.
    pub(crate) async fn end(self, timeout: Duration) -> Option<ShardLeases> {
        let (leases, mut keeper) = self.leasing?;
        self.handover.cancel();
        if tokio::time::timeout(timeout, &mut keeper).await.is_err() {
            tracing::warn!("timed out handing shards over");
            keeper.abort();
        }
        Some(leases)
    }
}
