//! Coalescing: at most one showing a channel at a time, spaced, and always of the newest state.
//!
//! News may come far faster than a channel can be edited. Each channel has a desk; news for it are
//! laid on a pile, newer ones on top of what they make obsolete, and one worker takes the pile to
//! the [`Wall`], waits, and looks again. A desk that is empty is put away.

use std::collections::{BTreeMap, HashMap};
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use futures::FutureExt as _;
use tokio::sync::Notify;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::budget::Budget;
use super::doors::{back_off, jitter};
use crate::rules::View;
use crate::table::{ChannelId, News, Notice, Scene, TableId, UserId};

/// How often something is tried that a busy or ailing Discord did not take.
const TRIES: u32 = 8;
/// The wait after the first try.
const SHORTEST_WAIT: Duration = Duration::from_secs(1);
/// The longest wait between two tries.
const LONGEST_WAIT: Duration = Duration::from_mins(1);

/// What is to be shown of a table: the newest of everything.
#[derive(Debug, Clone)]
pub(super) struct Pile {
    /// The table as everyone may see it.
    pub(super) scene: Arc<Scene>,
    /// What each player may see of the deal.
    pub(super) eyes: HashMap<UserId, Arc<View>>,
    /// What is still to be said, oldest first.
    pub(super) notices: Vec<Said>,
}

/// Something to be said once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Said {
    /// What.
    pub(super) notice: Notice,
    /// The table's version when it became worth saying: with it, it is told apart from what is said
    /// later in the same words.
    pub(super) version: u32,
}

impl Pile {
    fn of(news: News) -> Self {
        let version = news.scene.version;
        Self {
            scene: news.scene,
            eyes: news.eyes.into_iter().collect(),
            notices: news.notice.map(|notice| Said { notice, version }).into_iter().collect(),
        }
    }

    /// Lays newer news on top. Notices add up; the rest is replaced, unless the news are older.
    fn top(&mut self, news: Self) {
        self.notices.extend(news.notices);
        if news.scene.version < self.scene.version {
            return;
        }
        // The same version without eyes is not about hands.
        if news.scene.version > self.scene.version || !news.eyes.is_empty() {
            self.eyes = news.eyes;
        }
        self.scene = news.scene;
    }
}

/// What became of a showing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shown {
    /// Everything is as it should be, or nothing can be done until something changes.
    Done,
    /// It has to be tried again later.
    Again,
    /// The channel takes no messages before this; what does not go through the channel has been shown.
    ClosedUntil(Instant),
}

/// Where things are shown: Discord, or a list in tests.
#[async_trait]
pub(super) trait Wall: Send + Sync + 'static {
    /// Brings all that is shown of a table up to date. What is said once leaves the pile.
    async fn show(&self, pile: &mut Pile) -> Shown;
}

/// What is to be shown in a channel. As long as it is there, a worker is at it.
#[derive(Default)]
struct Desk {
    piles: BTreeMap<TableId, Pile>,
    /// Rung when something is laid on it.
    stirred: Arc<Notify>,
}

/// The desks of all channels.
pub(super) struct Desks<W> {
    wall: Arc<W>,
    pace: Duration,
    budget: Arc<Budget>,
    waiting: Mutex<HashMap<ChannelId, Desk>>,
    workers: TaskTracker,
    hurry: CancellationToken,
}

impl<W: Wall> Desks<W> {
    pub(super) fn new(wall: Arc<W>, pace: Duration, budget: Arc<Budget>) -> Arc<Self> {
        Arc::new(Self {
            wall,
            pace,
            budget,
            waiting: Mutex::default(),
            workers: TaskTracker::new(),
            hurry: CancellationToken::new(),
        })
    }

    /// Lays news on the channel's pile; returns at once.
    pub(super) fn put(self: &Arc<Self>, news: News) {
        let channel = news.scene.channel;
        let pile = Pile::of(news);
        let idle = {
            let mut waiting = self.lock();
            let idle = !waiting.contains_key(&channel);
            let desk = waiting.entry(channel).or_default();
            Self::lay(&mut desk.piles, pile);
            desk.stirred.notify_one();
            idle
        };
        if idle {
            let desks = Arc::clone(self);
            self.workers.spawn(async move { desks.work(channel).await });
        }
    }

    fn lay(piles: &mut BTreeMap<TableId, Pile>, pile: Pile) {
        match piles.entry(pile.scene.table) {
            std::collections::btree_map::Entry::Vacant(place) => {
                place.insert(pile);
            }
            std::collections::btree_map::Entry::Occupied(mut place) => place.get_mut().top(pile),
        }
    }

    /// Shows the channel's piles until there are none. The channel's desk in the map says that a worker
    /// is at it, so there is never a second one.
    async fn work(&self, channel: ChannelId) {
        let (mut tries, mut last) = (0, None);
        loop {
            self.unless_hurried(self.budget.speaks()).await;
            let Some((mut pile, stirred)) = self.take(channel, last) else { return };
            last = Some(pile.scene.table);
            let shown = self.show(&mut pile).await;
            tries = if shown == Shown::Again { tries + 1 } else { 0 };
            let gives_up = tries > TRIES || self.hurry.is_cancelled();
            if tries > TRIES {
                tracing::warn!(%channel, tries, "gave up showing a table until something changes");
            }
            if shown != Shown::Done && !gives_up {
                self.put_back(channel, pile);
            }
            self.unless_hurried(self.rest(shown, tries, &stirred)).await;
        }
    }

    /// The pause after a showing.
    async fn rest(&self, shown: Shown, tries: u32, stirred: &Notify) {
        let pace = || tokio::time::sleep(self.budget.pace(self.pace));
        match shown {
            Shown::Done => pace().await,
            Shown::Again => {
                let wait = back_off(tries, SHORTEST_WAIT, LONGEST_WAIT).mul_f64(jitter());
                tokio::time::sleep(wait).await;
            }
            Shown::ClosedUntil(until) => tokio::select! {
                () = tokio::time::sleep_until(until) => {}
                // The door stays closed, but there may be news for who has a hand open.
                () = async { tokio::join!(stirred.notified(), pace()); } => {}
            },
        }
    }

    async fn unless_hurried(&self, pause: impl Future<Output = ()>) {
        tokio::select! {
            () = pause => {}
            () = self.hurry.cancelled() => {}
        }
    }

    /// A panic must not take the channel's worker with it: its key would stay in the map, and nobody
    /// would ever be at that desk again.
    async fn show(&self, pile: &mut Pile) -> Shown {
        let channel = pile.scene.channel;
        AssertUnwindSafe(self.wall.show(pile)).catch_unwind().await.unwrap_or_else(|_| {
            tracing::error!(%channel, "showing a table panicked");
            Shown::Done
        })
    }

    /// The channel's next pile after that of the table that was shown last, so that none waits for another
    /// for ever; with none left the desk is put away.
    fn take(&self, channel: ChannelId, last: Option<TableId>) -> Option<(Pile, Arc<Notify>)> {
        let mut waiting = self.lock();
        let desk = waiting.get_mut(&channel)?;
        let after =
            desk.piles.keys().find(|table| Some(**table) > last).or(desk.piles.keys().next()).copied();
        let next = after.and_then(|table| desk.piles.remove(&table));
        let next = next.map(|pile| (pile, Arc::clone(&desk.stirred)));
        if next.is_none() {
            waiting.remove(&channel);
        }
        next
    }

    /// A pile that could not be shown goes under what has come since.
    fn put_back(&self, channel: ChannelId, mut pile: Pile) {
        let mut waiting = self.lock();
        let piles = &mut waiting.entry(channel).or_default().piles;
        if let Some(newer) = piles.remove(&pile.scene.table) {
            pile.top(newer);
        }
        piles.insert(pile.scene.table, pile);
    }

    /// Shows what is left without spacing it, for so long at most.
    pub(super) async fn close(&self, within: Duration) {
        self.hurry.cancel();
        self.workers.close();
        if tokio::time::timeout(within, self.workers.wait()).await.is_err() {
            tracing::warn!("some tables could not be shown before the end; they will be after the restart");
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<ChannelId, Desk>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
