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
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::rules::View;
use crate::table::{ChannelId, News, Notice, Scene, TableId, UserId};

/// How often something is tried that a busy or ailing Discord did not take.
const TRIES: u32 = 8;
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
    pub(super) notices: Vec<Notice>,
}

impl Pile {
    fn of(news: News) -> Self {
        Self {
            scene: news.scene,
            eyes: news.eyes.into_iter().collect(),
            notices: news.notice.into_iter().collect(),
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
}

/// Where things are shown: Discord, or a list in tests.
#[async_trait]
pub(super) trait Wall: Send + Sync + 'static {
    /// Brings all that is shown of a table up to date. What is said once leaves the pile.
    async fn show(&self, pile: &mut Pile) -> Shown;
}

/// The desks of all channels.
pub(super) struct Desks<W> {
    wall: Arc<W>,
    pace: Duration,
    waiting: Mutex<HashMap<ChannelId, BTreeMap<TableId, Pile>>>,
    workers: TaskTracker,
    hurry: CancellationToken,
}

impl<W: Wall> Desks<W> {
    pub(super) fn new(wall: Arc<W>, pace: Duration) -> Arc<Self> {
        Arc::new(Self {
            wall,
            pace,
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
            Self::lay(waiting.entry(channel).or_default(), pile);
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

    /// Shows the channel's piles until there are none. The channel's key in the map says that a
    /// worker is at it, so there is never a second one.
    async fn work(&self, channel: ChannelId) {
        let mut tries = 0;
        loop {
            let Some(mut pile) = self.take(channel) else { return };
            let wait = match self.show(&mut pile).await {
                Shown::Done => {
                    tries = 0;
                    self.pace
                }
                Shown::Again if tries >= TRIES || self.hurry.is_cancelled() => {
                    tracing::warn!(%channel, tries, "gave up showing a table until something changes");
                    tries = 0;
                    self.pace
                }
                Shown::Again => {
                    tries += 1;
                    self.put_back(channel, pile);
                    back_off(tries)
                }
            };
            tokio::select! {
                () = tokio::time::sleep(wait) => {}
                () = self.hurry.cancelled() => {}
            }
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

    /// The next pile of the channel; with none left the desk is put away.
    fn take(&self, channel: ChannelId) -> Option<Pile> {
        let mut waiting = self.lock();
        let next = waiting.get_mut(&channel).and_then(BTreeMap::pop_first);
        if next.is_none() {
            waiting.remove(&channel);
        }
        next.map(|(_, pile)| pile)
    }

    /// A pile that could not be shown goes under what has come since.
    fn put_back(&self, channel: ChannelId, mut pile: Pile) {
        let mut waiting = self.lock();
        let piles = waiting.entry(channel).or_default();
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

    fn lock(&self) -> MutexGuard<'_, HashMap<ChannelId, BTreeMap<TableId, Pile>>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One second, two, four … up to a minute.
fn back_off(tries: u32) -> Duration {
    Duration::from_secs(1 << tries.saturating_sub(1).min(6)).min(LONGEST_WAIT)
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;

    /// Notes what it is shown; each showing takes a while, and the first few fail.
    #[derive(Default)]
    struct List {
        seen: Mutex<Vec<(TableId, u32, usize)>>,
        failures: Mutex<u32>,
    }

    #[async_trait]
    impl Wall for List {
        async fn show(&self, pile: &mut Pile) -> Shown {
            tokio::time::sleep(Duration::from_millis(300)).await;
            let mut failures = self.failures.lock().unwrap();
            if *failures > 0 {
                *failures -= 1;
                return Shown::Again;
            }
            let notices = std::mem::take(&mut pile.notices).len();
            self.seen.lock().unwrap().push((pile.scene.table, pile.scene.version, notices));
            Shown::Done
        }
    }

    fn news(table: i64, version: u32, notice: Option<Notice>) -> News {
        let mut scene = samples::lobby();
        (scene.table, scene.version) = (TableId(table), version);
        News { scene: Arc::new(scene), eyes: Vec::new(), notice }
    }

    async fn settle() {
        tokio::time::sleep(Duration::from_mins(10)).await;
    }

    #[tokio::test(start_paused = true)]
    async fn the_newest_of_a_burst_is_shown_and_nothing_said_is_lost() {
        let list = Arc::new(List::default());
        let desks = Desks::new(Arc::clone(&list), Duration::from_secs(1));
        desks.put(news(1, 1, None));
        tokio::time::sleep(Duration::from_millis(100)).await;
        for version in 2..50 {
            desks.put(news(1, version, (version % 10 == 0).then_some(Notice::Awaited(UserId(1)))));
        }
        settle().await;
        assert_eq!(*list.seen.lock().unwrap(), [(TableId(1), 1, 0), (TableId(1), 49, 4)]);
    }

    #[tokio::test(start_paused = true)]
    async fn edits_of_a_channel_keep_their_distance() {
        let list = Arc::new(List::default());
        let desks = Desks::new(Arc::clone(&list), Duration::from_secs(1));
        for version in 1..=100 {
            desks.put(news(1, version, None));
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        settle().await;
        let shown = list.seen.lock().unwrap().len();
        assert!((7..=9).contains(&shown), "10 s, 1.3 s each: {shown}");
    }

    #[tokio::test(start_paused = true)]
    async fn what_failed_is_tried_again_with_the_newest_state() {
        let list = Arc::new(List::default());
        *list.failures.lock().unwrap() = 3;
        let desks = Desks::new(Arc::clone(&list), Duration::ZERO);
        desks.put(news(1, 1, Some(Notice::Awaited(UserId(1)))));
        tokio::time::sleep(Duration::from_millis(500)).await;
        desks.put(news(1, 2, None));
        settle().await;
        assert_eq!(*list.seen.lock().unwrap(), [(TableId(1), 2, 1)]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_hopeless_showing_is_given_up_until_something_changes() {
        let list = Arc::new(List::default());
        *list.failures.lock().unwrap() = TRIES + 1;
        let desks = Desks::new(Arc::clone(&list), Duration::ZERO);
        desks.put(news(1, 1, None));
        settle().await;
        assert!(list.seen.lock().unwrap().is_empty());
        desks.put(news(1, 2, None));
        settle().await;
        assert_eq!(list.seen.lock().unwrap().len(), 1);
    }

    #[tokio::test(start_paused = true)]
    async fn older_news_do_not_cover_newer_ones() {
        let list = Arc::new(List::default());
        let desks = Desks::new(Arc::clone(&list), Duration::ZERO);
        desks.put(news(1, 5, None));
        desks.put(news(1, 4, None));
        settle().await;
        assert_eq!(*list.seen.lock().unwrap(), [(TableId(1), 5, 0)]);
    }

    #[tokio::test(start_paused = true)]
    async fn closing_shows_what_is_left_at_once() {
        let list = Arc::new(List::default());
        let desks = Desks::new(Arc::clone(&list), Duration::from_hours(1));
        desks.put(news(1, 1, None));
        tokio::time::sleep(Duration::from_secs(1)).await;
        desks.put(news(1, 2, None));
        desks.close(Duration::from_secs(3)).await;
        assert_eq!(list.seen.lock().unwrap().len(), 2);
    }
}
