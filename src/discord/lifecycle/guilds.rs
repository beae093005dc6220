//! Tracks the servers of the bot, so that the data of servers that the bot has left can be deleted later.
//!
//! Failed writes are only logged, because all servers are compared again at the next connection.

use std::collections::BTreeSet;

use parking_lot::Mutex;
use tokio_util::sync::CancellationToken;

use crate::discord::clock;
use crate::discord::preferences::Preferences;
use crate::store::StoreError;
use crate::table::ServerId;

/// Servers listed in `READY` whose `GUILD_CREATE` event has not arrived yet.
///
/// serenity's cache has the same information, but it would also keep every channel, role and member in
/// memory.
#[derive(Debug, Default)]
pub(crate) struct PendingGuilds {
    names: Mutex<GuildNames>,
    known: CancellationToken,
}

#[derive(Debug, Default)]
struct GuildNames {
    /// All servers that the bot is in, or `None` before `READY` has arrived.
    expected: Option<BTreeSet<ServerId>>,
    /// Servers whose details have arrived. Details can arrive before `expected` is set.
    arrived: BTreeSet<ServerId>,
}

impl PendingGuilds {
    /// Creates an empty [`PendingGuilds`]. The `known` token is cancelled once the details of all servers
    /// have arrived.
    pub(crate) fn new(known: CancellationToken) -> Self {
        Self { names: Mutex::default(), known }
    }

    /// Sets the list of servers for which `GUILD_CREATE` events are expected.
    pub(crate) fn expect(&self, servers: BTreeSet<ServerId>) {
        self.with(|names| names.expected = Some(servers));
    }

    /// Records that a server's details have arrived, or that the server is unavailable.
    pub(crate) fn record(&self, server: ServerId) {
        self.with(|names| {
            names.arrived.insert(server);
        });
    }

    fn with(&self, change: impl FnOnce(&mut GuildNames)) {
        if self.known.is_cancelled() {
            return;
        }
        let mut names = self.names.lock();
        change(&mut names);
        if names.expected.as_ref().is_some_and(|expected| expected.is_subset(&names.arrived)) {
            *names = GuildNames::default();
            self.known.cancel();
        }
    }
}

/// Compares a shard's current servers with those in the store, and records which servers the bot has left or
/// rejoined. Returns the servers that the bot has left.
///
/// `now` contains the current servers. `shard` contains the shard's index and the total number of shards.
pub(crate) async fn connected(
    preferences: &Preferences,
    now: &BTreeSet<ServerId>,
    shard: (u64, u64),
) -> Vec<ServerId> {
    compare(preferences, now, shard).await.unwrap_or_else(|error| {
        tracing::error!(%error, "failed to record servers that removed the bot");
        Vec::new()
    })
}

async fn compare(
    preferences: &Preferences,
    now: &BTreeSet<ServerId>,
    shard: (u64, u64),
) -> Result<Vec<ServerId>, StoreError> {
    let store = preferences.store();
    // The list contains only the servers of this shard.
    let of_shard = store.servers().await?.into_iter().filter(|server| is_of(*server, shard));
    let gone: Vec<ServerId> = of_shard.filter(|server| !now.contains(server)).collect();
    for server in &gone {
        tracing::info!(%server, "bot was removed from server while disconnected");
        store.left_server(*server, clock::now()).await?;
    }
    for server in now {
        if store.came_back(*server).await? {
            tracing::info!(%server, "bot rejoined server");
        }
    }
    Ok(gone)
}

/// Returns `true` if Discord assigns the server to the given shard.
const fn is_of(ServerId(server): ServerId, (shard, shards): (u64, u64)) -> bool {
    match (server >> 22).checked_rem(shards) {
        Some(of) => of == shard,
        None => true,
    }
}

/// Records that the bot was added to a server, or that the server is available again.
pub(crate) async fn added(preferences: &Preferences, server: ServerId) {
    match preferences.store().came_back(server).await {
        Ok(true) => tracing::info!(%server, "bot rejoined server"),
        Ok(false) => {}
        Err(error) => tracing::error!(%error, %server, "failed to record that bot rejoined server"),
    }
}

/// Records that the bot was removed from a server.
pub(crate) async fn removed(preferences: &Preferences, server: ServerId) {
    match preferences.store().left_server(server, clock::now()).await {
        Ok(()) => tracing::info!(%server, "bot was removed from server; server data will be deleted"),
        Err(error) => tracing::error!(%error, %server, "failed to record that bot was removed from server"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn server_list_is_complete_after_every_server_arrives() {
        let [one, other] = [1, 2].map(ServerId);
        for list_is_first in [true, false] {
            let known = CancellationToken::new();
            let pending_guilds = PendingGuilds::new(known.clone());
            let list = || pending_guilds.expect([one, other].into());
            if list_is_first {
                list();
            }
            pending_guilds.record(one);
            assert!(!known.is_cancelled());
            if !list_is_first {
                list();
                assert!(!known.is_cancelled());
            }
            pending_guilds.record(ServerId(3));
            assert!(!known.is_cancelled(), "unlisted server completed the set");
            pending_guilds.record(other);
            assert!(known.is_cancelled());
        }
        let known = CancellationToken::new();
        PendingGuilds::new(known.clone()).expect(BTreeSet::new());
        assert!(known.is_cancelled(), "empty list is not complete");
    }

    #[test]
    fn server_belongs_to_exactly_one_shard() {
        for server in [0, 1 << 22, 175_928_847_299_117_063].map(ServerId) {
            let shards = (0..5).filter(|shard| is_of(server, (*shard, 5))).count();
            assert_eq!(shards, 1, "{server:?}");
            assert!(is_of(server, (0, 1)));
        }
    }
}
