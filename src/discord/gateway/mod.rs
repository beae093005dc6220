//! The connections to Discord's gateway, one per shard.
//!
//! serenity's `ShardManager` starts the shards one after the other, five seconds apart, whatever pace Discord
//! allows, and it does not know how many sessions may still be started today. The bot therefore uses
//! serenity's `Shard` and `ShardRunner` directly and decides itself when a shard connects:
//!
//! - [`discovery`] asks Discord for the number of shards and the limits before anything is connected;
//! - [`session_starts`] enforces the pace and the daily limit of session starts;
//! - [`shard`] keeps one shard connected until the bot stops;
//! - [`relay`] stands between serenity and Discord, and [`payload`] rewrites what Discord sends so that
//!   serenity can read it;
//! - [`assignment`] begins to serve shards, which are fixed or leased, with [`shard_services`];
//! - [`lease_keeper`] leases shards in the database and hands them over, if several processes share the
//!   shards; [`lease_plan`] decides which ones to take, and [`ownership`] which process answers an
//!   interaction;
//! - [`status`] holds the state of all shards, for clocks, health checks and metrics.

pub(crate) mod assignment;
pub(crate) mod discovery;
mod lease_keeper;
mod lease_plan;
pub(crate) mod ownership;
pub(crate) mod payload;
pub(crate) mod relay;
pub(crate) mod session_starts;
pub(crate) mod shard;
pub(crate) mod shard_services;
pub(crate) mod status;

use std::collections::BTreeMap;
use std::sync::Arc;

use tokio::sync::{Mutex, mpsc, oneshot};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::table::Shard;
use shard::{ShardConnection, ShardContext, ShardFailure};

/// A change of the shards that a process connects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ConnectionChange {
    /// Connect the shard and keep it connected.
    Connect(Shard),
    /// Close the connection of the shard.
    Disconnect(Shard),
}

/// Connects and disconnects shards as requested by `changes`, until `disconnect` is cancelled. Then closes
/// all connections.
///
/// If a shard cannot be connected, reports the reason to `failed` and keeps the other shards connected, so
/// that the bot can tell their players that it stops.
pub(crate) async fn run(
    context: ShardContext,
    mut changes: mpsc::UnboundedReceiver<ConnectionChange>,
    disconnect: CancellationToken,
    failed: oneshot::Sender<ShardFailure>,
) {
    let mut connections = Connections {
        context: Arc::new(context),
        tasks: JoinSet::new(),
        stops: BTreeMap::new(),
        turns: BTreeMap::new(),
    };
    let mut failed = Some(failed);
    loop {
        tokio::select! {
            () = disconnect.cancelled() => break,
            Some(change) = changes.recv() => match change {
                ConnectionChange::Connect(shard) => connections.connect(shard, disconnect.child_token()).await,
                ConnectionChange::Disconnect(shard) => connections.disconnect(shard),
            },
            Some(ended) = connections.tasks.join_next() => {
                let ended = ended.map_or(Err(ShardFailure::Panicked), |(shard, ended)| {
                    connections.ended(shard);
                    ended
                });
                if let Err(failure) = ended
                    && let Some(failed) = failed.take()
                {
                    let _ = failed.send(failure); // not received if the bot is already stopping
                }
            }
            else => disconnect.cancelled().await,
        }
    }
    while connections.tasks.join_next().await.is_some() {}
}

/// The connections of this process.
struct Connections {
    context: Arc<ShardContext>,
    tasks: JoinSet<(Shard, Result<(), ShardFailure>)>,
    /// Tokens that end the connections.
    stops: BTreeMap<Shard, CancellationToken>,
    /// Locks that make a reconnected shard wait until its previous connection is closed.
    turns: BTreeMap<Shard, Arc<Mutex<()>>>,
}

impl Connections {
    /// Connects a shard until `stop` is cancelled.
    async fn connect(&mut self, shard: Shard, stop: CancellationToken) {
        self.stops.insert(shard, stop.clone());
        let turn = Arc::clone(self.turns.entry(shard).or_default());
        let connection = ShardConnection::new(Arc::clone(&self.context), shard).await;
        self.tasks.spawn(async move {
            let _turn = turn.lock().await;
            (shard, connection.run(stop).await)
        });
    }

    /// Ends the connection of a shard.
    fn disconnect(&mut self, shard: Shard) {
        if let Some(stop) = self.stops.remove(&shard) {
            stop.cancel();
        }
    }

    /// Records that the connection of a shard has ended.
    fn ended(&self, shard: Shard) {
        if !self.stops.contains_key(&shard) {
            self.context.gateway.remove(shard);
        }
    }
}
