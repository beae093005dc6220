//! What the tables tell: takes their news and has them shown.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use super::budget::Budget;
use super::desk::Desks;
use super::wall::Channels;
use crate::table::{Announcer, News, Scene, TableId};

/// How long news are of use to an answer that is on its way: longer than any answer takes.
const MEMORY: Duration = Duration::from_mins(1);

/// How long somebody's hand waits for the table that it belongs to: longer than the usual pause between two
/// showings of a channel.
const TABLE_WITHIN: Duration = Duration::from_millis(1_500);

/// The [`Announcer`] that shows tables in Discord.
pub(super) struct Herald {
    channels: Arc<Channels>,
    desks: Arc<Desks<Channels>>,
    /// The newest version of each table that had news lately.
    newest: Mutex<HashMap<TableId, (Instant, u32)>>,
}

impl Herald {
    pub(super) fn new(channels: Channels, pace: Duration, budget: Arc<Budget>) -> Self {
        let channels = Arc::new(channels);
        let desks = Desks::new(Arc::clone(&channels), pace, budget);
        Self { desks, channels, newest: Mutex::default() }
    }

    /// Whether a table has moved on since this version. An answer that was on its way meanwhile may have
    /// been put over what was shown since: then the hands are to be looked at once more.
    pub(super) fn has_newer(&self, table: TableId, version: u32) -> bool {
        let newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
        newest.get(&table).is_some_and(|(_, newest)| *newest > version)
    }

    /// Posts the message of a table again, at the bottom of its channel.
    pub(super) fn post_again(&self, scene: &Arc<Scene>) {
        self.channels.post_again(scene.table);
        self.desks.put(News { scene: Arc::clone(scene), eyes: Vec::new(), notice: None });
    }

    /// Waits a moment until the deal of this scene is shown to everybody: a hand that is answered then stands
    /// below its table, where the newest is looked for. Returns at once where no deal is being played.
    pub(super) async fn until_posted(&self, scene: &Scene) {
        let Some(deal) = scene.deal.as_ref().filter(|deal| !deal.is_over()) else { return };
        // Without a table in time the hand comes first.
        let _ = tokio::time::timeout(TABLE_WITHIN, self.channels.until_posted(scene, deal.number)).await;
    }

    /// Shows what is left, for so long at most.
    pub(super) async fn close(&self, within: Duration) {
        self.desks.close(within).await;
    }

    fn remember(&self, news: &News) {
        let mut newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        newest.retain(|_, (heard, _)| now - *heard < MEMORY);
        let (heard, version) = newest.entry(news.scene.table).or_insert((now, 0));
        (*heard, *version) = (now, news.scene.version.max(*version));
    }
}

impl Announcer for Herald {
    fn announce(&self, news: News) {
        self.remember(&news);
        self.desks.put(news);
    }
}
