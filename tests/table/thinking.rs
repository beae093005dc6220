//! Tests of tables with robots that are slow, never finish or panic.
//!
//! The tests use the real clock, because pausing the clock does not affect the threads of the robots.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use tokio::time::{sleep, timeout};
use ulti::table::{
    Command, CommandOutcome, Notice, Options, Refusal, RobotPlayers, TableStage, ThinkingPool,
};
use ulti_ai::{self, Cancellation, Level, Robot};
use ulti_rules::{Action, View};

use crate::support::{TestTable, opening};

/// Maximum time to wait for everything that must happen at some time.
const LONG: Duration = Duration::from_secs(20);
/// Maximum time for steps that must not wait for a robot. It is half of the longest search.
const PROMPT: Duration = Duration::from_secs(10);

/// Code that a test robot runs before it chooses an action as an easy robot does.
type Behaviour = dyn Fn(&Cancellation) + Send + Sync;

/// A robot whose behaviour is defined by a test.
///
/// Contains the behaviour and the seed of the easy robot.
struct TestRobot(Arc<Behaviour>, u64);

impl Robot for TestRobot {
    fn act(&mut self, view: &View, stop: &Cancellation) -> Option<Action> {
        (self.0)(stop);
        ulti_ai::robot(Level::Easy, self.1).act(view, stop)
    }
}

fn robots(
    threads: usize,
    within: Duration,
    behaviour: impl Fn(&Cancellation) + Send + Sync + 'static,
) -> RobotPlayers {
    let behaviour: Arc<Behaviour> = Arc::new(behaviour);
    RobotPlayers::made_by(ThinkingPool::new(threads, within), move |_, seed| {
        Box::new(TestRobot(Arc::clone(&behaviour), seed))
    })
}

fn options() -> Options {
    Options { robot_pace: Duration::ZERO, ..Options::default() }
}

/// Blocks until the search is cancelled.
fn block_until_cancelled(stop: &Cancellation) {
    while !stop.is_stopped() {
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Counts started and cancelled searches.
#[derive(Default)]
struct SearchCounter {
    started: AtomicUsize,
    cancelled: AtomicUsize,
}

impl SearchCounter {
    /// Returns a behaviour that blocks until it is cancelled.
    fn behaviour(self: &Arc<Self>) -> impl Fn(&Cancellation) + Send + Sync + use<> {
        let counter = Arc::clone(self);
        move |stop| {
            counter.started.fetch_add(1, Ordering::SeqCst);
            block_until_cancelled(stop);
            counter.cancelled.fetch_add(1, Ordering::SeqCst);
        }
    }

    /// Waits until a condition on the counts is satisfied.
    async fn wait_until(&self, condition: impl Fn(&Self) -> bool) {
        let reached = async {
            while !condition(self) {
                sleep(Duration::from_millis(2)).await;
            }
        };
        timeout(LONG, reached).await.expect("condition was not reached in time");
    }
}

#[tokio::test]
async fn game_table_accepts_commands_while_robot_is_searching() {
    let counter = Arc::new(SearchCounter::default());
    let table = TestTable::with(opening(2, None), options(), robots(1, LONG, counter.behaviour())).await;
    while table.awaited().await.is_some() {
        table.step(1).await; // until a robot is on turn
    }
    counter.wait_until(|counter| counter.started.load(Ordering::SeqCst) == 1).await;
    for _ in 0..20 {
        assert_eq!(table.look(1).await.outcome, CommandOutcome::Done);
    }
    assert_eq!(counter.cancelled.load(Ordering::SeqCst), 0, "looking cancelled the search");
}

#[tokio::test]
async fn closing_game_table_cancels_robot_search() {
    let counter = Arc::new(SearchCounter::default());
    let table = TestTable::with(opening(2, None), options(), robots(1, LONG, counter.behaviour())).await;
    while table.awaited().await.is_some() {
        table.step(1).await;
    }
    counter.wait_until(|counter| counter.started.load(Ordering::SeqCst) == 1).await;
    // The evening ends when its only person leaves and pays the penalty.
    let refused = table.ask(1, Command::Leave { agreed: None }).await.unwrap_err();
    let ulti::table::Refusal::LeavingCosts(costs) = refused else {
        panic!("expected LeavingCosts: {refused}")
    };
    let left = table.ask(1, Command::Leave { agreed: Some(costs.cost()) }).await.unwrap();
    assert!(matches!(left.table_view.stage, TableStage::Ended(_)));
    counter.wait_until(|counter| counter.cancelled.load(Ordering::SeqCst) == 1).await;
}

#[tokio::test]
async fn shutdown_cancels_robot_search() {
    let counter = Arc::new(SearchCounter::default());
    let table = TestTable::with(opening(2, None), options(), robots(1, LONG, counter.behaviour())).await;
    while table.awaited().await.is_some() {
        table.step(1).await;
    }
    counter.wait_until(|counter| counter.started.load(Ordering::SeqCst) == 1).await;
    timeout(PROMPT, table.registry.shutdown()).await.expect("shutdown waited for the robot");
    counter.wait_until(|counter| counter.cancelled.load(Ordering::SeqCst) == 1).await;
}

#[tokio::test]
async fn eight_game_tables_share_two_robot_threads() {
    let behaviour = |_: &Cancellation| std::thread::sleep(Duration::from_millis(2));
    let shared = robots(2, LONG, behaviour);
    let tables = (0..8).map(|_| TestTable::with(opening(2, Some(1)), options(), shared.clone()));
    let tables = futures::future::join_all(tables).await;
    let played = tables.iter().map(|table| table.play_deal(1));
    timeout(LONG, futures::future::join_all(played)).await.expect("a deal did not end in time");
}

#[tokio::test]
async fn robot_acts_even_if_its_search_exceeds_time_limit() {
    let short = Duration::from_millis(5);
    let table =
        TestTable::with(opening(2, Some(1)), options(), robots(2, short, block_until_cancelled)).await;
    timeout(LONG, table.play_deal(1)).await.expect("deal did not end in time");
}

#[tokio::test]
async fn panicking_robot_is_replaced_by_fallback_robot() {
    let broken = robots(1, LONG, |_| panic!("caused by the test"));
    let table = TestTable::with(opening(2, Some(1)), options(), broken).await;
    while table.awaited().await.is_some() {
        table.step(1).await;
    }
    let version = table.look(1).await.table_view.version;
    let acted = async {
        while table.look(1).await.table_view.version == version {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(LONG, acted).await.expect("no substitute acted for the robot");
}

/// Returns options with a hard limit. Players are not pinged before it.
fn with_hard_limit(hard_limit: Duration) -> Options {
    Options { soft_limit: hard_limit, hard_limit, ..options() }
}

#[tokio::test]
async fn player_can_act_while_substitute_robot_is_thinking() {
    let counter = Arc::new(SearchCounter::default());
    let options = with_hard_limit(Duration::from_millis(50));
    let table = TestTable::with(opening(0, None), options, robots(1, LONG, counter.behaviour())).await;
    table.sit_down_and_start().await;
    counter.wait_until(|counter| counter.started.load(Ordering::SeqCst) == 1).await;
    let user = table.awaited().await.unwrap();
    table.look(1).await;
    assert_eq!(counter.cancelled.load(Ordering::SeqCst), 0, "looking cancelled the search");
    // The person acts after the limit but before the robot, so the person's action counts.
    assert!(table.step(1).await);
    counter.wait_until(|counter| counter.cancelled.load(Ordering::SeqCst) >= 1).await;
    let updates = table.announcer.updates.lock().unwrap();
    let played_for = |notice| matches!(notice, Notice::PlayedFor { user: whom, .. } if whom.0 == user);
    assert!(!updates.iter().filter_map(|update| update.notice).any(played_for));
}

#[tokio::test]
async fn substitute_robot_acts_for_absent_player() {
    let thought = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&thought);
    let behaviour = move |_: &Cancellation| flag.store(true, Ordering::SeqCst);
    let table = TestTable::with(
        opening(0, None),
        with_hard_limit(Duration::from_millis(50)),
        robots(1, LONG, behaviour),
    )
    .await;
    table.sit_down_and_start().await;
    let user = table.awaited().await.unwrap();
    let moved = async {
        while table.awaited().await == Some(user) {
            sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(LONG, moved).await.expect("robot did not play in time");
    assert!(thought.load(Ordering::SeqCst));
    let updates = table.announcer.updates.lock().unwrap();
    assert!(updates.iter().any(|update| matches!(update.notice, Some(Notice::PlayedFor { .. }))));
}

/// Plays until a player may claim, and returns that player.
async fn until_claim(table: &TestTable) -> u64 {
    for step in 0..500 {
        for user in 1..=3 {
            let view = table.look(user).await.player_view.unwrap();
            if view.legal.claim && view.board().is_some_and(|board| !board.tricks.is_empty()) {
                return user;
            }
        }
        if !table.step(step).await {
            table.ask(1, Command::NextDeal).await.unwrap();
        }
    }
    panic!("nobody may claim");
}

/// The runtime has one thread for long computations, which the test occupies.
#[test]
fn claim_is_decided_on_thread_for_long_computations() {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_all().max_blocking_threads(1).build().unwrap();
    runtime.block_on(async {
        let (table, other) = (TestTable::three().await, TestTable::three().await);
        let declarer = until_claim(&table).await;
        let asked = table.ask(declarer, Command::Act { action: Action::Claim, at: None }).await;
        let Err(Refusal::EarlyEnd(question)) = asked else { panic!("expected a question: {asked:?}") };
        let before = table.look(declarer).await.table_view.version;
        let (release, blocked) = std::sync::mpsc::channel::<()>();
        let busy = tokio::task::spawn_blocking(move || blocked.recv());
        let mut claim = pin!(table.ask(declarer, Command::EndEarly(question.end)));
        timeout(Duration::from_millis(200), &mut claim).await.expect_err("claim was decided on async thread");
        // Requests to the same table wait for the claim. Other tables do not.
        let mut later = pin!(table.look(declarer));
        timeout(Duration::from_millis(50), &mut later).await.expect_err("request overtook the claim");
        assert_eq!(other.look(1).await.outcome, CommandOutcome::Done);
        release.send(()).unwrap();
        let _ = busy.await;
        assert_eq!(timeout(LONG, claim).await.unwrap().unwrap().outcome, CommandOutcome::Done);
        assert!(later.await.table_view.version > before);
    });
}
