//! On which servers the bot is: what is kept of one that it was removed from goes after a while.
//!
//! Nobody waits for an answer here. What can't be written down is logged; the next connection finds
//! out again.

use std::collections::BTreeSet;

use super::memory::Memory;
use super::past;
use crate::store::StoreError;
use crate::table::ServerId;

/// Hears on which servers the bot is, from a shard and its number of shards: whatever happened while
/// it was away. Those that it has left meanwhile.
pub(super) async fn connected(memory: &Memory, now: &BTreeSet<ServerId>, shard: (u64, u64)) -> Vec<ServerId> {
    compare(memory, now, shard).await.unwrap_or_else(|error| {
        tracing::error!(%error, "the servers that the bot has left could not be noted");
        Vec::new()
    })
}

async fn compare(
    memory: &Memory,
    now: &BTreeSet<ServerId>,
    shard: (u64, u64),
) -> Result<Vec<ServerId>, StoreError> {
    let store = memory.store();
    // Another shard's servers are not in this one's list.
    let of_shard = store.servers().await?.into_iter().filter(|server| is_of(*server, shard));
    let gone: Vec<ServerId> = of_shard.filter(|server| !now.contains(server)).collect();
    for server in &gone {
        tracing::info!(%server, "the bot was removed from a server while it was away");
        store.left_server(*server, past::now()).await?;
    }
    for server in now {
        if store.came_back(*server).await? {
            tracing::info!(%server, "the bot is on a server again");
        }
    }
    Ok(gone)
}

/// Whether a server is one of this shard's, as Discord shares them out.
const fn is_of(ServerId(server): ServerId, (shard, shards): (u64, u64)) -> bool {
    match (server >> 22).checked_rem(shards) {
        Some(of) => of == shard,
        None => true,
    }
}

/// Hears that the bot was added to a server, or that the server can be reached again.
pub(super) async fn added(memory: &Memory, server: ServerId) {
    match memory.store().came_back(server).await {
        Ok(true) => tracing::info!(%server, "the bot is on a server again"),
        Ok(false) => {}
        Err(error) => tracing::error!(%error, %server, "a server that came back could not be noted"),
    }
}

/// Hears that the bot was removed from a server.
pub(super) async fn removed(memory: &Memory, server: ServerId) {
    match memory.store().left_server(server, past::now()).await {
        Ok(()) => tracing::info!(%server, "the bot was removed from a server; its data go after a while"),
        Err(error) => tracing::error!(%error, %server, "a server that was left could not be noted"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_is_of_one_shard() {
        for server in [0, 1 << 22, 175_928_847_299_117_063].map(ServerId) {
            let shards = (0..5).filter(|shard| is_of(server, (*shard, 5))).count();
            assert_eq!(shards, 1, "{server:?}");
            assert!(is_of(server, (0, 1)));
        }
    }
}
