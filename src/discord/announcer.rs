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

/// The [`Announcer`] that shows tables in Discord.
pub(super) struct Herald {
    channels: Arc<Channels>,
    desks: Arc<Desks<Channels>>,
    /// The newest news of each table that had some lately, for hands that were answered with an older state.
    newest: Mutex<HashMap<TableId, (Instant, News)>>,
}

impl Herald {
    pub(super) fn new(channels: Channels, pace: Duration, budget: Arc<Budget>) -> Self {
        let channels = Arc::new(channels);
        let desks = Desks::new(Arc::clone(&channels), pace, budget);
        Self { desks, channels, newest: Mutex::default() }
    }

    /// An answer of this version has just been put on someone's screen. If the table has moved on
    /// while it was on its way, what was shown meanwhile may have been overwritten by it: so the
    /// hands are looked at once more.
    pub(super) fn answered(&self, table: TableId, version: u32) {
        let newer = {
            let newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
            newest.get(&table).filter(|(_, news)| news.scene.version > version).cloned()
        };
        if let Some((_, news)) = newer {
            self.desks.put(news);
        }
    }

    /// Posts the message of a table again, at the bottom of its channel.
    pub(super) fn post_again(&self, scene: &Arc<Scene>) {
        self.channels.post_again(scene.table);
        self.desks.put(News { scene: Arc::clone(scene), eyes: Vec::new(), notice: None });
    }

    /// Shows what is left, for so long at most.
    pub(super) async fn close(&self, within: Duration) {
        self.desks.close(within).await;
    }

    fn remember(&self, news: &News) {
        let mut newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        newest.retain(|_, (heard, _)| now - *heard < MEMORY);
        let table = news.scene.table;
        if newest.get(&table).is_none_or(|(_, old)| old.scene.version <= news.scene.version) {
            newest.insert(table, (now, News { notice: None, ..news.clone() }));
        }
    }
}

impl Announcer for Herald {
    fn announce(&self, news: News) {
        self.remember(&news);
        self.desks.put(news);
    }
}
