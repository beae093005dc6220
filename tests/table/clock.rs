//! Tests of deadlines: idle players, unloaded tables, downtime and the stopped game clock.

use std::time::Duration;

use tokio::time::sleep;
use ulti::table::{Command, Notice, PlayerId, Refusal, Shard, TableStage, UserId, WhyEnded};
use ulti_rules::Action;

use crate::support::{TestTable, opening};

/// Returns the notices of all updates.
fn notices(table: &TestTable) -> Vec<Notice> {
    table.announcer.updates.lock().unwrap().iter().filter_map(|update| update.notice).collect()
}

#[tokio::test(start_paused = true)]
async fn idle_player_gets_ping_before_robot_takes_over() {
    let table = TestTable::three().await;
    let user = table.awaited().await.unwrap();
    sleep(Duration::from_secs(61)).await;
    assert_eq!(notices(&table), [Notice::Awaited(UserId(user))]);
    sleep(Duration::from_mins(4)).await;
    assert_eq!(notices(&table).last(), Some(&Notice::PlayedFor { user: UserId(user), holds: false }));
    // The other two turns time out as well, until the first user is on turn again.
    sleep(Duration::from_secs(3 * 301)).await;
    assert!(notices(&table).contains(&Notice::PlayedFor { user: UserId(user), holds: true }));
    let chair = |answer: &ulti::table::TableReply| {
        answer.table_view.chair(PlayerId::User(UserId(user))).unwrap().stood_in
    };
    assert!(chair(&table.look(1).await));
    let back = table.ask(user, Command::TakeBack).await.unwrap();
    assert!(!chair(&back));
    assert!(matches!(table.ask(user, Command::TakeBack).await, Err(Refusal::SeatIsYours)));
}

#[tokio::test(start_paused = true)]
async fn player_action_resets_number_of_missed_turns() {
    let table = TestTable::three().await;
    let user = table.awaited().await.unwrap();
    sleep(Duration::from_secs(301)).await;
    while table.awaited().await != Some(user) {
        assert!(table.step(1).await);
    }
    table.step(2).await;
    while table.awaited().await != Some(user) {
        if !table.step(3).await {
            table.ask(1, Command::NextDeal).await.unwrap();
        }
    }
    sleep(Duration::from_secs(301)).await;
    let last = *notices(&table).last().unwrap();
    assert_eq!(last, Notice::PlayedFor { user: UserId(user), holds: false });
}

#[tokio::test(start_paused = true)]
async fn robots_finish_deal_for_absent_players() {
    let table = TestTable::three().await;
    sleep(Duration::from_hours(1)).await;
    let scene = table.look(1).await.table_view;
    assert_eq!(scene.stage, TableStage::Between);
    assert_eq!(scene.standings.iter().map(|line| line.deals).collect::<Vec<_>>(), [1, 1, 1]);
}

/// A player who was replaced by a robot is back after any command of their own, even if another player has
/// started the next deal before.
#[tokio::test(start_paused = true)]
async fn next_deal_takes_seat_back_from_robot() {
    let table = TestTable::three().await;
    sleep(Duration::from_hours(1)).await;
    let held = |answer: &ulti::table::TableReply, user| {
        answer.table_view.chair(PlayerId::User(UserId(user))).unwrap().stood_in
    };
    let before = table.look(1).await;
    assert!([1, 2, 3].iter().all(|user| held(&before, *user)), "seats are not held by robots");
    let begun = table.ask(1, Command::NextDeal).await.unwrap();
    assert!(!held(&begun, 1) && held(&begun, 2));
    let late = table.ask(2, Command::NextDeal).await.unwrap();
    assert!(!held(&late, 2), "seat is not taken back if the deal has begun");
    let again = table.ask(2, Command::NextDeal).await;
    assert!(matches!(again, Err(Refusal::DealRunning)));
    assert!(!held(&table.ask(3, Command::End).await.unwrap(), 3), "a vote does not take the seat back");
}

#[tokio::test(start_paused = true)]
async fn inactive_game_table_is_unloaded_from_memory_then_closed() {
    let table = TestTable::open(opening(0, None)).await;
    table.ask(2, Command::Join).await.unwrap();
    assert_eq!(table.registry.tables_awake(), 1);
    sleep(Duration::from_hours(1)).await;
    assert_eq!(table.registry.tables_awake(), 0, "idle table is still in memory");
    sleep(Duration::from_hours(12)).await;
    assert_eq!(table.look(1).await.table_view.stage, TableStage::Ended(WhyEnded::Abandoned));
}

#[tokio::test(start_paused = true)]
async fn only_recently_active_game_tables_are_loaded_at_startup() {
    let updates = |table: &TestTable| table.announcer.updates.lock().unwrap().len();
    for (idle, awake) in [(Duration::from_mins(1), 1), (Duration::from_hours(1), 0)] {
        let mut table = TestTable::open(opening(0, None)).await;
        table.ask(2, Command::Join).await.unwrap();
        sleep(idle).await;
        let before = updates(&table);
        table.restart().await;
        sleep(Duration::from_secs(1)).await;
        assert_eq!(table.registry.tables_awake(), awake, "a lobby touched {idle:?} ago");
        assert_eq!(updates(&table) - before, awake, "unexpected number of updates");
        table.ask(3, Command::Join).await.unwrap();
        assert_eq!(table.registry.tables_awake(), 1, "command did not wake the table");
    }
    let mut table = TestTable::three().await;
    table.registry.shutdown().await;
    sleep(Duration::from_hours(24)).await; // the bot is down
    table.restart().await;
    assert_eq!(table.registry.tables_awake(), 1, "table with a user on turn is asleep");
    // The process is killed some time after its last heartbeat.
    sleep(Duration::from_secs(10)).await;
    assert!(table.step(1).await);
    table.restart().await;
    assert_eq!(table.registry.tables_awake(), 1, "table with a user on turn is asleep");
}

#[tokio::test(start_paused = true)]
async fn bot_downtime_does_not_reduce_turn_time() {
    let mut table = TestTable::three().await;
    sleep(Duration::from_secs(200)).await;
    assert_eq!(table.seconds_left().await, 100);
    table.registry.shutdown().await;
    sleep(Duration::from_hours(24)).await; // the bot is down
    table.restart().await;
    assert_eq!(table.seconds_left().await, 100, "downtime changed the time left");
    sleep(Duration::from_mins(1)).await;
    assert!(!notices(&table).iter().any(|notice| matches!(notice, Notice::PlayedFor { .. })));
    sleep(Duration::from_mins(1)).await;
    assert!(notices(&table).iter().any(|notice| matches!(notice, Notice::PlayedFor { .. })));
}

#[tokio::test(start_paused = true)]
async fn player_takes_over_from_robot_with_legal_action() {
    let table = TestTable::three().await;
    table.play_deal(4).await;
    table.ask(1, Command::NextDeal).await.unwrap();
    sleep(Duration::from_hours(1)).await; // robots take over all three seats
    table.ask(1, Command::NextDeal).await.unwrap();
    let held = |answer: &ulti::table::TableReply, user| {
        answer.table_view.chair(PlayerId::User(UserId(user))).unwrap().stood_in
    };
    for user in [2, 3] {
        let refused = table.act(user, Action::NoKontra).await;
        assert!(matches!(refused, Err(Refusal::Illegal(_))));
        assert!(held(&table.look(user).await, user), "rejected action took the seat back");
    }
    let user = table.look(1).await.table_view.deal.as_ref().unwrap().turn().unwrap().id.user().unwrap().0;
    assert!(held(&table.look(user).await, user), "the player to act is the one who started the deal");
    let view = table.look(user).await.player_view.unwrap();
    let discard = view.own_hand().iter().take(2).collect();
    let bid = Action::Bid { contract: "parti".parse().unwrap(), discard: Some(discard) };
    let acted = table.act(user, bid).await.unwrap();
    assert!(!held(&acted, user), "robot still holds the seat");
}

impl TestTable {
    /// Returns the seconds until the current deadline, rounded up.
    async fn seconds_left(&self) -> i64 {
        let deadline = self.look(1).await.table_view.deadline.unwrap();
        (deadline.0 - self.clock.now().0 + 999).div_euclid(1000)
    }
}

#[tokio::test(start_paused = true)]
async fn deal_record_marks_players_helped_by_robot() {
    let table = TestTable::three().await;
    let user = table.awaited().await.unwrap();
    sleep(Duration::from_secs(301)).await;
    table.play_deal(7).await;
    table.ask(1, Command::NextDeal).await.unwrap();
    table.play_deal(8).await;
    let finished: Vec<_> = table.journal.batches().into_iter().filter_map(|batch| batch.finished).collect();
    let helped = |deal: usize| -> Vec<u64> {
        let seats = finished[deal].seats.iter().filter(|(seat, _)| finished[deal].helped[*seat]);
        seats.map(|(_, player)| player.user().unwrap().0).collect()
    };
    assert_eq!((helped(0), helped(1)), (vec![user], vec![]));
    // Seats held by a robot are marked as well.
    table.ask(1, Command::NextDeal).await.unwrap();
    sleep(Duration::from_hours(1)).await;
    let last = table.journal.batches().into_iter().filter_map(|batch| batch.finished).next_back().unwrap();
    assert_eq!(last.helped.values().filter(|helped| **helped).count(), 3);
}

/// Returns `true` if a robot has acted for a user.
fn has_been_played_for(table: &TestTable) -> bool {
    notices(table).iter().any(|notice| matches!(notice, Notice::PlayedFor { .. }))
}

#[tokio::test(start_paused = true)]
async fn turn_deadline_is_paused_while_game_clock_is_stopped() {
    let table = TestTable::three().await;
    sleep(Duration::from_secs(200)).await;
    table.registry.stop_clock(Shard::SINGLE);
    sleep(Duration::from_hours(2)).await;
    assert!(!has_been_played_for(&table), "robot played while the clock was stopped");
    table.registry.start_clock(Shard::SINGLE);
    assert_eq!(table.seconds_left().await, 100, "stopped clock changed the time left");
    sleep(Duration::from_secs(90)).await;
    assert!(!has_been_played_for(&table));
    sleep(Duration::from_secs(11)).await;
    assert!(has_been_played_for(&table));
}

/// The bot is restarted while Discord is unreachable, either after it was killed or after an orderly
/// shutdown.
#[tokio::test(start_paused = true)]
async fn bot_restart_during_discord_outage_does_not_shorten_turn() {
    for in_order in [true, false] {
        let mut table = TestTable::three().await;
        sleep(Duration::from_secs(200)).await;
        table.registry.stop_clock(Shard::SINGLE);
        sleep(Duration::from_hours(2)).await;
        if in_order {
            table.registry.shutdown().await;
        }
        table.restart().await;
        let left = table.seconds_left().await;
        assert!(
            (100..=115).contains(&left),
            "time left is {left} s, expected 100 s plus at most one heartbeat interval"
        );
        sleep(Duration::from_secs(90)).await;
        assert!(!has_been_played_for(&table));
    }
}

/// A user acts while the game clock is stopped. The next user has the normal time once the clock runs again.
#[tokio::test(start_paused = true)]
async fn next_player_gets_full_turn_time_after_outage() {
    let table = TestTable::three().await;
    table.registry.stop_clock(Shard::SINGLE);
    sleep(Duration::from_hours(1)).await;
    assert!(table.step(1).await);
    sleep(Duration::from_hours(1)).await;
    table.registry.start_clock(Shard::SINGLE);
    assert_eq!(table.seconds_left().await, 300);
    sleep(Duration::from_secs(299)).await;
    assert!(!has_been_played_for(&table));
    sleep(Duration::from_secs(2)).await;
    assert!(has_been_played_for(&table));
}

/// If a hand is opened automatically, its player may still be absent.
#[tokio::test(start_paused = true)]
async fn missed_turns_still_count_after_hand_opens_automatically() {
    let table = TestTable::three().await;
    let declarer = table.awaited().await.unwrap();
    let discard = table.look(declarer).await.player_view.unwrap().own_hand().iter().take(2).collect();
    let bid = Action::Bid { contract: "open-betli".parse().unwrap(), discard: Some(discard) };
    table.act(declarer, bid).await.unwrap();
    for _ in 0..2 {
        table.act(table.awaited().await.unwrap(), Action::Pass).await.unwrap();
    }
    let awaited = table.awaited().await;
    assert_eq!(awaited, Some(declarer), "declarer is not on turn");
    if table.look(declarer).await.player_view.unwrap().legal.pass {
        table.act(declarer, Action::Pass).await.unwrap();
    }
    // The declarer is absent from the first lead on.
    let mut seed = 0;
    while !notices(&table).contains(&Notice::PlayedFor { user: UserId(declarer), holds: true }) {
        if table.awaited().await == Some(declarer) {
            assert!(notices(&table).iter().filter(|one| matches!(one, Notice::PlayedFor { .. })).count() < 2);
            sleep(Duration::from_secs(301)).await;
        } else {
            seed += 1;
            let view = table.look(table.awaited().await.unwrap()).await.player_view.unwrap();
            let card = view.legal.cards.iter().next().map(Action::Play);
            table.act(table.awaited().await.unwrap(), card.unwrap_or(Action::NoKontra)).await.unwrap();
        }
        assert!(seed < 10, "no robot took over after two missed turns");
    }
}

#[tokio::test(start_paused = true)]
async fn lobby_stays_open_while_game_clock_is_stopped() {
    let table = TestTable::open(opening(0, None)).await;
    table.ask(2, Command::Join).await.unwrap();
    sleep(Duration::from_hours(1)).await;
    assert_eq!(table.registry.tables_awake(), 0, "lobby is still in memory");
    table.registry.stop_clock(Shard::SINGLE);
    sleep(Duration::from_hours(24)).await;
    table.registry.start_clock(Shard::SINGLE);
    sleep(Duration::from_hours(10)).await;
    assert_eq!(table.look(1).await.table_view.stage, TableStage::Lobby);
}

#[tokio::test(start_paused = true)]
async fn failed_database_write_does_not_shorten_turn() {
    let table = TestTable::three().await;
    sleep(Duration::from_secs(200)).await;
    table.journal.set_broken(true);
    let user = table.awaited().await.unwrap();
    let view = table.look(user).await.player_view.unwrap();
    let discard = view.own_hand().iter().take(2).collect();
    let bid = Action::Bid { contract: "parti".parse().unwrap(), discard: Some(discard) };
    assert!(matches!(table.act(user, bid).await, Err(Refusal::NotKept(_))));
    sleep(Duration::from_mins(20)).await;
    assert!(!has_been_played_for(&table), "robot played although writes fail");
    table.journal.set_broken(false);
    sleep(Duration::from_secs(61)).await; // retries are at most a minute apart
    assert!(!has_been_played_for(&table), "time left before the failed write was lost");
    table.act(user, bid).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn viewing_game_table_does_not_delay_write_retry() {
    let table = TestTable::three().await;
    table.journal.set_broken(true);
    sleep(Duration::from_mins(10)).await; // the substitute's writes fail, with growing retry intervals
    table.journal.set_broken(false);
    for _ in 0..5 {
        sleep(Duration::from_secs(20)).await;
        table.look(1).await;
    }
    assert!(has_been_played_for(&table));
}
