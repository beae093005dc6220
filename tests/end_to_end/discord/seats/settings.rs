//! Tests of a table's settings, and of deals that begin by themselves.

use std::time::Duration;

use discord_sandbox::{Message, SimulatedUser};
use serde_json::json;
use ulti::table::TableEvent;
use ulti_testkit::game::{auction, fold_deal, play_to_first_lead};
use ulti_testkit::messages::{
    newest, private_reply, private_text, until_button, until_custom_id, until_private, until_text,
};
use ulti_testkit::{TestBot, fold};

/// Returns the values of the selected options of a message's menus.
fn chosen(message: &Message) -> Vec<String> {
    let options =
        message.components().flat_map(|part| part["options"].as_array().cloned().unwrap_or_default());
    let chosen = options.filter(|option| option["default"] == true);
    chosen
        .map(|option| option["value"].as_str().unwrap().trim_start_matches("u1:1:set:").to_owned())
        .collect()
}

/// Selects a value in a menu of the table's settings, and returns the settings after it.
async fn set(user: &SimulatedUser, settings: &Message, menu: &str, value: &str) -> Message {
    let option = format!("u1:1:set:{menu}:{value}");
    private_reply(user, user.select(settings, &format!("u1:-:table-menu:{menu}"), &[&option]).await).await
}

#[tokio::test(flavor = "multi_thread")]
async fn host_changes_settings_with_menus_of_lobby() {
    let bot = TestBot::start().await;
    let (anna, bea, ed) = (bot.user("Anna"), bot.user("Bea"), bot.user("Ed"));
    private_reply(&anna, anna.command("ulti new", [("robots", json!(1))]).await).await;
    let lobby = until_button(&anna, "Asztal beállításai").await;
    let settings = private_reply(&anna, anna.press(&lobby, "Asztal beállításai").await).await;
    assert_eq!(chosen(&settings), ["rules:4m", "deals:-", "time:0", "robots:normal", "pause:-"]);
    for (menu, value, shown) in [
        ("rules", "rablo", "Szabályok: rablóulti"),
        ("deals", "12", "Megbeszélve: 12 osztás"),
        ("time", "60", "Az este 60 perc játék után véget ér"),
        ("robots", "strong", "(erős)"),
        ("pause", "20", "Szünet az osztások között: 20 másodperc"),
    ] {
        let after = set(&anna, &settings, menu, value).await;
        assert!(after.text().starts_with("Elmentve."), "{}", after.text());
        assert!(chosen(&after).contains(&format!("{menu}:{value}")), "{:?}", chosen(&after));
        until_text(&anna, shown).await;
    }

    // Other players see the settings; of the menus, they have only the one for the pause.
    bea.press(&lobby, "Beülök").await.unwrap();
    let others = private_reply(&bea, bea.command("ulti settings", []).await).await;
    assert!(others.text().contains("Anna, who opened the table"), "{}", others.text());
    assert_eq!(chosen(&others), ["pause:20"]);
    let refused = bea.press_raw(others.id(), "u1:1:set:rules:4m");
    bot.assert_no_effect(&bea, refused, &["Only Anna, who opened the table", "Settings of this table"]).await;
    let watching = private_reply(&ed, ed.command("ulti settings", []).await).await;
    assert!(watching.text().contains("Only players at the table can change"), "{}", watching.text());
    let refused = ed.press_raw(watching.id(), "u1:1:set:pause:10");
    bot.assert_no_effect(&ed, refused, &["Only players at the table"]).await;

    // Once play has begun, an old message of settings changes nothing but the pause.
    private_reply(&anna, anna.command("ulti start", []).await).await;
    until_custom_id(&anna, ":show:hand").await;
    let menu = "u1:-:table-menu:rules";
    let late = anna.select(&settings, menu, &["u1:1:set:rules:4m"]);
    bot.assert_no_effect(&anna, late, &["már folyik a játék", "Az asztal beállításai"]).await;
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn settings_without_table_say_how_to_open_one() {
    let bot = TestBot::start().await;
    let ed = bot.user("Ed");
    bot.assert_no_effect(&ed, ed.command("ulti settings", []), &["/ulti new"]).await;
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn next_deal_begins_by_itself_with_new_hands() {
    let bot = TestBot::start().await;
    let users = auction(&bot).await;
    let [anna, bea, csaba] = &users;
    let more = private_reply(anna, anna.press(&newest(anna), "Továbbiak").await).await;
    let settings = private_reply(anna, anna.press(&more, "Asztal beállításai").await).await;
    assert_eq!(chosen(&settings), ["pause:-"]);
    set(anna, &settings, "pause", "20").await;
    let result = fold_deal(&users).await;
    assert!(result.text().contains("A következő osztás: <t:"), "{}", result.text());
    bot.idle().await;

    bot.advance(Duration::from_secs(21)).await;
    until_text(anna, "2. osztás").await;
    let begun = |event: &TableEvent| matches!(event, TableEvent::DealBegan { .. });
    assert_eq!(bot.count(begun).await, 2);
    for user in [anna, bea, csaba] {
        // The hand of the new deal stands below its table message.
        let table = newest(user);
        let is_hand =
            |message: &Message| ["Your hand", "A lapjaid"].iter().any(|title| message.text().contains(title));
        until_private(user, |message| message.id() > table.id() && is_hand(message)).await;
    }
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pause_of_new_table_is_kept_by_its_repetition() {
    const SHOWN: &str = "Szünet az osztások között: 30 másodperc";
    let bot = TestBot::start().await;
    let users = ["Anna", "Bea", "Csaba"].map(|name| bot.user(name));
    let [anna, bea, csaba] = &users;
    let options = [("pause", json!(30)), ("deals", json!(1))];
    private_reply(anna, anna.command("ulti new", options).await).await;
    until_text(anna, SHOWN).await;
    for user in [bea, csaba] {
        private_text(&user.command("ulti join", []).await.unwrap());
    }
    private_reply(anna, anna.command("ulti start", []).await).await;
    private_text(&fold(play_to_first_lead(&users).await).await);
    let last = until_custom_id(anna, ":again").await;
    assert!(!last.text().contains("A következő osztás:"), "{}", last.text());
    private_reply(anna, anna.press(&last, "Még egyszer").await).await;
    let lobby = until_text(anna, SHOWN).await;
    assert!(lobby.text().contains("Újra várjuk"), "{}", lobby.text());
    bot.end_without_leaks().await;
}
