//! Tests of the confirmation before a player takes the talon when only expensive bids are left.

use discord_sandbox::{Message, Response, SimulatedUser};
use serde_json::json;
use ulti_testkit::game::{auction, bidder};
use ulti_testkit::messages::private_text;
use ulti_testkit::{TestBot, enabled};

/// Bids with the first two cards of the hand, and confirms the bid.
async fn bid(bot: &TestBot, user: &SimulatedUser, contract: &str) {
    let cards: Vec<String> =
        bot.current_deal().await.view(user).own_hand().iter().take(2).map(|card| card.to_string()).collect();
    let options = [("contract", json!(contract)), ("first", json!(cards[0])), ("second", json!(cards[1]))];
    let answer = user.command("bid", options).await.unwrap();
    ulti_testkit::confirmed(user, answer).await;
}

/// Returns the button of a message whose custom id contains `part`.
fn button(message: &Message, part: &str) -> String {
    enabled(message, part).next().unwrap_or_else(|| panic!("no button for {part}: {message:?}"))
}

async fn press(user: &SimulatedUser, message: &Message, verb: &str) -> Response {
    user.press(message, &button(message, verb)).await.unwrap()
}

/// Returns `true` if the player holds twelve cards.
async fn has_talon(bot: &TestBot, user: &SimulatedUser) -> bool {
    bot.current_deal().await.view(user).own_hand().len() == 12
}

fn prompt(answer: Response, says: &str) -> Message {
    assert!(private_text(&answer).contains(says), "{}", answer.text());
    answer.message.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn talon_by_button_requires_confirmation_if_bids_are_expensive() {
    let bot = TestBot::start().await;
    let users = auction(&bot).await;
    bid(&bot, bidder(&users).await, "open-betli").await;
    let user = bot.current_deal().await.turn(&users).clone();
    user.set_locale("hu");
    let hand = user.command("hand", []).await.unwrap().message.unwrap();
    let take = button(&hand, "take");
    let shown = hand.components().find(|item| item["custom_id"] == take.as_str()).unwrap()["label"].clone();
    assert_eq!(shown, "Felveszem (legolcsóbb: piros 40-100 durchmars, ±22)");
    let kept = bot.stored_state().await;
    let asked = press(&user, &hand, "take").await;
    assert!(asked.updated, "the question did not replace the hand");
    let question = prompt(asked, "Felveszed a talont?");
    assert_eq!(bot.stored_state().await, kept, "the talon was taken without confirmation");
    let back = press(&user, &question, "look").await.message.unwrap();
    assert_eq!(back.text(), hand.text(), "the hand did not come back");
    let question = prompt(press(&user, &back, "take").await, "Felveszed a talont?");
    let taken = press(&user, &question, "anyway").await;
    assert!(taken.updated && has_talon(&bot, &user).await, "{}", taken.text());
    // The confirmation is outdated now.
    let version = bot.stored_state().await;
    user.press_raw(hand.id(), &button(&question, "anyway")).await.unwrap();
    assert_eq!(bot.stored_state().await, version);
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn take_command_requires_confirmation_if_bids_are_expensive() {
    let bot = TestBot::start().await;
    let users = auction(&bot).await;
    bid(&bot, bidder(&users).await, "open-betli").await;
    let user = bot.current_deal().await.turn(&users).clone();
    let kept = bot.stored_state().await;
    for (locale, says) in [("hu", "védőnként legalább ±22 pont"), ("en-US", "±22 with each defender")] {
        user.set_locale(locale);
        prompt(user.command("take", []).await.unwrap(), says);
        assert_eq!(bot.stored_state().await, kept, "the talon was taken without confirmation");
    }
    let question = prompt(user.command("take", []).await.unwrap(), "Take the talon?");
    // Another player cannot confirm.
    let other = users.iter().find(|other| other.id() != user.id()).unwrap();
    let own = other.command("hand", []).await.unwrap().message.unwrap();
    other.press_raw(own.id(), &button(&question, "anyway")).await.unwrap();
    assert_eq!(bot.stored_state().await, kept, "another player took the talon");
    private_text(&press(&user, &question, "anyway").await);
    assert!(has_talon(&bot, &user).await, "the talon was not taken");
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn talon_is_taken_at_once_after_cheap_bid() {
    let bot = TestBot::start().await;
    let users = auction(&bot).await;
    bid(&bot, bidder(&users).await, "parti").await;
    let user = bot.current_deal().await.turn(&users).clone();
    private_text(&user.command("take", []).await.unwrap());
    assert!(has_talon(&bot, &user).await, "the talon was not taken");
    bot.end_without_leaks().await;
}
