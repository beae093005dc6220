//! Tests of the private hand messages of players who use commands.

use std::time::Duration;

use discord_sandbox::{Hold, Message, SimulatedUser};
use serde_json::json;
use ulti::table;
use ulti_testkit::game::{auction, make_weakest_bid, play_to_first_lead, seat_three, to_next_deal};
use ulti_testkit::messages::{private_reply, private_text, public, until_custom_id, until_private};
use ulti_testkit::{TIMEOUT, TestBot};

/// Asserts that an older hand message was deleted.
async fn assert_deleted(bot: &TestBot, user: &SimulatedUser, older: &Message) {
    bot.idle().await;
    assert!(user.message(older.id()).is_none(), "the older hand remains");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_newest_hand_message_remains() {
    let bot = TestBot::start().await;
    let users = auction(&bot).await;
    let anna = &users[0];
    let first = private_reply(anna, anna.command("hand", []).await).await;
    let second = private_reply(anna, anna.command("hand", []).await).await;
    assert_ne!(first.id(), second.id());
    assert_deleted(&bot, anna, &first).await;
    // A public button also sends a new message.
    let table = until_custom_id(anna, ":show:hand").await;
    let third = private_reply(anna, anna.press(&table, "Lapjaim").await).await;
    assert_deleted(&bot, anna, &second).await;
    // A button of the hand message updates that message.
    let help = private_reply(anna, anna.press(&third, "Súgó").await).await;
    assert_ne!(help.id(), third.id());
    bot.idle().await;
    let hand = anna.message(third.id()).unwrap();
    assert!(hand.text().contains("A lapjaid") && !hand.buttons().is_empty(), "{}", hand.text());
    // The button of another private message turns that message into the hand.
    let hand = private_reply(anna, anna.press(&help, "Lapjaim").await).await;
    assert_eq!(hand.id(), help.id());
    assert_deleted(&bot, anna, &third).await;
    let again = private_reply(anna, anna.press(&hand, "Súgó").await).await;
    assert_ne!(again.id(), hand.id());
    bot.idle().await;
    assert!(!anna.message(hand.id()).unwrap().buttons().is_empty());
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hand_message_of_latest_command_is_kept_up_to_date() {
    let bot = TestBot::start().await;
    let users = auction(&bot).await;
    let bidder = ulti_testkit::game::bidder(&users).await;
    let before = private_reply(bidder, bidder.command("hand", []).await).await;
    let bid = make_weakest_bid(bidder).await.message.unwrap();
    assert_deleted(&bot, bidder, &before).await;
    for user in users.iter().filter(|user| user.id() != bidder.id()) {
        private_reply(user, user.command("pass", [("rest", json!(true))]).await).await;
    }
    bot.idle().await;
    let hand = bidder.message(bid.id()).unwrap();
    assert!(hand.text() != bid.text() && !hand.enabled_buttons().is_empty(), "{}", hand.text());
    bot.end_without_leaks().await;
}

/// While a reply to a player is under way, updates leave the player's hand out. It is updated afterwards.
#[tokio::test(flavor = "multi_thread")]
async fn hand_is_updated_after_reply_during_which_table_changed() {
    let bot = TestBot::start().await;
    let users = auction(&bot).await;
    let bidder = ulti_testkit::game::bidder(&users).await.clone();
    make_weakest_bid(&bidder).await;
    let dealt = bot.current_deal().await;
    let passing = dealt.turn(&users).clone();
    let waiting = users.iter().find(|user| ![bidder.id(), passing.id()].contains(&user.id())).unwrap();
    let hand = private_reply(waiting, waiting.command("hand", []).await).await;
    bot.idle().await;
    let shown = waiting.message(hand.id()).unwrap();
    let hold = bot.sandbox.hold("POST", "/interactions/");
    let asking = waiting.clone();
    let asked = tokio::spawn(async move { asking.command("help", []).await });
    tokio::time::timeout(TIMEOUT, hold.arrived(1)).await.unwrap();
    let passed = tokio::spawn(async move { passing.command("pass", []).await });
    tokio::time::timeout(TIMEOUT, hold.arrived(2)).await.unwrap();
    bot.idle().await;
    assert_eq!(waiting.message(hand.id()).unwrap().text(), shown.text(), "updated during a reply");
    hold.release();
    asked.await.unwrap().unwrap();
    passed.await.unwrap().unwrap();
    bot.idle().await;
    // The reply is below the hand, so the hand of the next turn is a new message.
    assert_deleted(&bot, waiting, &hand).await;
    let now = waiting.messages().pop().unwrap();
    assert!(now.text() != shown.text() && now.enabled_buttons().len() > 1, "{}", now.text());
    bot.end_without_leaks().await;
}

/// A hand that is being edited while its owner is to play a card.
struct HeldEdit {
    /// The owner of the hand.
    next: SimulatedUser,
    hand: Message,
    /// Holds the edit back.
    edit: Hold,
    /// Custom id of a card that the owner can play.
    played: String,
}

/// Plays until the hand of the second player is edited, and holds this edit back.
async fn hold_edit_of_hand(bot: &TestBot) -> HeldEdit {
    let users = seat_three(bot).await;
    let leader = play_to_first_lead(&users).await;
    let lead = leader.autocomplete("play", "card", "").await.unwrap().remove(0).value;
    let place = users.iter().position(|user| user.id() == leader.id()).unwrap();
    let next = users[(place + 1) % 3].clone();
    let answer = next.command("hand", []).await.unwrap();
    let hand = answer.message.clone().unwrap();
    bot.idle().await;
    let edit = bot.sandbox.hold("PATCH", &bot.webhook_path(answer.interaction));
    private_text(&leader.command("play", [("card", lead)]).await.unwrap());
    tokio::time::timeout(TIMEOUT, edit.arrived(1)).await.unwrap();
    let card = next.autocomplete("play", "card", "").await.unwrap().remove(0).value;
    let played = bot.current_deal().await.button("play", card.as_str().unwrap());
    HeldEdit { next, hand, edit, played }
}

/// The edit of an update is under way when its owner plays a card. The reply would replace the content of the
/// same message, and the order in which Discord executes both would be unknown. It waits for the edit, and is
/// deferred if the edit takes too long.
#[tokio::test(flavor = "multi_thread")]
async fn reply_waits_for_edit_of_same_hand() {
    for is_deferred in [false, true] {
        let bot = TestBot::start().await;
        let HeldEdit { next, hand, edit, played } = hold_edit_of_hand(&bot).await;
        let has_card = |hand: &Message| hand.components().any(|part| part["custom_id"] == played.as_str());
        let responses = || bot.response_statuses("POST", "/interactions/").len();
        let before = responses();
        let events = bot.sandbox.sent_events().count;
        let (id, pressing, button) = (hand.id(), next.clone(), played.clone());
        let pressed = tokio::spawn(async move { pressing.press_raw(id, &button).await });
        bot.sandbox.wait_until(|sandbox| sandbox.sent_events().count > events, TIMEOUT).await.unwrap();
        bot.idle().await;
        assert_eq!(responses(), before, "the reply overtook the edit");
        if is_deferred {
            bot.advance(bot.timings().deferral).await;
            assert_eq!(responses(), before + 1, "the interaction was not deferred");
        }
        edit.release();
        pressed.await.unwrap().unwrap();
        bot.settle().await;
        assert!(!has_card(&next.message(hand.id()).unwrap()), "the played card is still shown");
        bot.end_without_leaks().await;
    }
}

/// Lets all users open their hands. Returns the messages.
async fn open_hands(users: &[SimulatedUser]) -> Vec<Message> {
    let mut hands = Vec::new();
    for user in users {
        hands.push(private_reply(user, user.command("hand", []).await).await);
    }
    hands
}

/// The reply to a player contains only their own hand. The hands of the others are updated all the same.
#[tokio::test(flavor = "multi_thread")]
async fn hands_of_all_players_are_updated_after_reply_to_one() {
    let bot = TestBot::start().await;
    let users = auction(&bot).await;
    let hands = open_hands(&users).await;
    let bidder = ulti_testkit::game::bidder(&users).await;
    make_weakest_bid(bidder).await;
    bot.idle().await;
    let dealt = bot.current_deal().await;
    let next = dealt.turn(&users);
    let place = users.iter().position(|user| user.id() == next.id()).unwrap();
    let shown = next.message(hands[place].id()).unwrap();
    assert!(shown.text() != hands[place].text() && shown.enabled_buttons().len() > 1, "{}", shown.text());
    bot.end_without_leaks().await;
}

/// Two players press the button for the next deal at the same time. One press begins the deal, and the other
/// one is late.
#[tokio::test(flavor = "multi_thread")]
async fn everyone_who_presses_button_for_next_deal_gets_new_hand() {
    let bot = TestBot::start().await;
    let users = to_next_deal(&bot).await;
    let hands = open_hands(&users).await;
    bot.idle().await;
    let result = until_custom_id(&users[0], ":next").await;
    let presses = users.each_ref().map(|user| user.press(&result, "Következő osztás"));
    let presses = futures::future::join_all(presses).await;
    for ((user, before), pressed) in users.iter().zip(&hands).zip(presses) {
        pressed.unwrap();
        let is_new = |message: &&Message| {
            message.is_ephemeral() && message.id() > before.id() && !message.buttons().is_empty()
        };
        let seen = user.wait_until(|messages| messages.iter().any(|message| is_new(&message)), TIMEOUT);
        let seen = seen.await.unwrap();
        let table = public(&seen).last().unwrap().id();
        let hand = seen.iter().find(is_new).unwrap().id();
        assert!(hand > table, "the hand is above the table's message");
        assert_deleted(&bot, user, before).await;
    }
    bot.end_without_leaks().await;
}

/// Discord accepts edits of an ephemeral message for 15 minutes after the interaction.
#[tokio::test(flavor = "multi_thread")]
async fn hand_says_that_it_is_no_longer_updated() {
    let (soft_limit, hard_limit) = (Duration::from_hours(1), Duration::from_hours(2));
    let options = table::Options { soft_limit, hard_limit, ..table::Options::default() };
    let bot = TestBot::builder().table(options).start().await;
    let users = auction(&bot).await;
    let bidder = ulti_testkit::game::bidder(&users).await.clone();
    let waiting = users.iter().find(|user| user.id() != bidder.id()).unwrap();
    waiting.set_locale("en-US");
    let hand = private_reply(waiting, waiting.command("hand", []).await).await;
    let says_so = |message: &Message| message.text().contains("This message is no longer updated.");
    let channel = channel_messages::Timings::default();
    let before = channel.hand_expiry + Duration::from_secs(10);
    bot.advance(channel.token_lifetime.saturating_sub(before)).await;
    assert!(!says_so(&waiting.message(hand.id()).unwrap()));
    bot.advance(before).await;
    let expired = waiting.message(hand.id()).unwrap();
    assert!(says_so(&expired), "{}", expired.text());
    assert_eq!(expired.buttons(), hand.buttons());
    // The message cannot be edited any more, but its buttons work.
    private_text(&make_weakest_bid(&bidder).await);
    bot.settle().await;
    assert_eq!(waiting.message(hand.id()).unwrap().text(), expired.text());
    let table = until_custom_id(waiting, ":show:hand").await;
    waiting.press(&table, "Lapjaim").await.unwrap();
    let new = until_private(waiting, |message| message.id() > expired.id()).await;
    assert!(!says_so(&new) && !new.text().contains("Nobody has bid yet"), "{}", new.text());
    bot.end_without_leaks().await;
}

/// Options of `/pass`.
fn rest(rest: bool) -> [(&'static str, serde_json::Value); 1] {
    [("rest", json!(rest))]
}

/// Begins an auction. Returns the players in turn order; the second one reads English.
async fn auction_in_turn_order(bot: &TestBot) -> [SimulatedUser; 3] {
    let users = auction(bot).await;
    let dealt = bot.current_deal().await;
    let first = dealt.seat(ulti_testkit::game::bidder(&users).await);
    let seats = [first, first.next(), first.next().next()];
    let in_order = seats.map(|seat| dealt.user_at(seat, &users).clone());
    in_order[1].set_locale("en-US");
    in_order
}

#[tokio::test(flavor = "multi_thread")]
async fn pass_in_advance_can_be_taken_back_with_button() {
    let bot = TestBot::start().await;
    let [_, passing, other] = auction_in_turn_order(&bot).await;
    let passed = private_reply(&passing, passing.command("pass", rest(true)).await).await;
    assert!(passed.text().contains("You pass for the rest of the auction"), "{}", passed.text());
    let hand = private_reply(&other, other.command("hand", []).await).await;
    assert!(!hand.buttons().contains(&"Mégsem passzolok végig"), "{:?}", hand.buttons());
    let taken_back = private_reply(&passing, passing.press(&passed, "Stop passing").await).await;
    assert_eq!(taken_back.id(), passed.id());
    assert!(!taken_back.buttons().contains(&"Stop passing"), "{:?}", taken_back.buttons());
    // An old button has nothing to take back.
    let dealt = bot.current_deal().await;
    let old = format!("u1:{}:stop-passing:{}", dealt.table.0, dealt.number);
    bot.assert_no_effect(&passing, passing.press_raw(passed.id(), &old), &["nothing to take back"]).await;
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pass_in_advance_can_be_taken_back_with_command() {
    let bot = TestBot::start().await;
    let users = auction_in_turn_order(&bot).await;
    let [bidder, passing, other] = &users;
    private_text(&passing.command("pass", rest(true)).await.unwrap());
    let stopped = private_reply(passing, passing.command("pass", rest(false)).await).await;
    assert!(stopped.text().contains("I no longer pass for you"), "{}", stopped.text());
    bot.assert_no_effect(passing, passing.command("pass", rest(false)), &["Yours comes later"]).await;
    private_text(&make_weakest_bid(bidder).await);
    bot.idle().await;
    assert_eq!(bot.current_deal().await.turn(&users).id(), passing.id());
    // There is nothing to take back any more, so the command passes once.
    private_text(&passing.command("pass", rest(false)).await.unwrap());
    bot.idle().await;
    assert_eq!(bot.current_deal().await.turn(&users).id(), other.id());
    bot.end_without_leaks().await;
}
