//! Receives updates from the tables and queues them for publication.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::time::Instant;

use super::publisher::ChannelPublisher;
use super::queue::UpdateQueue;
use crate::discord::services::Services;
use crate::table::{Announcer, TableId, TableUpdate, TableView};

/// Retention time of a table's newest version number. Must exceed the longest time needed to send a reply.
const VERSION_LIFETIME: Duration = Duration::from_mins(1);

/// Maximum time that a hand message waits for the table message to be posted.
///
/// It is longer than the usual interval between two edits in a channel.
const TABLE_MESSAGE_TIMEOUT: Duration = Duration::from_millis(1_500);

/// An [`Announcer`] that publishes table updates in Discord channels.
pub(crate) struct ChannelAnnouncer {
    channels: Arc<ChannelPublisher>,
    queue: Arc<UpdateQueue<ChannelPublisher>>,
    /// Newest version number of each recently updated table, with the time of its last update.
    newest: Mutex<HashMap<TableId, (Instant, u32)>>,
}

impl ChannelAnnouncer {
    pub(crate) fn new(services: Services, pace: Duration) -> Self {
        let budget = Arc::clone(&services.budget);
        let channels = Arc::new(ChannelPublisher::new(services));
        let queue = UpdateQueue::new(Arc::clone(&channels), pace, budget);
        Self { queue, channels, newest: Mutex::default() }
    }

    /// Returns `true` if the table has been updated since `version`.
    ///
    /// Called after sending a reply that shows the table at `version`. If there is a newer version, the reply
    /// may have overwritten a newer hand message. The table must then be published again.
    pub(crate) fn has_newer(&self, table: TableId, version: u32) -> bool {
        let newest = self.newest.lock();
        newest.get(&table).is_some_and(|(_, newest)| *newest > version)
    }

    /// Reposts a table's message at the bottom of its channel.
    pub(crate) fn post_again(&self, view: &Arc<TableView>) {
        self.channels.post_again(view.table);
        self.queue.put(TableUpdate { table_view: Arc::clone(view), player_views: Vec::new(), notice: None });
    }

    /// Waits until the current deal's table message has been posted, so that a hand message appears below it.
    ///
    /// Returns after a short timeout even if the message is still missing. Returns immediately if no deal is
    /// in progress.
    pub(crate) async fn until_posted(&self, view: &TableView) {
        let Some(deal) = view.deal.as_ref().filter(|deal| !deal.is_over()) else { return };
        // After the timeout the hand is sent first.
        let _ =
            tokio::time::timeout(TABLE_MESSAGE_TIMEOUT, self.channels.until_posted(view, deal.number)).await;
    }

    /// Publishes all pending updates, waiting at most `within`.
    pub(crate) async fn close(&self, within: Duration) {
        self.queue.close(within).await;
    }

    fn remember(&self, update: &TableUpdate) {
        let mut newest = self.newest.lock();
        let now = Instant::now();
        newest.retain(|_, (at, _)| now - *at < VERSION_LIFETIME);
        let (at, version) = newest.entry(update.table_view.table).or_insert((now, 0));
        (*at, *version) = (now, update.table_view.version.max(*version));
    }
}

impl Announcer for ChannelAnnouncer {
    fn announce(&self, update: TableUpdate) {
        self.remember(&update);
        self.queue.put(update);
    }
}
