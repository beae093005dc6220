//! The desks against a list, with the clock paused.

use super::super::budget::Caution;
use super::super::samples;
use super::*;
use crate::watch::Meter;

/// Notes what it is shown; each showing takes a while, and the first few fail.
#[derive(Default)]
struct List {
    seen: Mutex<Vec<(TableId, u32, usize)>>,
    failures: Mutex<u32>,
    /// When it was asked.
    asked: Mutex<Vec<Instant>>,
    /// Until when messages are not taken.
    closed: Mutex<Option<Instant>>,
}

#[async_trait]
impl Wall for List {
    async fn show(&self, pile: &mut Pile) -> Shown {
        self.asked.lock().unwrap().push(Instant::now());
        tokio::time::sleep(Duration::from_millis(300)).await;
        if let Some(until) = self.closed.lock().unwrap().filter(|until| *until > Instant::now()) {
            return Shown::ClosedUntil(until);
        }
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

fn desks(list: &Arc<List>, pace: Duration) -> Arc<Desks<List>> {
    Desks::new(Arc::clone(list), pace, Budget::new(Caution::default(), Meter::default()))
}

async fn settle() {
    tokio::time::sleep(Duration::from_mins(10)).await;
}

#[tokio::test(start_paused = true)]
async fn the_newest_of_a_burst_is_shown_and_nothing_said_is_lost() {
    let list = Arc::new(List::default());
    let desks = desks(&list, Duration::from_secs(1));
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
    let desks = desks(&list, Duration::from_secs(1));
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
    let desks = desks(&list, Duration::ZERO);
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
    let desks = desks(&list, Duration::ZERO);
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
    let desks = desks(&list, Duration::ZERO);
    desks.put(news(1, 5, None));
    desks.put(news(1, 4, None));
    settle().await;
    assert_eq!(*list.seen.lock().unwrap(), [(TableId(1), 5, 0)]);
}

#[tokio::test(start_paused = true)]
async fn closing_shows_what_is_left_at_once() {
    let list = Arc::new(List::default());
    let desks = desks(&list, Duration::from_hours(1));
    desks.put(news(1, 1, None));
    tokio::time::sleep(Duration::from_secs(1)).await;
    desks.put(news(1, 2, None));
    desks.close(Duration::from_secs(3)).await;
    assert_eq!(list.seen.lock().unwrap().len(), 2);
}

#[tokio::test(start_paused = true)]
async fn an_ailing_discord_is_asked_ever_more_slowly_whatever_happens_at_the_table() {
    let list = Arc::new(List::default());
    *list.failures.lock().unwrap() = u32::MAX;
    let desks = desks(&list, Duration::ZERO);
    let lobby = samples::lobby(); // its book of contracts takes a while, and is the same all the time
    for version in 1..=3600 {
        let scene = Arc::new(Scene { table: TableId(1), version, ..lobby.clone() });
        desks.put(News { scene, eyes: Vec::new(), notice: None });
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    let asked = list.asked.lock().unwrap().clone();
    let waits: Vec<f64> = asked.windows(2).map(|pair| (pair[1] - pair[0]).as_secs_f64() - 0.3).collect();
    for (wait, wanted) in waits.iter().zip([1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 60.0, 60.0, 60.0, 60.0]) {
        assert!((0.8..1.2).contains(&(wait / wanted)), "{waits:?}");
    }
    assert!(waits.iter().any(|wait| wait.fract() > 0.01), "no jitter: {waits:?}");
    assert!((55..85).contains(&asked.len()), "an hour: {}", asked.len());
}

#[tokio::test(start_paused = true)]
async fn a_table_that_is_refused_does_not_keep_another_one_waiting() {
    let list = Arc::new(List::default());
    let until = Instant::now() + Duration::from_mins(1);
    *list.closed.lock().unwrap() = Some(until);
    let desks = desks(&list, Duration::from_secs(1));
    desks.put(news(1, 1, None));
    tokio::time::sleep(Duration::from_secs(5)).await;
    let before = list.asked.lock().unwrap().len();
    assert!(before <= 2, "nothing has changed: {before}");
    desks.put(news(2, 1, None));
    tokio::time::sleep(Duration::from_secs(5)).await;
    let after = list.asked.lock().unwrap().len();
    assert!(after > before && after <= before + 2, "the second one's hands are looked at: {after}");
    settle().await;
    assert_eq!(*list.seen.lock().unwrap(), [(TableId(1), 1, 0), (TableId(2), 1, 0)]);
}

#[tokio::test(start_paused = true)]
async fn closing_does_not_wait_for_a_channel_that_refuses() {
    let list = Arc::new(List::default());
    *list.closed.lock().unwrap() = Some(Instant::now() + Duration::from_hours(1));
    let desks = desks(&list, Duration::ZERO);
    desks.put(news(1, 1, None));
    tokio::time::sleep(Duration::from_secs(1)).await;
    let begun = Instant::now();
    desks.close(Duration::from_mins(1)).await;
    assert!(begun.elapsed() < Duration::from_secs(2));
}

#[tokio::test(start_paused = true)]
async fn too_many_refusals_slow_all_tables_down_and_then_silence_them() {
    let (list, budget) = (Arc::new(List::default()), Budget::new(Caution::default(), Meter::default()));
    let desks = Desks::new(Arc::clone(&list), Duration::from_secs(1), Arc::clone(&budget));
    let mut version = 0;
    for (refusals, expected) in [(0, 45..=60), (3_000, 4..=6), (3_000, 0..=1)] {
        (0..refusals).for_each(|_| budget.hear(403));
        let before = list.seen.lock().unwrap().len();
        for _ in 0..60 {
            version += 1;
            desks.put(news(1, version, None));
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
        let shown = list.seen.lock().unwrap().len() - before;
        assert!(expected.contains(&shown), "after {refusals} more refusals: {shown}");
    }
    settle().await;
    assert_eq!(list.seen.lock().unwrap().last(), Some(&(TableId(1), version, 0)), "and then goes on");
}
