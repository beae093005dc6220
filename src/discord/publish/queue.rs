//! Queue of table updates per channel. Updates are coalesced and rate-limited.
//!
//! Updates may arrive much faster than a channel can be edited. Each channel has a queue with one pending
//! update per table, and newer updates replace older ones. One worker per channel passes them to the
//! [`MessageSink`], pauses and repeats until the queue is empty.

use std::collections::{BTreeMap, HashMap};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use futures::FutureExt as _;
use parking_lot::Mutex;
use tokio::sync::Notify;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::discord::rest::invalid_requests::InvalidRequestBudget;
use crate::discord::timings::BackOff;
use crate::table::{ChannelId, Notice, TableId, TableUpdate, TableView, UserId};
use ulti_rules::View;

/// Maximum number of retries for an update while Discord is unavailable.
const MAX_TRIES: u32 = 8;

/// Pending updates of a table: its newest public view, the hands of its players, and notices.
#[derive(Debug, Clone)]
pub(crate) struct PendingUpdate {
    /// Public view of the table.
    pub(crate) table_view: Arc<TableView>,
    /// Each player's view of the current deal.
    pub(crate) player_views: HashMap<UserId, Arc<View>>,
    /// Notices that have not been posted yet, such as turn pings. The oldest comes first.
    pub(crate) notices: Vec<PendingNotice>,
}

/// A notice that has not been posted yet. Notices are messages that are sent only once, such as turn pings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PendingNotice {
    /// Content of the notice.
    pub(crate) notice: Notice,
    /// Number of events at the table when the notice was created. It distinguishes notices with the same
    /// content.
    pub(crate) version: u32,
}

impl PendingUpdate {
    fn of(update: TableUpdate) -> Self {
        let version = update.table_view.version;
        Self {
            table_view: update.table_view,
            player_views: update.player_views.into_iter().collect(),
            notices: update.notice.map(|notice| PendingNotice { notice, version }).into_iter().collect(),
        }
    }

    /// Merges another update of the same table into this one.
    ///
    /// The notices of both updates are kept. Views are taken from the other update unless that update is
    /// older.
    fn merge(&mut self, update: Self) {
        self.notices.extend(update.notices);
        if update.table_view.version < self.table_view.version {
            return;
        }
        // An update of the same version without player views does not concern hands.
        if update.table_view.version > self.table_view.version || !update.player_views.is_empty() {
            self.player_views = update.player_views;
        }
        self.table_view = update.table_view;
    }
}

/// The result of publishing an update.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SendOutcome {
    /// The update is finished. Either all messages are up to date, or retrying would not help.
    Done,
    /// The update failed temporarily and should be retried.
    Again,
    /// The channel accepts no messages until the given time.
    PausedUntil(Instant),
}

/// A destination for table updates. Production code sends them to Discord, and tests collect them in memory.
#[async_trait]
pub(crate) trait MessageSink: Send + Sync + 'static {
    /// Publishes an update. Removes each notice from the update once it has been posted.
    ///
    /// If the sink has to wait before it can publish, it may then replace the update with a newer one.
    async fn show(&self, update: &mut PendingUpdate, newer: &NewerUpdates<'_>) -> SendOutcome;

    /// Completes an update that is [`SendOutcome::Done`], for example with late pictures.
    ///
    /// Must return soon after [`NewerUpdates::arrived`].
    async fn follow_up(&self, _: &PendingUpdate, _: &NewerUpdates<'_>) {}
}

/// Access to updates of a table that arrive while an earlier one is being published.
pub(crate) struct NewerUpdates<'a> {
    waiting: &'a Mutex<HashMap<ChannelId, ChannelQueue>>,
    closing: &'a CancellationToken,
}

impl NewerUpdates<'_> {
    /// Merges the newest update of the same table into an update. It is then no longer pending.
    ///
    /// Returns `true` if there was one.
    pub(crate) fn merge_into(&self, update: &mut PendingUpdate) -> bool {
        let (channel, table) = (update.table_view.channel, update.table_view.table);
        let newer = self.waiting.lock().get_mut(&channel).and_then(|queue| queue.updates.remove(&table));
        let Some(newer) = newer else { return false };
        update.merge(newer);
        true
    }

    /// Returns a copy of an update, merged with the newest update of the same table, which remains pending.
    /// Returns `None` if there is none.
    pub(crate) fn merged_with(&self, update: &PendingUpdate) -> Option<PendingUpdate> {
        let (channel, table) = (update.table_view.channel, update.table_view.table);
        let newer = self.waiting.lock().get(&channel)?.updates.get(&table)?.clone();
        let mut merged = update.clone();
        merged.merge(newer);
        Some(merged)
    }

    /// Waits until another update is pending in the channel, or until the queue is closed.
    pub(crate) async fn arrived(&self, channel: ChannelId) {
        let pending = async {
            loop {
                let changed = {
                    let waiting = self.waiting.lock();
                    let Some(queue) = waiting.get(&channel).filter(|queue| queue.updates.is_empty()) else {
                        return;
                    };
                    Arc::clone(&queue.changed)
                };
                // An update that arrives before this call is remembered.
                changed.notified().await;
            }
        };
        self.closing.run_until_cancelled(pending).await;
    }
}

/// Pending updates for one channel. A worker task publishes them and removes the queue when it is empty.
#[derive(Default)]
struct ChannelQueue {
    updates: BTreeMap<TableId, PendingUpdate>,
    /// Notified when an update is added to the queue.
    changed: Arc<Notify>,
}

/// Holds a queue of pending updates for each channel.
pub(crate) struct UpdateQueue<W> {
    sink: Arc<W>,
    pace: Duration,
    retry: BackOff,
    budget: Arc<InvalidRequestBudget>,
    waiting: Mutex<HashMap<ChannelId, ChannelQueue>>,
    workers: TaskTracker,
    closing: CancellationToken,
}

impl<W: MessageSink> UpdateQueue<W> {
    /// Creates an empty queue.
    ///
    /// `pace` is the minimum time between two updates of a channel. `retry` contains the delays before a
    /// failed update is retried.
    pub(crate) fn new(
        sink: Arc<W>,
        (pace, retry): (Duration, BackOff),
        budget: Arc<InvalidRequestBudget>,
    ) -> Arc<Self> {
        Arc::new(Self {
            sink,
            pace,
            retry,
            budget,
            waiting: Mutex::default(),
            workers: TaskTracker::new(),
            closing: CancellationToken::new(),
        })
    }

    /// Adds an update to its channel's queue without blocking.
    pub(crate) fn put(self: &Arc<Self>, update: TableUpdate) {
        let channel = update.table_view.channel;
        let update = PendingUpdate::of(update);
        let idle = {
            let mut waiting = self.waiting.lock();
            let idle = !waiting.contains_key(&channel);
            let queue = waiting.entry(channel).or_default();
            match queue.updates.get_mut(&update.table_view.table) {
                Some(pending) => pending.merge(update),
                None => drop(queue.updates.insert(update.table_view.table, update)),
            }
            queue.changed.notify_one();
            idle
        };
        if idle {
            let queues = Arc::clone(self);
            self.workers.spawn(async move { queues.work(channel).await });
        }
    }

    /// Publishes a channel's updates until its queue is empty.
    ///
    /// The queue stays in the map until its worker ends, so each channel has at most one worker.
    async fn work(&self, channel: ChannelId) {
        let (mut tries, mut last) = (0, None);
        loop {
            self.unless_closing(self.budget.speaks()).await;
            let Some((mut update, changed)) = self.take(channel, last) else { return };
            last = Some(update.table_view.table);
            let shown = self.show(&mut update).await;
            tries = if shown == SendOutcome::Again { tries + 1 } else { 0 };
            let gives_up = tries > MAX_TRIES || self.closing.is_cancelled();
            if tries > MAX_TRIES {
                tracing::warn!(%channel, tries, "gave up updating table messages after repeated failures");
            }
            let pause = self.unless_closing(self.pause(shown, tries, &changed));
            if shown == SendOutcome::Done {
                tokio::join!(pause, self.follow_up(&update));
                continue;
            }
            if !gives_up {
                self.put_back(channel, update);
            }
            pause.await;
        }
    }

    /// Waits before the next update in a channel. The delay depends on the outcome of the previous update.
    async fn pause(&self, shown: SendOutcome, tries: u32, changed: &Notify) {
        let pace = || tokio::time::sleep(self.budget.pace(self.pace));
        match shown {
            SendOutcome::Done => pace().await,
            SendOutcome::Again => {
                tokio::time::sleep(self.retry.jittered_delay(tries)).await;
            }
            SendOutcome::PausedUntil(until) => tokio::select! {
                () = tokio::time::sleep_until(until) => {}
                // The table may have ended, or the channel may accept messages again.
                () = async { tokio::join!(changed.notified(), pace()); } => {}
            },
        }
    }

    async fn unless_closing(&self, wait: impl Future<Output = ()>) {
        self.closing.run_until_cancelled(wait).await;
    }

    /// Publishes an update and catches panics.
    ///
    /// An uncaught panic would end the worker but leave its queue in the map, so no new worker would be
    /// started.
    async fn show(&self, update: &mut PendingUpdate) -> SendOutcome {
        let channel = update.table_view.channel;
        let newer = NewerUpdates { waiting: &self.waiting, closing: &self.closing };
        AssertUnwindSafe(self.sink.show(update, &newer)).catch_unwind().await.unwrap_or_else(|_| {
            tracing::error!(%channel, "panicked while updating table messages");
            SendOutcome::Done
        })
    }

    /// Completes an update and catches panics.
    async fn follow_up(&self, update: &PendingUpdate) {
        let newer = NewerUpdates { waiting: &self.waiting, closing: &self.closing };
        if AssertUnwindSafe(self.sink.follow_up(update, &newer)).catch_unwind().await.is_err() {
            tracing::error!(channel = %update.table_view.channel, "panicked while completing table messages");
        }
    }

    /// Removes the next update from a channel's queue and returns it. If the queue is empty, removes the
    /// queue and returns `None`.
    ///
    /// If several tables in the channel have updates, they take turns.
    fn take(&self, channel: ChannelId, last: Option<TableId>) -> Option<(PendingUpdate, Arc<Notify>)> {
        let mut waiting = self.waiting.lock();
        let queue = waiting.get_mut(&channel)?;
        let after =
            queue.updates.keys().find(|table| Some(**table) > last).or(queue.updates.keys().next()).copied();
        let next = after.and_then(|table| queue.updates.remove(&table));
        let next = next.map(|update| (update, Arc::clone(&queue.changed)));
        if next.is_none() {
            waiting.remove(&channel);
        }
        next
    }

    /// Returns an unpublished update to its queue, merging it with any newer update for the same table.
    fn put_back(&self, channel: ChannelId, mut update: PendingUpdate) {
        let mut waiting = self.waiting.lock();
        let updates = &mut waiting.entry(channel).or_default().updates;
        if let Some(newer) = updates.remove(&update.table_view.table) {
            update.merge(newer);
        }
        updates.insert(update.table_view.table, update);
    }

    /// Publishes all pending updates without delays, and waits at most `within` for this to finish.
    pub(crate) async fn close(&self, within: Duration) {
        self.closing.cancel();
        self.workers.close();
        if tokio::time::timeout(within, self.workers.wait()).await.is_err() {
            tracing::warn!("timed out sending pending table messages before shutdown");
        }
    }
}

#[cfg(test)]
mod tests;
