//! Decides whether this process answers the interactions of a shard.
//!
//! Discord sends the events of a shard to every process that has connected it. During a handover, these are
//! the owner and its successor. Only the owner answers. Its successor keeps interactions for a short time,
//! because it may become the owner.

use std::collections::{BTreeMap, HashSet, VecDeque};
use std::sync::OnceLock;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::Notify;
use tokio::time::Instant;
use tokio_util::task::TaskTracker;
use tokio_util::task::task_tracker::TaskTrackerToken;

use crate::discord::Timings;
use crate::table::Shard;

/// Time for which accepted interactions are remembered, in addition to twice the time for which a successor
/// keeps them.
const REMEMBERED: Duration = Duration::from_secs(1);

/// The shards whose interactions this process answers. By default, these are all shards that it connects.
#[derive(Debug, Default)]
pub(crate) struct ShardOwnership {
    leases: Mutex<Leases>,
    waits: OnceLock<InteractionWaits>,
    /// Notified when a shard gets a new owner or a lease is renewed.
    changed: Notify,
}

/// Time limits of interactions whose shard this process does not own, or whose lease has expired.
#[derive(Debug, Clone, Copy)]
pub(crate) struct InteractionWaits {
    /// See [`Timings::handover_wait`].
    pub(crate) handover: Duration,
    /// See [`Timings::expired_lease_delay`].
    pub(crate) expired_lease: Duration,
}

impl From<&Timings> for InteractionWaits {
    fn from(timings: &Timings) -> Self {
        Self { handover: timings.handover_wait, expired_lease: timings.expired_lease_delay }
    }
}

#[derive(Debug, Default)]
struct Leases {
    /// End of all leases, as far as this process knows.
    until: Option<Instant>,
    owned: BTreeMap<Shard, OwnedShard>,
}

#[derive(Debug, Default)]
struct OwnedShard {
    accepted: RecentlyAccepted,
    /// Ids of interactions that the previous owner answers.
    of_previous_owner: HashSet<u64>,
    running: TaskTracker,
    /// Time since which this process serves the shard.
    since: Option<Instant>,
}

/// The interactions that a process has accepted recently.
#[derive(Debug, Default)]
pub(crate) struct RecentlyAccepted {
    /// Times of acceptance and ids, in order of time.
    interactions: VecDeque<(Instant, u64)>,
}

impl RecentlyAccepted {
    fn insert(&mut self, interaction: u64) {
        self.interactions.push_back((Instant::now(), interaction));
    }

    fn forget_older_than(&mut self, age: Duration) {
        while self.interactions.front().is_some_and(|(at, _)| at.elapsed() > age) {
            self.interactions.pop_front();
        }
    }

    /// Returns the ids of the interactions.
    pub(crate) fn ids(&self) -> impl Iterator<Item = u64> {
        self.interactions.iter().map(|(_, id)| *id)
    }
}

/// The decision whether this process answers an interaction now.
enum Decision {
    Accepted(TaskTrackerToken),
    /// The lease has expired.
    Expired,
    NotOwned,
    OfPreviousOwner,
}

/// An interaction that this process answers. A handover of its shard waits until this value is dropped.
#[derive(Debug)]
#[allow(dead_code, reason = "the field is dropped")]
pub(crate) struct AcceptedInteraction(Option<TaskTrackerToken>);

impl ShardOwnership {
    /// Restricts the answered interactions to those of shards for which [`own`](Self::own) is called.
    pub(crate) fn restrict(&self, waits: InteractionWaits) {
        let _ = self.waits.set(waits); // fails if called twice
    }

    fn is_restricted(&self) -> bool {
        self.waits.get().is_some()
    }

    /// Returns the time for which accepted interactions are remembered.
    fn remembered(&self) -> Duration {
        self.waits.get().map_or(Duration::ZERO, |waits| 2 * waits.handover + REMEMBERED)
    }

    /// Returns `true` if this process serves a shard, even if the lease has expired.
    pub(crate) fn owns(&self, shard: Shard) -> bool {
        !self.is_restricted() || self.leases.lock().owned.contains_key(&shard)
    }

    /// Returns the time until the leases expire, or zero if they have expired.
    ///
    /// Returns `None` if shards need not be leased.
    pub(crate) fn lease_left(&self) -> Option<Duration> {
        let until = self.leases.lock().until;
        let left = until.map(|until| until.saturating_duration_since(Instant::now()));
        self.is_restricted().then(|| left.unwrap_or_default())
    }

    /// Begins to answer the interactions of a shard, except those of the previous owner.
    ///
    /// `accepted` are interactions that this process itself has accepted before, if a handover has failed.
    pub(crate) fn own(
        &self,
        shard: Shard,
        of_previous_owner: impl IntoIterator<Item = u64>,
        accepted: RecentlyAccepted,
    ) {
        let owned = OwnedShard {
            of_previous_owner: of_previous_owner.into_iter().collect(),
            accepted,
            since: Some(Instant::now()),
            ..OwnedShard::default()
        };
        self.leases.lock().owned.insert(shard, owned);
        self.changed.notify_waiters();
    }

    /// Stops answering the interactions of a shard. Returns the tasks that still answer accepted
    /// interactions, and the recently accepted ones.
    pub(crate) fn disown(&self, shard: Shard) -> (TaskTracker, RecentlyAccepted) {
        let mut owned = self.leases.lock().owned.remove(&shard).unwrap_or_default();
        owned.running.close();
        owned.accepted.forget_older_than(self.remembered());
        (owned.running, owned.accepted)
    }

    /// Returns the time since which this process serves a leased shard, or `None` if it does not serve the
    /// shard or its shards are fixed.
    pub(crate) fn owned_since(&self, shard: Shard) -> Option<Instant> {
        self.leases.lock().owned.get(&shard)?.since
    }

    /// Records that the leases last until the given time.
    pub(crate) fn renewed(&self, until: Instant) {
        self.leases.lock().until = Some(until);
        self.changed.notify_waiters();
    }

    /// Waits until this process may answer an interaction. Returns `None` if another process answers it.
    pub(crate) async fn accept(&self, shard: Shard, interaction: u64) -> Option<AcceptedInteraction> {
        let Some(waits) = self.waits.get() else { return Some(AcceptedInteraction(None)) };
        let arrived = Instant::now();
        loop {
            // Created before the decision, so that no change is missed.
            let changed = self.changed.notified();
            let patience = match self.decide(shard, interaction, arrived.elapsed() >= waits.expired_lease) {
                Decision::Accepted(token) => return Some(AcceptedInteraction(Some(token))),
                Decision::OfPreviousOwner => return None,
                Decision::Expired => waits.expired_lease,
                Decision::NotOwned => waits.handover,
            };
            let left = patience.saturating_sub(arrived.elapsed());
            if left.is_zero() {
                return None;
            }
            let _ = tokio::time::timeout(left, changed).await;
        }
    }

    fn decide(&self, shard: Shard, interaction: u64, accepts_expired: bool) -> Decision {
        let mut leases = self.leases.lock();
        let is_expired = leases.until.is_none_or(|until| until <= Instant::now());
        let Some(owned) = leases.owned.get_mut(&shard) else { return Decision::NotOwned };
        if owned.of_previous_owner.contains(&interaction) {
            return Decision::OfPreviousOwner;
        }
        if is_expired && !accepts_expired {
            return Decision::Expired;
        }
        owned.accepted.forget_older_than(self.remembered());
        owned.accepted.insert(interaction);
        Decision::Accepted(owned.running.token())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHARD: Shard = Shard::SINGLE;
    const WAITS: InteractionWaits = InteractionWaits {
        handover: Timings::DEFAULT.handover_wait,
        expired_lease: Timings::DEFAULT.expired_lease_delay,
    };

    fn restricted() -> ShardOwnership {
        let ownership = ShardOwnership::default();
        ownership.restrict(WAITS);
        ownership.renewed(Instant::now() + Duration::from_secs(8));
        ownership
    }

    #[tokio::test(start_paused = true)]
    async fn fixed_shards_are_always_owned() {
        let ownership = ShardOwnership::default();
        assert!(ownership.owns(SHARD) && ownership.accept(SHARD, 1).await.is_some());
    }

    #[tokio::test(start_paused = true)]
    async fn interaction_waits_until_its_shard_is_owned() {
        let ownership = restricted();
        let begun = Instant::now();
        assert!(ownership.accept(SHARD, 1).await.is_none());
        assert_eq!(begun.elapsed(), WAITS.handover);
        let own = async {
            tokio::time::sleep(Duration::from_secs(1)).await;
            ownership.own(SHARD, [2], RecentlyAccepted::default());
        };
        let (kept, of_previous_owner, ()) =
            tokio::join!(ownership.accept(SHARD, 1), ownership.accept(SHARD, 2), own);
        assert!(kept.is_some() && of_previous_owner.is_none());
        assert!(ownership.accept(SHARD, 2).await.is_none(), "an interaction that is delivered late");
    }

    #[tokio::test(start_paused = true)]
    async fn handover_waits_for_accepted_interactions() {
        let ownership = restricted();
        ownership.own(SHARD, [], RecentlyAccepted::default());
        ownership.accept(SHARD, 1).await.unwrap();
        tokio::time::sleep(ownership.remembered() + Duration::from_secs(1)).await;
        let running = ownership.accept(SHARD, 2).await.unwrap();
        let (tasks, accepted) = ownership.disown(SHARD);
        assert!(accepted.ids().eq([2]), "only recent interactions are passed on");
        assert!(tokio::time::timeout(Duration::from_secs(9), tasks.wait()).await.is_err());
        drop(running);
        tasks.wait().await;
        assert!(!ownership.owns(SHARD) && ownership.accept(SHARD, 3).await.is_none());
    }

    #[tokio::test(start_paused = true)]
    async fn expired_lease_delays_interactions() {
        let ownership = restricted();
        ownership.own(SHARD, [], RecentlyAccepted::default());
        ownership.renewed(Instant::now());
        let begun = Instant::now();
        assert!(ownership.accept(SHARD, 1).await.is_some(), "nobody tells the player about the outage");
        assert_eq!(begun.elapsed(), WAITS.expired_lease);
        let lose = async {
            tokio::time::sleep(Duration::from_millis(500)).await;
            ownership.disown(SHARD);
        };
        let (answered, ()) = tokio::join!(ownership.accept(SHARD, 2), lose);
        assert!(answered.is_none(), "another process has taken the shard over");
    }
}
