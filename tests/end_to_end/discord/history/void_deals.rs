//! Tests of void deals, which server managers declare.

use std::time::Duration;

use discord_sandbox::{Message, SimulatedUser, Snowflake};
use serde_json::{Value, json};
use ulti_testkit::game::{fold_deal, play_to_first_lead, seat_three, to_next_deal};
use ulti_testkit::messages::{private_reply, private_text, public, until_button, until_text};
use ulti_testkit::{TestBot, fold};

const REASON: &str = "látszott a **talon**";
/// Beginning of the line that marks a void deal.
const MARK: &str = "🚫 **Érvénytelen";

fn void(deal: &str, reason: &str) -> [(&'static str, Value); 2] {
    [("deal", json!(deal)), ("reason", json!(reason))]
}

#[tokio::test(flavor = "multi_thread")]
async fn voiding_a_deal_requires_manage_server_permission() {
    let bot = TestBot::start().await;
    let users = seat_three(&bot).await;
    let declarer = play_to_first_lead(&users).await;
    private_text(&fold(declarer).await);
    until_button(&users[0], "Visszajátszás").await;
    let [anna, bea, _] = &users;
    bot.sandbox.open_commands_to_all();
    let refused = bea.command("ulti-admin void", void("1", "dull")).await.unwrap();
    assert!(refused.is_ephemeral(), "{}", refused.text());
    let no_reason = anna.command("ulti-admin void", void("1", " ")).await.unwrap();
    assert!(private_text(&no_reason).contains("indokot"), "{}", no_reason.text());
    assert!(
        private_text(&anna.command("ulti-admin unvoid", [("deal", json!("1"))]).await.unwrap())
            .contains("nem érvénytelen")
    );

    let done = anna.command("ulti-admin void", void("1", REASON)).await.unwrap();
    assert!(!done.is_ephemeral(), "reply is not public");
    let text = done.text();
    assert!(text.contains("érvénytelenítette") && text.contains("\\*\\*talon"), "{text}");
    assert!(
        private_text(&anna.command("ulti-admin void", void("1", "twice")).await.unwrap())
            .contains("már érvénytelen")
    );
    let listed = private_text(&bea.command("history", []).await.unwrap());
    assert!(listed.contains("talon"), "{listed}");
    let offered = anna.autocomplete("ulti-admin unvoid", "deal", "").await.unwrap();
    assert_eq!(offered.iter().map(|choice| &choice.value).collect::<Vec<_>>(), [&json!("1")]);
    let undone = anna.command("ulti-admin unvoid", [("deal", json!("1"))]).await.unwrap();
    assert!(!undone.is_ephemeral() && undone.text().contains("újra számít"), "{}", undone.text());
    let none = private_text(&anna.command("ulti-admin void", void("77", "x")).await.unwrap());
    assert!(none.contains("nincs befejezett #77"), "{none}");
    bot.end().await;
}

/// Declares a deal void, or restores it, and waits until its message has been edited.
async fn declare(bot: &TestBot, manager: &SimulatedUser, deal: &str, is_void: bool) {
    let answer = if is_void {
        manager.command("ulti-admin void", void(deal, REASON)).await
    } else {
        manager.command("ulti-admin unvoid", [("deal", json!(deal))]).await
    };
    assert!(!answer.unwrap().is_ephemeral(), "refused");
    bot.settle().await;
}

/// Returns a message, which must exist.
fn current(user: &SimulatedUser, message: Snowflake) -> Message {
    user.message(message).expect("message is missing")
}

/// Checks that a result is marked as void, and that only the mark distinguishes it from `before`.
fn assert_marked(marked: &Message, before: &Message) {
    let text = marked.text();
    let mark: Vec<&str> = text.lines().filter(|line| line.starts_with(MARK)).collect();
    let [mark] = mark[..] else { panic!("not marked: {text}") };
    assert!(mark.contains("látszott a \\*\\*talon\\*\\*"), "{mark}");
    assert_eq!(text.replacen(&format!("{mark}\n"), "", 1), before.text());
    assert_eq!(marked.buttons(), before.buttons());
}

#[tokio::test(flavor = "multi_thread")]
async fn result_of_void_deal_is_marked_between_and_during_deals() {
    let bot = TestBot::start().await;
    let users = to_next_deal(&bot).await;
    let [anna, bea, _] = &users;
    let first = until_button(anna, "Következő osztás").await;
    declare(&bot, anna, "1", true).await;
    assert_marked(&current(anna, first.id()), &first);
    let marked = private_text(&anna.press(&first, "Így játszottam").await.unwrap());
    assert!(!marked.contains(MARK), "{marked}");

    private_reply(bea, bea.press(&first, "Következő osztás").await).await;
    let table = until_text(anna, "Még senki sem licitált").await;
    bot.settle().await;
    let over = current(anna, first.id());
    assert!(over.text().contains(MARK) && !over.buttons().contains(&"Következő osztás"), "{}", over.text());
    let posted = public(&anna.messages()).len();
    for is_void in [false, true, false] {
        declare(&bot, anna, "1", is_void).await;
        let text = current(anna, first.id()).text();
        assert_eq!(text.contains(MARK), is_void, "{text}");
        assert_eq!(current(anna, table.id()).text(), table.text());
    }
    // Each decision is announced in a message.
    assert_eq!(public(&anna.messages()).len(), posted + 3);
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn results_of_earlier_deals_are_marked() {
    let bot = TestBot::start().await;
    let users = to_next_deal(&bot).await;
    let [anna, bea, csaba] = &users;
    let mut results = vec![until_button(anna, "Következő osztás").await];
    for _ in 0..2 {
        private_reply(bea, bea.command("ulti start", []).await).await;
        results.push(fold_deal(&users).await);
    }
    bot.settle().await;
    let results = results.iter().map(|result| current(anna, result.id())).collect::<Vec<_>>();
    let [first, second, third] = &results[..] else { unreachable!() };
    declare(&bot, anna, "1", true).await;
    assert_marked(&current(anna, first.id()), first);

    // The mark remains while the table is used.
    private_reply(bea, bea.command("ulti start", []).await).await;
    let declarer = play_to_first_lead(&users).await;
    bot.settle().await;
    assert_marked(&current(anna, first.id()), first);
    private_text(&fold(declarer).await);
    for user in [anna, bea, csaba] {
        private_text(&user.command("ulti end", []).await.unwrap());
    }
    until_text(anna, "Mára ennyi").await;
    bot.settle().await;
    let posted = public(&anna.messages()).len();
    declare(&bot, anna, "2", true).await;
    declare(&bot, anna, "3", true).await;
    declare(&bot, anna, "1", false).await;
    assert_eq!(current(anna, first.id()).text(), first.text());
    assert_marked(&current(anna, second.id()), second);
    let third_text = current(anna, third.id()).text();
    assert!(third_text.contains(MARK), "{third_text}");
    assert_eq!(public(&anna.messages()).len(), posted + 3, "a result was posted again");
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn mark_of_void_deal_remains_after_restart() {
    let mut bot = TestBot::start().await;
    let users = to_next_deal(&bot).await;
    let [anna, bea, _] = &users;
    let first = until_button(anna, "Következő osztás").await;
    bot.stop_bot().await;
    bot.start_bot().await;
    declare(&bot, anna, "1", true).await;
    assert_marked(&current(anna, first.id()), &first);
    bot.stop_bot().await;
    bot.start_bot().await;
    private_reply(bea, bea.press(&first, "Következő osztás").await).await;
    until_text(anna, "Még senki sem licitált").await;
    bot.settle().await;
    let over = current(anna, first.id());
    assert!(over.text().contains(MARK) && !over.buttons().contains(&"Következő osztás"), "{}", over.text());
    bot.end_without_leaks().await;
}

/// The bot does not load a table at its start if it was not used for some time.
#[tokio::test(flavor = "multi_thread")]
async fn result_of_idle_table_keeps_its_buttons() {
    let mut bot = TestBot::start().await;
    let users = to_next_deal(&bot).await;
    let [anna, bea, _] = &users;
    let first = until_button(anna, "Következő osztás").await;
    private_reply(bea, bea.press(&first, "Következő osztás").await).await;
    let second = fold_deal(&users).await;
    bot.settle().await;
    let first = current(anna, first.id());
    bot.advance(Duration::from_mins(30)).await;
    bot.stop_bot().await;
    bot.start_bot().await;
    bot.settle().await;
    for (deal, result) in [("1", &first), ("2", &second)] {
        declare(&bot, anna, deal, true).await;
        assert_marked(&current(anna, result.id()), result);
    }
    declare(&bot, anna, "1", false).await;
    assert_eq!(current(anna, first.id()).text(), first.text());
    private_reply(bea, bea.press(&second, "Következő osztás").await).await;
    until_text(anna, "Még senki sem licitált").await;
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn text_only_table_shows_that_deal_is_void() {
    let bot = TestBot::start().await;
    let users = to_next_deal(&bot).await;
    let [anna, ..] = &users;
    declare(&bot, anna, "1", true).await;
    anna.command("settings", [("text-only", json!(true))]).await.unwrap();
    let table = private_text(&anna.command("table", []).await.unwrap());
    assert!(table.contains("Érvénytelen: ez az osztás") && !table.contains('🚫'), "{table}");
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn deleted_result_of_void_deal_is_not_posted_again() {
    let bot = TestBot::start().await;
    let users = to_next_deal(&bot).await;
    let [anna, bea, csaba] = &users;
    let first = until_button(anna, "Következő osztás").await;
    for user in [anna, bea, csaba] {
        private_text(&user.command("ulti end", []).await.unwrap());
    }
    until_text(anna, "Mára ennyi").await;
    bot.settle().await;
    assert!(bot.sandbox.delete_message(first.id()));
    let posted = public(&anna.messages()).len();
    declare(&bot, anna, "1", true).await;
    assert_eq!(public(&anna.messages()).len(), posted + 1);
    bot.end_expecting(&["Unknown Message"]).await;
}
