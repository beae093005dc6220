//! Tests of privacy: deleting a user's data, exporting a user's data, and deleting the data of servers that
//! the bot has left.

use serde_json::{Value, json};
use ulti::store::{
    ANONYMOUS, DealId, EXPORT_FORMAT, Filter, KEPT_AFTER_LEAVING, RankBy, SeasonId, ServerSetting,
    StoreError, UserSetting,
};
use ulti::table::{
    Batch, ChannelId, FinishedDeal, Journal, PlayerId, ServerId, ShardRange, TableEvent, TableId, UnixMillis,
    UserId, WhyEnded,
};
use ulti_rules::{BySeat, Record};
use ulti_testkit::store_fixture::{Fixture, NOW, SERVER, batch, joined, paying, set_up};

/// User id that is as long as Discord's ids.
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

/// Returns the events by which all three players join.
fn sit_down() -> Vec<TableEvent> {
    vec![joined(DORA, "Dóra Kovács"), joined(EDE, "Ede"), joined(FANNI, "Fanni")]
}

/// Plays two deals at a table.
///
/// If `over` is `true`, the points in the window (the pot) are shared out and the table is closed.
async fn evening(fixture: &Fixture, server: ServerId, channel: u64, over: bool) -> TableId {
    let store = &fixture.store;
    let channel = ChannelId(channel);
    let TableEvent::SetUp { rules, .. } = set_up(server, channel) else { panic!() };
    let opening = TableEvent::SetUp { server, channel, host: DORA, rules, deals: None, follows: None };
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

/// Returns `true` if the database contains the user's id or name.
async fn contains_person(fixture: &Fixture, user: UserId, name: &str) -> bool {
    let needles = [user.0.to_be_bytes().to_vec(), user.to_string().into_bytes(), name.as_bytes().to_vec()];
    for needle in needles {
        if fixture.contains(&needle).await {
            return true;
        }
    }
    false
}

#[tokio::test]
async fn deleted_user_is_erased_from_database_file() {
    let fixture = fixture!();
    let store = &fixture.store;
    let table = evening(&fixture, SERVER, 1, true).await;
    evening(&fixture, ServerId(9), 2, true).await;
    store.set_user(DORA, UserSetting::Language(Some("hu"))).await.unwrap();
    store.void(SERVER, DealId(1), DORA, "dull", NOW).await.unwrap();
    store.void(SERVER, DealId(2), EDE, &format!("<@{DORA}> saw the talon"), NOW).await.unwrap();
    store.unvoid(SERVER, DealId(1)).await.unwrap();
    store.void(SERVER, DealId(1), DORA, "dull", NOW).await.unwrap();
    let before = store.deals_of_table(table).await.unwrap();
    let ede = store.place(SERVER, SeasonId(1), RankBy::Rating, EDE).await.unwrap();
    assert!(contains_person(&fixture, DORA, "Dóra Kovács").await);

    store.forget_person(DORA).await.unwrap();
    assert!(
        !contains_person(&fixture, DORA, "Dóra Kovács").await,
        "files still contain the forgotten person"
    );
    assert!(contains_person(&fixture, EDE, "Ede").await);

    // Nothing changes for the other players.
    assert_eq!(store.place(SERVER, SeasonId(1), RankBy::Rating, EDE).await.unwrap(), ede);
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

    // The journal names the forgotten player by a placeholder id.
    let events = store.load(table).await.unwrap().events;
    assert_eq!(events.len(), 7);
    let TableEvent::Joined { player } = &events[1] else { panic!("{:?}", events[1]) };
    assert_eq!((player.id, player.name.as_str()), (PlayerId::User(UserId(1)), ANONYMOUS));
    assert!(events.iter().all(|event| !event.people().contains(&DORA)));

    // The deals can still be voided and restored.
    for deal in [1, 2] {
        store.unvoid(SERVER, DealId(deal)).await.unwrap();
    }
    assert_eq!(fixture.count("SELECT SUM(counted) FROM results").await, 0);
    // Forgetting can be repeated, and the person can return as a new player.
    store.forget_person(DORA).await.unwrap();
    evening(&fixture, SERVER, 3, true).await;
    assert_eq!(store.stats(SERVER, None, DORA).await.unwrap().unwrap().all.deals, 2);
}

#[tokio::test]
async fn deleting_data_of_seated_player_is_rejected() {
    let fixture = fixture!();
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
        other => panic!("expected StillAtTables: {other:?}"),
    }
    assert_eq!(store.stats(SERVER, None, DORA).await.unwrap(), before);
    assert_eq!(store.finish_forgetting().await.unwrap(), 0);
    store.append(Batch { closed: Some(vec![]), ..batch(table, 6, vec![]) }).await.unwrap();
    store.forget_person(DORA).await.unwrap();
}

#[tokio::test]
async fn interrupted_user_data_deletion_is_resumed() {
    let fixture = fixture!();
    let table = evening(&fixture, SERVER, 1, true).await;
    let begun = format!("INSERT INTO forgetting (user_id) VALUES ({})", DORA.0);
    fixture.execute(&begun).await;
    let fixture = fixture.reopened().await;
    assert_eq!(fixture.store.finish_forgetting().await.unwrap(), 1);
    assert!(!contains_person(&fixture, DORA, "Dóra Kovács").await);
    assert_eq!(fixture.store.deals_of_table(table).await.unwrap()[0].seats.0[0].user, None);
    assert_eq!(fixture.store.finish_forgetting().await.unwrap(), 0);
}

/// Changes the database to the state after an interrupted deletion of a user's data.
async fn begin_forgetting(fixture: &Fixture, user: UserId) {
    fixture.execute(&format!("INSERT INTO forgetting (user_id) VALUES ({})", user.0)).await;
}

#[tokio::test]
async fn season_totals_exclude_user_during_data_deletion() {
    let fixture = fixture!();
    let store = &fixture.store;
    let table = evening(&fixture, SERVER, 1, false).await;
    begin_forgetting(&fixture, DORA).await;
    for table in ["totals", "tallies", "days"] {
        fixture.execute(&format!("DELETE FROM {table} WHERE user_id = {}", DORA.0)).await;
    }
    store.void(SERVER, DealId(1), EDE, "dull", NOW).await.unwrap();
    store.unvoid(SERVER, DealId(1)).await.unwrap();
    let finished = Some(FinishedDeal { server: SERVER, ..deal(3, [2, 2, -4]) });
    let missed = vec![TableEvent::Missed { player: PlayerId::User(EDE) }];
    store.append(Batch { finished, ..batch(table, 6, missed) }).await.unwrap();
    store
        .append(Batch { closed: Some(vec![(PlayerId::User(DORA), 3)]), ..batch(table, 7, vec![]) })
        .await
        .unwrap();
    let rows = format!(
        "SELECT (SELECT COUNT(*) FROM totals WHERE user_id = {0}) + (SELECT COUNT(*) FROM tallies
         WHERE user_id = {0}) + (SELECT COUNT(*) FROM days WHERE user_id = {0})",
        DORA.0
    );
    assert_eq!(fixture.count(&rows).await, 0);
    assert_eq!(store.stats(SERVER, None, EDE).await.unwrap().unwrap().all.deals, 3);
    assert_eq!(store.finish_forgetting().await.unwrap(), 1);
    assert!(!contains_person(&fixture, DORA, "Dóra Kovács").await);
}

#[tokio::test]
async fn user_data_written_during_deletion_is_deleted_too() {
    let fixture = fixture!();
    evening(&fixture, SERVER, 1, true).await;
    let statements = "INSERT INTO people (user_id, name) VALUES (OLD.user_id, 'Somebody');
             INSERT INTO user_settings (user_id) VALUES (OLD.user_id);
             UPDATE deals SET voided_by = OLD.user_id;";
    fixture.trigger("meanwhile", "AFTER DELETE ON sitters FOR EACH ROW", statements).await;
    fixture.store.forget_person(DORA).await.unwrap();
    assert!(!fixture.store.is_known(DORA).await.unwrap());
    assert_eq!(fixture.count("SELECT COUNT(*) FROM deals WHERE voided_by IS NOT NULL").await, 0);
}

#[tokio::test]
async fn user_data_deletion_finishes_when_game_table_closes() {
    let fixture = fixture!();
    let store = &fixture.store;
    let over = evening(&fixture, SERVER, 1, true).await;
    let open = evening(&fixture, SERVER, 2, false).await;
    begin_forgetting(&fixture, DORA).await;
    let before = store.load(open).await.unwrap();
    assert_eq!(store.finish_forgetting().await.unwrap(), 0);
    assert_eq!(store.load(open).await.unwrap(), before);
    assert_eq!(store.deals_of_table(open).await.unwrap()[0].seats.0[0].user, Some(DORA));
    assert_eq!(
        store.deals_of_table(over).await.unwrap()[0].seats.0[0].user,
        None,
        "ended table was not anonymised"
    );
    assert!(store.is_known(DORA).await.unwrap());

    store.append(Batch { closed: Some(vec![]), ..batch(open, 6, vec![]) }).await.unwrap();
    assert_eq!(store.finish_forgetting().await.unwrap(), 1);
    assert!(!contains_person(&fixture, DORA, "Dóra Kovács").await);
}

#[tokio::test]
async fn user_data_deletion_is_postponed_while_user_is_seated() {
    let fixture = fixture!();
    let store = &fixture.store;
    let table = evening(&fixture, SERVER, 1, true).await;
    fixture
        .trigger("sits", "AFTER INSERT ON forgetting FOR EACH ROW", "UPDATE tables SET ended_at = NULL;")
        .await;
    match store.forget_person(DORA).await {
        Err(StoreError::ForgottenLater(open)) => {
            assert_eq!(open.iter().map(|row| row.table).collect::<Vec<_>>(), [table]);
        }
        other => panic!("expected ForgottenLater: {other:?}"),
    }
    assert_eq!(store.stats(SERVER, None, DORA).await.unwrap(), None);
}

#[tokio::test]
async fn user_data_is_deleted_even_from_corrupt_rows() {
    let fixture = fixture!();
    let store = &fixture.store;
    evening(&fixture, SERVER, 1, true).await;
    let readable = evening(&fixture, SERVER, 2, true).await;
    // Unknown events, two truncated events and a truncated record.
    fixture
        .execute("UPDATE journal SET event = REPLACE(event, '\"joined\"', '\"sailed\"') WHERE table_id = 1")
        .await;
    fixture.execute("UPDATE journal SET event = SUBSTR(event, 1, LENGTH(event) - 1) WHERE table_id = 1 AND seq IN (0, 4)").await;
    fixture.execute("UPDATE deals SET record = SUBSTR(record, 1, LENGTH(record) - 1) WHERE id = 1").await;
    begin_forgetting(&fixture, EDE).await;
    store.forget_person(DORA).await.unwrap();
    assert!(!contains_person(&fixture, DORA, "Dóra Kovács").await);
    assert!(contains_person(&fixture, EDE, "Ede").await);
    assert_eq!(store.load(readable).await.unwrap().events.len(), 7);
    assert_eq!(store.finish_forgetting().await.unwrap(), 1);
    assert!(!contains_person(&fixture, EDE, "\"Ede\"").await);
}

#[tokio::test]
async fn deletion_continues_if_one_user_cannot_be_deleted() {
    let fixture = file_fixture!();
    let store = &fixture.store;
    evening(&fixture, SERVER, 1, true).await;
    let whole = evening(&fixture, SERVER, 2, true).await;
    // A record that is not valid text.
    fixture.execute("UPDATE deals SET record = X'FF' WHERE id = 1").await;
    let guest = UserId(0x3234_5678_9abc_def1);
    let table = fixture.table_in(SERVER, ChannelId(3)).await;
    let ended = Batch { closed: Some(vec![]), ..batch(table, 1, vec![joined(guest, "Guest Who")]) };
    store.append(ended).await.unwrap();
    for user in [DORA, EDE, guest] {
        begin_forgetting(&fixture, user).await;
    }
    let failed = store.finish_forgetting().await.unwrap_err();
    assert!(matches!(&failed, StoreError::NotAllForgotten(failed) if failed.len() == 2), "{failed}");
    assert!(!contains_person(&fixture, guest, "Guest Who").await);
    assert!(
        store.deals_of_table(whole).await.unwrap()[0].seats.0[..2].iter().all(|seat| seat.user.is_none())
    );
    assert_eq!(fixture.count("SELECT COUNT(*) FROM forgetting").await, 2);
    fixture.execute("UPDATE deals SET record = '' WHERE id = 1").await;
    assert_eq!(store.finish_forgetting().await.unwrap(), 2);
}

#[tokio::test]
async fn deleted_users_get_distinct_placeholder_ids() {
    let fixture = fixture!();
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
async fn data_export_omits_names_of_other_players() {
    let fixture = fixture!();
    let store = &fixture.store;
    evening(&fixture, SERVER, 1, true).await;
    store.set_user(DORA, UserSetting::Pings(false)).await.unwrap();
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

    // Every database table with user ids must be part of the export.
    let numbered = "SELECT COUNT(*) FROM pragma_table_list t JOIN pragma_table_info(t.name) c
                    WHERE t.schema = 'main' AND c.name IN ('user_id', 'voided_by')";
    // Exported: totals, tallies, days, results, sitters, user_settings, deals.voided_by, and people for the
    // name. The table forgetting is empty. The table trios only covers deals of the current day.
    if fixture.is_file() {
        assert_eq!(fixture.count(numbered).await, 9);
    }
}

#[tokio::test]
async fn server_data_is_deleted_after_delay_when_bot_leaves() {
    let fixture = fixture!();
    let store = &fixture.store;
    let elsewhere = ServerId(0x2234_5678_9abc_def1);
    evening(&fixture, SERVER, 1, true).await;
    let gone = evening(&fixture, elsewhere, 2, false).await;
    store.append(batch(gone, 6, vec![joined(UserId(0x3234_5678_9abc_def1), "Guest")])).await.unwrap();
    store.set_server(elsewhere, ServerSetting::Language(Some("en"))).await.unwrap();
    let kept = store.deals_of_table(TableId(1)).await.unwrap();
    store.left_server(elsewhere, NOW).await.unwrap();
    store.left_server(elsewhere, NOW.after(KEPT_AFTER_LEAVING)).await.unwrap();
    let due = NOW.after(KEPT_AFTER_LEAVING);
    assert_eq!(store.forget_left(ShardRange::SINGLE, UnixMillis(due.0 - 1)).await.unwrap(), 0);
    assert!(store.came_back(elsewhere).await.unwrap());
    assert!(!store.came_back(elsewhere).await.unwrap());
    assert_eq!(store.forget_left(ShardRange::SINGLE, due).await.unwrap(), 0);
    assert_eq!(store.history(elsewhere, &Filter::default(), None, 9).await.unwrap().len(), 2);

    store.left_server(elsewhere, NOW).await.unwrap();
    assert_eq!(store.forget_left(ShardRange::SINGLE, due).await.unwrap(), 1);
    assert_eq!(store.forget_left(ShardRange::SINGLE, due).await.unwrap(), 0);
    assert!(store.history(elsewhere, &Filter::default(), None, 9).await.unwrap().is_empty());
    assert_eq!(store.table_state(gone).await.unwrap(), None);
    assert_eq!(store.seasons(elsewhere, None, 9).await.unwrap(), []);
    assert_eq!(store.server_settings(elsewhere).await.unwrap().language, None);
    assert_eq!(store.name_of(UserId(0x3234_5678_9abc_def1)).await.unwrap(), None);
    assert_eq!(
        store.name_of(DORA).await.unwrap().as_deref(),
        Some("Dóra Kovács"),
        "player of another server was deleted"
    );
    assert_eq!(store.deals_of_table(TableId(1)).await.unwrap(), kept);
    if fixture.is_file() {
        assert_eq!(fixture.count("SELECT COUNT(*) FROM pragma_foreign_key_check").await, 0);
    }
    for table in ["totals", "tallies", "days"] {
        let orphans = format!("SELECT COUNT(*) FROM {table} WHERE season_id NOT IN (SELECT id FROM seasons)");
        assert_eq!(fixture.count(&orphans).await, 0, "orphaned rows in {table}");
    }
    store.check().await.unwrap();
}

/// Plays at two tables of a server, which the bot then leaves.
///
/// Returns the time at which the server's data must be deleted.
async fn left(fixture: &Fixture, server: ServerId, channel: u64) -> UnixMillis {
    evening(fixture, server, channel, true).await;
    evening(fixture, server, channel, true).await;
    fixture.store.left_server(server, NOW).await.unwrap();
    NOW.after(KEPT_AFTER_LEAVING)
}

#[tokio::test]
async fn server_data_is_kept_if_bot_rejoins_during_deletion() {
    let fixture = fixture!();
    let due = left(&fixture, SERVER, 1).await;
    let back = "UPDATE left_servers SET left_at = left_at + 1;";
    fixture.trigger("back", "AFTER DELETE ON tables FOR EACH ROW", back).await;
    assert_eq!(fixture.store.forget_left(ShardRange::SINGLE, due).await.unwrap(), 0);
    assert_eq!(fixture.count("SELECT COUNT(*) FROM tables").await, 1);
    assert_eq!(fixture.count("SELECT COUNT(*) FROM seasons").await, 1);
    assert_eq!(fixture.store.history(SERVER, &Filter::default(), None, 9).await.unwrap().len(), 2);
}

#[tokio::test]
async fn failed_data_deletion_does_not_affect_other_servers() {
    let fixture = fixture!();
    let due = left(&fixture, SERVER, 1).await;
    left(&fixture, ServerId(9), 2).await;
    let event = "BEFORE DELETE ON seasons FOR EACH ROW WHEN (OLD.server <> 9)";
    fixture.failing_trigger("stuck", event, "something still leans on it").await;
    let failed = fixture.store.forget_left(ShardRange::SINGLE, due).await.unwrap_err();
    assert!(failed.to_string().contains("leans on it"), "{failed}");
    assert_eq!(fixture.count("SELECT COUNT(*) FROM tables WHERE server = 9").await, 0);
    fixture.drop_trigger("stuck", "seasons").await;
    assert_eq!(fixture.store.forget_left(ShardRange::SINGLE, due).await.unwrap(), 1);
}

#[tokio::test]
async fn deleting_user_erases_void_reasons_that_mention_them() {
    let fixture = fixture!();
    let store = &fixture.store;
    let table = evening(&fixture, SERVER, 1, true).await;
    evening(&fixture, SERVER, 2, true).await;
    store.void(SERVER, DealId(1), FANNI, "we impeded each other", NOW).await.unwrap();
    store.void(SERVER, DealId(2), FANNI, "EDE: saw the talon", NOW).await.unwrap();
    store.void(SERVER, DealId(3), FANNI, "the Old Name again", NOW).await.unwrap();
    fixture
        .execute(&format!("UPDATE results SET name = 'old name' WHERE deal_id = 4 AND user_id = {}", EDE.0))
        .await;
    fixture
        .execute(&format!("UPDATE results SET name = 'e' WHERE deal_id = 3 AND user_id = {}", EDE.0))
        .await;
    store.forget_person(EDE).await.unwrap();
    let reasons: Vec<(String,)> =
        fixture.rows("SELECT void_reason FROM deals WHERE id < 4 ORDER BY id").await;
    let reasons: Vec<&str> = reasons.iter().map(|(reason,)| reason.as_str()).collect();
    assert_eq!(reasons, ["we impeded each other", ANONYMOUS, ANONYMOUS]);
    assert_eq!(store.deals_of_table(table).await.unwrap().len(), 2);
}

#[tokio::test]
async fn deleting_user_data_does_not_change_season_names() {
    let fixture = file_fixture!();
    let store = &fixture.store;
    evening(&fixture, SERVER, 1, true).await;
    store.start_season(ServerId(9), &DORA.to_string(), NOW).await.unwrap();
    let free = "SELECT freelist_count FROM pragma_freelist_count()";
    store.forget_person(DORA).await.unwrap();
    assert!(!fixture.contains(&DORA.0.to_be_bytes()).await && !fixture.contains("Dóra".as_bytes()).await);
    assert!(store.season_named(ServerId(9), &DORA.to_string()).await.unwrap().is_some());
    // Repeated forgetting does not rewrite the file: free pages stay free.
    fixture.execute("CREATE TABLE gone (x)").await;
    fixture.execute("DROP TABLE gone").await;
    let before = fixture.count(free).await;
    assert!(before > 0);
    store.forget_person(DORA).await.unwrap();
    assert_eq!(fixture.count(free).await, before);
}

#[tokio::test]
async fn user_data_deletion_does_not_block_database_writes() {
    let fixture = file_fixture!();
    evening(&fixture, SERVER, 1, true).await;
    let mut reader = fixture.raw().await;
    sqlx::query("BEGIN").execute(&mut reader).await.unwrap();
    sqlx::query("SELECT COUNT(*) FROM deals").execute(&mut reader).await.unwrap();
    let store = fixture.store.clone();
    let forgetting = tokio::spawn(async move { store.forget_person(DORA).await });
    let mut slowest = std::time::Duration::ZERO;
    while !forgetting.is_finished() {
        let began = std::time::Instant::now();
        fixture.store.set_user(EDE, UserSetting::Pings(false)).await.unwrap();
        slowest = slowest.max(began.elapsed());
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert!(matches!(forgetting.await.unwrap(), Err(StoreError::NotCleanYet)));
    assert!(slowest < std::time::Duration::from_secs(3), "slowest write took {slowest:?}");
    sqlx::query("COMMIT").execute(&mut reader).await.unwrap();
    fixture.store.sweep(DORA).await.unwrap();
}
