//! Tests of refused or slow pictures and emoji: the text is sent all the same.

use std::sync::OnceLock;

use discord_sandbox::{Fault, Message, SimulatedUser};
use serde_json::{Value, json};
use ulti::render::Subject;
use ulti_testkit::game::{bidder, make_weakest_bid, play_to_first_lead, seat_three};
use ulti_testkit::messages::{private_text, until_newest, until_private};
use ulti_testkit::{
    DrawingGate, FakeCards, FakePictures, TestBot, TestBotBuilder, fake_picture, has_picture,
};

const EMOJIS: &str = "/applications/";

/// Returns a builder for a bot with pictures that never change, except for a table's first version.
fn with_pictures() -> TestBotBuilder {
    with_hand_gate(DrawingGate::default())
}

/// Returns a builder like [`with_pictures`]. No hand is drawn while the gate is closed.
fn with_hand_gate(hands: DrawingGate) -> TestBotBuilder {
    let gate = hands.clone();
    let first = OnceLock::new();
    let picture = |name: &str| Some(fake_picture(name, name));
    let drawing = FakePictures::drawing(move |subject| match subject {
        Subject::Table(table) => {
            let version = table.deal.as_ref()?.view.version;
            picture(if *first.get_or_init(|| version) == version { "first" } else { "table" })
        }
        Subject::Hand { .. } => {
            gate.pass();
            picture("hand")
        }
        _ => None,
    });
    TestBot::builder().drawing(drawing).drawing_gate(hands)
}

/// Returns the emoji on a message's buttons.
fn emoji(message: &Message) -> Vec<Value> {
    let rows = message.json()["components"].as_array().cloned().unwrap_or_default();
    let buttons = rows.iter().flat_map(|row| row["components"].as_array().cloned().unwrap_or_default());
    buttons.filter_map(|button| button.get("emoji").cloned()).collect()
}

async fn hand(user: &SimulatedUser) -> Message {
    user.command("hand", []).await.unwrap().message.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn rejected_message_is_resent_without_picture() {
    for status in [403, 400] {
        let bot = with_pictures().start().await;
        let users = seat_three(&bot).await;
        let messages = format!("/channels/{}/messages", users[0].channel());
        let before = until_newest(&users[0], has_picture).await;
        // The picture does not change, so that only a refusal can remove it.
        private_text(&users[0].command("table", []).await.unwrap());
        let table = until_newest(&users[0], |table| table.id() != before.id() && has_picture(table)).await;
        // While a message is being posted, `/table` does not post it again.
        bot.idle().await;
        bot.sandbox.fail_next(1, "POST", &messages, Fault::Status(status));
        private_text(&users[0].command("table", []).await.unwrap());
        let words = bot.advance_while(until_newest(&users[0], |words| words.id() > table.id())).await;
        assert!(!has_picture(&words), "{status}");
        private_text(&make_weakest_bid(bidder(&users).await).await);
        until_newest(&users[0], has_picture).await;
        bot.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rejected_message_edit_is_resent_without_picture() {
    for status in [403, 400] {
        let bot = with_pictures().on_channel_routes().start().await;
        let users = seat_three(&bot).await;
        let before = until_newest(&users[0], has_picture).await;
        let channel = format!("/channels/{}", users[0].channel());
        bot.sandbox.fail_next(1, "PATCH", &channel, Fault::Status(status));
        private_text(&make_weakest_bid(bidder(&users).await).await);
        let words = until_newest(&users[0], |table| table.text() != before.text()).await;
        assert_eq!((words.id(), has_picture(&words)), (before.id(), false), "{status}");
        // The refused picture is also the right one for the next version.
        for user in &users {
            let _ = user.command("pass", [("rest", json!(true))]).await.unwrap();
        }
        until_newest(&users[0], has_picture).await;
        bot.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rejected_reply_is_resent_without_picture() {
    for status in [403, 400] {
        let bot = with_pictures().start().await;
        let users = seat_three(&bot).await;
        until_newest(&users[0], has_picture).await;
        bot.sandbox.fail_next(1, "POST", "/interactions", Fault::Status(status));
        let words = hand(&users[0]).await;
        assert!(!has_picture(&words) && !words.buttons().is_empty(), "{status}");
        assert!(has_picture(&hand(&users[0]).await), "picture is missing after a single refusal");
        bot.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn reply_does_not_wait_for_slow_picture() {
    let hands = DrawingGate::default();
    let bot = with_hand_gate(hands.clone()).start().await;
    hands.close();
    let users = bot.advance_while(seat_three(&bot)).await;
    let words = bot.advance_while(hand(&users[0])).await;
    assert!(!words.is_loading() && !has_picture(&words), "{words:?}");
    hands.open();
    bot.advance_while(until_private(&users[0], has_picture)).await;
    bot.end().await;
}

/// The late pictures are added without another update. One picture stays late during two updates.
#[tokio::test(flavor = "multi_thread")]
async fn late_picture_is_added_to_updated_hand() {
    let hands = DrawingGate::default();
    let bot = with_hand_gate(hands.clone()).start().await;
    let users = seat_three(&bot).await;
    for user in &users {
        hand(user).await;
        until_private(user, has_picture).await;
    }
    hands.close();
    let first = bidder(&users).await;
    bot.advance_while(make_weakest_bid(first)).await;
    let others = users.iter().filter(|user| user.id() != first.id());
    for user in others {
        bot.advance_while(until_private(user, |own| !has_picture(own))).await;
    }
    let deal = bot.current_deal().await;
    let next = deal.turn(&users);
    bot.advance_while(next.command("pass", [])).await.unwrap();
    let deal = bot.current_deal().await;
    let last = deal.turn(&users);
    let is_on_turn = |own: &Message| own.text().contains("Your turn") || own.text().contains("Te jössz");
    bot.advance_while(until_private(last, |own| is_on_turn(own) && !has_picture(own))).await;
    hands.open();
    bot.advance_while(until_private(next, |own| has_picture(own) && !is_on_turn(own))).await;
    bot.advance_while(until_private(last, |own| has_picture(own) && is_on_turn(own))).await;
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hand_shows_text_until_deleted_emoji_are_restored() {
    let bot = TestBot::builder().drawing(FakeCards::default().drawing()).start().await;
    bot.advance_until(|sandbox| sandbox.emojis().len() == FakeCards::COUNT).await;
    let users = seat_three(&bot).await;
    let declarer = play_to_first_lead(&users).await;
    assert_eq!(emoji(&hand(declarer).await).len(), 10);
    let other = users.iter().find(|user| user.id() != declarer.id()).unwrap();
    hand(other).await;
    // Delay new uploads until the hands without emoji have been checked.
    let uploads = bot.sandbox.hold("POST", EMOJIS);
    bot.sandbox.delete_emojis(|_| true);
    let signs = hand(declarer).await;
    assert!(emoji(&signs).is_empty());
    assert!(signs.buttons().iter().filter(|label| label.contains('\u{a0}')).count() >= 10, "{signs:?}");
    let card = declarer.autocomplete("play", "card", "").await.unwrap().remove(0);
    private_text(&declarer.command("play", [("card", card.value)]).await.unwrap());
    // An open hand is updated without emoji.
    until_private(other, |own| emoji(own).is_empty() && own.buttons().len() > 5).await;
    uploads.release();
    bot.advance_until(|sandbox| sandbox.emojis().len() == FakeCards::COUNT).await;
    bot.idle().await;
    assert!(!emoji(&hand(other).await).is_empty());
    bot.end_expecting(&["Invalid emoji"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn new_emoji_are_used_even_if_old_ones_cannot_be_deleted() {
    let mut bot = TestBot::builder().drawing(FakeCards::default().drawing()).start().await;
    bot.advance_until(|sandbox| sandbox.emojis().len() == FakeCards::COUNT).await;
    bot.stop_bot().await;
    bot.set_drawing(FakeCards::all_changed().drawing());
    bot.sandbox.fail_next(1000, "DELETE", EMOJIS, Fault::Status(403));
    bot.start_bot().await;
    bot.advance_until(|sandbox| sandbox.emojis().len() == 2 * FakeCards::COUNT).await;
    let users = seat_three(&bot).await;
    let declarer = play_to_first_lead(&users).await;
    assert_eq!(emoji(&hand(declarer).await).len(), 10);
    bot.end().await;
}
