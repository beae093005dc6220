//! Tests of closing a table before the first deal, and by a server manager.

use ulti::table::{Command, Refusal, TableStage, WhyEnded};

use crate::support::{TestTable, opening};

/// A user who has no seat.
const MANAGER: u64 = 9;

fn close(agreed: Option<u32>) -> Command {
    Command::Close { agreed }
}

#[tokio::test(start_paused = true)]
async fn only_host_closes_lobby() {
    let table = TestTable::open(opening(0, None)).await;
    table.ask(2, Command::Join).await.unwrap();
    let refused = table.ask(2, Command::End).await;
    assert!(matches!(&refused, Err(Refusal::OnlyHostCloses(host)) if host.name == "P1"), "{refused:?}");
    assert_eq!(table.look(1).await.table_view.stage, TableStage::Lobby);
    let closed = table.ask(1, Command::End).await.unwrap();
    assert_eq!(closed.table_view.stage, TableStage::Ended(WhyEnded::Closed));
}

#[tokio::test(start_paused = true)]
async fn player_closes_lobby_that_host_has_left() {
    let table = TestTable::open(opening(0, None)).await;
    table.ask(2, Command::Join).await.unwrap();
    table.ask(1, Command::Leave { agreed: None }).await.unwrap();
    let closed = table.ask(2, Command::End).await.unwrap();
    assert_eq!(closed.table_view.stage, TableStage::Ended(WhyEnded::Closed));
}

#[tokio::test(start_paused = true)]
async fn manager_closes_lobby_after_confirmation() {
    let table = TestTable::open(opening(0, None)).await;
    let refused = table.ask(MANAGER, close(None)).await;
    assert!(matches!(refused, Err(Refusal::CloseTable { deal: 0 })), "{refused:?}");
    let closed = table.ask(MANAGER, close(Some(0))).await.unwrap();
    assert_eq!(closed.table_view.stage, TableStage::Ended(WhyEnded::Closed));
}

#[tokio::test(start_paused = true)]
async fn deal_in_progress_does_not_count_if_manager_closes_table() {
    let table = TestTable::three().await;
    table.play_deal(5).await;
    let before = table.look(1).await.table_view.standings.clone();
    table.ask(1, Command::NextDeal).await.unwrap();
    table.step(1).await;
    // The confirmation was for another state of the table.
    for agreed in [None, Some(0), Some(1)] {
        let refused = table.ask(MANAGER, close(agreed)).await;
        assert!(matches!(refused, Err(Refusal::CloseTable { deal: 2 })), "{refused:?}");
    }
    let closed = table.ask(MANAGER, close(Some(2))).await.unwrap();
    assert_eq!(closed.table_view.stage, TableStage::Ended(WhyEnded::Manager));
    let shares: i32 = closed.table_view.shares.iter().map(|(_, points)| points).sum();
    let sum = |standings: &[ulti::table::Standing]| standings.iter().map(|one| one.points).sum::<i32>();
    assert_eq!(sum(&closed.table_view.standings), sum(&before) + shares);
    assert_eq!(TestTable::total(&closed), 0);
    let finished = table.journal.batches().iter().filter(|batch| batch.finished.is_some()).count();
    assert_eq!(finished, 1, "the unfinished deal was stored");
    assert!(matches!(table.ask(1, Command::NextDeal).await, Err(Refusal::Ended)));
}

/// Leaving costs what the player would lose, so a manager must not avoid that by closing the table.
#[tokio::test(start_paused = true)]
async fn manager_who_plays_in_deal_cannot_close_table() {
    let table = TestTable::three().await;
    for agreed in [None, Some(1)] {
        let refused = table.ask(2, close(agreed)).await;
        assert!(matches!(refused, Err(Refusal::PlaysInDeal)), "{refused:?}");
    }
    table.play_deal(5).await;
    let closed = table.ask(2, close(Some(0))).await.unwrap();
    assert_eq!(closed.table_view.stage, TableStage::Ended(WhyEnded::Manager));
}

#[tokio::test(start_paused = true)]
async fn manager_who_left_deal_can_close_table() {
    let table = TestTable::three().await;
    let Err(Refusal::LeavingCosts(costs)) = table.ask(2, Command::Leave { agreed: None }).await else {
        panic!("leaving costs nothing")
    };
    table.ask(2, Command::Leave { agreed: Some(costs.cost()) }).await.unwrap();
    let closed = table.ask(2, close(Some(0))).await.unwrap();
    assert_eq!(closed.table_view.stage, TableStage::Ended(WhyEnded::Manager));
}
