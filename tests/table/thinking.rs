//! Robots that take their time, never finish or break down: the table goes on all the same.
//!
//! On the real clock: a thread that thinks does not see a paused one.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use tokio::time::{sleep, timeout};
use ulti::ai::{self, Level, Robot, Stop};
use ulti::rules::{Action, View};
use ulti::table::{Command, Notice, Options, Outcome, Robots, SceneStage, Thinkers};

use crate::support::{Room, opening};

const LONG: Duration = Duration::from_secs(20);
/// Half of what a robot that nobody stops thinks: only what waits for it takes so long.
const PROMPT: Duration = Duration::from_secs(10);

/// What a made-up robot does before it answers as the easy one.
type Habit = dyn Fn(&Stop) + Send + Sync;

struct Slow(Arc<Habit>, u64);

impl Robot for Slow {
    fn act(&mut self, view: &View, stop: &Stop) -> Option<Action> {
        (self.0)(stop);
        ai::robot(Level::Easy, self.1).act(view, stop)
    }
}

fn robots(threads: usize, within: Duration, habit: impl Fn(&Stop) + Send + Sync + 'static) -> Robots {
    let habit: Arc<Habit> = Arc::new(habit);
    Robots::made_by(Thinkers::new(threads, within), move |_, seed| Box::new(Slow(Arc::clone(&habit), seed)))
}

fn options() -> Options {
    Options { robot_pace: Duration::ZERO, ..Options::default() }
}

fn until_told(stop: &Stop) {
    while !stop.is_stopped() {
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Counts those who think and those who were told to stop.
#[derive(Default)]
struct Watch {
    begun: AtomicUsize,
    told: AtomicUsize,
}

impl Watch {
    fn habit(self: &Arc<Self>) -> impl Fn(&Stop) + Send + Sync + use<> {
        let watch = Arc::clone(self);
        move |stop| {
            watch.begun.fetch_add(1, Ordering::SeqCst);
            until_told(stop);
            watch.told.fetch_add(1, Ordering::SeqCst);
        }
    }

    async fn sees(&self, what: impl Fn(&Self) -> bool) {
        let seen = async {
            while !what(self) {
                sleep(Duration::from_millis(2)).await;
            }
        };
        timeout(LONG, seen).await.expect("it comes");
    }
}

#[tokio::test]
async fn a_table_answers_while_a_robot_thinks() {
    let watch = Arc::new(Watch::default());
    let room = Room::with(opening(2, None), options(), robots(1, LONG, watch.habit())).await;
    while room.awaited().await.is_some() {
        room.step(1).await; // the person's own turns, until it is a robot's
    }
    watch.sees(|watch| watch.begun.load(Ordering::SeqCst) == 1).await;
    for _ in 0..20 {
        assert_eq!(room.look(1).await.outcome, Outcome::Done);
    }
    assert_eq!(watch.told.load(Ordering::SeqCst), 0, "looking disturbs nobody");
}

#[tokio::test]
async fn who_thinks_at_a_table_that_ends_is_told_to_stop() {
    let watch = Arc::new(Watch::default());
    let room = Room::with(opening(2, None), options(), robots(1, LONG, watch.habit())).await;
    while room.awaited().await.is_some() {
        room.step(1).await;
    }
    watch.sees(|watch| watch.begun.load(Ordering::SeqCst) == 1).await;
    // The only person leaves, and pays for it: that ends the evening.
    let refused = room.ask(1, Command::Leave { agreed: None }).await.unwrap_err();
    let ulti::table::Refused::LeavingCosts { cost } = refused else { panic!("{refused}") };
    let left = room.ask(1, Command::Leave { agreed: Some(cost) }).await.unwrap();
    assert!(matches!(left.scene.stage, SceneStage::Ended(_)));
    watch.sees(|watch| watch.told.load(Ordering::SeqCst) == 1).await;
}

#[tokio::test]
async fn who_thinks_when_the_bot_stops_is_told_to_stop() {
    let watch = Arc::new(Watch::default());
    let room = Room::with(opening(2, None), options(), robots(1, LONG, watch.habit())).await;
    while room.awaited().await.is_some() {
        room.step(1).await;
    }
    watch.sees(|watch| watch.begun.load(Ordering::SeqCst) == 1).await;
    timeout(PROMPT, room.registry.shutdown()).await.expect("it does not wait for the robot");
    watch.sees(|watch| watch.told.load(Ordering::SeqCst) == 1).await;
}

#[tokio::test]
async fn more_tables_than_threads_all_get_their_answers() {
    let thinks = |_: &Stop| std::thread::sleep(Duration::from_millis(2));
    let shared = robots(2, LONG, thinks);
    let rooms = (0..8).map(|_| Room::with(opening(2, Some(1)), options(), shared.clone()));
    let rooms = futures::future::join_all(rooms).await;
    let played = rooms.iter().map(|room| room.play_deal(1));
    timeout(LONG, futures::future::join_all(played)).await.expect("every deal ends");
}

#[tokio::test]
async fn who_thinks_too_long_answers_with_the_best_so_far() {
    let short = Duration::from_millis(5);
    let room = Room::with(opening(2, Some(1)), options(), robots(2, short, until_told)).await;
    timeout(LONG, room.play_deal(1)).await.expect("the deal ends");
}

#[tokio::test]
async fn a_robot_that_breaks_down_is_stood_in_for() {
    let broken = robots(1, LONG, |_| panic!("told to"));
    let room = Room::with(opening(2, Some(1)), options(), broken).await;
    while room.awaited().await.is_some() {
        room.step(1).await;
    }
    let version = room.look(1).await.scene.version;
    let acts = async {
        while room.look(1).await.scene.version == version {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(LONG, acts).await.expect("someone acts for it");
}

/// Nothing but the hard limit: no ping before it.
fn impatient(hard_limit: Duration) -> Options {
    Options { soft_limit: hard_limit, hard_limit, ..options() }
}

#[tokio::test]
async fn a_table_answers_while_a_robot_thinks_for_a_person() {
    let watch = Arc::new(Watch::default());
    let options = impatient(Duration::from_millis(50));
    let room = Room::with(opening(0, None), options, robots(1, LONG, watch.habit())).await;
    room.sit_down_and_start().await;
    watch.sees(|watch| watch.begun.load(Ordering::SeqCst) == 1).await;
    let user = room.awaited().await.unwrap();
    room.look(1).await;
    assert_eq!(watch.told.load(Ordering::SeqCst), 0, "it thinks on");
    // Late, and still before the robot: what the person does counts.
    assert!(room.step(1).await);
    watch.sees(|watch| watch.told.load(Ordering::SeqCst) >= 1).await;
    let heard = room.ears.heard.lock().unwrap();
    let played_for = |notice| matches!(notice, Notice::PlayedFor { user: whom, .. } if whom.0 == user);
    assert!(!heard.iter().filter_map(|news| news.notice).any(played_for));
}

#[tokio::test]
async fn the_robot_that_thought_for_a_person_plays() {
    let thought = Arc::new(AtomicBool::new(false));
    let noted = Arc::clone(&thought);
    let habit = move |_: &Stop| noted.store(true, Ordering::SeqCst);
    let room =
        Room::with(opening(0, None), impatient(Duration::from_millis(50)), robots(1, LONG, habit)).await;
    room.sit_down_and_start().await;
    let user = room.awaited().await.unwrap();
    let moved = async {
        while room.awaited().await == Some(user) {
            sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(LONG, moved).await.expect("the robot plays");
    assert!(thought.load(Ordering::SeqCst));
    let heard = room.ears.heard.lock().unwrap();
    assert!(heard.iter().any(|news| matches!(news.notice, Some(Notice::PlayedFor { .. }))));
}
