//! Leases shards in the database, and hands them over between processes.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use futures::future::join_all;
use tokio::sync::watch;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;

use super::lease_plan::{lost_shards, plan};
use super::ownership::RecentlyAccepted;
use super::shard_services::ShardServices;
use super::status::Gateway;
use crate::store::{Handover, LEASE_TIME, LeaseState, LeasedShard, ProcessId, ShardLeases};
use crate::table::{Shard, UnixMillis};
use crate::watch::LeaseChange;

/// Interval between two reads of the leases.
const INTERVAL: Duration = Duration::from_secs(1);
/// Interval between two reads of the leases while a shard is handed over. Its interactions wait for the new
/// owner.
const HANDOVER_INTERVAL: Duration = Duration::from_millis(200);
/// Interval between two renewals of the leases.
const RENEW_INTERVAL: Duration = Duration::from_secs(2);
/// Delay of a handover after the successor has reported that it receives events. Events that Discord sent
/// before the report reach the owner during this time.
const LATE_EVENTS: Duration = Duration::from_millis(200);
/// Maximum time to wait for accepted interactions, and for the current actions of tables, when a shard is
/// handed over. Interactions that arrive meanwhile wait for the new owner.
const STEP_TIMEOUT: Duration = Duration::from_millis(600);
/// Maximum time that a handover waits for the details of all servers of a connected shard.
const SERVERS_TIMEOUT: Duration = Duration::from_secs(2);

/// Time for which this process must have renewed its leases without a gap before it takes shards whose leases
/// have expired. After an outage of the database, their owners renew them within this time.
const UNINTERRUPTED: Duration = Duration::from_secs(5);

/// State of a shard whose handover has failed, with which this process continues to serve it.
#[derive(Debug, Default)]
struct FailedHandover {
    /// Time at which the shard's game clock was stopped.
    clock: UnixMillis,
    accepted: RecentlyAccepted,
}

/// Leases shards for this process, and hands them over to other processes.
pub(crate) struct LeaseKeeper {
    leases: ShardLeases,
    services: ShardServices,
    /// The shards that this process serves. Each token ends the work of [`ShardServices::serve`].
    served: BTreeMap<Shard, CancellationToken>,
    /// The shards of other processes that this process has requested.
    requested: BTreeSet<Shard>,
    /// State of the shards whose handover has failed. They are served again by the next update.
    failed: BTreeMap<Shard, FailedHandover>,
    /// Time since which the leases have been renewed without a gap. `None` before the first renewal and
    /// during an outage.
    renewed_since: watch::Receiver<Option<Instant>>,
    /// Renews the leases. Dropping it stops the renewal.
    _renewal: AbortOnDropHandle<()>,
}

impl LeaseKeeper {
    pub(crate) fn new(leases: ShardLeases, services: ShardServices) -> Self {
        services.gateway.ownership().restrict(services.interaction_waits);
        let (renewed, renewed_since) = watch::channel(None);
        let renewal = tokio::spawn(renew(leases.clone(), services.gateway.clone(), renewed));
        Self {
            leases,
            services,
            served: BTreeMap::new(),
            requested: BTreeSet::new(),
            failed: BTreeMap::new(),
            renewed_since,
            _renewal: AbortOnDropHandle::new(renewal),
        }
    }

    /// Keeps the leases until `handover` is cancelled. Then lets other processes take the shards over, and
    /// returns once they have, or if there are no other processes.
    pub(crate) async fn run(mut self, handover: CancellationToken) {
        let _ = handover.run_until_cancelled(self.renewed_since.changed()).await;
        loop {
            let pause = self.round().await;
            if handover.run_until_cancelled(tokio::time::sleep(pause)).await.is_none() {
                break;
            }
        }
        self.hand_all_over().await;
    }

    /// Waits until other processes have taken over all shards. Returns at once if there are none.
    async fn hand_all_over(&mut self) {
        while let Err(error) = self.leases.announce_stop().await {
            tracing::warn!(%error, "failed to announce that this process stops; retrying");
            tokio::time::sleep(INTERVAL).await;
        }
        self.requested.clear(); // their connections are closed by the next update
        let me = self.leases.process();
        loop {
            let Some(state) = self.read().await else {
                tokio::time::sleep(INTERVAL).await;
                continue;
            };
            self.update(&state).await;
            let is_handed_over = !state.shards.iter().any(|leased| leased.belongs_to(me));
            let has_others = state.processes.iter().any(|process| !process.is_stopping);
            // After an outage of the database, the others get time to renew their leases. A shard whose
            // handover has failed is served again before this process stops, so that its clock is saved.
            let is_alone = !has_others && self.renews_without_gap() && self.failed.is_empty();
            if is_handed_over || is_alone {
                return;
            }
            tokio::time::sleep(HANDOVER_INTERVAL).await;
        }
    }

    /// Reads the leases once and acts on them. Returns the time until the next read.
    async fn round(&mut self) -> Duration {
        let Some(state) = self.read().await else { return INTERVAL };
        self.update(&state).await;
        self.follow_plan(&state).await;
        let me = self.leases.process();
        let concerns_me = |leased: &LeasedShard| leased.owner == Some(me) && leased.successor.is_some();
        let is_handing_over = !self.requested.is_empty() || state.shards.iter().any(concerns_me);
        if is_handing_over { HANDOVER_INTERVAL } else { INTERVAL }
    }

    /// Reads the leases. Returns `None` if that fails.
    async fn read(&self) -> Option<LeaseState> {
        let state = self.leases.state().await;
        state.inspect_err(|error| tracing::debug!(%error, "failed to read leases of shards; retrying")).ok()
    }

    /// Serves the shards that this process owns and no others, and hands over those whose successor is ready.
    async fn update(&mut self, state: &LeaseState) {
        let me = self.leases.process();
        self.failed.retain(|shard, _| {
            state.shards.iter().any(|leased| leased.shard == *shard && leased.belongs_to(me))
        });
        let is_mine = |leased: &&LeasedShard| leased.owner == Some(me);
        for shard in lost_shards(state, me, self.served.keys().copied()) {
            tracing::warn!(%shard, "another process has taken shard over");
            self.services.metrics.lease_changed(LeaseChange::Lost);
            self.stop_serving(shard);
            self.services.disconnect(shard);
        }
        for leased in state.shards.iter().filter(is_mine) {
            if !self.served.contains_key(&leased.shard) {
                self.serve(leased);
            }
        }
        let ready: Vec<(Shard, ProcessId)> = state
            .shards
            .iter()
            .filter(|leased| leased.owner == Some(me) && leased.is_ready)
            .filter_map(|leased| Some((leased.shard, leased.successor?)))
            .collect();
        self.hand_over(ready).await;
        self.report_ready(state).await;
        self.disconnect_others();
    }

    /// Closes the connections of shards that this process neither serves nor has requested, for example
    /// because a handover has succeeded although the database did not confirm it.
    ///
    /// A shard whose handover has failed stays connected, because it is served again by the next update.
    fn disconnect_others(&self) {
        let connected = self.services.connected.lock().clone();
        for shard in connected {
            let is_used = self.served.contains_key(&shard)
                || self.requested.contains(&shard)
                || self.failed.contains_key(&shard);
            if !is_used {
                self.services.disconnect(shard);
            }
        }
    }

    /// Returns `true` if this process has renewed its leases for [`UNINTERRUPTED`] without a gap.
    fn renews_without_gap(&self) -> bool {
        self.renewed_since.borrow().is_some_and(|since| since.elapsed() >= UNINTERRUPTED)
    }

    /// Begins to serve a shard that this process has leased.
    fn serve(&mut self, leased: &LeasedShard) {
        let (shard, services) = (leased.shard, &self.services);
        self.requested.remove(&shard);
        services.rest.token_use().tolerate();
        let FailedHandover { clock, accepted } = self.failed.remove(&shard).unwrap_or_default();
        services.registry.add_shard(shard, leased.clock.max(clock));
        services.connect(shard);
        services.gateway.ownership().own(shard, leased.handled.iter().copied(), accepted);
        let stop = services.stopping.child_token();
        services.serve(shard, stop.clone());
        self.served.insert(shard, stop);
        self.update_share();
        self.services.metrics.lease_changed(LeaseChange::Leased);
        tracing::info!(%shard, process = %self.leases.process(), "shard leased");
    }

    /// Stops serving a shard that another process owns. Its tables can no longer be saved.
    fn stop_serving(&mut self, shard: Shard) {
        let Some(stop) = self.served.remove(&shard) else { return };
        stop.cancel();
        self.services.rest.token_use().tolerate();
        self.services.gateway.ownership().disown(shard);
        let _ = self.services.registry.remove_shard(shard);
        self.update_share();
    }

    /// Hands shards over to their successors concurrently.
    async fn hand_over(&mut self, ready: Vec<(Shard, ProcessId)>) {
        if ready.is_empty() {
            return;
        }
        tokio::time::sleep(LATE_EVENTS).await;
        for (shard, _) in &ready {
            if let Some(stop) = self.served.remove(shard) {
                stop.cancel();
            }
        }
        let results = join_all(ready.iter().map(|(shard, _)| self.release(*shard))).await;
        for ((shard, successor), released) in ready.into_iter().zip(results) {
            // A shard that could not be handed over is served again if this process still owns it.
            if let Err(failed) = released {
                self.failed.insert(shard, failed);
            } else {
                self.services.disconnect(shard);
                self.services.metrics.lease_changed(LeaseChange::HandedOver);
                tracing::info!(%shard, %successor, "shard handed over");
            }
        }
        self.update_share();
    }

    /// Finishes the work on a shard and makes its successor the owner.
    ///
    /// # Errors
    /// Returns the state with which this process continues to serve the shard if that fails.
    async fn release(&self, shard: Shard) -> Result<(), FailedHandover> {
        let ShardServices { registry, gateway, rest, .. } = &self.services;
        rest.token_use().tolerate();
        let (running, accepted) = gateway.ownership().disown(shard);
        if tokio::time::timeout(STEP_TIMEOUT, running.wait()).await.is_err() {
            tracing::debug!(%shard, "interactions are still running while shard is handed over");
        }
        let Some(removed) = registry.remove_shard(shard) else {
            tracing::error!(%shard, "failed to hand shard over: it is not served");
            return Err(FailedHandover { accepted, ..FailedHandover::default() });
        };
        let clock = removed.clock;
        if tokio::time::timeout(STEP_TIMEOUT, removed.unloaded()).await.is_err() {
            tracing::warn!(%shard, "timed out waiting for tables before handover");
            return Err(FailedHandover { clock, accepted });
        }
        let handover = Handover { clock, handled: accepted.ids().collect() };
        match self.leases.hand_over(shard, &handover).await {
            Ok(true) => return Ok(()),
            Ok(false) => tracing::debug!(%shard, "shard has no successor any more"),
            Err(error) => tracing::warn!(%shard, %error, "failed to hand shard over"),
        }
        Err(FailedHandover { clock, accepted })
    }

    /// Reports the requested shards that are connected. Gives up those that have another successor.
    async fn report_ready(&mut self, state: &LeaseState) {
        let me = self.leases.process();
        for leased in &state.shards {
            let shard = leased.shard;
            if !self.requested.contains(&shard) {
                continue;
            }
            if leased.successor != Some(me) {
                // A free shard keeps its connection, because this process may lease it next.
                if leased.owner.is_some() {
                    self.requested.remove(&shard);
                }
            } else if !leased.is_ready
                && self.receives_events(shard)
                && let Err(error) = self.leases.report_ready(shard).await
            {
                tracing::debug!(%shard, %error, "failed to report that shard is connected; retrying");
            }
        }
    }

    /// Returns `true` if a shard is connected and its interactions can be answered.
    fn receives_events(&self, shard: Shard) -> bool {
        let ShardServices { gateway, pending_guilds, .. } = &self.services;
        let is_known = || {
            let connected_for = gateway.connected_for(shard).unwrap_or_default();
            pending_guilds.known(shard).is_cancelled() || connected_for >= SERVERS_TIMEOUT
        };
        gateway.has_arrived() && gateway.is_connected(shard) && is_known()
    }

    async fn follow_plan(&mut self, state: &LeaseState) {
        let is_connected = |shard: &Shard| self.services.gateway.is_connected(*shard);
        let is_settled = self.requested.is_empty() && self.served.keys().all(is_connected);
        let plan = plan(state, self.leases.process(), is_settled, self.renews_without_gap());
        let mut is_taken = false;
        for shard in plan.take {
            match self.leases.take(shard).await {
                Ok(taken) => is_taken |= taken,
                Err(error) => tracing::warn!(%shard, %error, "failed to lease shard; retrying"),
            }
        }
        if is_taken && let Some(state) = self.read().await {
            self.update(&state).await;
        }
        for shard in plan.request {
            match self.leases.request(shard).await {
                Ok(true) => {
                    tracing::info!(%shard, "shard requested from its owner");
                    self.requested.insert(shard);
                    self.services.connect(shard);
                }
                Ok(false) => {}
                Err(error) => tracing::warn!(%shard, %error, "failed to request shard; retrying"),
            }
        }
    }

    /// Sets the process's share of the rate limit.
    fn update_share(&self) {
        let served = u32::try_from(self.served.len()).unwrap_or(u32::MAX);
        self.services.rest.set_share(served, self.leases.total());
    }
}

/// Renews the leases until the task is aborted. `since` receives the time since which they have been renewed
/// without a gap.
async fn renew(leases: ShardLeases, gateway: Gateway, since: watch::Sender<Option<Instant>>) {
    let mut last: Option<Instant> = None;
    loop {
        let begun = Instant::now();
        match leases.renew().await {
            Ok(()) => {
                gateway.ownership().renewed(begun + LEASE_TIME);
                let has_gap = last.is_none_or(|last| begun.duration_since(last) >= LEASE_TIME);
                if has_gap {
                    since.send_replace(Some(begun));
                }
                if has_gap && last.is_some() {
                    tracing::warn!("leases were not renewed in time; shards may have been taken over");
                }
                last = Some(begun);
            }
            Err(error) => {
                let is_expired = last.is_none_or(|last| last.elapsed() >= LEASE_TIME);
                if is_expired && since.send_replace(None).is_some() {
                    tracing::error!(%error, "failed to renew leases of shards; retrying");
                } else {
                    tracing::debug!(%error, "failed to renew leases of shards; retrying soon");
                }
            }
        }
        tokio::time::sleep(RENEW_INTERVAL).await;
    }
}
