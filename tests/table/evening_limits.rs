//! Tests of house rules that end an evening: a limit of the score or of the time.

use std::time::Duration;

use ulti::table::{Command, Opening, Refusal, TableStage, TableUpdate, TimeLeft, WhyEnded};
use ulti_rules::RuleSet;

use crate::support::{TestTable, opening};

/// Opens a table with three people and a house rule.
async fn three_with(rule: &str, value: u32) -> TestTable {
    let rules = RuleSet::preset("4m").unwrap().with_rule(rule, value.into()).unwrap();
    let table = TestTable::open(Opening { rules, ..opening(0, None) }).await;
    table.sit_down_and_start().await;
    table
}

#[tokio::test(start_paused = true)]
async fn evening_ends_when_player_reaches_score_limit() {
    let mut table = three_with("score_limit", 10).await;
    for deal in 1..100 {
        table.play_deal(1000 * deal).await;
        table.restart().await;
        let now = table.look(1).await.table_view;
        let settled = &now.deal.as_ref().unwrap().standings;
        let reached = settled.iter().any(|standing| standing.points.abs() >= 10);
        let wanted = if reached { TableStage::Ended(WhyEnded::Score) } else { TableStage::Between };
        assert_eq!(now.stage, wanted, "{settled:?}");
        if reached {
            assert!(matches!(table.ask(1, Command::NextDeal).await, Err(Refusal::Ended)));
            return;
        }
        table.ask(1, Command::NextDeal).await.unwrap();
    }
    panic!("no player reached the limit");
}

#[tokio::test(start_paused = true)]
async fn score_of_player_who_left_does_not_end_evening() {
    let table = three_with("score_limit", 4).await;
    let Err(Refusal::LeavingCosts(costs)) = table.ask(2, Command::Leave { agreed: None }).await else {
        panic!("expected LeavingCosts")
    };
    let cost = costs.cost();
    let left = table.ask(2, Command::Leave { agreed: Some(cost) }).await.unwrap();
    assert_eq!(left.table_view.stage, TableStage::Between, "{:?}", left.table_view.standings);
}

#[tokio::test(start_paused = true)]
async fn evening_ends_after_deal_in_which_time_runs_out() {
    let mut table = three_with("time_limit", 30).await;
    table.play_deal(1).await;
    table.ask(1, Command::NextDeal).await.unwrap();
    assert!(table.step(5).await);
    assert_eq!(table.look(1).await.table_view.time_left, None, "end of evening shown too early");
    tokio::time::sleep(Duration::from_mins(20)).await;
    table.restart().await;
    table.play_deal(2).await;
    let now = table.look(1).await.table_view;
    assert_eq!(now.stage, TableStage::Between);
    assert!(matches!(now.time_left, Some(TimeLeft::Until(_))), "{:?}", now.time_left);
    table.ask(1, Command::NextDeal).await.unwrap();
    tokio::time::sleep(Duration::from_mins(31)).await;
    table.play_deal(3).await;
    let is_up = |update: &TableUpdate| update.table_view.time_left == Some(TimeLeft::Up);
    assert!(table.announcer.updates.lock().unwrap().iter().any(is_up), "last deal was not announced");
    assert_eq!(table.look(1).await.table_view.stage, TableStage::Ended(WhyEnded::Time));
}

/// A table that moves to a shard with another clock keeps the time that is left.
#[tokio::test(start_paused = true)]
async fn time_left_does_not_depend_on_clock_of_shard() {
    let mut table = three_with("time_limit", 30).await;
    table.play_deal(1).await;
    tokio::time::sleep(Duration::from_mins(20)).await;
    let before = table.look(1).await.table_view.time_left;
    assert!(matches!(before, Some(TimeLeft::Until(_))), "{before:?}");
    table.registry.shutdown().await;
    table.journal.move_to_later_clock(table.id, Duration::from_hours(1));
    table.restart().await;
    assert_eq!(table.look(1).await.table_view.time_left, before);
    tokio::time::sleep(Duration::from_mins(9)).await;
    assert_eq!(table.look(1).await.table_view.time_left, before);
    table.ask(1, Command::NextDeal).await.unwrap();
    tokio::time::sleep(Duration::from_secs(90)).await;
    table.play_deal(2).await;
    assert_eq!(table.look(1).await.table_view.stage, TableStage::Ended(WhyEnded::Time));
}

#[tokio::test(start_paused = true)]
async fn no_deal_starts_after_time_has_run_out() {
    let table = three_with("time_limit", 30).await;
    table.play_deal(1).await;
    tokio::time::sleep(Duration::from_mins(31)).await;
    let ended = table.ask(1, Command::NextDeal).await.unwrap();
    assert_eq!(ended.table_view.stage, TableStage::Ended(WhyEnded::Time));
    let deals = table.journal.batches().into_iter().filter(|batch| batch.finished.is_some()).count();
    assert_eq!(deals, 1);
}

#[tokio::test(start_paused = true)]
async fn journal_without_time_limit_contains_no_times() {
    let table = TestTable::three().await;
    for event in table.journal.events(table.id) {
        assert!(!serde_json::to_string(&event).unwrap().contains(r#""at":"#), "{event:?}");
    }
}
