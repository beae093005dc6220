//! Tests of display names: equal names, invisible names, and names that change during an evening.

use discord_sandbox::{Message, SimulatedUser};
use ulti_testkit::TestBot;
use ulti_testkit::game::{auction, bidder, fold_deal, lobby, start_deal};
use ulti_testkit::messages::{private_reply, private_text, public, until_text};

/// Returns the message's text, with the alternative text of its picture, without Markdown escapes.
fn with_alt_text(message: &Message) -> String {
    let alt: Vec<&str> =
        message.attachments().iter().filter_map(|file| file["description"].as_str()).collect();
    format!("{} {}", message.text(), alt.join(" ")).replace('\\', "")
}

/// Asserts that a message names three players called Anna differently.
fn assert_distinct(message: &Message) {
    let said = with_alt_text(message);
    let mut rest = said.clone();
    for name in ["Anna (2)", "Anna (3)", "Anna"] {
        assert!(rest.contains(name), "{name} is missing: {said}");
        rest = rest.replace(name, "");
    }
}

/// Gives Bea and Csaba names that look like Anna's.
fn all_named_anna([_, bea, csaba]: &[SimulatedUser; 3]) {
    bea.set_nickname(Some("Anna"));
    csaba.set_nickname(Some("Anna\u{3164}")); // with an invisible character
}

#[tokio::test(flavor = "multi_thread")]
async fn players_with_equal_names_are_numbered_in_every_message() {
    let bot = TestBot::start().await;
    let users = lobby(&bot).await;
    all_named_anna(&users);
    for user in &users[1..] {
        private_text(&user.command("table", []).await.unwrap());
    }
    assert_distinct(&until_text(&users[0], "Anna \\(3\\)").await);
    start_deal(&users).await;
    let result = fold_deal(&users).await;
    assert_distinct(&result);
    for command in ["history", "leaderboard"] {
        assert_distinct(&private_reply(&users[0], users[0].command(command, []).await).await);
    }
    let replay = private_reply(&users[0], users[0].command("replay", [("deal", "1".into())]).await).await;
    assert!(with_alt_text(&replay).contains("Anna (2)"), "{}", with_alt_text(&replay));
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn changed_nickname_is_shown_in_next_message() {
    let bot = TestBot::start().await;
    let users = auction(&bot).await;
    let before = public(&users[0].messages()).len();
    let bidder = bidder(&users).await;
    bidder.set_nickname(Some("Rozi"));
    private_text(&bidder.command("pass", []).await.unwrap());
    until_text(&users[0], "Rozi").await;
    assert_eq!(public(&users[0].messages()).len(), before, "a message was posted");
    bidder.set_nickname(None);
    private_text(&bidder.command("table", []).await.unwrap());
    bot.idle().await;
    let newest = public(&users[0].messages()).pop().unwrap();
    assert!(!with_alt_text(&newest).contains("Rozi"), "{}", with_alt_text(&newest));
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nickname_without_visible_characters_is_not_shown() {
    let bot = TestBot::start().await;
    let anna = bot.user("Anna");
    anna.set_nickname(Some("\u{2800}"));
    anna.command("ulti new", []).await.unwrap();
    until_text(&anna, "Anna").await;
    bot.end_without_leaks().await;
}
