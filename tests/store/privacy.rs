//! What is kept about a person, and that it goes when they ask; and what goes with a server.

use std::fs;

use serde_json::{Value, json};
use ulti::rules::{BySeat, Record};
use ulti::store::{
    ANONYMOUS, DealId, EXPORT_FORMAT, Filter, KEPT_AFTER_LEAVING, Metric, SeasonId, StoreError,
};
use ulti::table::{
    Batch, ChannelId, FinishedDeal, Journal, Millis, PlayerId, ServerId, TableEvent, TableId, UserId,
    WhyEnded,
};

use crate::fixture::{Fixture, NOW, SERVER, batch, joined, paying, set_up};

/// Numbers as Discord's are.
const DORA: UserId = UserId(0x1234_5678_9abc_def1);
const EDE: UserId = UserId(0x1234_5678_9abc_def2);
const FANNI: UserId = UserId(0x1234_5678_9abc_def3);

fn deal(number: u32, payments: [i32; 3]) -> FinishedDeal {
    let names = ["Dóra Kovács", "Ede", "Fanni"].map(str::to_owned);
    let mut deal = FinishedDeal {
        seats: BySeat([DORA, EDE, FANNI].map(PlayerId::User)),
        names: BySeat(names.clone()),
        ..paying(number, payments)
    };
    deal.record.players = names.into();
    deal
}

fn sit_down() -> Vec<TableEvent> {
    vec![joined(DORA, "Dóra Kovács"), joined(EDE, "Ede"), joined(FANNI, "Fanni")]
}

/// An evening of two deals and a share of the window, over or not.
async fn evening(fixture: &Fixture, server: ServerId, channel: u64, over: bool) -> TableId {
    let store = &fixture.store;
    let channel = ChannelId(channel);
    let TableEvent::SetUp { rules, .. } = set_up(server, channel) else { panic!() };
    let opening = TableEvent::SetUp { server, channel, host: DORA, rules, deals: None };
    let table = store.open(channel, vec![opening], None, NOW).await.unwrap();
    store.append(batch(table, 1, sit_down())).await.unwrap();
    for (number, payments) in [(1, [2, 2, -7]), (2, [-4, -4, 8])] {
        let finished = Some(FinishedDeal { server, ..deal(number, payments) });
        let missed = vec![TableEvent::Missed { player: PlayerId::User(DORA) }];
        store.append(Batch { finished, ..batch(table, 3 + number, missed) }).await.unwrap();
    }
    if over {
        let shares = vec![(PlayerId::User(DORA), 2), (PlayerId::User(EDE), 1)];
        let ended = TableEvent::Ended { why: WhyEnded::Agreed, shares: shares.clone() };
        store.append(Batch { closed: Some(shares), ..batch(table, 6, vec![ended]) }).await.unwrap();
    }
    table
}

/// Whether these bytes stand anywhere in the folder.
fn holds(fixture: &Fixture, needle: &[u8]) -> bool {
    let files = fs::read_dir(fixture.folder.path()).unwrap().map(|entry| entry.unwrap().path());
    files.into_iter().any(|file| {
        let bytes = fs::read(file).unwrap();
        bytes.windows(needle.len()).any(|window| window == needle)
    })
}

fn names_somewhere(fixture: &Fixture, user: UserId, name: &str) -> bool {
    let needles = [user.0.to_be_bytes().to_vec(), user.to_string().into_bytes(), name.as_bytes().to_vec()];
    needles.iter().any(|needle| holds(fixture, needle))
}

#[tokio::test]
async fn whoever_is_forgotten_is_nowhere_in_the_file() {
    let fixture = Fixture::new().await;
    let store = &fixture.store;
    let table = evening(&fixture, SERVER, 1, true).await;
    evening(&fixture, ServerId(9), 2, true).await;
    store.set_language(DORA, Some("hu")).await.unwrap();
    store.void(SERVER, DealId(1), DORA, "dull", NOW).await.unwrap();
    store.void(SERVER, DealId(2), EDE, &format!("<@{DORA}> saw the talon"), NOW).await.unwrap();
    store.unvoid(SERVER, DealId(1)).await.unwrap();
    store.void(SERVER, DealId(1), DORA, "dull", NOW).await.unwrap();
    let before = store.deals_of_table(table).await.unwrap();
    let ede = store.place(SERVER, SeasonId(1), Metric::Rating, EDE).await.unwrap();
    assert!(names_somewhere(&fixture, DORA, "Dóra Kovács"));

    store.forget_person(DORA).await.unwrap();
    assert!(!names_somewhere(&fixture, DORA, "Dóra Kovács"), "in the bytes, the log's too");
    assert!(names_somewhere(&fixture, EDE, "Ede"));

    // For the others all is as it was.
    assert_eq!(store.place(SERVER, SeasonId(1), Metric::Rating, EDE).await.unwrap(), ede);
    let after = store.deals_of_table(table).await.unwrap();
    for (before, after) in before.iter().zip(&after) {
        let points = |deal: &ulti::store::DealRow| deal.seats.clone().map(|seat| seat.points);
        assert_eq!(points(before), points(after));
        assert_eq!((after.seats.0[0].user, &after.seats.0[0].name), (None, &None));
        assert_eq!(before.seats.0[1], after.seats.0[1]);
        let record = store.record(after.id).await.unwrap().unwrap();
        assert_eq!(record.players, [ANONYMOUS, "Ede", "Fanni"]);
        record.replay().unwrap();
    }
    assert_eq!(after[0].void.as_ref().unwrap().by, None);
    assert_eq!(after[1].void.as_ref().unwrap().reason, ANONYMOUS);
    assert_eq!(fixture.count("SELECT SUM(counted) FROM results").await, 0);
    assert_eq!(store.stats(SERVER, None, DORA).await.unwrap(), None);
    assert_eq!(store.name_of(DORA).await.unwrap(), None);

    // The journal still tells its players apart.
    let events = store.load(table).await.unwrap().events;
    assert_eq!(events.len(), 7);
    let TableEvent::Joined { player } = &events[1] else { panic!("{:?}", events[1]) };
    assert_eq!((player.id, player.name.as_str()), (PlayerId::User(UserId(1)), ANONYMOUS));
    assert!(events.iter().all(|event| !event.people().contains(&DORA)));

    // What happens afterwards to those deals works without them.
    for deal in [1, 2] {
        store.unvoid(SERVER, DealId(deal)).await.unwrap();
    }
    assert_eq!(fixture.count("SELECT SUM(counted) FROM results").await, 0);
    // And nobody minds being asked again, or whoever comes back.
    store.forget_person(DORA).await.unwrap();
    evening(&fixture, SERVER, 3, true).await;
    assert_eq!(store.stats(SERVER, None, DORA).await.unwrap().unwrap().all.deals, 2);
}

#[tokio::test]
async fn nobody_is_forgotten_while_their_evening_goes_on() {
    let fixture = Fixture::new().await;
    let store = &fixture.store;
    let table = evening(&fixture, SERVER, 1, false).await;
    evening(&fixture, SERVER, 2, true).await;
    let before = store.stats(SERVER, None, DORA).await.unwrap();
    match store.forget_person(DORA).await {
        Err(StoreError::StillAtTables(tables)) => {
            assert_eq!(
                tables.iter().map(|row| (row.table, row.channel)).collect::<Vec<_>>(),
                [(table, ChannelId(1))]
            );
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(store.stats(SERVER, None, DORA).await.unwrap(), before);
    assert_eq!(store.finish_forgetting().await.unwrap(), 0);
    store.append(Batch { closed: Some(vec![]), ..batch(table, 6, vec![]) }).await.unwrap();
    store.forget_person(DORA).await.unwrap();
}

#[tokio::test]
async fn forgetting_that_was_cut_short_is_gone_on_with() {
    let fixture = Fixture::new().await;
    let table = evening(&fixture, SERVER, 1, true).await;
    let begun = format!("INSERT INTO forgetting (user_id) VALUES ({})", DORA.0);
    sqlx::query(sqlx::AssertSqlSafe(begun)).execute(&mut fixture.raw().await).await.unwrap();
    let fixture = fixture.reopened().await;
    assert_eq!(fixture.store.finish_forgetting().await.unwrap(), 1);
    assert!(!names_somewhere(&fixture, DORA, "Dóra Kovács"));
    assert_eq!(fixture.store.deals_of_table(table).await.unwrap()[0].seats.0[0].user, None);
    assert_eq!(fixture.store.finish_forgetting().await.unwrap(), 0);
}

#[tokio::test]
async fn two_who_are_forgotten_stay_two_in_the_journal() {
    let fixture = Fixture::new().await;
    let table = evening(&fixture, SERVER, 1, true).await;
    fixture.store.forget_person(DORA).await.unwrap();
    fixture.store.forget_person(EDE).await.unwrap();
    let events = fixture.store.load(table).await.unwrap().events;
    let joined: Vec<UserId> = events[1..4].iter().flat_map(TableEvent::people).collect();
    assert_eq!(joined, [UserId(1), UserId(2), FANNI]);
    fixture.store.unvoid(SERVER, DealId(1)).await.unwrap_err();
    fixture.store.void(SERVER, DealId(1), FANNI, "", NOW).await.unwrap();
    assert_eq!(fixture.count("SELECT SUM(counted) FROM results").await, 0);
}

#[tokio::test]
async fn an_export_holds_everything_and_nobody_elses_name() {
    let fixture = Fixture::new().await;
    let store = &fixture.store;
    evening(&fixture, SERVER, 1, true).await;
    store.set_pings(DORA, false).await.unwrap();
    store.void(SERVER, DealId(1), DORA, "dull", NOW).await.unwrap();
    let document = store.export_person(DORA, true).await.unwrap();
    assert_eq!(document["format"], EXPORT_FORMAT);
    assert_eq!((&document["user"], &document["name"]), (&json!(DORA.to_string()), &json!("Dóra Kovács")));
    let lines = |part: &str| document[part]["lines"].as_array().unwrap().clone();
    assert_eq!(lines("settings")[0]["pings"], false);
    assert_eq!(lines("seasons")[0]["server"], SERVER.to_string());
    assert_eq!(lines("voided")[0]["void_reason"], "dull");
    assert_eq!(lines("tables")[0]["channel"], "1");
    let deals = lines("deals");
    assert_eq!(deals.len(), 3, "two deals and a share of the window");
    assert_eq!(deals[1]["record"]["players"], json!(["Dóra Kovács", ANONYMOUS, ANONYMOUS]));
    Record::from_json(&deals[1]["record"].to_string()).unwrap().replay().unwrap();
    assert_eq!(deals[2]["record"], Value::Null);
    let text = document.to_string();
    assert!(!text.contains("Fanni") && !text.contains(&FANNI.to_string()), "{text}");
    let brief = store.export_person(DORA, false).await.unwrap();
    assert_eq!(brief["deals"]["lines"][1]["record"], Value::Null);
    let nobody = store.export_person(UserId(77), true).await.unwrap();
    assert_eq!(nobody["deals"]["lines"], json!([]));

    // Every table that holds a person's number has its part.
    let numbered = "SELECT COUNT(*) FROM pragma_table_list t JOIN pragma_table_info(t.name) c
                    WHERE t.schema = 'main' AND c.name IN ('user_id', 'voided_by')";
    // totals, tallies, days, results, sitters, user_settings, deals.voided_by; people for the name, and
    // forgetting, which is empty. The three of trios are those of today's deals.
    assert_eq!(fixture.count(numbered).await, 9);
}

#[tokio::test]
async fn a_servers_data_go_a_while_after_the_bot() {
    let fixture = Fixture::new().await;
    let store = &fixture.store;
    let elsewhere = ServerId(0x2234_5678_9abc_def1);
    evening(&fixture, SERVER, 1, true).await;
    let gone = evening(&fixture, elsewhere, 2, false).await;
    store.append(batch(gone, 6, vec![joined(UserId(0x3234_5678_9abc_def1), "Guest")])).await.unwrap();
    store.set_server_language(elsewhere, Some("en")).await.unwrap();
    let kept = store.deals_of_table(TableId(1)).await.unwrap();
    store.left_server(elsewhere, NOW).await.unwrap();
    store.left_server(elsewhere, NOW.after(KEPT_AFTER_LEAVING)).await.unwrap();
    let due = NOW.after(KEPT_AFTER_LEAVING);
    assert_eq!(store.forget_left(Millis(due.0 - 1)).await.unwrap(), 0);
    assert!(store.came_back(elsewhere).await.unwrap());
    assert!(!store.came_back(elsewhere).await.unwrap());
    assert_eq!(store.forget_left(due).await.unwrap(), 0);
    assert_eq!(store.history(elsewhere, &Filter::default(), None, 9).await.unwrap().len(), 2);

    store.left_server(elsewhere, NOW).await.unwrap();
    assert_eq!(store.forget_left(due).await.unwrap(), 1);
    assert_eq!(store.forget_left(due).await.unwrap(), 0);
    assert!(store.history(elsewhere, &Filter::default(), None, 9).await.unwrap().is_empty());
    assert_eq!(store.table_state(gone).await.unwrap(), None);
    assert_eq!(store.seasons(elsewhere, None, 9).await.unwrap(), []);
    assert_eq!(store.server_settings(elsewhere).await.unwrap().language, None);
    assert_eq!(store.name_of(UserId(0x3234_5678_9abc_def1)).await.unwrap(), None);
    assert_eq!(store.name_of(DORA).await.unwrap().as_deref(), Some("Dóra Kovács"), "known elsewhere");
    assert_eq!(store.deals_of_table(TableId(1)).await.unwrap(), kept);
    assert_eq!(fixture.count("SELECT COUNT(*) FROM pragma_foreign_key_check").await, 0);
    for left in ["totals", "tallies", "days"] {
        let orphans = format!("SELECT COUNT(*) FROM {left} WHERE season_id NOT IN (SELECT id FROM seasons)");
        let orphans: i64 = sqlx::query_scalar(sqlx::AssertSqlSafe(orphans))
            .fetch_one(&mut fixture.raw().await)
            .await
            .unwrap();
        assert_eq!(orphans, 0, "{left}");
    }
    store.check().await.unwrap();
}
