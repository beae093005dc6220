//! Tests of closing a table: by its host, by a server manager, and by agreement.

use discord_sandbox::{Message, SimulatedUser};
use ulti::table::{TableEvent, WhyEnded};
use ulti_testkit::TestBot;
use ulti_testkit::game::{auction, lobby, to_next_deal};
use ulti_testkit::messages::{
    private_reply, private_text, public, until_button, until_custom_id, until_text,
};

/// Seats Bea, Csaba and Dóri, none of whom is a server manager, and starts a deal.
async fn deal_without_manager(bot: &TestBot) -> [SimulatedUser; 3] {
    let users = ["Bea", "Csaba", "Dóri"].map(|name| bot.user(name));
    private_reply(&users[0], users[0].command("ulti new", []).await).await;
    for user in &users[1..] {
        private_reply(user, user.command("ulti join", []).await).await;
    }
    private_reply(&users[0], users[0].command("ulti start", []).await).await;
    // A hand that is shown before the table's message may be replaced by a new one below it.
    until_custom_id(&users[0], ":show:hand").await;
    users
}

async fn why_ended(bot: &TestBot) -> Option<WhyEnded> {
    match bot.events().await.last() {
        Some(TableEvent::Ended { why, .. }) => Some(*why),
        _ => None,
    }
}

/// Returns the label of the button to end the evening.
fn end_label(message: &Message) -> &str {
    message.buttons().into_iter().find(|label| label.starts_with("Befejezzük")).unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread")]
async fn server_manager_closes_table_of_absent_players() {
    let bot = TestBot::start().await;
    let [bea, ..] = deal_without_manager(&bot).await;
    let anna = bot.user("Anna"); // owner of the server
    let hand = private_reply(&bea, bea.command("hand", []).await).await;
    let question = private_reply(&anna, anna.command("ulti-admin close", []).await).await;
    assert!(question.text().contains("1. osztás nem fog számítani"), "{}", question.text());
    private_reply(&anna, anna.press(&question, "Asztal bezárása").await).await;
    let ended = until_text(&bea, "A szerver egyik kezelője bezárta az asztalt").await;
    assert_eq!(why_ended(&bot).await, Some(WhyEnded::Manager));
    bot.idle().await;
    let discarded = public(&bea.messages()).into_iter().find(|one| one.text().contains("nem számít"));
    let discarded = discarded.expect("the message of the deal does not say that it was discarded");
    assert!(discarded.buttons().is_empty() && discarded.id() != ended.id(), "{discarded:?}");
    // No hand can be played on.
    let closed = bea.message(hand.id()).unwrap();
    assert!(closed.text().contains("does not count") && closed.buttons().is_empty(), "{closed:?}");
    assert!(closed.attachments().is_empty());
    // The channel is free for another table.
    private_reply(&bea, bea.command("ulti new", []).await).await;
    until_text(&bea, "Még 2 játékos").await;
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_server_managers_can_close_table() {
    let bot = TestBot::start().await;
    let [bea, ..] = deal_without_manager(&bot).await;
    bot.sandbox.open_commands_to_all();
    let table = until_text(&bea, "Még senki sem licitált").await;
    let ed = bot.user("Ed");
    for user in [&bea, &ed] {
        user.set_locale("en-US");
        let says = ["Manage Server"];
        bot.assert_no_effect(user, user.command("ulti-admin close", []), &says).await;
        for id in ["u1:1:close", "u1:1:close:1"] {
            bot.assert_no_effect(user, user.press_raw(table.id(), id), &says).await;
        }
    }
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn manager_who_plays_is_told_to_leave_first() {
    let bot = TestBot::start().await;
    let [anna, ..] = auction(&bot).await;
    let says = ["Játszol ebben az osztásban", "/ulti felállok"];
    bot.assert_no_effect(&anna, anna.command("ulti-admin close", []), &says).await;
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn player_who_joined_cannot_close_lobby() {
    let bot = TestBot::start().await;
    let [anna, bea, _] = lobby(&bot).await;
    let table = until_text(&anna, "Csaba").await;
    let more = private_reply(&bea, bea.press(&table, "Továbbiak").await).await;
    assert!(!more.buttons().contains(&"Close the table"), "{:?}", more.buttons());
    let says = ["Only Anna, who opened the table"];
    bot.assert_no_effect(&bea, bea.command("ulti end", []), &says).await;
    bot.assert_no_effect(&bea, bea.press_raw(table.id(), "u1:1:end"), &says).await;
    let more = private_reply(&anna, anna.press(&table, "Továbbiak").await).await;
    anna.press(&more, "Asztal bezárása").await.unwrap();
    until_text(&anna, "mielőtt elkezdődött").await;
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn button_shows_how_many_players_agree_to_end() {
    let bot = TestBot::start().await;
    let users = to_next_deal(&bot).await;
    let result = until_button(&users[0], "Következő osztás").await;
    assert_eq!(end_label(&result), "Befejezzük az estét (0/3)");
    for (user, expected) in users.iter().zip(["(1/3)", "(2/3)"]) {
        user.press(&result, end_label(&users[0].message(result.id()).unwrap())).await.unwrap();
        bot.idle().await;
        let result = users[0].message(result.id()).unwrap();
        assert!(end_label(&result).ends_with(expected), "{}", end_label(&result));
    }
    private_text(&users[2].command("ulti end", []).await.unwrap());
    until_text(&users[0], "Mára ennyi").await;
    bot.end_without_leaks().await;
}
