//! Tests of tables whose channel rejects messages, so that the players may not see whose turn it is.

use std::sync::atomic::Ordering;
use std::time::Duration;

use ulti::table::{Command, Notice, Opening, TableStage, UserId, WhyEnded};

use crate::support::{TestTable, opening};

/// Waits a number of seconds on the paused clock of the test.
async fn wait(seconds: u64) {
    tokio::time::sleep(Duration::from_secs(seconds)).await; // on the paused clock
}

fn reject(table: &TestTable, is_rejected: bool) {
    table.announcer.rejects_messages.store(is_rejected, Ordering::Relaxed);
}

fn notices(table: &TestTable) -> Vec<Notice> {
    table.announcer.updates.lock().unwrap().iter().filter_map(|update| update.notice).collect()
}

/// The first ping may be lost. After the channel has accepted a message, the player is pinged again and has
/// the whole time of a turn.
#[tokio::test(start_paused = true)]
async fn no_robot_plays_for_person_while_channel_rejects_messages() {
    let table = TestTable::three().await;
    let user = table.awaited().await.unwrap();
    reject(&table, true);
    wait(3 * 3600 + 10).await;
    assert_eq!(table.awaited().await, Some(user));
    let ping = Notice::Awaited(UserId(user));
    // Each ping is an attempt to post in the channel.
    assert_eq!(notices(&table), vec![ping; 36]);
    reject(&table, false);
    wait(301).await;
    assert_eq!(table.awaited().await, Some(user), "no time is left after the channel accepts messages again");
    wait(61).await;
    assert_eq!(notices(&table).last(), Some(&ping));
    wait(240).await;
    assert_eq!(notices(&table).last(), Some(&Notice::PlayedFor { user: UserId(user), holds: false }));
}

#[tokio::test(start_paused = true)]
async fn players_can_act_while_channel_rejects_messages() {
    let table = TestTable::three().await;
    reject(&table, true);
    wait(3_610).await;
    let user = table.awaited().await.unwrap();
    assert!(table.step(1).await);
    assert_ne!(table.awaited().await, Some(user));
    reject(&table, false);
    let next = table.awaited().await.unwrap();
    wait(301).await;
    assert_eq!(notices(&table).last(), Some(&Notice::PlayedFor { user: UserId(next), holds: false }));
}

#[tokio::test(start_paused = true)]
async fn table_is_abandoned_if_channel_rejects_messages_for_too_long() {
    let table = TestTable::three().await;
    reject(&table, true);
    wait(11 * 3600).await;
    assert_eq!(table.look(1).await.table_view.stage, TableStage::Dealing);
    wait(2 * 3600).await;
    let view = table.look(1).await.table_view;
    assert_eq!(view.stage, TableStage::Ended(WhyEnded::Abandoned));
    assert!(view.standings.iter().all(|line| (line.points, line.deals) == (0, 0)), "{:?}", view.standings);
}

/// After a restart, it is not known that the channel rejects messages until one is rejected.
#[tokio::test(start_paused = true)]
async fn postponed_deadline_is_kept_after_restart() {
    let mut table = TestTable::three().await;
    let user = table.awaited().await.unwrap();
    reject(&table, true);
    wait(3_500).await;
    table.registry.shutdown().await;
    reject(&table, false);
    table.restart().await;
    wait(60).await;
    assert_eq!(table.awaited().await, Some(user));
    reject(&table, true);
    wait(3_610).await;
    assert_eq!(table.awaited().await, Some(user));
    assert!(!notices(&table).contains(&Notice::PlayedFor { user: UserId(user), holds: false }));
}

#[tokio::test(start_paused = true)]
async fn no_deal_begins_by_itself_while_channel_rejects_messages() {
    let table = TestTable::open(Opening { pause: Some(20), ..opening(0, None) }).await;
    table.sit_down_and_start().await;
    table.play_deal(1).await;
    wait(10).await;
    reject(&table, true);
    wait(15).await;
    let last = table.announcer.updates.lock().unwrap().last().unwrap().table_view.clone();
    assert_eq!((last.stage, last.next_deal), (TableStage::Between, None));
    reject(&table, false);
    wait(3600).await;
    assert_eq!(table.look(1).await.table_view.stage, TableStage::Between);
    table.ask(2, Command::NextDeal).await.unwrap();
    table.play_deal(1).await;
    wait(21).await;
    assert_eq!(table.look(1).await.table_view.deal.as_ref().unwrap().number, 3);
}

/// Robots go on playing their own turns, because nothing is lost by that.
#[tokio::test(start_paused = true)]
async fn robots_play_their_own_turns_while_channel_rejects_messages() {
    let table = TestTable::open(opening(2, None)).await;
    reject(&table, true);
    wait(60).await;
    assert_eq!(table.awaited().await, Some(1));
    assert!(table.step(1).await);
    wait(60).await;
    assert_eq!(table.awaited().await, Some(1));
}
