//! Tests of a table from its opening to its end: joining, starting, consecutive deals, leaving and ending.

use std::time::Duration;

use ulti::table::{
    Command, CommandOutcome, Opening, Options, PlayerId, Refusal, RobotPlayers, SeatChange, TableEvent,
    TableId, TableStage, TableView, ThinkingPool, UserId, WhyEnded,
};
use ulti_ai::Level;
use ulti_rules::{Action, Card, CardSet, IllegalAction, RuleSet, RulesSpec, View};

use crate::support::{TestTable, opening, request};

#[tokio::test(start_paused = true)]
async fn player_points_sum_to_zero_after_four_deals() {
    let table = TestTable::open(opening(0, Some(4))).await;
    table.ask(2, Command::Join).await.unwrap();
    table.ask(3, Command::Join).await.unwrap();
    table.ask(2, Command::Start).await.unwrap();
    for deal in 1..=4 {
        assert_eq!(table.look(1).await.table_view.deal.as_ref().unwrap().number, deal);
        table.play_deal(1000 * u64::from(deal)).await;
        assert_eq!(TestTable::total(&table.look(1).await), 0);
        if deal < 4 {
            assert_eq!(table.look(1).await.table_view.stage, TableStage::Between);
            table.ask(3, Command::NextDeal).await.unwrap();
        }
    }
    let over = table.look(1).await;
    assert_eq!(over.table_view.stage, TableStage::Ended(WhyEnded::Played));
    assert_eq!((TestTable::total(&over), over.table_view.window), (0, 0), "window was not shared out");
    assert!(matches!(table.ask(1, Command::NextDeal).await, Err(Refusal::Ended)));
    let finished: Vec<_> = table.journal.batches().into_iter().filter_map(|batch| batch.finished).collect();
    assert_eq!(finished.iter().map(|deal| deal.number).collect::<Vec<_>>(), [1, 2, 3, 4]);
    for deal in finished {
        deal.record.replay().unwrap();
    }
}

#[tokio::test(start_paused = true)]
async fn dealer_rotates_after_each_deal() {
    let table = TestTable::three().await;
    let mut dealers = Vec::new();
    for deal in 0..4 {
        let dealer = table.look(1).await.table_view.deal.as_ref().unwrap().dealer.id;
        dealers.push(dealer.user().unwrap().0);
        table.play_deal(50 * deal).await;
        table.ask(1, Command::NextDeal).await.unwrap();
    }
    let follows = |pair: &[u64]| pair[1] == pair[0] % 3 + 1;
    assert!(dealers.windows(2).all(follows), "{dealers:?}");
}

#[tokio::test(start_paused = true)]
async fn dealer_sits_out_if_four_players_are_seated() {
    let table = TestTable::open(opening(0, None)).await;
    for user in 2..=4 {
        table.ask(user, Command::Join).await.unwrap();
    }
    let answer = table.ask(1, Command::Start).await.unwrap();
    let deal = answer.table_view.deal.clone().unwrap();
    assert_eq!(deal.seat_of(deal.dealer.id), None);
    let dealer = deal.dealer.id.user().unwrap().0;
    assert!(matches!(table.act(dealer, Action::Pass).await, Err(Refusal::SittingOut)));
    assert!(table.look(dealer).await.player_view.unwrap().own_hand().is_empty());
    table.play_deal(5).await;
    let next = table.ask(dealer, Command::NextDeal).await.unwrap().table_view.deal.clone().unwrap();
    assert_ne!(next.dealer.id, deal.dealer.id);
    assert!(next.seat_of(deal.dealer.id).is_some());
}

#[tokio::test(start_paused = true)]
async fn invalid_commands_are_rejected_in_lobby() {
    let table = TestTable::open(opening(0, None)).await;
    assert!(matches!(table.ask(1, Command::Join).await, Err(Refusal::AlreadySeated)));
    assert!(matches!(table.ask(1, Command::Start).await, Err(Refusal::TooFew(1))));
    assert!(matches!(table.ask(9, Command::Start).await, Err(Refusal::NotSeated)));
    assert!(matches!(table.ask(1, Command::RemoveRobot).await, Err(Refusal::NoRobot)));
    for user in 2..=4 {
        table.ask(user, Command::Join).await.unwrap();
    }
    assert!(matches!(table.ask(5, Command::Join).await, Err(Refusal::NoSeatFree { seats: 4, robot: false })));
    assert!(matches!(table.ask(1, Command::AddRobot(Level::Easy)).await, Err(Refusal::EnoughPlayers)));
    table.ask(4, Command::Leave { agreed: None }).await.unwrap();
    assert!(matches!(table.ask(1, Command::AddRobot(Level::Easy)).await, Err(Refusal::EnoughPlayers)));
    table.ask(1, Command::Start).await.unwrap();
    assert!(matches!(table.ask(1, Command::Start).await, Err(Refusal::AlreadyStarted)));
    assert!(matches!(table.ask(1, Command::NextDeal).await, Err(Refusal::DealRunning)));
    let again = table.registry.open(opening(0, None), request(8, Command::Look)).await;
    assert!(matches!(again, Err(Refusal::TableExists(_))));
}

#[tokio::test(start_paused = true)]
async fn fourth_player_cannot_join_if_rules_allow_only_three() {
    let rules = RuleSet::preset("4m").unwrap().with_rule("four_players", false.into()).unwrap();
    let table = TestTable::open(Opening { rules: rules.clone(), ..opening(0, None) }).await;
    for user in 2..=3 {
        table.ask(user, Command::Join).await.unwrap();
    }
    assert!(matches!(table.ask(4, Command::Join).await, Err(Refusal::NoSeatFree { seats: 3, robot: false })));
    assert!(matches!(table.ask(1, Command::AddRobot(Level::Easy)).await, Err(Refusal::EnoughPlayers)));
    table.ask(1, Command::Start).await.unwrap();
    assert!(matches!(table.ask(4, Command::Join).await, Err(Refusal::NoSeatFree { seats: 3, robot: false })));

    let alone = TestTable::open(Opening { rules, ..opening(3, None) }).await;
    assert_eq!(alone.look(1).await.table_view.chairs.len(), 3, "more robots than seats");
}

#[tokio::test(start_paused = true)]
async fn restarted_bot_keeps_house_rules_of_open_game_table() {
    let rules = RuleSet::read("rablo four_tens durchmars=7", &RuleSet::preset("4m").unwrap()).unwrap();
    let mut table = TestTable::open(Opening { rules: rules.clone(), ..opening(2, None) }).await;
    table.restart().await;
    assert_eq!(*table.look(1).await.table_view.book.rules(), rules);
    table.play_deal(5).await;
    let record = table.journal.batches().into_iter().find_map(|batch| batch.finished).unwrap().record;
    assert_eq!(record.rules.rules().unwrap(), rules);
    assert!(record.replay().is_ok());
    let RulesSpec::House(different) = &record.rules else { panic!("{:?}", record.rules) };
    assert_eq!(different.keys().collect::<Vec<_>>(), ["preset", "revision", "four_tens", "values"]);
}

#[tokio::test(start_paused = true)]
async fn illegal_action_is_rejected_with_reason() {
    let table = TestTable::three().await;
    let user = table.awaited().await.unwrap();
    let before = table.journal.events(table.id).len();
    let refused = table.act(user, Action::Pass).await.unwrap_err();
    let Refusal::Illegal(illegal) = refused else { panic!("expected Illegal: {refused:?}") };
    assert_eq!(illegal.reason, IllegalAction::MustBid);
    let other = user % 3 + 1;
    let Err(Refusal::Illegal(illegal)) = table.act(other, Action::Pass).await else { panic!() };
    assert!(matches!(illegal.reason, IllegalAction::NotYourTurn { .. }));
    assert_eq!(table.journal.events(table.id).len(), before);
}

#[tokio::test(start_paused = true)]
async fn player_leaving_during_deal_must_accept_penalty() {
    let table = TestTable::three().await;
    let Err(Refusal::LeavingCosts(costs)) = table.ask(2, Command::Leave { agreed: None }).await else {
        panic!("expected LeavingCosts")
    };
    let cost = costs.cost();
    assert_eq!(cost.points, 4, "expected twice the weakest contract before any bid");
    let left = table.ask(2, Command::Leave { agreed: Some(cost) }).await.unwrap();
    assert_eq!(left.table_view.stage, TableStage::Between);
    let points = |user| {
        let line =
            left.table_view.standings.iter().find(|line| line.player.id == PlayerId::User(UserId(user)));
        line.unwrap().points
    };
    assert_eq!((points(1), points(2), points(3)), (2, -4, 2));
    assert!(matches!(table.ask(1, Command::NextDeal).await, Err(Refusal::TooFew(2))));
    table.ask(1, Command::AddRobot(Level::Random)).await.unwrap();
    table.ask(1, Command::NextDeal).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn game_ends_after_current_deal_if_all_players_agree() {
    let table = TestTable::three().await;
    for user in [1, 2, 3] {
        let answer = table.ask(user, Command::End).await.unwrap();
        assert_eq!(answer.table_view.stage, TableStage::Dealing);
    }
    assert!(matches!(table.ask(1, Command::End).await, Err(Refusal::AlreadyAgreed)));
    table.play_deal(7).await;
    assert_eq!(table.look(1).await.table_view.stage, TableStage::Ended(WhyEnded::Agreed));
    let lobby = table.registry.open(opening(0, None), request(4, Command::Look)).await.unwrap();
    let closed = table.registry.ask(lobby.table_view.table, request(4, Command::End)).await.unwrap();
    assert_eq!(closed.table_view.stage, TableStage::Ended(WhyEnded::Closed));
}

#[tokio::test(start_paused = true)]
async fn game_with_two_robots_starts_immediately() {
    let table = TestTable::open(opening(2, Some(2))).await;
    assert_eq!(table.look(1).await.table_view.stage, TableStage::Dealing);
    table.play_deal(1).await;
    table.ask(1, Command::NextDeal).await.unwrap();
    table.play_deal(2).await;
    let over = table.look(1).await;
    assert_eq!(over.table_view.stage, TableStage::Ended(WhyEnded::Played));
    assert_eq!(TestTable::total(&over), 0);
}

#[tokio::test(start_paused = true)]
async fn player_can_pass_in_advance() {
    let table = TestTable::three().await;
    let forehand = table.awaited().await.unwrap();
    let (second, dealer) = (forehand % 3 + 1, (forehand + 1) % 3 + 1);
    table.ask(second, Command::PassOn { at: None }).await.unwrap();
    table.ask(dealer, Command::PassOn { at: None }).await.unwrap();
    let view = table.look(forehand).await.player_view.unwrap();
    let discard = view.own_hand().iter().take(2).collect();
    let bid = Action::Bid { contract: "parti".parse().unwrap(), discard: Some(discard) };
    let answer = table.act(forehand, bid).await.unwrap();
    let calls = &answer.player_view.unwrap().calls;
    assert_eq!(calls.len(), 3, "expected a bid and two passes");
    assert_eq!(table.awaited().await, Some(forehand));
}

#[tokio::test(start_paused = true)]
async fn player_can_take_back_a_pass_in_advance() {
    let table = TestTable::three().await;
    let forehand = table.awaited().await.unwrap();
    let (second, dealer) = (forehand % 3 + 1, (forehand + 1) % 3 + 1);
    let stop = Command::StopPassing { deal: 1 };
    let early = table.ask(second, stop.clone()).await;
    assert!(matches!(early, Err(Refusal::NotPassingOn)), "{early:?}");
    table.ask(second, Command::PassOn { at: None }).await.unwrap();
    // Only the player learns of the choice, and the journal keeps it.
    let mut table = table;
    table.restart().await;
    for user in [forehand, second, dealer] {
        let view = table.look(user).await.player_view.unwrap();
        assert_eq!(view.passes_on, user == second);
    }
    let of_another_deal = table.ask(second, Command::StopPassing { deal: 2 }).await.unwrap();
    assert_eq!(of_another_deal.outcome, CommandOutcome::Stale);
    let answer = table.ask(second, stop).await.unwrap();
    assert!(!answer.player_view.unwrap().passes_on);
    table.restart().await;
    let view = table.look(forehand).await.player_view.unwrap();
    let discard = view.own_hand().iter().take(2).collect();
    let bid = Action::Bid { contract: "parti".parse().unwrap(), discard: Some(discard) };
    table.act(forehand, bid).await.unwrap();
    assert_eq!(table.awaited().await, Some(second));
}

#[tokio::test(start_paused = true)]
async fn pass_in_advance_ends_with_a_deal_that_ends_during_the_auction() {
    let table = TestTable::three().await;
    let forehand = table.awaited().await.unwrap();
    let second = forehand % 3 + 1;
    table.ask(second, Command::PassOn { at: None }).await.unwrap();
    let Err(Refusal::LeavingCosts(costs)) = table.ask(forehand, Command::Leave { agreed: None }).await else {
        panic!("expected LeavingCosts")
    };
    table.ask(forehand, Command::Leave { agreed: Some(costs.cost()) }).await.unwrap();
    assert!(!table.look(second).await.player_view.unwrap().passes_on);
    let late = table.ask(second, Command::StopPassing { deal: 1 }).await;
    assert!(matches!(late, Err(Refusal::NotPassingOn)), "{late:?}");
}

#[tokio::test(start_paused = true)]
async fn table_view_hides_cards_of_other_players() {
    let table = TestTable::three().await;
    table.play_deal(11).await;
    let updates = table.announcer.updates.lock().unwrap();
    assert!(updates.len() > 5);
    for update in updates.iter() {
        let Some(deal) = &update.table_view.deal else { continue };
        let hidden = deal.view.hands.values().filter(|hand| hand.cards().is_none()).count();
        let open = deal.view.board().map_or(0, |board| board.open.values().filter(|open| **open).count());
        assert_eq!(hidden, if deal.is_over() { 0 } else { 3 - open });
        assert_eq!(deal.seed.is_some(), deal.is_over());
        for (user, view) in &update.player_views {
            assert_eq!(
                deal.seats[view.seat.unwrap()].id,
                PlayerId::User(*user),
                "user got the view of another seat"
            );
        }
    }
}

#[tokio::test(start_paused = true)]
async fn viewing_game_table_does_not_write_events() {
    let table = TestTable::three().await;
    let before = table.journal.events(table.id).len();
    assert_eq!(table.look(99).await.outcome, CommandOutcome::Done);
    assert_eq!(table.journal.events(table.id).len(), before);
}

/// Plays an evening of one deal between users 1, 2 and 3.
async fn evening_of_one_deal() -> TestTable {
    let table = TestTable::open(opening(0, Some(1))).await;
    table.sit_down_and_start().await;
    table.play_deal(5).await;
    table
}

#[tokio::test(start_paused = true)]
async fn players_of_previous_evening_are_invited_until_first_deal() {
    let mut table = evening_of_one_deal().await;
    let ended = table.look(1).await.table_view;
    assert_eq!(ended.stage, TableStage::Ended(WhyEnded::Played));
    let invited =
        |view: &TableView| view.invited.iter().filter_map(|player| player.id.user()).collect::<Vec<_>>();
    assert_eq!(invited(&ended), []);
    let again = Opening { follows: Some(table.id), ..opening(0, Some(1)) };
    table.id = table.registry.open(again, request(2, Command::Look)).await.unwrap().table_view.table;
    assert_eq!(invited(&table.look(1).await.table_view), [UserId(1), UserId(3)]);
    table.ask(3, Command::Join).await.unwrap();
    table.restart().await;
    assert_eq!(invited(&table.look(1).await.table_view), [UserId(1)]);
    table.ask(9, Command::Join).await.unwrap();
    let begun = table.ask(2, Command::Start).await.unwrap().table_view;
    assert_eq!((invited(&begun), begun.follows), (vec![], Some(ended.table)));
}

#[tokio::test(start_paused = true)]
async fn repeated_evening_waits_for_invited_people_only() {
    let table = evening_of_one_deal().await;
    let open = async |follows, robots| {
        let again = Opening { follows: Some(follows), ..opening(robots, Some(1)) };
        table.registry.open(again, request(1, Command::Look)).await.unwrap().table_view
    };
    let waiting = open(table.id, 2).await;
    assert_eq!((waiting.stage, waiting.invited.len()), (TableStage::Lobby, 2));
    // Nobody but the host has played at a table that was closed, so nobody is awaited.
    table.registry.ask(waiting.table, request(1, Command::End)).await.unwrap();
    assert_eq!(open(waiting.table, 2).await.stage, TableStage::Dealing);
}

#[tokio::test(start_paused = true)]
async fn evening_can_follow_unreadable_evening() {
    let table = evening_of_one_deal().await;
    let again = Opening { follows: Some(TableId(99)), ..opening(0, None) };
    let opened = table.registry.open(again, request(1, Command::Look)).await.unwrap().table_view;
    assert_eq!((opened.stage, opened.invited.len()), (TableStage::Lobby, 0));
}

#[tokio::test(start_paused = true)]
async fn changed_seats_are_shown_until_next_deal() {
    let mut table = TestTable::three().await;
    assert!(!table.look(1).await.table_view.has_freed_seat());
    table.ask(4, Command::Join).await.unwrap();
    let changes = async |table: &TestTable| {
        let view = table.look(1).await.table_view;
        let changes = view.seat_changes.iter().map(|change| match change {
            SeatChange::Joined(player) => (player.id, true),
            SeatChange::Left(player) => (player.id, false),
        });
        (changes.collect::<Vec<_>>(), view.has_freed_seat())
    };
    let user = |user| PlayerId::User(UserId(user));
    assert_eq!(changes(&table).await, (vec![(user(4), true)], false));
    table.play_deal(5).await;
    table.ask(3, Command::Leave { agreed: None }).await.unwrap();
    table.ask(2, Command::Leave { agreed: None }).await.unwrap();
    table.restart().await;
    let left = vec![(user(4), true), (user(3), false), (user(2), false)];
    assert_eq!(changes(&table).await, (left, true), "table of two has no free seat");
    table.ask(2, Command::Join).await.unwrap();
    assert_eq!(changes(&table).await, (vec![(user(4), true), (user(3), false)], false));
    table.ask(1, Command::NextDeal).await.unwrap();
    assert_eq!(changes(&table).await, (vec![], false));
}

/// Returns a bid of the player to move with which the contract cannot be won.
fn unwinnable_bid(view: &View) -> Action {
    let cards: Vec<Card> = view.own_hand().iter().collect();
    let discards: Vec<CardSet> =
        cards.windows(2).map(|pair| pair.iter().copied().collect::<CardSet>()).collect();
    let bids = view.legal.bids.iter().flat_map(|contract| {
        discards.iter().map(|discard| Action::Bid { contract: *contract, discard: Some(*discard) })
    });
    bids.into_iter().find(|bid| view.unwinnable(*bid).is_some()).expect("no bid that cannot be won")
}

#[tokio::test(start_paused = true)]
async fn question_about_unwinnable_bid_gives_seat_back() {
    let options = Options { robot_pace: Duration::from_hours(1), ..Options::default() };
    let robots = RobotPlayers::new(ThinkingPool::new(1, options.robot_thinks));
    let mut table = TestTable::with(opening(0, None), options, robots).await;
    table.sit_down_and_start().await;
    let user = table.awaited().await.unwrap();
    let player = PlayerId::User(UserId(user));
    table.journal.rewrite(table.id, |events| events.push(TableEvent::StoodIn { player }));
    table.restart().await;
    let answer = table.look(user).await;
    assert!(answer.table_view.chair(player).unwrap().stood_in);
    let action = unwinnable_bid(&answer.player_view.unwrap());
    let refused = table.ask(user, Command::Act { action, at: None }).await.unwrap_err();
    let Refusal::Unconfirmed(asked) = refused else { panic!("expected a question: {refused}") };
    assert!(!table.look(user).await.table_view.chair(player).unwrap().stood_in);
    assert_eq!(table.journal.events(table.id).last(), Some(&TableEvent::TookBack { player }));
    let updates = table.announcer.updates.lock().unwrap().clone();
    assert!(!updates.last().unwrap().table_view.chair(player).unwrap().stood_in, "not announced");
    table.ask(user, Command::ActAnyway { action: asked.action, at: asked.at }).await.unwrap();
}
