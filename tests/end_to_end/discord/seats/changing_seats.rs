//! Tests of players who join and leave during an evening, and of spectators.

use serde_json::json;
use ulti_testkit::TestBot;
use ulti_testkit::game::{auction, fold_deal, start_deal, to_next_deal};
use ulti_testkit::messages::{newest, private_reply, private_text, public, until_custom_id, until_text};

#[tokio::test(flavor = "multi_thread")]
async fn freed_seat_is_offered_until_somebody_takes_it() {
    let bot = TestBot::start().await;
    let users = to_next_deal(&bot).await;
    let [anna, _, csaba] = &users;
    let before = public(&anna.messages()).len();
    private_text(&csaba.command("ulti leave", []).await.unwrap());
    let result = until_text(anna, "Felállt az asztaltól: Csaba. Van szabad hely").await;
    assert!(result.text().contains("Még 1 játékos hiányzik"), "{}", result.text());
    let dori = bot.user("Dóri");
    let joined = private_text(&dori.press(&result, "Beülök").await.unwrap());
    assert!(joined.contains("gombbal indul a következő osztás, már veled"), "{joined}");
    let result = until_text(anna, "A következő osztástól új játékos: Dóri").await;
    assert!(!result.enabled_buttons().contains(&"Beülök"), "{:?}", result.enabled_buttons());
    assert_eq!(public(&anna.messages()).len(), before, "a message was posted");
    private_reply(anna, anna.press(&result, "Következő osztás").await).await;
    let table = until_custom_id(&dori, ":show:hand").await;
    assert!(!table.text().contains("új játékos"), "{}", table.text());
    let hand = private_text(&dori.press(&table, "Lapjaim").await.unwrap());
    assert!(hand.contains("A lapjaid"), "{hand}");
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn robot_that_joins_between_deals_is_announced() {
    let bot = TestBot::start().await;
    let users = auction(&bot).await;
    // During the deal, three players are enough.
    users[0].set_locale("en-US");
    let says = ["There are three players already"];
    bot.assert_no_effect(&users[0], users[0].command("ulti robot", []), &says).await;
    users[0].set_locale("hu");
    fold_deal(&users).await;
    private_text(&users[2].command("ulti leave", []).await.unwrap());
    let said = private_reply(&users[0], users[0].command("ulti robot", []).await).await;
    assert!(said.text().contains("A robot helyet foglalt"), "{}", said.text());
    until_text(&users[0], "A következő osztástól új játékos: 🤖 Robot Aladár (közepes)").await;
    // The robot goes again before it has played.
    private_text(&users[0].command("ulti robot", [("remove", json!(true))]).await.unwrap());
    bot.settle().await;
    let result = newest(&users[0]);
    assert!(!result.text().contains("új játékos"), "{}", result.text());
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn outsider_at_full_table_learns_what_is_possible() {
    let bot = TestBot::start().await;
    let users = ["Anna", "Bea", "Csaba"].map(|name| bot.user(name));
    private_reply(&users[0], users[0].command("ulti new", []).await).await;
    private_text(&users[1].command("ulti join", []).await.unwrap());
    private_text(&users[0].command("ulti robot", []).await.unwrap());
    // The fourth seat is for a person.
    private_text(&users[2].command("ulti join", []).await.unwrap());
    until_text(&users[0], "Négyen vagytok").await;
    let table = start_deal(&users).await;
    bot.idle().await; // a robot may bid first
    let ed = bot.user("Ed");
    let says = ["The table is full", "You can watch here", "/ulti new", "remove:True"];
    let refused = bot.assert_no_effect(&ed, ed.command("ulti join", []), &says).await;
    bot.assert_no_effect(&ed, ed.press_raw(table.id(), "u1:1:join"), &says).await;
    bot.assert_no_effect(&ed, ed.press_raw(table.id(), "u1:1:pass:*"), &["The table is full"]).await;
    bot.assert_no_effect(&ed, ed.command("pass", []), &["The table is full"]).await;
    let seen = private_text(&ed.press(&refused, "Watch").await.unwrap());
    assert!(seen.contains("Auction") && seen.contains("The table is full"), "{seen}");
    bot.end_without_leaks().await;
}
