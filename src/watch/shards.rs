//! The state of the gateway shards, as shown by metrics and health checks.

use std::time::Duration;

/// The gateway shards of this process.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Shards {
    /// Numbers of the shards that this process runs, in ascending order.
    pub all: Vec<u32>,
    /// Numbers of those shards that are not connected to the gateway, in ascending order.
    pub disconnected: Vec<u32>,
    /// Time until the process's leases of shards expire, or zero if they have expired. `None` if it does not
    /// lease its shards.
    pub lease_left: Option<Duration>,
}
