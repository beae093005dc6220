//! Idle people, sleeping tables, downtime.

use std::time::Duration;

use tokio::time::sleep;
use ulti::rules::Action;
use ulti::table::{Command, Notice, PlayerId, Refused, SceneStage, UserId, WhyEnded};

use crate::support::{Room, opening};

fn notices(room: &Room) -> Vec<Notice> {
    room.ears.heard.lock().unwrap().iter().filter_map(|news| news.notice).collect()
}

#[tokio::test(start_paused = true)]
async fn a_ping_then_a_robot_for_one_turn_then_for_the_seat() {
    let room = Room::three().await;
    let user = room.awaited().await.unwrap();
    sleep(Duration::from_secs(61)).await;
    assert_eq!(notices(&room), [Notice::Awaited(UserId(user))]);
    sleep(Duration::from_mins(4)).await;
    assert_eq!(notices(&room).last(), Some(&Notice::PlayedFor { user: UserId(user), holds: false }));
    // The two others let their turns run out as well, until it is the first one's again.
    sleep(Duration::from_secs(3 * 301)).await;
    assert!(notices(&room).contains(&Notice::PlayedFor { user: UserId(user), holds: true }));
    let chair =
        |answer: &ulti::table::Answer| answer.scene.chair(PlayerId::User(UserId(user))).unwrap().stood_in;
    assert!(chair(&room.look(1).await));
    let back = room.ask(user, Command::TakeBack).await.unwrap();
    assert!(!chair(&back));
    assert!(matches!(room.ask(user, Command::TakeBack).await, Err(Refused::SeatIsYours)));
}

#[tokio::test(start_paused = true)]
async fn acting_forgives_a_missed_turn() {
    let room = Room::three().await;
    let user = room.awaited().await.unwrap();
    sleep(Duration::from_secs(301)).await;
    while room.awaited().await != Some(user) {
        assert!(room.step(1).await);
    }
    room.step(2).await;
    while room.awaited().await != Some(user) {
        if !room.step(3).await {
            room.ask(1, Command::NextDeal).await.unwrap();
        }
    }
    sleep(Duration::from_secs(301)).await;
    let last = *notices(&room).last().unwrap();
    assert_eq!(last, Notice::PlayedFor { user: UserId(user), holds: false });
}

#[tokio::test(start_paused = true)]
async fn absent_people_are_played_for_to_the_end_of_the_deal() {
    let room = Room::three().await;
    sleep(Duration::from_hours(1)).await;
    let scene = room.look(1).await.scene;
    assert_eq!(scene.stage, SceneStage::Between);
    assert_eq!(scene.standings.iter().map(|line| line.deals).collect::<Vec<_>>(), [1, 1, 1]);
}

#[tokio::test(start_paused = true)]
async fn a_table_nobody_touches_sleeps_and_ends() {
    let room = Room::open(opening(0, None)).await;
    room.ask(2, Command::Join).await.unwrap();
    assert_eq!(room.registry.tables_awake(), 1);
    sleep(Duration::from_hours(1)).await;
    assert_eq!(room.registry.tables_awake(), 0, "it has left memory");
    sleep(Duration::from_hours(12)).await;
    assert_eq!(room.look(1).await.scene.stage, SceneStage::Ended(WhyEnded::Abandoned));
}

#[tokio::test(start_paused = true)]
async fn after_a_restart_what_was_awake_wakes_and_what_slept_sleeps_on() {
    let heard = |room: &Room| room.ears.heard.lock().unwrap().len();
    for (idle, awake) in [(Duration::from_mins(1), 1), (Duration::from_hours(1), 0)] {
        let mut room = Room::open(opening(0, None)).await;
        room.ask(2, Command::Join).await.unwrap();
        sleep(idle).await;
        let before = heard(&room);
        room.restart().await;
        sleep(Duration::from_secs(1)).await;
        assert_eq!(room.registry.tables_awake(), awake, "a lobby touched {idle:?} ago");
        assert_eq!(heard(&room) - before, awake, "what sleeps has nothing to say");
        room.ask(3, Command::Join).await.unwrap();
        assert_eq!(room.registry.tables_awake(), 1, "whoever asks for it wakes it");
    }
    let mut room = Room::three().await;
    room.registry.shutdown().await;
    sleep(Duration::from_hours(24)).await; // the bot is down
    room.restart().await;
    assert_eq!(room.registry.tables_awake(), 1, "somebody is awaited there");
    // Killed a while after its last beat: what was done since is put off by more than it was down.
    sleep(Duration::from_secs(10)).await;
    assert!(room.step(1).await);
    room.restart().await;
    assert_eq!(room.registry.tables_awake(), 1, "somebody is awaited there, too");
}

#[tokio::test(start_paused = true)]
async fn downtime_does_not_count_against_anyone() {
    let mut room = Room::three().await;
    sleep(Duration::from_secs(200)).await;
    assert_eq!(room.seconds_left().await, 100);
    room.registry.shutdown().await;
    sleep(Duration::from_hours(24)).await; // the bot is down
    room.restart().await;
    assert_eq!(room.seconds_left().await, 100, "as many as before");
    sleep(Duration::from_mins(1)).await;
    assert!(!notices(&room).iter().any(|notice| matches!(notice, Notice::PlayedFor { .. })));
    sleep(Duration::from_mins(1)).await;
    assert!(notices(&room).iter().any(|notice| matches!(notice, Notice::PlayedFor { .. })));
}

#[tokio::test(start_paused = true)]
async fn whoever_acts_takes_the_seat_back() {
    let room = Room::three().await;
    room.play_deal(4).await;
    room.ask(1, Command::NextDeal).await.unwrap();
    sleep(Duration::from_hours(1)).await; // everyone is played for; all seats are held
    room.ask(1, Command::NextDeal).await.unwrap();
    assert!(room.look(1).await.scene.chairs.iter().all(|chair| chair.stood_in));
    let held = |answer: &ulti::table::Answer, user| {
        answer.scene.chair(PlayerId::User(UserId(user))).unwrap().stood_in
    };
    for user in [1, 2, 3] {
        let refused = room.act(user, Action::NoKontra).await;
        assert!(matches!(refused, Err(Refused::Illegal(_))));
        assert!(held(&room.look(user).await, user), "what is refused changes nothing");
    }
    let user = room.look(1).await.scene.deal.as_ref().unwrap().turn().unwrap().id.user().unwrap().0;
    let view = room.look(user).await.view.unwrap();
    let discard = view.own_hand().iter().take(2).collect();
    let bid = Action::Bid { contract: "parti".parse().unwrap(), discard: Some(discard) };
    let acted = room.act(user, bid).await.unwrap();
    assert!(!held(&acted, user), "acting takes the seat back");
}

impl Room {
    /// How long whoever is awaited still has, as all are shown.
    async fn seconds_left(&self) -> i64 {
        let deadline = self.look(1).await.scene.deadline.unwrap();
        (deadline.0 - self.clock.now().0 + 999).div_euclid(1000)
    }
}

#[tokio::test(start_paused = true)]
async fn a_deal_says_for_whom_a_robot_decided_something() {
    let room = Room::three().await;
    let user = room.awaited().await.unwrap();
    sleep(Duration::from_secs(301)).await;
    room.play_deal(7).await;
    room.ask(1, Command::NextDeal).await.unwrap();
    room.play_deal(8).await;
    let finished: Vec<_> = room.journal.batches().into_iter().filter_map(|batch| batch.finished).collect();
    let helped = |deal: usize| -> Vec<u64> {
        let seats = finished[deal].seats.iter().filter(|(seat, _)| finished[deal].helped[*seat]);
        seats.map(|(_, player)| player.user().unwrap().0).collect()
    };
    assert_eq!((helped(0), helped(1)), (vec![user], vec![]));
    // Whose seat a robot holds has not decided either.
    room.ask(1, Command::NextDeal).await.unwrap();
    sleep(Duration::from_hours(1)).await;
    let last = room.journal.batches().into_iter().filter_map(|batch| batch.finished).next_back().unwrap();
    assert_eq!(last.helped.values().filter(|helped| **helped).count(), 3);
}

fn has_been_played_for(room: &Room) -> bool {
    notices(room).iter().any(|notice| matches!(notice, Notice::PlayedFor { .. }))
}

#[tokio::test(start_paused = true)]
async fn while_nobody_can_reach_the_bot_no_time_runs_out() {
    let room = Room::three().await;
    sleep(Duration::from_secs(200)).await;
    room.registry.stop_clock();
    sleep(Duration::from_hours(2)).await;
    assert!(!has_been_played_for(&room), "nobody is played for meanwhile");
    room.registry.start_clock();
    assert_eq!(room.seconds_left().await, 100, "as many as before");
    sleep(Duration::from_secs(90)).await;
    assert!(!has_been_played_for(&room));
    sleep(Duration::from_secs(11)).await;
    assert!(has_been_played_for(&room));
}

/// Whoever is killed while Discord is out of reach, and is started anew by somebody who has seen that, takes no
/// time from anyone.
#[tokio::test(start_paused = true)]
async fn a_restart_while_nobody_can_reach_the_bot_takes_nobodys_time() {
    for in_order in [true, false] {
        let mut room = Room::three().await;
        sleep(Duration::from_secs(200)).await;
        room.registry.stop_clock();
        sleep(Duration::from_hours(2)).await;
        if in_order {
            room.registry.shutdown().await;
        }
        room.restart().await;
        let left = room.seconds_left().await;
        assert!((100..=115).contains(&left), "{left}: as many as before, but for what a beat may miss");
        sleep(Duration::from_secs(90)).await;
        assert!(!has_been_played_for(&room));
    }
}

/// Who is there before the others has their turn; who comes next has as long as always, once they can come.
#[tokio::test(start_paused = true)]
async fn whoever_acts_while_the_clock_stands_still_gives_nobody_hours() {
    let room = Room::three().await;
    room.registry.stop_clock();
    sleep(Duration::from_hours(1)).await;
    assert!(room.step(1).await);
    sleep(Duration::from_hours(1)).await;
    room.registry.start_clock();
    assert_eq!(room.seconds_left().await, 300);
    sleep(Duration::from_secs(299)).await;
    assert!(!has_been_played_for(&room));
    sleep(Duration::from_secs(2)).await;
    assert!(has_been_played_for(&room));
}

/// The hand that is laid open by itself is no sign that its owner is there.
#[tokio::test(start_paused = true)]
async fn an_open_hand_forgives_no_missed_turn() {
    let room = Room::three().await;
    let declarer = room.awaited().await.unwrap();
    let discard = room.look(declarer).await.view.unwrap().own_hand().iter().take(2).collect();
    let bid = Action::Bid { contract: "open-betli".parse().unwrap(), discard: Some(discard) };
    room.act(declarer, bid).await.unwrap();
    for _ in 0..2 {
        room.act(room.awaited().await.unwrap(), Action::Pass).await.unwrap();
    }
    let awaited = room.awaited().await;
    assert_eq!(awaited, Some(declarer), "to lead, or to say that nothing is raised");
    if room.look(declarer).await.view.unwrap().legal.pass {
        room.act(declarer, Action::Pass).await.unwrap();
    }
    // The declarer is away from the first lead on.
    let mut seed = 0;
    while !notices(&room).contains(&Notice::PlayedFor { user: UserId(declarer), holds: true }) {
        if room.awaited().await == Some(declarer) {
            assert!(notices(&room).iter().filter(|one| matches!(one, Notice::PlayedFor { .. })).count() < 2);
            sleep(Duration::from_secs(301)).await;
        } else {
            seed += 1;
            let view = room.look(room.awaited().await.unwrap()).await.view.unwrap();
            let card = view.legal.cards.iter().next().map(Action::Play);
            room.act(room.awaited().await.unwrap(), card.unwrap_or(Action::NoKontra)).await.unwrap();
        }
        assert!(seed < 10, "the declarer's second turn has come and gone");
    }
}

#[tokio::test(start_paused = true)]
async fn a_lobby_does_not_end_while_nobody_can_reach_it() {
    let room = Room::open(opening(0, None)).await;
    room.ask(2, Command::Join).await.unwrap();
    sleep(Duration::from_hours(1)).await;
    assert_eq!(room.registry.tables_awake(), 0, "it sleeps");
    room.registry.stop_clock();
    sleep(Duration::from_hours(24)).await;
    room.registry.start_clock();
    sleep(Duration::from_hours(10)).await;
    assert_eq!(room.look(1).await.scene.stage, SceneStage::Lobby);
}

#[tokio::test(start_paused = true)]
async fn who_was_refused_by_a_full_disk_has_their_time_again() {
    let room = Room::three().await;
    sleep(Duration::from_secs(200)).await;
    room.journal.set_broken(true);
    let user = room.awaited().await.unwrap();
    let view = room.look(user).await.view.unwrap();
    let discard = view.own_hand().iter().take(2).collect();
    let bid = Action::Bid { contract: "parti".parse().unwrap(), discard: Some(discard) };
    assert!(matches!(room.act(user, bid).await, Err(Refused::NotKept(_))));
    sleep(Duration::from_mins(20)).await;
    assert!(!has_been_played_for(&room), "nothing can be written");
    room.journal.set_broken(false);
    sleep(Duration::from_secs(61)).await; // it is tried again after a minute at most
    assert!(!has_been_played_for(&room), "100 seconds were left when it was refused");
    room.act(user, bid).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn looking_does_not_put_off_what_is_tried_again() {
    let room = Room::three().await;
    room.journal.set_broken(true);
    sleep(Duration::from_mins(10)).await; // the robot for the absent person fails, ever more slowly
    room.journal.set_broken(false);
    for _ in 0..5 {
        sleep(Duration::from_secs(20)).await;
        room.look(1).await;
    }
    assert!(has_been_played_for(&room));
}
