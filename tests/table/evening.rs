//! From sitting down to going home.

use ulti::ai::Level;
use ulti::rules::{Action, Illegal, RuleSet, RulesNote};
use ulti::table::{Command, Opening, Outcome, PlayerId, Refused, SceneStage, UserId, WhyEnded};

use crate::support::{Room, opening, request};

#[tokio::test(start_paused = true)]
async fn an_evening_of_four_deals_sums_to_zero_and_ends_by_itself() {
    let room = Room::open(opening(0, Some(4))).await;
    room.ask(2, Command::Join).await.unwrap();
    room.ask(3, Command::Join).await.unwrap();
    room.ask(2, Command::Start).await.unwrap();
    for deal in 1..=4 {
        assert_eq!(room.look(1).await.scene.deal.as_ref().unwrap().number, deal);
        room.play_deal(1000 * u64::from(deal)).await;
        assert_eq!(Room::total(&room.look(1).await), 0);
        if deal < 4 {
            assert_eq!(room.look(1).await.scene.stage, SceneStage::Between);
            room.ask(3, Command::NextDeal).await.unwrap();
        }
    }
    let over = room.look(1).await;
    assert_eq!(over.scene.stage, SceneStage::Ended(WhyEnded::Played));
    assert_eq!((Room::total(&over), over.scene.window), (0, 0), "the window is shared out");
    assert!(matches!(room.ask(1, Command::NextDeal).await, Err(Refused::Ended)));
    let finished: Vec<_> = room.journal.batches().into_iter().filter_map(|batch| batch.finished).collect();
    assert_eq!(finished.iter().map(|deal| deal.number).collect::<Vec<_>>(), [1, 2, 3, 4]);
    for deal in finished {
        deal.record.replay().unwrap();
    }
}

#[tokio::test(start_paused = true)]
async fn the_deal_goes_round_the_table() {
    let room = Room::three().await;
    let mut dealers = Vec::new();
    for deal in 0..4 {
        let dealer = room.look(1).await.scene.deal.as_ref().unwrap().dealer.id;
        dealers.push(dealer.user().unwrap().0);
        room.play_deal(50 * deal).await;
        room.ask(1, Command::NextDeal).await.unwrap();
    }
    let follows = |pair: &[u64]| pair[1] == pair[0] % 3 + 1;
    assert!(dealers.windows(2).all(follows), "{dealers:?}");
}

#[tokio::test(start_paused = true)]
async fn of_four_the_dealer_sits_out() {
    let room = Room::open(opening(0, None)).await;
    for user in 2..=4 {
        room.ask(user, Command::Join).await.unwrap();
    }
    let answer = room.ask(1, Command::Start).await.unwrap();
    let deal = answer.scene.deal.clone().unwrap();
    assert_eq!(deal.seat_of(deal.dealer.id), None);
    let dealer = deal.dealer.id.user().unwrap().0;
    assert!(matches!(room.act(dealer, Action::Pass).await, Err(Refused::SittingOut)));
    assert!(room.look(dealer).await.view.unwrap().own_hand().is_empty());
    room.play_deal(5).await;
    let next = room.ask(dealer, Command::NextDeal).await.unwrap().scene.deal.clone().unwrap();
    assert_ne!(next.dealer.id, deal.dealer.id);
    assert!(next.seat_of(deal.dealer.id).is_some());
}

#[tokio::test(start_paused = true)]
async fn who_may_not_sit_down_or_begin() {
    let room = Room::open(opening(0, None)).await;
    assert!(matches!(room.ask(1, Command::Join).await, Err(Refused::AlreadySeated)));
    assert!(matches!(room.ask(1, Command::Start).await, Err(Refused::TooFew(1))));
    assert!(matches!(room.ask(9, Command::Start).await, Err(Refused::NotSeated)));
    assert!(matches!(room.ask(1, Command::RemoveRobot).await, Err(Refused::NoRobot)));
    for user in 2..=4 {
        room.ask(user, Command::Join).await.unwrap();
    }
    assert!(matches!(room.ask(5, Command::Join).await, Err(Refused::Full { seats: 4 })));
    assert!(matches!(room.ask(1, Command::AddRobot(Level::Easy)).await, Err(Refused::Full { seats: 4 })));
    room.ask(4, Command::Leave { agreed: None }).await.unwrap();
    room.ask(1, Command::Start).await.unwrap();
    assert!(matches!(room.ask(1, Command::Start).await, Err(Refused::AlreadyStarted)));
    assert!(matches!(room.ask(1, Command::NextDeal).await, Err(Refused::DealRunning)));
    let again = room.registry.open(opening(0, None), request(8, Command::Look)).await;
    assert!(matches!(again, Err(Refused::TableExists(_))));
}

#[tokio::test(start_paused = true)]
async fn where_only_three_play_the_fourth_is_refused() {
    let rules = RuleSet::preset("4m").unwrap().with_rule("four_players", false.into()).unwrap();
    let room = Room::open(Opening { rules: rules.clone(), ..opening(0, None) }).await;
    for user in 2..=3 {
        room.ask(user, Command::Join).await.unwrap();
    }
    assert!(matches!(room.ask(4, Command::Join).await, Err(Refused::Full { seats: 3 })));
    assert!(matches!(room.ask(1, Command::AddRobot(Level::Easy)).await, Err(Refused::Full { seats: 3 })));
    room.ask(1, Command::Start).await.unwrap();
    assert!(matches!(room.ask(4, Command::Join).await, Err(Refused::Full { seats: 3 })));

    let alone = Room::open(Opening { rules, ..opening(3, None) }).await;
    assert_eq!(alone.look(1).await.scene.chairs.len(), 3, "no more robots than seats");
}

#[tokio::test(start_paused = true)]
async fn house_rules_outlive_a_restart_and_stand_in_the_record() {
    let rules = RuleSet::read("rablo four_tens durchmars=7", &RuleSet::preset("4m").unwrap()).unwrap();
    let mut room = Room::open(Opening { rules: rules.clone(), ..opening(2, None) }).await;
    room.restart().await;
    assert_eq!(*room.look(1).await.scene.book.rules(), rules);
    room.play_deal(5).await;
    let record = room.journal.batches().into_iter().find_map(|batch| batch.finished).unwrap().record;
    assert_eq!(record.rules.rules().unwrap(), rules);
    assert!(record.replay().is_ok());
    let RulesNote::House(different) = &record.rules else { panic!("{:?}", record.rules) };
    assert_eq!(different.keys().collect::<Vec<_>>(), ["preset", "four_tens", "values"]);
}

#[tokio::test(start_paused = true)]
async fn a_refusal_names_what_is_wrong_and_changes_nothing() {
    let room = Room::three().await;
    let user = room.awaited().await.unwrap();
    let before = room.journal.events(room.table).len();
    let refused = room.act(user, Action::Pass).await.unwrap_err();
    let Refused::Illegal(here) = refused else { panic!("{refused:?}") };
    assert_eq!(here.reason, Illegal::MustBid);
    let other = user % 3 + 1;
    let Err(Refused::Illegal(here)) = room.act(other, Action::Pass).await else { panic!() };
    assert!(matches!(here.reason, Illegal::NotYourTurn { .. }));
    assert_eq!(room.journal.events(room.table).len(), before);
}

#[tokio::test(start_paused = true)]
async fn leaving_in_mid_deal_is_asked_about_and_paid_for() {
    let room = Room::three().await;
    let Err(Refused::LeavingCosts { cost }) = room.ask(2, Command::Leave { agreed: None }).await else {
        panic!("it has to be confirmed")
    };
    assert_eq!(cost, 2, "twice the weakest contract, before any bid");
    let left = room.ask(2, Command::Leave { agreed: Some(cost) }).await.unwrap();
    assert_eq!(left.scene.stage, SceneStage::Between);
    let points = |user| {
        let line = left.scene.standings.iter().find(|line| line.player.id == PlayerId::User(UserId(user)));
        line.unwrap().points
    };
    assert_eq!((points(1), points(2), points(3)), (2, -4, 2));
    assert!(matches!(room.ask(1, Command::NextDeal).await, Err(Refused::TooFew(2))));
    room.ask(1, Command::AddRobot(Level::Random)).await.unwrap();
    room.ask(1, Command::NextDeal).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn an_evening_ends_when_all_agree_and_not_in_mid_deal() {
    let room = Room::three().await;
    for user in [1, 2, 3] {
        let answer = room.ask(user, Command::End).await.unwrap();
        assert_eq!(answer.scene.stage, SceneStage::Dealing);
    }
    assert!(matches!(room.ask(1, Command::End).await, Err(Refused::AlreadyAgreed)));
    room.play_deal(7).await;
    assert_eq!(room.look(1).await.scene.stage, SceneStage::Ended(WhyEnded::Agreed));
    let lobby = room.registry.open(opening(0, None), request(4, Command::Look)).await.unwrap();
    let closed = room.registry.ask(lobby.scene.table, request(4, Command::End)).await.unwrap();
    assert_eq!(closed.scene.stage, SceneStage::Ended(WhyEnded::Closed));
}

#[tokio::test(start_paused = true)]
async fn one_person_and_two_robots_begin_at_once() {
    let room = Room::open(opening(2, Some(2))).await;
    assert_eq!(room.look(1).await.scene.stage, SceneStage::Dealing);
    room.play_deal(1).await;
    room.ask(1, Command::NextDeal).await.unwrap();
    room.play_deal(2).await;
    let over = room.look(1).await;
    assert_eq!(over.scene.stage, SceneStage::Ended(WhyEnded::Played));
    assert_eq!(Room::total(&over), 0);
}

#[tokio::test(start_paused = true)]
async fn passing_in_advance_passes_at_each_turn_of_this_auction_only() {
    let room = Room::three().await;
    let forehand = room.awaited().await.unwrap();
    let (second, dealer) = (forehand % 3 + 1, (forehand + 1) % 3 + 1);
    room.ask(second, Command::PassOn { at: None }).await.unwrap();
    room.ask(dealer, Command::PassOn { at: None }).await.unwrap();
    let view = room.look(forehand).await.view.unwrap();
    let discard = view.own_hand().iter().take(2).collect();
    let bid = Action::Bid { contract: "parti".parse().unwrap(), discard: Some(discard) };
    let answer = room.act(forehand, bid).await.unwrap();
    let calls = &answer.view.unwrap().calls;
    assert_eq!(calls.len(), 3, "both have passed");
    assert_eq!(room.awaited().await, Some(forehand));
}

#[tokio::test(start_paused = true)]
async fn no_scene_holds_a_closed_card() {
    let room = Room::three().await;
    room.play_deal(11).await;
    let heard = room.ears.heard.lock().unwrap();
    assert!(heard.len() > 5);
    for news in heard.iter() {
        let Some(deal) = &news.scene.deal else { continue };
        let hidden = deal.view.hands.values().filter(|hand| hand.cards().is_none()).count();
        let open = deal.view.board().map_or(0, |board| board.open.values().filter(|open| **open).count());
        assert_eq!(hidden, if deal.is_over() { 0 } else { 3 - open });
        assert_eq!(deal.seed.is_some(), deal.is_over());
        for (user, view) in &news.eyes {
            assert_eq!(
                deal.seats[view.seat.unwrap()].id,
                PlayerId::User(*user),
                "everyone gets the own view"
            );
        }
    }
}

#[tokio::test(start_paused = true)]
async fn looking_is_free() {
    let room = Room::three().await;
    let before = room.journal.events(room.table).len();
    assert_eq!(room.look(99).await.outcome, Outcome::Done);
    assert_eq!(room.journal.events(room.table).len(), before);
}
