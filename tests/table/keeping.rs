//! Tests of durability: acknowledged actions survive restarts, and no action is applied twice.

use std::sync::Arc;

use ulti::table::{
    ChannelId, Command, CommandOutcome, Journal, Moment, Refusal, Request, RequestId, Shard, TableEvent,
    TableStage, UserId, WhyEnded,
};
use ulti_rules::{Action, Event, Seat};

use crate::support::{CHANNEL, TestTable, opening, request};

#[tokio::test(start_paused = true)]
async fn restart_at_any_step_does_not_change_game_state() {
    let mut table = TestTable::three().await;
    for step in 0..60 {
        let before = table.look(1).await.table_view;
        table.restart().await;
        let after = table.look(1).await.table_view;
        assert_eq!(before.version, after.version);
        assert_eq!(before.deal, after.deal);
        assert_eq!(before.standings, after.standings);
        if !table.step(step).await {
            table.ask(1, Command::NextDeal).await.unwrap();
        }
    }
}

#[tokio::test(start_paused = true)]
async fn startup_counts_tables_that_it_restored() {
    let mut table = TestTable::three().await;
    table.replace_registry();
    assert_eq!(table.registry.resume(Shard::SINGLE).await.unwrap(), 1);
    table.replace_registry();
    table.journal.rewrite(table.id, Vec::clear);
    assert_eq!(table.registry.resume(Shard::SINGLE).await.unwrap(), 0, "an unreadable table was counted");
}

#[tokio::test(start_paused = true)]
async fn startup_logs_no_errors_during_shutdown() {
    let mut table = TestTable::three().await;
    table.replace_registry();
    let log = tempfile::NamedTempFile::new().unwrap();
    let subscriber = tracing_subscriber::fmt()
        .with_writer(Arc::new(log.reopen().unwrap()))
        .with_max_level(tracing::Level::ERROR)
        .finish();
    let guard = tracing::subscriber::set_default(subscriber);
    table.registry.shutdown().await;
    assert_eq!(
        table.registry.resume(Shard::SINGLE).await.unwrap(),
        0,
        "no table is restored during shutdown"
    );
    drop(guard);
    assert_eq!(std::fs::read_to_string(log.path()).unwrap(), "");
    assert!(matches!(table.ask(1, Command::Look).await, Err(Refusal::Stopping)));
}

/// Journals written by earlier versions.
///
/// They must not be edited, because the current version must be able to read them.
const RECORDED: [&str; 4] = [
    include_str!("journals/agreed.jsonl"),
    include_str!("journals/opened.jsonl"),
    include_str!("journals/settings.jsonl"),
    include_str!("journals/stood_in.jsonl"),
];

fn read(line: &str) -> TableEvent {
    serde_json::from_str(line).unwrap()
}

#[tokio::test(start_paused = true)]
async fn games_from_older_bot_versions_can_be_continued() {
    for journal in RECORDED {
        let events: Vec<TableEvent> = journal.lines().map(read).collect();
        for event in &events {
            assert_eq!(read(&serde_json::to_string(event).unwrap()), *event);
        }
        let mut table = TestTable::open(opening(0, None)).await;
        table.journal.rewrite(table.id, |kept| kept.clone_from(&events));
        table.restart().await;
        if let Some(TableEvent::SetUp { channel, .. }) = events.first() {
            table.channel = *channel;
        }
        let scene = table.look(1).await.table_view;
        assert!(scene.version as usize >= events.len(), "journal was cut back to {} events", scene.version);
        assert_eq!(table.journal.events(table.id)[..events.len()], events);
        let ended = matches!(scene.stage, TableStage::Ended(_));
        assert_eq!(ended, matches!(events.last(), Some(TableEvent::Ended { .. })), "{:?}", scene.stage);
        let people: Vec<u64> = scene.people().map(|user| user.0).collect();
        let continues = match scene.stage {
            TableStage::Between => table.ask(people[0], Command::NextDeal).await.is_ok(),
            TableStage::Dealing => table.step(1).await && table.journal.events(table.id).len() > events.len(),
            TableStage::Lobby | TableStage::Ended(_) => ended,
        };
        assert!(continues, "{:?}", scene.stage);
    }
}

/// Returns the index of the event that ended the ninth trick of the last deal, and the seat of the declarer.
fn after_ninth_trick(events: &[TableEvent]) -> Option<(usize, Seat)> {
    let began = events.iter().rposition(|event| matches!(event, TableEvent::DealBegan { .. }))?;
    let in_deal = |event: &TableEvent| match event {
        TableEvent::InDeal { event } => Some(event.clone()),
        _ => None,
    };
    let declarer = events[began..].iter().filter_map(in_deal).find_map(|event| match event {
        Event::AuctionClosed { declarer, .. } => Some(declarer),
        _ => None,
    })?;
    let ends_trick =
        |(_, event): &(usize, &TableEvent)| matches!(in_deal(event), Some(Event::TrickTaken { .. }));
    let (place, _) = events.iter().enumerate().skip(began).filter(ends_trick).nth(8)?;
    Some((place, declarer))
}

/// A journal of an older version may contain a claim that its search did not prove, although the current
/// search proves it.
#[tokio::test(start_paused = true)]
async fn restored_table_keeps_rejected_claim_of_older_version() {
    let mut table = TestTable::three().await;
    let mut seed = 0;
    let (place, seat) = loop {
        seed += 1000;
        table.play_deal(seed).await;
        if let Some(found) = after_ninth_trick(&table.journal.events(table.id)) {
            break found;
        }
        table.ask(1, Command::NextDeal).await.unwrap();
    };
    table.journal.rewrite(table.id, |events| {
        events.truncate(place + 1);
        events.push(TableEvent::InDeal { event: Event::Claimed { seat } });
    });
    table.restart().await;
    let restored = table.look(1).await.table_view;
    assert_eq!((restored.stage, restored.version as usize), (TableStage::Dealing, place + 2));
    table.play_deal(1).await;
    let record = table.journal.batches().into_iter().filter_map(|batch| batch.finished).next_back();
    let record = record.unwrap().record;
    assert!(record.to_json().unwrap().contains(r#""claim":true,"accepted":false"#));
    record.replay().unwrap();
}

#[tokio::test(start_paused = true)]
async fn request_sent_repeatedly_is_applied_once() {
    let mut table = TestTable::three().await;
    let user = table.awaited().await.unwrap();
    let view = table.look(user).await.player_view.unwrap();
    let discard = view.own_hand().iter().take(2).collect();
    let action = Action::Bid { contract: "parti".parse().unwrap(), discard: Some(discard) };
    let press = Request { id: Some(RequestId(4711)), ..request(user, Command::Act { action, at: None }) };
    let first = table.registry.ask(table.id, press.clone()).await.unwrap();
    assert_eq!(first.outcome, CommandOutcome::Done);
    for _ in 0..2 {
        let again = table.registry.ask(table.id, press.clone()).await.unwrap();
        assert_eq!(
            (again.outcome, again.table_view.version),
            (CommandOutcome::Repeated, first.table_view.version)
        );
        table.restart().await;
    }
}

#[tokio::test(start_paused = true)]
async fn pressing_outdated_button_has_no_effect() {
    let table = TestTable::three().await;
    let then = Moment { deal: 1, version: table.look(1).await.player_view.unwrap().version };
    table.step(1).await;
    let user = table.awaited().await.unwrap();
    let stale = table.ask(user, Command::Act { action: Action::Pass, at: Some(then) }).await.unwrap();
    assert_eq!(stale.outcome, CommandOutcome::Stale);
    let now = Moment { deal: 1, version: stale.player_view.unwrap().version };
    let fresh = table.ask(user, Command::Act { action: Action::Pass, at: Some(now) }).await.unwrap();
    assert_eq!(fresh.outcome, CommandOutcome::Done);
}

#[tokio::test(start_paused = true)]
async fn player_action_is_rejected_if_saving_it_fails() {
    let table = TestTable::three().await;
    let before = table.look(1).await.table_view;
    table.journal.set_broken(true);
    let user = table.awaited().await.unwrap();
    let view = table.look(user).await.player_view.unwrap();
    let discard = view.own_hand().iter().take(2).collect();
    let action = Action::Bid { contract: "ulti".parse().unwrap(), discard: Some(discard) };
    assert!(matches!(table.act(user, action).await, Err(Refusal::NotKept(_))));
    assert_eq!(table.look(1).await.table_view.version, before.version);
    table.journal.set_broken(false);
    table.act(user, action).await.unwrap();
    assert!(table.look(1).await.table_view.version > before.version);
}

#[tokio::test(start_paused = true)]
async fn second_of_two_simultaneous_clicks_is_ignored() {
    let table = TestTable::three().await;
    let user = table.awaited().await.unwrap();
    let answer = table.look(user).await;
    let view = answer.player_view.unwrap();
    let at = Some(Moment { deal: 1, version: view.version });
    let discard = view.own_hand().iter().take(2).collect();
    let click = |contract: &str| {
        let action = Action::Bid { contract: contract.parse().unwrap(), discard: Some(discard) };
        table.ask(user, Command::Act { action, at })
    };
    let (one, other) = tokio::join!(click("parti"), click("ulti"));
    let outcomes = [one.unwrap().outcome, other.unwrap().outcome];
    assert_eq!(outcomes, [CommandOutcome::Done, CommandOutcome::Stale]);
}

#[tokio::test(start_paused = true)]
async fn game_table_cannot_be_reached_from_another_channel() {
    let table = TestTable::three().await;
    let found = table.registry.ask_here(request(1, Command::Look)).await.unwrap();
    assert_eq!(found.table_view.table, table.id);
    assert_eq!(table.journal.open_table(CHANNEL).await.unwrap(), Some(table.id));
    let other = table.registry.ask_here(Request { channel: ChannelId(1), ..request(1, Command::Look) }).await;
    assert!(matches!(other, Err(Refusal::NoTable)));
    assert!(found.table_view.is_seated(UserId(2)));
}

#[tokio::test(start_paused = true)]
async fn game_table_rejects_requests_from_other_channels() {
    let table = TestTable::three().await;
    let elsewhere = |command| Request { channel: ChannelId(1), ..request(1, command) };
    let before = table.look(1).await.table_view.version;
    for command in [Command::Look, Command::End, Command::Leave { agreed: None }] {
        let refused = table.registry.ask(table.id, elsewhere(command)).await;
        assert!(matches!(refused, Err(Refusal::OtherChannel)), "{refused:?}");
    }
    assert_eq!(table.look(1).await.table_view.version, before);
}

#[tokio::test(start_paused = true)]
async fn commands_do_not_read_journal_if_game_table_is_in_memory() {
    let table = TestTable::three().await;
    table.registry.ask_here(request(1, Command::Look)).await.unwrap();
    let before = table.journal.reads();
    for step in 0..20 {
        table.registry.ask_here(request(1, Command::Look)).await.unwrap();
        table.step(step).await;
    }
    assert_eq!(table.journal.reads(), before);
}

#[tokio::test(start_paused = true)]
async fn commands_are_rejected_after_game_table_closes() {
    let table = TestTable::three().await;
    assert!(table.registry.close(CHANNEL).await.unwrap());
    let refused = table.registry.ask_here(request(1, Command::Look)).await;
    assert!(matches!(refused, Err(Refusal::NoTable)), "{refused:?}");
    let next = table.registry.open(opening(0, None), request(1, Command::Look)).await.unwrap();
    let found = table.registry.ask_here(request(1, Command::Look)).await.unwrap();
    assert_eq!(found.table_view.table, next.table_view.table);
    assert_ne!(found.table_view.table, table.id);
}

/// Deleting the channel discards the current deal. The points of earlier deals are retained.
#[tokio::test(start_paused = true)]
async fn deleting_channel_discards_current_deal() {
    let mut table = TestTable::three().await;
    table.play_deal(3).await;
    let settled = table.look(1).await.table_view.standings.clone();
    table.ask(1, Command::NextDeal).await.unwrap();
    for step in 0..8 {
        table.step(step).await;
    }
    assert!(table.registry.close(CHANNEL).await.unwrap());
    assert!(!table.registry.close(CHANNEL).await.unwrap(), "closed table was closed again");
    let window: i32 = table.look(1).await.table_view.window;
    assert_eq!(window, 0, "window was not shared out");
    for restarted in [false, true] {
        if restarted {
            table.restart().await;
        }
        let now = table.look(1).await;
        assert_eq!(now.table_view.stage, TableStage::Ended(WhyEnded::NoChannel));
        assert_eq!(
            now.table_view.deal.as_ref().unwrap().seed,
            None,
            "seed of an unfinished deal was revealed"
        );
        for (before, after) in settled.iter().zip(&now.table_view.standings) {
            assert_eq!(
                (before.deals, &before.player),
                (after.deals, &after.player),
                "unfinished deal was counted"
            );
        }
        assert_eq!(now.table_view.standings.iter().map(|one| one.points).sum::<i32>(), 0);
        // No turn is open, and robots do not play on.
        tokio::time::sleep(std::time::Duration::from_hours(1)).await;
        assert_eq!(table.look(1).await.table_view.version, now.table_view.version);
        assert!(matches!(table.ask(1, Command::NextDeal).await, Err(Refusal::Ended)));
    }
    assert_eq!(table.journal.open_table(CHANNEL).await.unwrap(), None);
}
