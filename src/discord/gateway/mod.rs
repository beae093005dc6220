//! The connections to Discord's gateway, one per shard.
//!
//! serenity's `ShardManager` starts the shards one after the other, five seconds apart, whatever pace Discord
//! allows, and it does not know how many sessions may still be started today. The bot therefore uses
//! serenity's `Shard` and `ShardRunner` directly and decides itself when a shard connects:
//!
//! - [`discovery`] asks Discord for the number of shards and the limits before anything is connected;
//! - [`session_starts`] enforces the pace and the daily limit of session starts;
//! - [`shard`] keeps one shard connected until the bot stops;
//! - [`reconnects`] detects and rate-limits the connections that serenity opens to resume a session;
//! - [`spin_guard`] ends busy loops of serenity's runner;
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
mod reconnects;
pub(crate) mod session_starts;
pub(crate) mod shard;
pub(crate) mod shard_services;
pub(crate) mod spin_guard;
pub(crate) mod status;

use std::collections::BTreeMap;
use std::sync::Arc;

use tokio::sync::{Mutex, mpsc, oneshot};
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
    let context = Arc::new(context);
    let mut connections = tokio::task::JoinSet::new();
    let mut stops: BTreeMap<Shard, CancellationToken> = BTreeMap::new();
    // A shard that is connected again waits until its previous connection is closed.
    let mut turns: BTreeMap<Shard, Arc<Mutex<()>>> = BTreeMap::new();
    let mut failed = Some(failed);
    loop {
        tokio::select! {
            () = disconnect.cancelled() => break,
            Some(change) = changes.recv() => match change {
                ConnectionChange::Connect(shard) => {
                    let stop = disconnect.child_token();
                    stops.insert(shard, stop.clone());
                    let turn = Arc::clone(turns.entry(shard).or_default());
                    let connection = ShardConnection::new(Arc::clone(&context), shard).await;
                    connections.spawn(async move {
                        let _turn = turn.lock().await;
                        (shard, connection.run(stop).await)
                    });
                }
                ConnectionChange::Disconnect(shard) => {
                    if let Some(stop) = stops.remove(&shard) {
                        stop.cancel();
                    }
                }
            },
            Some(ended) = connections.join_next() => {
                let ended = match ended {
                    Ok((shard, ended)) => {
                        if !stops.contains_key(&shard) {
                            context.gateway.remove(shard);
                        }
                        ended
                    }
                    Err(_) => Err(ShardFailure::Panicked),
                };
                if let Err(failure) = ended
                    && let Some(failed) = failed.take()
                {
                    let _ = failed.send(failure); // not received if the bot is already stopping
                }
            }
            else => disconnect.cancelled().await,
        }
    }
    while connections.join_next().await.is_some() {}
}
