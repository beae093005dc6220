//! Tests of damaged journals: the game continues before the damage, or the table is closed.

use ulti::table::{
    Command, Journal, JournalError, Notice, PlayerId, Refusal, TableEvent, TableStage, UserId, WhyEnded,
};
use ulti_rules::{BySeat, Event, Seat, Settlement};

use crate::support::{CHANNEL, TestTable};

#[tokio::test(start_paused = true)]
async fn game_continues_after_its_journal_is_damaged() {
    let mut table = TestTable::three().await;
    for step in 0..6 {
        table.step(step).await;
    }
    let before = table.look(1).await.table_view;
    table.step(6).await;
    table.journal.damage(table.id, before.version as usize);
    table.restart().await;
    let after = table.look(1).await.table_view;
    assert_eq!((after.version, &after.deal), (before.version, &before.deal));
    let notices = table
        .announcer
        .updates
        .lock()
        .unwrap()
        .iter()
        .filter(|update| update.notice == Some(Notice::CutBack))
        .count();
    assert_eq!(notices, 1);
    table.play_deal(7).await;
}

/// A description and a change to a journal whose last event is the first card of a trick.
type Tampering = (&'static str, fn(&mut Vec<TableEvent>));

const TAMPERINGS: [Tampering; 9] = [
    ("repeated card", |events| events.push(events.last().unwrap().clone())),
    ("card of another seat", |events| {
        let Some(TableEvent::InDeal { event: Event::Played { card, seat } }) = events.last().cloned() else {
            panic!("last event is not a played card")
        };
        events.push(TableEvent::InDeal { event: Event::Played { card, seat: seat.next() } });
    }),
    ("trick with one card", |events| {
        events.push(TableEvent::InDeal { event: Event::TrickTaken { seat: Seat::One } });
    }),
    ("payments that do not sum to zero", |events| {
        let settlement = Settlement { payments: BySeat([1, 1, 1]), ..Settlement::default() };
        events.push(TableEvent::InDeal { event: Event::Settled { settlement } });
    }),
    ("player who has already joined", |events| {
        let joined = |event: &&TableEvent| matches!(event, TableEvent::Joined { .. });
        events.push(events.iter().find(joined).unwrap().clone());
    }),
    ("player who gets up during a deal", |events| {
        events.push(TableEvent::GotUp { player: PlayerId::User(UserId(2)) });
    }),
    ("deal within a deal", |events| {
        let began = |event: &&TableEvent| matches!(event, TableEvent::DealBegan { .. });
        events.push(events.iter().find(began).unwrap().clone());
    }),
    ("shares larger than the window", |events| {
        let shares = vec![(PlayerId::User(UserId(1)), i32::MAX), (PlayerId::User(UserId(2)), i32::MAX)];
        events.push(TableEvent::Ended { why: WhyEnded::Agreed, shares });
    }),
    ("finished auction that is not closed", |events| {
        let closed =
            |event: &TableEvent| matches!(event, TableEvent::InDeal { event: Event::AuctionClosed { .. } });
        let index = events.iter().position(closed).unwrap();
        events.truncate(index);
    }),
];

#[tokio::test(start_paused = true)]
async fn invalid_events_are_removed_from_journal() {
    for (change, tamper) in TAMPERINGS {
        let mut table = TestTable::three().await;
        let last_is_a_lead = |table: &TestTable| {
            let events = table.journal.events(table.id);
            let is_card = matches!(events.last(), Some(TableEvent::InDeal { event: Event::Played { .. } }));
            is_card
                && !events
                    .iter()
                    .any(|event| matches!(event, TableEvent::InDeal { event: Event::TrickTaken { .. } }))
        };
        let mut step = 0;
        while !last_is_a_lead(&table) {
            assert!(table.step(step).await, "deal ended before a card was led");
            step += 1;
        }
        let before = table.look(1).await.table_view;
        table.journal.rewrite(table.id, tamper);
        let tampered = table.journal.events(table.id).len();
        table.restart().await;
        let after = table.look(1).await.table_view;
        assert!((after.version as usize) < tampered, "{change}: nothing was cut off");
        assert!(
            after.version == before.version || tampered < before.version as usize,
            "{change}: too much was cut off"
        );
        assert_eq!(after.stage, TableStage::Dealing, "{change}");
        let noticed = table
            .announcer
            .updates
            .lock()
            .unwrap()
            .iter()
            .any(|update| update.notice == Some(Notice::CutBack));
        assert!(noticed, "{change}: no notice");
        table.play_deal(7).await;
    }
}

#[tokio::test(start_paused = true)]
async fn unreadable_game_table_does_not_block_channel() {
    let mut table = TestTable::three().await;
    table.journal.damage(table.id, 0);
    table.restart().await;
    let refused = table.ask(1, Command::Look).await;
    assert!(matches!(refused, Err(Refusal::NotKept(JournalError::Corrupt { .. }))), "{refused:?}");
    assert_eq!(table.journal.open_table(CHANNEL).await.unwrap(), None);
}
