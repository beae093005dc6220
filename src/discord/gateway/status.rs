//! State of the shards' connections to Discord.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use parking_lot::RwLock;
use poise::serenity_prelude as serenity;
use serenity::{Context, EventHandler, Ready, ResumedEvent};
use tokio::sync::watch;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::ownership::ShardOwnership;
use crate::table::{ServerId, Shard};
use crate::watch::{Metrics, SessionStart, Shards};

/// Interval at which a shard that waits for the commands checks if another shard is connected.
const CHECK_INTERVAL: Duration = Duration::from_millis(500);

/// A handle for checking the connections to Discord. All clones refer to the same connections.
#[derive(Clone, Default)]
pub struct Gateway(Arc<State>);

#[derive(Default)]
struct State {
    shards: RwLock<BTreeMap<Shard, watch::Sender<ShardState>>>,
    /// Cancelled once the slash commands can be used.
    arrived: CancellationToken,
    /// The shards whose interactions this process answers.
    ownership: ShardOwnership,
    /// Number of connections that were opened to begin a session.
    attempts: AtomicU64,
    /// Number of events that have been received from Discord.
    events: AtomicU64,
}

/// State of one shard.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct ShardState {
    /// `true` if the shard has a session and receives events.
    pub(crate) is_connected: bool,
    /// Number of sessions that the shard has begun since the start of the bot.
    pub(crate) sessions: u32,
    /// Number of the connection that the shard has opened most recently to begin a session.
    attempt: u64,
    /// Time since which the shard is connected.
    connected_since: Option<Instant>,
    /// Time since which the details of all servers of the shard are known.
    known_since: Option<Instant>,
}

impl Gateway {
    /// Returns the shards that this process serves, and which of them are disconnected.
    ///
    /// A shard that the process is about to take over is not included.
    pub fn shards(&self) -> Shards {
        let owned = self.owned();
        let disconnected = owned.iter().filter(|shard| !self.is_connected(**shard));
        Shards {
            all: owned.iter().map(|shard| shard.index()).collect(),
            disconnected: disconnected.map(|shard| shard.index()).collect(),
            lease_left: self.0.ownership.lease_left(),
        }
    }

    /// Returns the shards that this process serves in ascending order.
    pub(crate) fn owned(&self) -> Vec<Shard> {
        let shards = self.0.shards.read();
        shards.keys().copied().filter(|shard| self.0.ownership.owns(*shard)).collect()
    }

    /// Returns the shards that this process serves and whose servers are known for at least the given time.
    pub(crate) fn settled(&self, known_for: Duration) -> Vec<Shard> {
        let is_settled = |shard: &Shard| {
            let known_since = self.watch(*shard).and_then(|state| state.borrow().known_since);
            known_since.is_some_and(|since| since.elapsed() >= known_for)
        };
        self.owned().into_iter().filter(is_settled).collect()
    }

    /// Returns `true` if this process serves the tables of a server.
    pub(crate) fn serves(&self, server: ServerId) -> bool {
        let first = self.0.shards.read().keys().next().copied();
        first.is_some_and(|first| self.0.ownership.owns(first.of(server)))
    }

    /// Returns the time since which this process serves the tables of a server, or `None` if it does not
    /// serve them or its shards are fixed.
    pub(crate) fn serves_since(&self, server: ServerId) -> Option<Instant> {
        let first = self.0.shards.read().keys().next().copied()?;
        self.0.ownership.owned_since(first.of(server))
    }

    pub(crate) fn ownership(&self) -> &ShardOwnership {
        &self.0.ownership
    }

    /// Returns `true` once the slash commands are registered, now or by an earlier start. Before that, the
    /// bot answers no interactions.
    pub fn has_arrived(&self) -> bool {
        self.0.arrived.is_cancelled()
    }

    pub(crate) fn arrived(&self) {
        self.0.arrived.cancel();
    }

    /// Counts an event that has been received.
    pub(crate) fn event_received(&self) {
        self.0.events.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the number of events that have been received from Discord.
    pub(crate) fn events(&self) -> u64 {
        self.0.events.load(Ordering::Relaxed)
    }

    /// Waits until the commands can be used or no shard is connected, so that the first connected shard is
    /// the only one before the bot handles events.
    pub(crate) async fn ready_for_another_shard(&self) {
        let is_connected = || self.0.shards.read().values().any(|state| state.borrow().is_connected);
        while !self.has_arrived() && is_connected() {
            let _ = tokio::time::timeout(CHECK_INTERVAL, self.0.arrived.cancelled()).await;
        }
    }

    /// Waits until the commands can be used.
    pub(crate) async fn until_arrived(&self) {
        self.0.arrived.cancelled().await;
    }

    /// Adds a shard that this process connects. It is disconnected at first.
    pub(crate) fn add(&self, shard: Shard) {
        self.0.shards.write().entry(shard).or_insert_with(|| watch::Sender::new(ShardState::default()));
    }

    /// Removes a shard that this process no longer connects.
    pub(crate) fn remove(&self, shard: Shard) {
        self.0.shards.write().remove(&shard);
    }

    /// Records that the details of all servers of a shard are known.
    pub(crate) fn servers_known(&self, shard: Shard) {
        self.change(shard, |state| {
            state.known_since.get_or_insert_with(Instant::now);
        });
    }

    /// Returns `true` if a shard receives events.
    pub(crate) fn is_connected(&self, shard: Shard) -> bool {
        self.0.shards.read().get(&shard).is_some_and(|state| state.borrow().is_connected)
    }

    /// Returns the time for which a shard has been connected.
    pub(crate) fn connected_for(&self, shard: Shard) -> Option<Duration> {
        let state = *self.watch(shard)?.borrow();
        state.connected_since.filter(|_| state.is_connected).map(|since| since.elapsed())
    }

    /// Returns a receiver of the state of a shard, or `None` if this process does not run the shard.
    pub(crate) fn watch(&self, shard: Shard) -> Option<watch::Receiver<ShardState>> {
        self.0.shards.read().get(&shard).map(watch::Sender::subscribe)
    }

    /// Waits until a shard is connected. Never returns if this process does not run the shard.
    pub(crate) async fn connected(&self, shard: Shard) {
        if let Some(mut state) = self.watch(shard)
            && state.wait_for(|state| state.is_connected).await.is_ok()
        {
            return;
        }
        std::future::pending::<()>().await;
    }

    /// Records that a shard does not receive events any more.
    pub(crate) fn disconnected(&self, shard: Shard) {
        self.change(shard, |state| state.is_connected = false);
    }

    fn change(&self, shard: Shard, change: impl FnOnce(&mut ShardState)) {
        if let Some(state) = self.0.shards.read().get(&shard) {
            state.send_modify(change);
        }
    }
}

impl fmt::Debug for Gateway {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gateway").field("shards", &self.shards()).finish_non_exhaustive()
    }
}

/// An event handler that records when a shard has a session.
pub(crate) struct SessionEvents {
    gateway: Gateway,
    shard: Shard,
    metrics: Metrics,
    /// Number of the connection. serenity runs event handlers as separate tasks, so an event may be handled
    /// after its connection has been replaced.
    attempt: u64,
}

impl SessionEvents {
    /// Creates the event handler for a new connection of a shard.
    pub(crate) fn new(gateway: Gateway, shard: Shard, metrics: Metrics) -> Self {
        let attempt = gateway.0.attempts.fetch_add(1, Ordering::Relaxed);
        gateway.change(shard, |state| state.attempt = attempt);
        Self { gateway, shard, metrics, attempt }
    }

    fn connected(&self, start: SessionStart) {
        self.metrics.session(self.shard.index(), start);
        self.gateway.change(self.shard, |state| {
            if state.attempt == self.attempt {
                state.is_connected = true;
                state.connected_since = Some(Instant::now());
                state.sessions += u32::from(start == SessionStart::Begun);
            }
        });
    }
}

#[serenity::async_trait]
impl EventHandler for SessionEvents {
    async fn ready(&self, _: Context, _: Ready) {
        self.connected(SessionStart::Begun);
    }

    async fn resume(&self, _: Context, _: ResumedEvent) {
        self.connected(SessionStart::Resumed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::Timings;

    #[tokio::test]
    async fn disconnected_shards_are_named() {
        let gateway = Gateway::default();
        assert_eq!(gateway.shards(), Shards::default());
        let shard = |index| Shard::new(index, 8).unwrap();
        for index in 2..=4 {
            gateway.add(shard(index));
        }
        gateway.change(shard(3), |state| state.is_connected = true);
        let shards = Shards { all: vec![2, 3, 4], disconnected: vec![2, 4], lease_left: None };
        assert_eq!(gateway.shards(), shards);
        assert!(gateway.is_connected(shard(3)) && !gateway.is_connected(shard(2)));
        gateway.connected(shard(3)).await;
        gateway.disconnected(shard(3));
        assert_eq!(gateway.shards().disconnected, [2, 3, 4]);
        assert!(!gateway.is_connected(shard(0)) && gateway.watch(shard(0)).is_none());
        gateway.ownership().restrict((&Timings::DEFAULT).into());
        let none = Shards { lease_left: Some(Duration::ZERO), ..Shards::default() };
        assert_eq!(gateway.shards(), none, "no shard is leased");
    }

    #[test]
    fn event_of_replaced_connection_is_ignored() {
        let gateway = Gateway::default();
        gateway.add(Shard::SINGLE);
        let connection = || SessionEvents::new(gateway.clone(), Shard::SINGLE, Metrics::default());
        let (first, second) = (connection(), connection());
        first.connected(SessionStart::Begun);
        assert!(!gateway.is_connected(Shard::SINGLE));
        second.connected(SessionStart::Begun);
        assert!(gateway.is_connected(Shard::SINGLE));
    }
}
