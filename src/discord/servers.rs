//! On which servers the bot is: what is kept of one that it was removed from goes after a while.
//!
//! Nobody waits for an answer here. What can't be written down is logged; the next connection finds
//! out again.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use tokio_util::sync::CancellationToken;

use super::memory::Memory;
use super::past;
use crate::store::StoreError;
use crate::table::ServerId;

/// Which servers Discord has named without saying more of them yet. serenity's cache would know, too, and keep
/// every channel, role and member of every server for it.
#[derive(Debug, Default)]
pub(super) struct Awaited {
    names: Mutex<Names>,
    known: CancellationToken,
}

#[derive(Debug, Default)]
struct Names {
    /// Where the bot is, once it is connected.
    expected: Option<BTreeSet<ServerId>>,
    /// Of which more was told; it may come before the list.
    told: BTreeSet<ServerId>,
}

impl Awaited {
    /// `known` is to be set once all servers are known, and with them their languages.
    pub(super) fn new(known: CancellationToken) -> Self {
        Self { names: Mutex::default(), known }
    }

    /// The bot is on these servers, and what is kept of others is noted.
    pub(super) fn expect(&self, servers: BTreeSet<ServerId>) {
        self.with(|names| names.expected = Some(servers));
    }

    /// More was told of a server, or that it is out of reach.
    pub(super) fn hear(&self, server: ServerId) {
        self.with(|names| {
            names.told.insert(server);
        });
    }

    fn with(&self, change: impl FnOnce(&mut Names)) {
        if self.known.is_cancelled() {
            return;
        }
        let mut names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut names);
        if names.expected.as_ref().is_some_and(|expected| expected.is_subset(&names.told)) {
            *names = Names::default();
            self.known.cancel();
        }
    }
}

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
    fn all_are_known_when_each_has_been_told_of_in_whatever_order() {
        let [one, other] = [1, 2].map(ServerId);
        for list_is_first in [true, false] {
            let known = CancellationToken::new();
            let awaited = Awaited::new(known.clone());
            let list = || awaited.expect([one, other].into());
            if list_is_first {
                list();
            }
            awaited.hear(one);
            assert!(!known.is_cancelled());
            if !list_is_first {
                list();
                assert!(!known.is_cancelled());
            }
            awaited.hear(ServerId(3));
            assert!(!known.is_cancelled(), "that one is new");
            awaited.hear(other);
            assert!(known.is_cancelled());
        }
        let known = CancellationToken::new();
        Awaited::new(known.clone()).expect(BTreeSet::new());
        assert!(known.is_cancelled(), "on no server there is nothing to wait for");
    }

    #[test]
    fn a_server_is_of_one_shard() {
        for server in [0, 1 << 22, 175_928_847_299_117_063].map(ServerId) {
            let shards = (0..5).filter(|shard| is_of(server, (*shard, 5))).count();
            assert_eq!(shards, 1, "{server:?}");
            assert!(is_of(server, (0, 1)));
        }
    }
}
