//! Tests of a table's settings, which its players can change, and of deals that begin by themselves.

use std::time::Duration;

use ulti::table::{
    Command, Opening, PlayerId, Refusal, RulesChoice, Shard, TableReply, TableSetting, TableStage, TableView,
    UserId, WhyEnded,
};
use ulti_ai::Level;
use ulti_rules::RuleSet;

use crate::support::{TestTable, opening};

/// Pause before the next deal, in seconds.
const PAUSE: u32 = 20;

async fn set(table: &TestTable, user: u64, setting: TableSetting) -> Result<TableReply, Refusal> {
    table.ask(user, Command::Set(setting)).await
}

async fn view(table: &TestTable) -> TableView {
    TableView::clone(&table.look(1).await.table_view)
}

async fn number_of_deal(table: &TestTable) -> u32 {
    view(table).await.deal.unwrap().number
}

/// Waits a number of seconds on the paused clock of the test.
async fn wait(seconds: u32) {
    tokio::time::sleep(Duration::from_secs(seconds.into())).await; // on the paused clock
}

/// Returns a table of three people after its first deal. The next deal begins by itself.
async fn after_first_deal() -> TestTable {
    let table = TestTable::open(Opening { pause: Some(PAUSE), ..opening(0, None) }).await;
    table.sit_down_and_start().await;
    table.play_deal(1).await;
    assert_eq!(view(&table).await.stage, TableStage::Between);
    table
}

#[tokio::test(start_paused = true)]
async fn host_changes_settings_in_lobby() {
    let mut table = TestTable::open(opening(1, Some(3))).await;
    let level = |view: &TableView| view.chairs[1].player.level;
    assert_eq!(level(&view(&table).await), Some(Level::Random));
    for setting in [
        TableSetting::Rules(RulesChoice::Preset("rablo")),
        TableSetting::Deals(Some(12)),
        TableSetting::TimeLimit(90),
        TableSetting::Robots(Level::Strong),
        TableSetting::Pause(Some(PAUSE)),
    ] {
        set(&table, 1, setting).await.unwrap();
    }
    for _ in 0..2 {
        let now = view(&table).await;
        let rules = now.book.rules();
        assert_eq!((rules.preset.as_str(), rules.time_limit), ("rablo", 90));
        assert_eq!((now.deals, now.pause, level(&now)), (Some(12), Some(PAUSE), Some(Level::Strong)));
        assert_eq!(now.opened.rules(), &RuleSet::preset("4m").unwrap());
        table.restart().await;
    }
    set(&table, 1, TableSetting::Deals(None)).await.unwrap();
    set(&table, 1, TableSetting::Pause(None)).await.unwrap();
    assert_eq!((view(&table).await.deals, view(&table).await.pause), (None, None));
}

/// The time limit of the table stays if its rules are replaced.
#[tokio::test(start_paused = true)]
async fn rules_with_which_table_was_opened_can_be_restored() {
    let rules = RuleSet::preset("rablo").unwrap().with_rule("time_limit", 60.into()).unwrap();
    let table = TestTable::open(Opening { rules: rules.clone(), ..opening(0, None) }).await;
    set(&table, 1, TableSetting::Rules(RulesChoice::Preset("4m"))).await.unwrap();
    let other = RuleSet::preset("4m").unwrap().with_rule("time_limit", 60.into()).unwrap();
    assert_eq!(view(&table).await.book.rules(), &other);
    set(&table, 1, TableSetting::TimeLimit(0)).await.unwrap();
    set(&table, 1, TableSetting::Rules(RulesChoice::Opened)).await.unwrap();
    let unlimited = rules.with_rule("time_limit", 0.into()).unwrap();
    assert_eq!(view(&table).await.book.rules(), &unlimited);
}

#[tokio::test(start_paused = true)]
async fn setting_that_stays_the_same_adds_no_event() {
    let table = TestTable::open(opening(1, Some(3))).await;
    let before = table.journal.events(table.id);
    for setting in [
        TableSetting::Rules(RulesChoice::Preset("4m")),
        TableSetting::Rules(RulesChoice::Opened),
        TableSetting::Deals(Some(3)),
        TableSetting::TimeLimit(0),
        TableSetting::Robots(Level::Random),
        TableSetting::Pause(None),
    ] {
        set(&table, 1, setting).await.unwrap();
    }
    assert_eq!(table.journal.events(table.id), before);
}

#[tokio::test(start_paused = true)]
async fn only_host_changes_settings_in_lobby() {
    let table = TestTable::open(opening(0, None)).await;
    table.ask(2, Command::Join).await.unwrap();
    let refused = set(&table, 2, TableSetting::Deals(Some(6))).await;
    assert!(matches!(&refused, Err(Refusal::OnlyHostSets(host)) if host.name == "P1"), "{refused:?}");
    assert!(matches!(set(&table, 9, TableSetting::Deals(None)).await, Err(Refusal::NotSeated)));
    // Nobody gains or loses anything by the pause.
    set(&table, 2, TableSetting::Pause(Some(PAUSE))).await.unwrap();
    table.ask(1, Command::Leave { agreed: None }).await.unwrap();
    let changed = set(&table, 2, TableSetting::Deals(Some(6))).await.unwrap();
    assert_eq!((changed.table_view.deals, changed.table_view.pause), (Some(6), Some(PAUSE)));
}

#[tokio::test(start_paused = true)]
async fn only_pause_changes_after_first_deal_has_begun() {
    let table = TestTable::three().await;
    for setting in [
        TableSetting::Rules(RulesChoice::Preset("rablo")),
        TableSetting::Deals(Some(6)),
        TableSetting::TimeLimit(30),
        TableSetting::Robots(Level::Easy),
    ] {
        let refused = set(&table, 1, setting).await;
        assert!(matches!(refused, Err(Refusal::AlreadyStarted)), "{setting:?}: {refused:?}");
    }
    let changed = set(&table, 3, TableSetting::Pause(Some(PAUSE))).await.unwrap();
    assert_eq!(changed.table_view.pause, Some(PAUSE));
}

#[tokio::test(start_paused = true)]
async fn rules_for_three_are_refused_if_four_sit_at_table() {
    let rules = RuleSet::preset("4m").unwrap();
    let three = rules.with_rule("four_players", false.into()).unwrap();
    assert_eq!((rules.most_players(), three.most_players()), (4, 3));
    let table = TestTable::open(Opening { rules: three, ..opening(0, None) }).await;
    set(&table, 1, TableSetting::Rules(RulesChoice::Preset("4m"))).await.unwrap();
    for user in 2..=4 {
        table.ask(user, Command::Join).await.unwrap();
    }
    let refused = set(&table, 1, TableSetting::Rules(RulesChoice::Opened)).await;
    assert!(matches!(refused, Err(Refusal::TooManyForRules { seats: 3 })), "{refused:?}");
    table.ask(4, Command::Leave { agreed: None }).await.unwrap();
    set(&table, 1, TableSetting::Rules(RulesChoice::Opened)).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn next_deal_begins_by_itself_after_pause() {
    let table = after_first_deal().await;
    let at = view(&table).await.next_deal.unwrap();
    wait(PAUSE / 2).await;
    // A new player does not postpone the deal.
    table.ask(4, Command::Join).await.unwrap();
    assert_eq!(view(&table).await.next_deal, Some(at));
    wait(PAUSE / 2 - 1).await;
    assert_eq!(number_of_deal(&table).await, 1);
    wait(2).await;
    let now = view(&table).await;
    assert_eq!((now.stage, now.deal.unwrap().number, now.next_deal), (TableStage::Dealing, 2, None));
    let last = table.announcer.updates.lock().unwrap().last().unwrap().table_view.deal.clone();
    assert_eq!(last.unwrap().number, 2, "the deal was not announced");
}

/// The players may have left while the bot was away.
#[tokio::test(start_paused = true)]
async fn player_begins_next_deal_after_restart() {
    let mut table = after_first_deal().await;
    table.registry.shutdown().await;
    table.restart().await;
    assert_eq!(view(&table).await.next_deal, None);
    wait(10 * PAUSE).await;
    assert_eq!(number_of_deal(&table).await, 1);
    table.ask(3, Command::NextDeal).await.unwrap();
    table.play_deal(5).await;
    wait(PAUSE + 1).await;
    assert_eq!(number_of_deal(&table).await, 3);
}

/// Seconds of a lost connection only begin the pause again. After a longer time, a player begins the deal.
#[tokio::test(start_paused = true)]
async fn lost_connection_during_pause_postpones_next_deal() {
    let table = after_first_deal().await;
    wait(PAUSE - 5).await;
    table.registry.stop_clock(Shard::SINGLE);
    wait(10).await;
    table.registry.start_clock(Shard::SINGLE);
    wait(PAUSE - 5).await;
    assert_eq!(number_of_deal(&table).await, 1);
    table.registry.stop_clock(Shard::SINGLE);
    wait(60).await;
    table.registry.start_clock(Shard::SINGLE);
    wait(1).await;
    let last = table.announcer.updates.lock().unwrap().last().unwrap().table_view.next_deal;
    assert_eq!(last, None);
    wait(10 * PAUSE).await;
    assert_eq!(number_of_deal(&table).await, 1);
}

#[tokio::test(start_paused = true)]
async fn player_can_begin_next_deal_during_pause() {
    let table = after_first_deal().await;
    table.ask(2, Command::NextDeal).await.unwrap();
    assert_eq!(number_of_deal(&table).await, 2);
    wait(2 * PAUSE).await;
    assert_eq!(number_of_deal(&table).await, 2);
}

#[tokio::test(start_paused = true)]
async fn change_of_pause_begins_it_again() {
    let table = after_first_deal().await;
    wait(PAUSE / 2).await;
    set(&table, 2, TableSetting::Pause(Some(2 * PAUSE))).await.unwrap();
    wait(PAUSE + 1).await;
    assert_eq!(number_of_deal(&table).await, 1);
    set(&table, 2, TableSetting::Pause(None)).await.unwrap();
    assert_eq!(view(&table).await.next_deal, None);
    wait(10 * PAUSE).await;
    assert_eq!(number_of_deal(&table).await, 1);
    set(&table, 3, TableSetting::Pause(Some(PAUSE))).await.unwrap();
    wait(PAUSE + 1).await;
    assert_eq!(number_of_deal(&table).await, 2);
}

/// Robots play for people who are absent, so a table without people would go on for ever.
#[tokio::test(start_paused = true)]
async fn no_deal_begins_by_itself_after_deal_without_people() {
    let table = after_first_deal().await;
    wait(PAUSE + 1).await;
    while view(&table).await.stage == TableStage::Dealing {
        wait(60).await;
    }
    let now = view(&table).await;
    assert_eq!((now.stage, now.next_deal), (TableStage::Between, None));
    wait(100 * PAUSE).await;
    assert_eq!(number_of_deal(&table).await, 2);
    // It goes on as soon as one of them is back.
    table.ask(2, Command::TakeBack).await.unwrap();
    wait(PAUSE + 1).await;
    assert_eq!(number_of_deal(&table).await, 3);
    while view(&table).await.stage == TableStage::Dealing {
        wait(60).await;
    }
    assert_eq!(view(&table).await.next_deal, None);
    set(&table, 3, TableSetting::Pause(Some(2 * PAUSE))).await.unwrap();
    assert!(!view(&table).await.chairs[2].stood_in, "player does not have the seat back");
    wait(2 * PAUSE + 1).await;
    assert_eq!(number_of_deal(&table).await, 4);
}

/// The only person sits out every fourth deal at a table of four.
#[tokio::test(start_paused = true)]
async fn deals_go_on_while_only_person_sits_out() {
    let table = TestTable::open(Opening { pause: Some(PAUSE), ..opening(3, None) }).await;
    let mut sat_out = false;
    for deal in 1..=6 {
        let now = view(&table).await;
        let seated = now.deal.as_ref().unwrap().seat_of(PlayerId::User(UserId(1)));
        assert_eq!(now.deal.unwrap().number, deal);
        sat_out |= seated.is_none();
        table.play_deal(100 * u64::from(deal)).await;
        wait(PAUSE + 1).await;
    }
    assert!(sat_out);
}

/// All people acted in the deal, and robots have replaced them before its end.
#[tokio::test(start_paused = true)]
async fn no_deal_begins_by_itself_while_everybody_is_away() {
    let table = TestTable::open(Opening { pause: Some(PAUSE), ..opening(2, None) }).await;
    while view(&table).await.stage == TableStage::Dealing {
        if !view(&table).await.chairs[0].stood_in && table.journal.events(table.id).len() < 30 {
            table.step(9).await;
        }
        wait(1).await;
    }
    let now = view(&table).await;
    assert_eq!((now.chairs[0].stood_in, now.next_deal), (true, None));
}

#[tokio::test(start_paused = true)]
async fn no_deal_begins_by_itself_if_player_wants_to_stop() {
    let table = after_first_deal().await;
    table.ask(2, Command::End).await.unwrap();
    assert_eq!(view(&table).await.next_deal, None);
    wait(10 * PAUSE).await;
    assert_eq!(number_of_deal(&table).await, 1);
    // The others can still play on, or end the evening.
    table.ask(1, Command::End).await.unwrap();
    table.ask(3, Command::End).await.unwrap();
    assert_eq!(view(&table).await.stage, TableStage::Ended(WhyEnded::Agreed));
}

/// The departure of the player who wants to stop is no reason to go on without a question.
#[tokio::test(start_paused = true)]
async fn no_deal_begins_by_itself_after_voter_has_left() {
    let table = after_first_deal().await;
    table.ask(4, Command::Join).await.unwrap();
    table.ask(4, Command::End).await.unwrap();
    wait(10 * PAUSE).await;
    table.ask(4, Command::Leave { agreed: None }).await.unwrap();
    assert_eq!(view(&table).await.next_deal, None);
    wait(10 * PAUSE).await;
    assert_eq!(number_of_deal(&table).await, 1);
}

#[tokio::test(start_paused = true)]
async fn no_deal_begins_by_itself_with_too_few_players() {
    let table = after_first_deal().await;
    table.ask(2, Command::Leave { agreed: None }).await.unwrap();
    assert_eq!(view(&table).await.next_deal, None);
    wait(10 * PAUSE).await;
    assert_eq!(number_of_deal(&table).await, 1);
    // A robot takes the seat, but the players may be away by now.
    table.ask(1, Command::AddRobot(Level::Random)).await.unwrap();
    wait(10 * PAUSE).await;
    assert_eq!(number_of_deal(&table).await, 1);
    table.ask(1, Command::NextDeal).await.unwrap();
    let deal = view(&table).await.deal.unwrap();
    assert_eq!((deal.number, deal.seat_of(PlayerId::Robot(1)).is_some()), (2, true));
}

/// The time limit may pass during the pause.
#[tokio::test(start_paused = true)]
async fn evening_ends_by_itself_if_time_is_up() {
    let rules = RuleSet::preset("4m").unwrap().with_rule("time_limit", 30.into()).unwrap();
    let table = TestTable::open(Opening { rules, pause: Some(PAUSE), ..opening(0, None) }).await;
    table.sit_down_and_start().await;
    wait(30 * 60 - PAUSE / 2).await;
    table.ask(1, Command::TakeBack).await.ok();
    table.play_deal(3).await;
    assert_eq!(view(&table).await.stage, TableStage::Between);
    wait(PAUSE + 1).await;
    assert_eq!(view(&table).await.stage, TableStage::Ended(WhyEnded::Time));
}

#[tokio::test(start_paused = true)]
async fn next_deal_begins_after_outage_of_journal() {
    let table = after_first_deal().await;
    table.journal.set_broken(true);
    wait(3 * PAUSE).await;
    assert_eq!(number_of_deal(&table).await, 1);
    table.journal.set_broken(false);
    wait(3 * PAUSE).await;
    assert_eq!(number_of_deal(&table).await, 2);
}
