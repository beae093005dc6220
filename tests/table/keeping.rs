//! Nothing acknowledged is lost, nothing counts twice.

use ulti::rules::{Action, BySeat, Event, Seat, Settlement};
use ulti::table::{
    Command, Journal, JournalError, Moment, Notice, Outcome, PlayerId, Refused, Request, RequestId,
    SceneStage, TableEvent, UserId, WhyEnded,
};

use crate::support::{CHANNEL, Room, opening, request};

#[tokio::test(start_paused = true)]
async fn a_restart_at_any_moment_loses_nothing() {
    let mut room = Room::three().await;
    for step in 0..60 {
        let before = room.look(1).await.scene;
        room.restart().await;
        let after = room.look(1).await.scene;
        assert_eq!(before.version, after.version);
        assert_eq!(before.deal, after.deal);
        assert_eq!(before.standings, after.standings);
        if !room.step(step).await {
            room.ask(1, Command::NextDeal).await.unwrap();
        }
    }
}

/// Journals as this program wrote them once. Whoever changes what events look like changes how these are read,
/// never these.
const WRITTEN: [&str; 3] = [
    include_str!("journals/agreed.jsonl"),
    include_str!("journals/opened.jsonl"),
    include_str!("journals/stood_in.jsonl"),
];

fn read(line: &str) -> TableEvent {
    serde_json::from_str(line).unwrap()
}

#[tokio::test(start_paused = true)]
async fn what_was_written_by_earlier_versions_is_read_and_goes_on() {
    for journal in WRITTEN {
        let events: Vec<TableEvent> = journal.lines().map(read).collect();
        for event in &events {
            assert_eq!(read(&serde_json::to_string(event).unwrap()), *event);
        }
        let mut room = Room::open(opening(0, None)).await;
        room.journal.rewrite(room.table, |kept| kept.clone_from(&events));
        room.restart().await;
        let scene = room.look(1).await.scene;
        assert!(scene.version as usize >= events.len(), "nothing was cut off: {}", scene.version);
        assert_eq!(room.journal.events(room.table)[..events.len()], events);
        let ended = matches!(scene.stage, SceneStage::Ended(_));
        assert_eq!(ended, matches!(events.last(), Some(TableEvent::Ended { .. })), "{:?}", scene.stage);
        let people: Vec<u64> = scene.people().map(|user| user.0).collect();
        let goes_on = match scene.stage {
            SceneStage::Between => room.ask(people[0], Command::NextDeal).await.is_ok(),
            SceneStage::Dealing => room.step(1).await && room.journal.events(room.table).len() > events.len(),
            SceneStage::Lobby | SceneStage::Ended(_) => ended,
        };
        assert!(goes_on, "{:?}", scene.stage);
    }
}

#[tokio::test(start_paused = true)]
async fn the_same_interaction_twice_counts_once_even_after_a_restart() {
    let mut room = Room::three().await;
    let user = room.awaited().await.unwrap();
    let view = room.look(user).await.view.unwrap();
    let discard = view.own_hand().iter().take(2).collect();
    let action = Action::Bid { contract: "parti".parse().unwrap(), discard: Some(discard) };
    let press = Request { id: Some(RequestId(4711)), ..request(user, Command::Act { action, at: None }) };
    let first = room.registry.ask(room.table, press.clone()).await.unwrap();
    assert_eq!(first.outcome, Outcome::Done);
    for _ in 0..2 {
        let again = room.registry.ask(room.table, press.clone()).await.unwrap();
        assert_eq!((again.outcome, again.scene.version), (Outcome::Repeated, first.scene.version));
        room.restart().await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_button_of_an_earlier_moment_changes_nothing() {
    let room = Room::three().await;
    let then = Moment { deal: 1, version: room.look(1).await.view.unwrap().version };
    room.step(1).await;
    let user = room.awaited().await.unwrap();
    let stale = room.ask(user, Command::Act { action: Action::Pass, at: Some(then) }).await.unwrap();
    assert_eq!(stale.outcome, Outcome::Stale);
    let now = Moment { deal: 1, version: stale.view.unwrap().version };
    let fresh = room.ask(user, Command::Act { action: Action::Pass, at: Some(now) }).await.unwrap();
    assert_eq!(fresh.outcome, Outcome::Done);
}

#[tokio::test(start_paused = true)]
async fn what_can_not_be_written_down_is_not_done() {
    let room = Room::three().await;
    let before = room.look(1).await.scene;
    room.journal.set_broken(true);
    let user = room.awaited().await.unwrap();
    let view = room.look(user).await.view.unwrap();
    let discard = view.own_hand().iter().take(2).collect();
    let action = Action::Bid { contract: "ulti".parse().unwrap(), discard: Some(discard) };
    assert!(matches!(room.act(user, action).await, Err(Refused::NotKept(_))));
    assert_eq!(room.look(1).await.scene.version, before.version);
    room.journal.set_broken(false);
    room.act(user, action).await.unwrap();
    assert!(room.look(1).await.scene.version > before.version);
}

#[tokio::test(start_paused = true)]
async fn two_clicks_at_once_play_one_card() {
    let room = Room::three().await;
    let user = room.awaited().await.unwrap();
    let answer = room.look(user).await;
    let view = answer.view.unwrap();
    let at = Some(Moment { deal: 1, version: view.version });
    let discard = view.own_hand().iter().take(2).collect();
    let click = |contract: &str| {
        let action = Action::Bid { contract: contract.parse().unwrap(), discard: Some(discard) };
        room.ask(user, Command::Act { action, at })
    };
    let (one, other) = tokio::join!(click("parti"), click("ulti"));
    let outcomes = [one.unwrap().outcome, other.unwrap().outcome];
    assert_eq!(outcomes, [Outcome::Done, Outcome::Stale]);
}

#[tokio::test(start_paused = true)]
async fn a_channel_finds_its_table_and_an_empty_one_says_so() {
    let room = Room::three().await;
    let found = room.registry.ask_here(CHANNEL, request(1, Command::Look)).await.unwrap();
    assert_eq!(found.scene.table, room.table);
    assert_eq!(room.journal.open_table(CHANNEL).await.unwrap(), Some(room.table));
    let other = room.registry.ask_here(ulti::table::ChannelId(1), request(1, Command::Look)).await;
    assert!(matches!(other, Err(Refused::NoTable)));
    assert!(found.scene.is_seated(UserId(2)));
}

#[tokio::test(start_paused = true)]
async fn a_damaged_journal_goes_on_from_what_is_whole_and_says_so() {
    let mut room = Room::three().await;
    for step in 0..6 {
        room.step(step).await;
    }
    let before = room.look(1).await.scene;
    room.step(6).await;
    room.journal.damage(room.table, before.version as usize);
    room.restart().await;
    let after = room.look(1).await.scene;
    assert_eq!((after.version, &after.deal), (before.version, &before.deal));
    let told =
        room.ears.heard.lock().unwrap().iter().filter(|news| news.notice == Some(Notice::CutBack)).count();
    assert_eq!(told, 1);
    room.play_deal(7).await;
}

/// What is done to a journal whose last event is a card that completes no trick.
type Tampering = (&'static str, fn(&mut Vec<TableEvent>));

const TAMPERINGS: [Tampering; 9] = [
    ("a card twice", |events| events.push(events.last().unwrap().clone())),
    ("a card of somebody else's", |events| {
        let Some(TableEvent::InDeal { event: Event::Played { card, seat } }) = events.last().cloned() else {
            panic!("no card was played last")
        };
        events.push(TableEvent::InDeal { event: Event::Played { card, seat: seat.next() } });
    }),
    ("a trick of one card", |events| {
        events.push(TableEvent::InDeal { event: Event::TrickTaken { seat: Seat::One } });
    }),
    ("sums that are none", |events| {
        let settlement = Settlement { payments: BySeat([1, 1, 1]), ..Settlement::default() };
        events.push(TableEvent::InDeal { event: Event::Settled { settlement } });
    }),
    ("somebody who sits there already", |events| {
        let joined = |event: &&TableEvent| matches!(event, TableEvent::Joined { .. });
        events.push(events.iter().find(joined).unwrap().clone());
    }),
    ("somebody who gets up in the middle of a deal", |events| {
        events.push(TableEvent::GotUp { player: PlayerId::User(UserId(2)) });
    }),
    ("a deal within a deal", |events| {
        let began = |event: &&TableEvent| matches!(event, TableEvent::DealBegan { .. });
        events.push(events.iter().find(began).unwrap().clone());
    }),
    ("a share of everything", |events| {
        let shares = vec![(PlayerId::User(UserId(1)), i32::MAX), (PlayerId::User(UserId(2)), i32::MAX)];
        events.push(TableEvent::Ended { why: WhyEnded::Agreed, shares });
    }),
    ("an auction that is over and is not closed", |events| {
        let closed =
            |event: &TableEvent| matches!(event, TableEvent::InDeal { event: Event::AuctionClosed { .. } });
        let place = events.iter().position(closed).unwrap();
        events.truncate(place);
    }),
];

#[tokio::test(start_paused = true)]
async fn events_that_cannot_follow_are_cut_off_though_they_look_whole() {
    for (what, tamper) in TAMPERINGS {
        let mut room = Room::three().await;
        let last_is_a_lead = |room: &Room| {
            let events = room.journal.events(room.table);
            let is_card = matches!(events.last(), Some(TableEvent::InDeal { event: Event::Played { .. } }));
            is_card
                && !events
                    .iter()
                    .any(|event| matches!(event, TableEvent::InDeal { event: Event::TrickTaken { .. } }))
        };
        let mut step = 0;
        while !last_is_a_lead(&room) {
            assert!(room.step(step).await, "the deal was over before a card was led");
            step += 1;
        }
        let before = room.look(1).await.scene;
        room.journal.rewrite(room.table, tamper);
        let tampered = room.journal.events(room.table).len();
        room.restart().await;
        let after = room.look(1).await.scene;
        assert!((after.version as usize) < tampered, "{what}");
        assert!(after.version == before.version || tampered < before.version as usize, "{what}");
        assert_eq!(after.stage, SceneStage::Dealing, "{what}");
        let told = room.ears.heard.lock().unwrap().iter().any(|news| news.notice == Some(Notice::CutBack));
        assert!(told, "{what}");
        room.play_deal(7).await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_journal_of_which_nothing_is_left_frees_its_channel() {
    let mut room = Room::three().await;
    room.journal.damage(room.table, 0);
    room.restart().await;
    let refused = room.ask(1, Command::Look).await;
    assert!(matches!(refused, Err(Refused::NotKept(JournalError::Corrupt { .. }))), "{refused:?}");
    assert_eq!(room.journal.open_table(CHANNEL).await.unwrap(), None);
}

/// A channel that is deleted takes the deal with it, and nothing that was won before.
#[tokio::test(start_paused = true)]
async fn an_evening_without_its_channel_ends_where_the_last_deal_left_it() {
    let mut room = Room::three().await;
    room.play_deal(3).await;
    let settled = room.look(1).await.scene.standings.clone();
    room.ask(1, Command::NextDeal).await.unwrap();
    for step in 0..8 {
        room.step(step).await;
    }
    assert!(room.registry.close(CHANNEL).await.unwrap());
    assert!(!room.registry.close(CHANNEL).await.unwrap(), "there is none any more");
    let window: i32 = room.look(1).await.scene.window;
    assert_eq!(window, 0, "what lay in the window is shared");
    for restarted in [false, true] {
        if restarted {
            room.restart().await;
        }
        let now = room.look(1).await;
        assert_eq!(now.scene.stage, SceneStage::Ended(WhyEnded::NoChannel));
        assert_eq!(
            now.scene.deal.as_ref().unwrap().seed,
            None,
            "the cards of a deal nobody finished stay closed"
        );
        for (before, after) in settled.iter().zip(&now.scene.standings) {
            assert_eq!((before.deals, &before.player), (after.deals, &after.player), "it counts for nothing");
        }
        assert_eq!(now.scene.standings.iter().map(|one| one.points).sum::<i32>(), 0);
        // Nobody is awaited, and no robot plays on.
        tokio::time::sleep(std::time::Duration::from_hours(1)).await;
        assert_eq!(room.look(1).await.scene.version, now.scene.version);
        assert!(matches!(room.ask(1, Command::NextDeal).await, Err(Refused::Ended)));
    }
    assert_eq!(room.journal.open_table(CHANNEL).await.unwrap(), None);
}
