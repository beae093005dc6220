//! Tests of the update queue with an in-memory sink and a paused clock.

use super::*;
use crate::discord::messages::samples;
use crate::discord::rest::invalid_requests::DegradationThresholds;
use crate::discord::timings::Timings;
use crate::table::UpdateCause;
use crate::watch::Metrics;

/// A sink that records updates. Each update takes 300 ms, and the first `failures` updates fail.
#[derive(Default)]
struct List {
    seen: Mutex<Vec<(TableId, u32, usize)>>,
    failures: Mutex<u32>,
    /// Time of each call of `show`.
    asked: Mutex<Vec<Instant>>,
    /// Instant until which messages are refused.
    closed: Mutex<Option<Instant>>,
    /// `true` if the sink takes newer updates after it has waited.
    takes_newer: bool,
    /// Duration of a follow-up.
    follow_up: Duration,
    /// Versions of the updates whose follow-up was completed.
    followed_up: Mutex<Vec<u32>>,
}

#[async_trait]
impl MessageSink for List {
    async fn show(&self, update: &mut PendingUpdate, newer: &NewerUpdates<'_>) -> SendOutcome {
        self.asked.lock().push(Instant::now());
        tokio::time::sleep(Duration::from_millis(300)).await;
        if self.takes_newer {
            newer.merge_into(update);
        }
        if let Some(until) = self.closed.lock().filter(|until| *until > Instant::now()) {
            return SendOutcome::PausedUntil(until);
        }
        let mut failures = self.failures.lock();
        if *failures > 0 {
            *failures -= 1;
            return SendOutcome::Again;
        }
        let notices = std::mem::take(&mut update.notices).len();
        self.seen.lock().push((update.table_view.table, update.table_view.version, notices));
        SendOutcome::Done
    }

    async fn follow_up(&self, update: &PendingUpdate, newer: &NewerUpdates<'_>) {
        tokio::select! {
            biased;
            () = newer.arrived(update.table_view.channel) => {}
            () = tokio::time::sleep(self.follow_up) => {
                self.followed_up.lock().push(update.table_view.version);
            }
        }
    }
}

fn update_of(table: i64, version: u32, notice: Option<Notice>) -> TableUpdate {
    let mut scene = samples::lobby();
    (scene.table, scene.version) = (TableId(table), version);
    TableUpdate { table_view: Arc::new(scene), player_views: Vec::new(), notice, cause: UpdateCause::Other }
}

fn queue_for(list: &Arc<List>, pace: Duration) -> Arc<UpdateQueue<List>> {
    UpdateQueue::new(
        Arc::clone(list),
        (pace, Timings::DEFAULT.update_retry),
        InvalidRequestBudget::new(DegradationThresholds::default(), Metrics::default()),
    )
}

async fn settle() {
    tokio::time::sleep(Duration::from_mins(10)).await;
}

#[tokio::test(start_paused = true)]
async fn merging_table_updates_keeps_all_notifications() {
    let list = Arc::new(List::default());
    let queue = queue_for(&list, Duration::from_secs(1));
    queue.put(update_of(1, 1, None));
    tokio::time::sleep(Duration::from_millis(100)).await;
    for version in 2..50 {
        queue.put(update_of(1, version, (version % 10 == 0).then_some(Notice::Awaited(UserId(1)))));
    }
    settle().await;
    assert_eq!(*list.seen.lock(), [(TableId(1), 1, 0), (TableId(1), 49, 4)]);
}

#[tokio::test(start_paused = true)]
async fn update_that_waited_is_replaced_by_newer_one_of_its_table() {
    let list = Arc::new(List { takes_newer: true, ..List::default() });
    let queue = queue_for(&list, Duration::ZERO);
    queue.put(update_of(1, 1, Some(Notice::CutBack)));
    tokio::time::sleep(Duration::from_millis(100)).await;
    queue.put(update_of(1, 2, Some(Notice::CutBack)));
    queue.put(update_of(2, 7, None));
    settle().await;
    assert_eq!(*list.seen.lock(), [(TableId(1), 2, 2), (TableId(2), 7, 0)]);
}

#[tokio::test(start_paused = true)]
async fn number_of_message_edits_per_channel_is_limited() {
    let list = Arc::new(List::default());
    let queue = queue_for(&list, Duration::from_secs(1));
    for version in 1..=100 {
        queue.put(update_of(1, version, None));
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    settle().await;
    let shown = list.seen.lock().len();
    assert!((7..=9).contains(&shown), "10 s, 1.3 s each: {shown}");
}

#[tokio::test(start_paused = true)]
async fn failed_message_update_is_retried_with_newest_content() {
    let list = Arc::new(List::default());
    *list.failures.lock() = 3;
    let queue = queue_for(&list, Duration::ZERO);
    queue.put(update_of(1, 1, Some(Notice::Awaited(UserId(1)))));
    tokio::time::sleep(Duration::from_millis(500)).await;
    queue.put(update_of(1, 2, None));
    settle().await;
    assert_eq!(*list.seen.lock(), [(TableId(1), 2, 1)]);
}

#[tokio::test(start_paused = true)]
async fn message_update_is_dropped_after_too_many_failures() {
    let list = Arc::new(List::default());
    *list.failures.lock() = MAX_TRIES + 1;
    let queue = queue_for(&list, Duration::ZERO);
    queue.put(update_of(1, 1, None));
    settle().await;
    assert!(list.seen.lock().is_empty());
    queue.put(update_of(1, 2, None));
    settle().await;
    assert_eq!(list.seen.lock().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn message_update_with_older_content_is_ignored() {
    let list = Arc::new(List::default());
    let queue = queue_for(&list, Duration::ZERO);
    queue.put(update_of(1, 5, None));
    queue.put(update_of(1, 4, None));
    settle().await;
    assert_eq!(*list.seen.lock(), [(TableId(1), 5, 0)]);
}

#[tokio::test(start_paused = true)]
async fn closing_queue_sends_pending_message_updates_immediately() {
    let list = Arc::new(List::default());
    let queue = queue_for(&list, Duration::from_hours(1));
    queue.put(update_of(1, 1, None));
    tokio::time::sleep(Duration::from_secs(1)).await;
    queue.put(update_of(1, 2, None));
    queue.close(Duration::from_secs(3)).await;
    assert_eq!(list.seen.lock().len(), 2);
}

#[tokio::test(start_paused = true)]
async fn new_message_updates_do_not_shorten_retry_delay() {
    let list = Arc::new(List::default());
    *list.failures.lock() = u32::MAX;
    let queue = queue_for(&list, Duration::ZERO);
    let lobby = samples::lobby(); // built once, because its book takes a while to compute
    for version in 1..=3600 {
        let scene = Arc::new(TableView { table: TableId(1), version, ..lobby.clone() });
        queue.put(TableUpdate {
            table_view: scene,
            player_views: Vec::new(),
            notice: None,
            cause: UpdateCause::Other,
        });
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    let asked = list.asked.lock().clone();
    let waits: Vec<f64> = asked.windows(2).map(|pair| (pair[1] - pair[0]).as_secs_f64() - 0.3).collect();
    for (wait, wanted) in waits.iter().zip([1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 60.0, 60.0, 60.0, 60.0]) {
        // The jitter is up to a fifth; timers round up to milliseconds.
        assert!((0.79..1.21).contains(&(wait / wanted)), "{waits:?}");
    }
    assert!(waits.iter().any(|wait| wait.fract() > 0.01), "no jitter: {waits:?}");
    assert!((55..85).contains(&asked.len()), "an hour: {}", asked.len());
}

#[tokio::test(start_paused = true)]
async fn failed_table_update_does_not_block_other_tables() {
    let list = Arc::new(List::default());
    let until = Instant::now() + Duration::from_mins(1);
    *list.closed.lock() = Some(until);
    let queue = queue_for(&list, Duration::from_secs(1));
    queue.put(update_of(1, 1, None));
    tokio::time::sleep(Duration::from_secs(5)).await;
    let before = list.asked.lock().len();
    assert!(before <= 2, "retried without a change: {before}");
    queue.put(update_of(2, 1, None));
    tokio::time::sleep(Duration::from_secs(5)).await;
    let after = list.asked.lock().len();
    assert!(after > before && after <= before + 2, "hands of second table not updated: {after}");
    settle().await;
    assert_eq!(*list.seen.lock(), [(TableId(1), 1, 0), (TableId(2), 1, 0)]);
}

#[tokio::test(start_paused = true)]
async fn shutdown_does_not_wait_for_channel_that_rejects_messages() {
    let list = Arc::new(List::default());
    *list.closed.lock() = Some(Instant::now() + Duration::from_hours(1));
    let queue = queue_for(&list, Duration::ZERO);
    queue.put(update_of(1, 1, None));
    tokio::time::sleep(Duration::from_secs(1)).await;
    let begun = Instant::now();
    queue.close(Duration::from_mins(1)).await;
    assert!(begun.elapsed() < Duration::from_secs(2));
}

#[tokio::test(start_paused = true)]
async fn message_updates_slow_down_after_many_invalid_requests() {
    let (list, budget) = (
        Arc::new(List::default()),
        InvalidRequestBudget::new(DegradationThresholds::default(), Metrics::default()),
    );
    let delays = (Duration::from_secs(1), Timings::DEFAULT.update_retry);
    let queue = UpdateQueue::new(Arc::clone(&list), delays, Arc::clone(&budget));
    let mut version = 0;
    for (refusals, expected) in [(0, 45..=60), (3_000, 4..=6), (3_000, 0..=1)] {
        (0..refusals).for_each(|_| budget.record(403));
        let before = list.seen.lock().len();
        for _ in 0..60 {
            version += 1;
            queue.put(update_of(1, version, None));
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
        let shown = list.seen.lock().len() - before;
        assert!(expected.contains(&shown), "after {refusals} more refusals: {shown}");
    }
    settle().await;
    assert_eq!(list.seen.lock().last(), Some(&(TableId(1), version, 0)), "publishing did not resume");
}

/// A follow-up takes five times as long as the pace, and is interrupted by the next update.
#[tokio::test(start_paused = true)]
async fn follow_up_does_not_delay_next_update() {
    let pace = Duration::from_secs(1);
    let list = Arc::new(List { follow_up: 5 * pace, ..List::default() });
    let queue = queue_for(&list, pace);
    let put = Instant::now();
    queue.put(update_of(1, 1, None));
    tokio::time::sleep(3 * pace).await;
    queue.put(update_of(1, 2, None));
    settle().await;
    let asked: Vec<Duration> = list.asked.lock().iter().map(|asked| asked.duration_since(put)).collect();
    assert_eq!(asked, [Duration::ZERO, 3 * pace]);
    assert_eq!(*list.followed_up.lock(), [2]);
}
