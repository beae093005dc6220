//! The shards that this process serves, with their game clocks.

use std::collections::BTreeMap;
use std::sync::Arc;

use parking_lot::RwLock;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::clock::game::GameClock;
use super::{ServerId, Shard, ShardRange, UnixMillis, WallClock};

/// The shards that this process serves. They can change while the bot is running.
#[derive(Debug)]
pub(crate) struct ServedShards {
    wall: WallClock,
    state: RwLock<State>,
}

#[derive(Debug)]
struct State {
    /// Any shard. Its total determines the shard of a server.
    any: Shard,
    served: BTreeMap<Shard, ServedShard>,
}

/// A shard that this process serves.
#[derive(Debug, Clone)]
pub(crate) struct ServedShard {
    /// The clock of the shard's tables. A shard has a clock of its own, because a disconnected shard only
    /// affects the players on its servers.
    pub(crate) clock: Arc<GameClock>,
    /// Cancelled when the shard is no longer served. Its tables are then unloaded.
    pub(crate) stop: CancellationToken,
    /// The tasks of the shard's tables in memory.
    pub(crate) tables: TaskTracker,
}

impl ServedShard {
    fn new(clock: GameClock) -> Self {
        Self { clock: Arc::new(clock), stop: CancellationToken::new(), tables: TaskTracker::new() }
    }
}

/// A shard that this process no longer serves. Its tables may still be finishing their current actions.
#[derive(Debug)]
pub struct RemovedShard {
    /// Time at which the shard's game clock was stopped.
    pub clock: UnixMillis,
    tables: TaskTracker,
}

impl RemovedShard {
    /// Waits until the shard's tables are unloaded. A journal that does not respond delays the current action
    /// of a table.
    pub async fn unloaded(&self) {
        self.tables.wait().await;
    }
}

impl ServedShards {
    /// Creates the only shard of a bot that is not sharded, with a running clock.
    pub(crate) fn new(wall: WallClock) -> Self {
        let served = BTreeMap::from([(Shard::SINGLE, ServedShard::new(GameClock::new(wall.clone())))]);
        Self { wall, state: RwLock::new(State { any: Shard::SINGLE, served }) }
    }

    /// Replaces all shards by those of `range`, with stopped clocks. Tables in memory keep their clocks.
    pub(crate) fn assign(&self, range: ShardRange) {
        let served = range.shards().map(|shard| (shard, ServedShard::new(self.stopped()))).collect();
        let any = range.shard_of(ServerId(0));
        *self.state.write() = State { any, served };
    }

    /// Removes all shards. The total of `any` is the number of shards into which the servers are divided.
    pub(crate) fn clear(&self, any: Shard) {
        *self.state.write() = State { any, served: BTreeMap::new() };
    }

    /// Adds a shard with a stopped clock that shows the given time.
    pub(crate) fn add(&self, shard: Shard, time: UnixMillis) {
        let clock = self.stopped();
        clock.set(time);
        self.state.write().served.insert(shard, ServedShard::new(clock));
    }

    /// Removes a shard: stops its clock and begins to unload its tables. Returns `None` if it is not served.
    pub(crate) fn remove(&self, shard: Shard) -> Option<RemovedShard> {
        let ServedShard { clock, stop, tables } = self.state.write().served.remove(&shard)?;
        clock.stop();
        stop.cancel();
        tables.close();
        Some(RemovedShard { clock: clock.now(), tables })
    }

    fn stopped(&self) -> GameClock {
        let clock = GameClock::new(self.wall.clone());
        clock.stop();
        clock
    }

    /// Returns the served shards in order.
    pub(crate) fn all(&self) -> Vec<Shard> {
        self.state.read().served.keys().copied().collect()
    }

    /// Returns the clock of a shard, or `None` if this process does not serve the shard.
    pub(crate) fn clock(&self, shard: Shard) -> Option<Arc<GameClock>> {
        self.state.read().served.get(&shard).map(|served| Arc::clone(&served.clock))
    }

    /// Returns the shard to which a server belongs.
    pub(crate) fn shard_of(&self, server: ServerId) -> Shard {
        self.state.read().any.of(server)
    }

    /// Returns the shard of a server, or `None` if this process does not serve it.
    pub(crate) fn of_server(&self, server: ServerId) -> Option<ServedShard> {
        let state = self.state.read();
        state.served.get(&state.any.of(server)).cloned()
    }

    /// Returns the current times of all clocks.
    pub(crate) fn times(&self) -> Vec<(Shard, UnixMillis)> {
        self.state.read().served.iter().map(|(shard, served)| (*shard, served.clock.now())).collect()
    }

    /// Sets the clocks to times restored from the journal. Stopped clocks remain stopped.
    pub(crate) fn set(&self, times: &[(Shard, UnixMillis)]) {
        let state = self.state.read();
        for (shard, time) in times {
            if let Some(served) = state.served.get(shard) {
                served.clock.set(*time);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn clock_of_one_shard_stops_alone() {
        let shards = ServedShards::new(WallClock::of_tokio());
        let range: ShardRange = "1-2/4".parse().unwrap();
        shards.assign(range);
        let clock = |index| shards.clock(Shard::new(index, 4).unwrap());
        assert!(clock(0).is_none() && clock(3).is_none());
        let [one, two] = [1, 2].map(|index| clock(index).unwrap());
        assert!(one.stands_still() && two.stands_still());
        let times =
            [(Shard::new(1, 4).unwrap(), UnixMillis(1_000)), (Shard::new(2, 4).unwrap(), UnixMillis(5_000))];
        shards.set(&times);
        assert_eq!(shards.times(), times);
        one.go_on();
        tokio::time::sleep(Duration::from_secs(3)).await;
        let times: Vec<UnixMillis> = shards.times().into_iter().map(|(_, time)| time).collect();
        assert_eq!(times, [UnixMillis(4_000), UnixMillis(5_000)]);
        assert!(Arc::ptr_eq(&shards.of_server(ServerId(6 << 22)).unwrap().clock, &two));
        assert!(shards.of_server(ServerId(8 << 22)).is_none(), "server of another process");
    }

    #[test]
    fn shards_are_added_and_removed() {
        let shards = ServedShards::new(WallClock::wall());
        let [one, two] = [1, 2].map(|index| Shard::new(index, 4).unwrap());
        shards.clear(one);
        assert!(shards.all().is_empty() && shards.of_server(ServerId(1 << 22)).is_none());
        shards.add(one, UnixMillis(7));
        shards.add(two, UnixMillis(8));
        assert_eq!((shards.all(), shards.shard_of(ServerId(6 << 22))), (vec![one, two], two));
        assert_eq!(shards.times(), [(one, UnixMillis(7)), (two, UnixMillis(8))]);
        assert_eq!(shards.remove(one).unwrap().clock, UnixMillis(7));
        assert!(shards.remove(one).is_none());
    }
}
