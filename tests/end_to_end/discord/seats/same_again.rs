//! Tests of the button that repeats an evening with the same players and settings.

use discord_sandbox::{Message, SimulatedUser};
use serde_json::json;
use ulti::table::{TableEvent, TableId};
use ulti_testkit::game::{play_to_first_lead, seat_three};
use ulti_testkit::messages::{private_reply, private_text, until_button, until_custom_id, until_text};
use ulti_testkit::{TestBot, fold};

const RULES: &str = "4m four_tens durchmars=7";

/// Lets Anna, Bea and Csaba play an evening of one deal. Returns the users and the final message.
async fn evening(bot: &TestBot) -> ([SimulatedUser; 3], Message) {
    let users = ["Anna", "Bea", "Csaba"].map(|name| bot.user(name));
    let options = [("deals", json!(1)), ("rules", json!(RULES))];
    private_reply(&users[0], users[0].command("ulti new", options).await).await;
    for user in &users[1..] {
        private_text(&user.command("ulti join", []).await.unwrap());
    }
    private_reply(&users[0], users[0].command("ulti start", []).await).await;
    let declarer = play_to_first_lead(&users).await;
    private_text(&fold(declarer).await);
    let last = until_custom_id(&users[0], ":again").await;
    (users, last)
}

/// Returns the first event of a table.
async fn set_up(bot: &TestBot, table: i64) -> TableEvent {
    let journals = bot.journals().await;
    journals.into_iter().find(|journal| journal.table == table).unwrap().events.remove(0).1
}

#[tokio::test(flavor = "multi_thread")]
async fn evening_can_be_repeated_with_one_press_each() {
    let bot = TestBot::start().await;
    let ([anna, bea, csaba], last) = evening(&bot).await;
    let ed = bot.user("Ed");
    bot.assert_no_effect(&ed, ed.press(&last, "Még egyszer"), &["Only the players", "/ulti new"]).await;

    let opened = private_reply(&bea, bea.press(&last, "Még egyszer").await).await.text();
    assert!(opened.contains("You have a seat"), "{opened}");
    let lobby = until_text(&anna, "Újra várjuk: Anna és Csaba").await;
    assert!(lobby.text().contains("Bea (házigazda)"), "{}", lobby.text());
    // The other players may press the same button or the one of the lobby.
    let joined = private_reply(&anna, anna.press(&last, "Még egyszer").await).await.text();
    assert!(joined.contains("Helyet foglaltál"), "{joined}");
    until_text(&anna, "Újra várjuk: Csaba.").await;
    bot.assert_no_effect(&anna, anna.press(&last, "Még egyszer"), &["Már ülsz"]).await;
    csaba.press(&lobby, "Beülök").await.unwrap();
    let lobby = until_text(&anna, "Megvan a három játékos").await;
    assert!(!lobby.text().contains("Újra várjuk"), "{}", lobby.text());

    let (TableEvent::SetUp { rules: before, .. }, TableEvent::SetUp { rules, deals, follows, .. }) =
        (set_up(&bot, 1).await, set_up(&bot, 2).await)
    else {
        panic!("a table does not begin with its settings");
    };
    assert_eq!((rules, deals, follows), (before, Some(1), Some(TableId(1))));
    private_reply(&csaba, csaba.press(&lobby, "Kezdjük").await).await;
    until_custom_id(&anna, ":show:hand").await;
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn evening_against_robots_is_repeated_at_once() {
    let bot = TestBot::start().await;
    let anna = bot.user("Anna");
    private_reply(&anna, anna.command("ulti new", [("robots", json!(2))]).await).await;
    private_text(&anna.command("ulti end", []).await.unwrap());
    let leave = private_reply(&anna, anna.command("ulti leave", []).await).await;
    anna.press(&leave, leave.enabled_buttons()[0]).await.unwrap();
    let last = until_custom_id(&anna, ":again").await;
    let dealt = private_reply(&anna, anna.press(&last, "Még egyszer").await).await.text();
    assert!(dealt.contains("A lapjaid"), "{dealt}");
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn evening_is_not_repeated_while_another_table_is_open() {
    let bot = TestBot::start().await;
    let ([anna, bea, _], last) = evening(&bot).await;
    let ed = bot.user("Ed");
    private_reply(&ed, ed.command("ulti new", []).await).await;
    until_button(&ed, "Beülök").await;
    bot.assert_no_effect(&anna, anna.press(&last, "Még egyszer"), &["már van asztal", "Ed"]).await;
    // A forged button of a table that is still open.
    bot.assert_no_effect(&bea, bea.press_raw(last.id(), "u1:2:again"), &["The table has moved on"]).await;
    bot.assert_no_effect(&bea, bea.press_raw(last.id(), "u1:9:again"), &["I don't know this button"]).await;
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn people_who_deleted_their_data_are_not_invited() {
    let mut bot = TestBot::start().await;
    let ([anna, bea, csaba], last) = evening(&bot).await;
    let panel = private_reply(&csaba, csaba.command("privacy", []).await).await;
    let question = private_reply(&csaba, csaba.press(&panel, "Törlés…").await).await;
    private_reply(&csaba, csaba.press(&question, "Töröld").await).await;
    bot.stop_bot().await;
    bot.start_bot().await;
    private_reply(&anna, anna.press(&last, "Még egyszer").await).await;
    until_text(&anna, "Újra várjuk: Bea.").await;
    private_reply(&bea, bea.press(&last, "Még egyszer").await).await;
    bot.assert_no_effect(&csaba, csaba.press(&last, "Még egyszer"), &["akkori játékosok"]).await;
    // The journal names Csaba's seat no longer, so the leak check cannot tell whose cards Csaba saw.
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn button_of_unfinished_evening_is_rejected() {
    let bot = TestBot::start().await;
    let [anna, ..] = seat_three(&bot).await;
    let posted = until_custom_id(&anna, ":show:hand").await;
    bot.assert_no_effect(&anna, anna.press_raw(posted.id(), "u1:1:again"), &["Közben továbbment a játék"])
        .await;
    bot.end_without_leaks().await;
}
