//! Tracks the servers of the bot, so that the data of servers that the bot has left can be deleted later.
//!
//! Failed writes are only logged, because all servers are compared again at the next connection.

use std::collections::{BTreeMap, BTreeSet};

use parking_lot::Mutex;
use tokio_util::sync::CancellationToken;

use crate::discord::clock;
use crate::discord::preferences::Preferences;
use crate::store::StoreError;
use crate::table::{ServerId, Shard};

/// Servers listed in the `READY` events of the shards whose `GUILD_CREATE` event has not arrived yet.
///
/// serenity's cache has the same information, but it would also keep every channel, role and member in
/// memory.
#[derive(Debug)]
pub(crate) struct PendingGuilds {
    /// Any shard. Its total determines the shard of a server.
    any: Shard,
    shards: Mutex<BTreeMap<Shard, ShardGuilds>>,
    all_known: CancellationToken,
}

#[derive(Debug, Default)]
struct ShardGuilds {
    names: GuildNames,
    /// Cancelled when the details of all servers of the shard have arrived.
    known: CancellationToken,
}

#[derive(Debug, Default)]
struct GuildNames {
    /// All servers of the shard that the bot is in, or `None` before `READY` has arrived.
    expected: Option<BTreeSet<ServerId>>,
    /// Servers whose details have arrived. Details can arrive before `expected` is set.
    arrived: BTreeSet<ServerId>,
}

impl PendingGuilds {
    /// Creates a [`PendingGuilds`] without shards. The total of `any` is the number of shards into which the
    /// servers are divided. The token `all_known` is cancelled once the details of all servers of all shards
    /// have arrived.
    pub(crate) fn new(any: Shard, all_known: CancellationToken) -> Self {
        Self { any, shards: Mutex::default(), all_known }
    }

    /// Adds a shard that this process connects.
    pub(crate) fn add(&self, shard: Shard) {
        self.shards.lock().entry(shard).or_default();
    }

    /// Removes a shard that this process no longer connects.
    pub(crate) fn remove(&self, shard: Shard) {
        self.shards.lock().remove(&shard);
    }

    /// Returns the shard with the given number, or `None` if this process does not connect it.
    pub(crate) fn shard(&self, index: u32) -> Option<Shard> {
        self.shards.lock().keys().copied().find(|shard| shard.index() == index)
    }

    /// Returns the shard of a server.
    pub(crate) const fn shard_of(&self, server: ServerId) -> Shard {
        self.any.of(server)
    }

    /// Returns a token that is cancelled once the details of all servers of a shard have arrived.
    pub(crate) fn known(&self, shard: Shard) -> CancellationToken {
        self.shards.lock().get(&shard).map(|guilds| guilds.known.clone()).unwrap_or_default()
    }

    /// Sets the list of servers for which a shard receives `GUILD_CREATE` events.
    pub(crate) fn expect(&self, shard: Shard, servers: BTreeSet<ServerId>) {
        self.with(shard, |names| names.expected = Some(servers));
    }

    /// Returns `true` if the details of a server that was listed in `READY` have not arrived yet.
    pub(crate) fn expects(&self, server: ServerId) -> bool {
        let shards = self.shards.lock();
        let guilds = shards.get(&self.any.of(server));
        let expected = guilds.and_then(|guilds| guilds.names.expected.as_ref());
        expected.is_some_and(|expected| expected.contains(&server))
    }

    /// Records that a server's details have arrived, or that the server is unavailable.
    pub(crate) fn record(&self, server: ServerId) {
        self.with(self.any.of(server), |names| {
            names.arrived.insert(server);
        });
    }

    fn with(&self, shard: Shard, change: impl FnOnce(&mut GuildNames)) {
        let mut shards = self.shards.lock();
        let Some(guilds) = shards.get_mut(&shard).filter(|guilds| !guilds.known.is_cancelled()) else {
            return;
        };
        let ShardGuilds { names, known } = guilds;
        change(names);
        if names.expected.as_ref().is_some_and(|expected| expected.is_subset(&names.arrived)) {
            *names = GuildNames::default();
            known.cancel();
            if shards.values().all(|guilds| guilds.known.is_cancelled()) {
                self.all_known.cancel();
            }
        }
    }
}

/// Compares a shard's current servers with those in the store, and records which servers the bot has left or
/// rejoined. Returns the servers that the bot has left.
///
/// `now` contains the current servers.
pub(crate) async fn connected(
    preferences: &Preferences,
    now: &BTreeSet<ServerId>,
    shard: Shard,
) -> Vec<ServerId> {
    compare(preferences, now, shard).await.unwrap_or_else(|error| {
        tracing::error!(%error, "failed to record servers that removed the bot");
        Vec::new()
    })
}

async fn compare(
    preferences: &Preferences,
    now: &BTreeSet<ServerId>,
    shard: Shard,
) -> Result<Vec<ServerId>, StoreError> {
    let store = preferences.store();
    // The list contains only the servers of this shard.
    let of_shard = store.servers().await?.into_iter().filter(|server| shard.of(*server) == shard);
    let gone: Vec<ServerId> = of_shard.filter(|server| !now.contains(server)).collect();
    for server in &gone {
        tracing::info!(%server, "bot was removed from server while disconnected");
        store.left_server(*server, clock::now()).await?;
    }
    // The bot may be on thousands of servers, so they are not looked up one by one.
    for server in store.left_servers().await?.intersection(now) {
        if store.came_back(*server).await? {
            tracing::info!(%server, "bot rejoined server");
        }
    }
    Ok(gone)
}

/// Records that the bot was added to a server, or that the server is available again.
///
/// Not needed for servers that were listed in `READY`; see [`connected`].
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
    use crate::table::ShardRange;

    fn single(all_known: CancellationToken) -> PendingGuilds {
        let pending_guilds = PendingGuilds::new(Shard::SINGLE, all_known);
        pending_guilds.add(Shard::SINGLE);
        pending_guilds
    }

    #[test]
    fn server_list_is_complete_after_every_server_arrives() {
        let [one, other] = [1, 2].map(ServerId);
        for list_is_first in [true, false] {
            let known = CancellationToken::new();
            let pending_guilds = single(known.clone());
            let list = || pending_guilds.expect(Shard::SINGLE, [one, other].into());
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
            assert!(known.is_cancelled() && pending_guilds.known(Shard::SINGLE).is_cancelled());
        }
        let known = CancellationToken::new();
        single(known.clone()).expect(Shard::SINGLE, BTreeSet::new());
        assert!(known.is_cancelled(), "empty list is not complete");
    }

    #[test]
    fn servers_of_each_shard_are_known_separately() {
        let known = CancellationToken::new();
        let range: ShardRange = "0-1/3".parse().unwrap();
        let pending_guilds = PendingGuilds::new(range.shard_of(ServerId(0)), known.clone());
        range.shards().for_each(|shard| pending_guilds.add(shard));
        let [zero, one, two] = [0, 1, 2].map(|index| Shard::new(index, 3).unwrap());
        let server = |index: u64| ServerId((3 + index) << 22);
        pending_guilds.expect(one, [server(1)].into());
        pending_guilds.record(server(2));
        pending_guilds.record(server(1));
        assert!(pending_guilds.known(one).is_cancelled() && !pending_guilds.known(zero).is_cancelled());
        assert!(!known.is_cancelled(), "shard 0 has not connected yet");
        pending_guilds.expect(two, BTreeSet::new());
        pending_guilds.expect(zero, BTreeSet::new());
        assert!(known.is_cancelled());
    }
}
