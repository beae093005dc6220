//! Tests of playing by commands and by buttons.

use std::time::Duration;

use discord_sandbox::{Message, SimulatedUser};
use serde_json::{Value, json};
use ulti::discord::custom_id::CustomId;
use ulti::discord::custom_id::bid_draft::BidDraft;
use ulti::table::Options;
use ulti_testkit::game::{bidder, make_weakest_bid, play_to_first_lead, seat_three};
use ulti_testkit::messages::{private_reply, private_text, public, until_button, until_private};
use ulti_testkit::{TIMEOUT, TestBot, enabled};

#[tokio::test(flavor = "multi_thread")]
async fn user_can_play_card_with_play_command() {
    let bot = TestBot::start().await;
    let anna = bot.user("Anna");
    private_reply(&anna, anna.command("ulti new", [("robots", json!(2))]).await).await;
    for _ in 0..40 {
        if let Some(card) = anna.autocomplete("play", "card", "").await.unwrap().first() {
            private_text(&anna.command("play", [("card", card.value.clone())]).await.unwrap());
            return bot.end().await;
        }
        act_before_play(&anna).await;
        bot.idle().await; // robots act
    }
    panic!("no card was played in 40 steps");
}

/// Takes any legal step that leads to the play of cards.
async fn act_before_play(anna: &SimulatedUser) {
    let bids = anna.autocomplete("bid", "contract", "").await.unwrap();
    let trumps = anna.autocomplete("trump", "suit", "").await.unwrap();
    if let Some(trump) = trumps.first() {
        private_text(&anna.command("trump", [("suit", trump.value.clone())]).await.unwrap());
    } else if bids.is_empty() || anna.autocomplete("bid", "first", "").await.unwrap().is_empty() {
        private_text(&anna.command("pass", [("rest", json!(true))]).await.unwrap());
    } else {
        private_text(&ulti_testkit::game::make_weakest_bid(anna).await);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn three_players_join_and_start_with_buttons() {
    let bot = TestBot::start().await;
    let users = ["Anna", "Bea", "Csaba"].map(|name| bot.user(name));
    users[0].command("ulti new", []).await.unwrap();
    let lobby = until_button(&users[1], "Beülök").await;
    for user in &users[1..] {
        let joined = user.press(&lobby, "Beülök").await.unwrap();
        assert!(joined.updated, "lobby was not updated in place");
    }
    let complete = |messages: &[Message]| public(messages)[0].text().contains("Csaba");
    users[0].wait_until(complete, TIMEOUT).await.unwrap();
    let started = private_reply(&users[1], users[1].press(&lobby, "Kezdjük").await).await;
    assert!(started.text().contains("Your hand"), "{}", started.text());
    let table = until_button(&users[2], "Lapjaim").await;
    assert_ne!(table.id(), lobby.id(), "table message replaced the lobby");
    let hand = users[2].press(&table, "Lapjaim").await.unwrap();
    assert!(private_text(&hand).contains("A lapjaid"));
    let lobby = users[0].message(lobby.id()).unwrap();
    assert!(
        lobby.enabled_buttons().is_empty(),
        "lobby still has enabled buttons: {:?}",
        lobby.enabled_buttons()
    );
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn players_receive_their_hands_automatically() {
    let bot = TestBot::start().await;
    let users = seat_three(&bot).await;
    for user in &users {
        until_private(user, |own| own.text().contains("lapjaid") || own.text().contains("Your hand")).await;
    }
    let declarer = play_to_first_lead(&users).await;
    let led = declarer.autocomplete("play", "card", "").await.unwrap().remove(0);
    declarer.command("play", [("card", led.value.clone())]).await.unwrap();
    let next = users.iter().position(|user| user.id() == declarer.id()).map(|at| (at + 1) % 3).unwrap();
    // The seating may differ from the order of the list, so look for the next player.
    for user in [&users[next], &users[(next + 1) % 3]] {
        if let Some(card) = user.autocomplete("play", "card", "").await.unwrap().first() {
            let sign = card.name.split(" (").next().unwrap().to_owned();
            let hand = until_private(user, |own| own.enabled_buttons().iter().any(|one| **one == sign)).await;
            let played = user.press(&hand, &sign).await.unwrap();
            assert!(played.updated, "hand was not updated in place");
            return bot.end().await;
        }
    }
    panic!("no other player could play a card");
}

#[tokio::test(flavor = "multi_thread")]
async fn player_can_make_bid_with_menu_and_buttons() {
    let bot = TestBot::start().await;
    let users = seat_three(&bot).await;
    let bidder = bidder(&users).await;
    let hand = bidder.command("hand", []).await.unwrap().message.unwrap();
    let menu = hand.components().find(|part| part["type"] == json!(3)).cloned().unwrap();
    let value = menu["options"][0]["value"].as_str().unwrap().to_owned();
    let menu = menu["custom_id"].as_str().unwrap().to_owned();
    let mut hand = bidder.select(&hand, &menu, &[&value]).await.unwrap().message.unwrap();
    for _ in 0..2 {
        let cards: Vec<String> = hand
            .components()
            .filter(|part| {
                part["style"] == json!(2)
                    && part["custom_id"].as_str().is_some_and(|id| id.contains(":draft:"))
            })
            .filter_map(|part| part["label"].as_str().map(str::to_owned))
            .filter(|label| label.chars().count() <= 8)
            .collect();
        let pressed = bidder.press(&hand, &cards[0]).await.unwrap();
        assert!(pressed.updated);
        hand = pressed.message.unwrap();
    }
    let confirm = hand
        .enabled_buttons()
        .into_iter()
        .map(str::to_owned)
        .find(|label| label.starts_with("Rendben") || label.starts_with("Confirm"));
    let confirm = confirm.unwrap_or_else(|| panic!("{:?}", hand.enabled_buttons()));
    bidder.press(&hand, &confirm).await.unwrap();
    assert!(bidder.autocomplete("bid", "first", "").await.unwrap().is_empty(), "bid was not made");
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn turn_ping_is_deleted_after_player_moves() {
    let soft_limit = Duration::from_secs(2);
    let clock = Options { soft_limit, ..Options::default() };
    let bot = TestBot::builder().table(clock).start().await;
    let users = seat_three(&bot).await;
    let bidder = bidder(&users).await;
    let pinged =
        |messages: &[Message]| public(messages).last().is_some_and(|last| !last.pinged_users().is_empty());
    bot.advance(soft_limit).await;
    let seen = bidder.wait_until(pinged, TIMEOUT).await.unwrap();
    let ping = public(&seen).pop().unwrap();
    assert_eq!(ping.pinged_users(), [bidder.id()]);
    bidder.command("settings", [("pings", json!(false))]).await.unwrap();
    ulti_testkit::game::make_weakest_bid(bidder).await;
    let gone = |messages: &[Message]| messages.iter().all(|message| message.id() != ping.id());
    bidder.wait_until(gone, TIMEOUT).await.unwrap();
    bot.end().await;
}

/// Presses another button or continues a draft, and then takes the talon at once and after the debounce
/// interval.
#[tokio::test(flavor = "multi_thread")]
async fn accidental_double_click_does_not_take_talon() {
    let within = |options: &mut ulti::discord::Options| options.timings.double_click = Duration::from_secs(2);
    let bot = TestBot::builder().options(within).start().await;
    let users = seat_three(&bot).await;
    make_weakest_bid(bidder(&users).await).await;
    let deal = bot.current_deal().await;
    let next = deal.turn(&users);
    next.set_locale("hu");
    let hand = next.command("hand", []).await.unwrap().message.unwrap();
    let styles = |message: &Message| -> Vec<u64> {
        let takes = message
            .components()
            .filter(|part| part["custom_id"].as_str().is_some_and(|id| id.contains(":take:")));
        takes.filter_map(|part| part["style"].as_u64()).collect()
    };
    assert_eq!(styles(&hand), [2], "taking the talon is highlighted without a hint");
    let take = enabled(&hand, "take").next().unwrap();
    let draft = CustomId::Draft { table: deal.table, at: deal.moment(), draft: BidDraft::default() };
    let help = enabled(&hand, "show:help").next().unwrap();
    let twelve = async || !next.autocomplete("bid", "first", "").await.unwrap().is_empty();
    for first in [help, draft.to_string()] {
        next.press_raw(hand.id(), &first).await.unwrap();
        let debounced = next.press_raw(hand.id(), &take).await.unwrap();
        assert!(private_text(&debounced).contains("túl gyorsan"), "after {first}: {}", debounced.text());
        assert!(!twelve().await, "the talon was taken by a double click after {first}");
        bot.advance(Duration::from_secs(2)).await;
    }
    let meant = next.press_raw(hand.id(), &take).await.unwrap();
    assert!(twelve().await, "{}", meant.text());
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn talon_button_is_highlighted_only_if_hint_recommends_it() {
    let bot = TestBot::start().await;
    let users = seat_three(&bot).await;
    make_weakest_bid(bidder(&users).await).await;
    let next = bot.current_deal().await.turn(&users).clone();
    next.set_locale("en-US");
    let hand = next.command("hand", []).await.unwrap().message.unwrap();
    let hint = enabled(&hand, "show:hint").next().unwrap();
    let hinted = next.press(&hand, &hint).await.unwrap().message.unwrap();
    let advised = hinted.text().contains("take the talon.");
    let highlighted = |verb: &str| {
        let is_meant = |part: &&serde_json::Value| {
            part["custom_id"].as_str().is_some_and(|id| id.contains(&format!(":{verb}:")))
        };
        hinted.components().find(is_meant).unwrap()["style"] == json!(1)
    };
    assert_eq!((highlighted("take"), highlighted("pass")), (advised, !advised), "{hinted:?}");
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn accidental_double_click_does_not_choose_trumps() {
    let within = |options: &mut ulti::discord::Options| options.timings.double_click = Duration::from_secs(3);
    let bot = TestBot::builder().options(within).start().await;
    let users = seat_three(&bot).await;
    let declarer = bidder(&users).await;
    make_weakest_bid(declarer).await;
    for user in users.iter().filter(|user| user.id() != declarer.id()) {
        private_text(&user.command("pass", [("rest", json!(true))]).await.unwrap());
    }
    let hand = declarer.command("hand", []).await.unwrap().message.unwrap();
    let play =
        hand.enabled_buttons().into_iter().find(|label| label.starts_with("Lejátszom")).unwrap().to_owned();
    let naming = declarer.press(&hand, &play).await.unwrap().message.unwrap();
    let trump =
        naming.enabled_buttons().into_iter().find(|label| label.starts_with("Adu")).unwrap().to_owned();
    let is_open = async || !declarer.autocomplete("trump", "suit", "").await.unwrap().is_empty();
    let debouncer = declarer.press(&naming, &trump).await.unwrap();
    assert!(debouncer.updated && private_text(&debouncer).contains("túl gyorsan"), "{}", debouncer.text());
    assert!(is_open().await, "trumps were named by a double click");
    bot.advance(Duration::from_secs(3)).await;
    let meant = declarer.press(&debouncer.message.unwrap(), &trump).await.unwrap();
    assert!(!meant.text().contains("túl gyorsan") && !is_open().await, "{}", meant.text());
    bot.end().await;
}

/// Returns the labels that are chosen in a message's menu.
fn chosen(message: &Message) -> Vec<Value> {
    let menu = message.components().find(|part| part["type"] == json!(3)).unwrap();
    let options = menu["options"].as_array().unwrap().iter();
    options.filter(|option| option["default"] == true).map(|option| option["label"].clone()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn bid_without_cards_opens_hand_with_contract_chosen() {
    let bot = TestBot::start().await;
    let users = seat_three(&bot).await;
    let bidder = bidder(&users).await;
    bidder.set_locale("en-US");
    let card = bidder.autocomplete("bid", "first", "").await.unwrap().remove(0);
    let bid = async |cards: &[(&'static str, &Value)]| {
        let cards = cards.iter().map(|(option, card)| (*option, (*card).clone()));
        let options = [("contract", json!("durchmars"))].into_iter().chain(cards);
        bot.assert_no_effect(bidder, bidder.command("bid", options), &[]).await
    };
    let without = bid(&[]).await;
    assert_eq!(chosen(&without), [json!("durchmars")], "{without:?}");
    let one = bid(&[("first", &card.value)]).await;
    assert!(one.text().contains("One more!"), "{}", one.text());
    let twice = bid(&[("first", &card.value), ("second", &card.value)]).await;
    assert!(twice.text().contains("twice. Choose a different"), "{}", twice.text());
    let cards =
        enabled(&twice, "draft").filter(|id| id.split(':').next_back().is_some_and(|cards| cards.len() > 2));
    let both = bidder.press(&twice, &cards.last().unwrap()).await.unwrap().message.unwrap();
    let confirm =
        both.enabled_buttons().into_iter().find(|label| label.starts_with("Confirm: durchmars")).unwrap();
    bidder.press(&both, confirm).await.unwrap();
    assert!(bidder.autocomplete("bid", "first", "").await.unwrap().is_empty(), "the bid was not made");
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn playing_during_auction_tells_how_it_ends() {
    let bot = TestBot::start().await;
    let users = seat_three(&bot).await;
    let bidder = bidder(&users).await;
    bidder.set_locale("en-US");
    let play = || bidder.command("play", [("card", json!("H7"))]);
    bot.assert_no_effect(bidder, play(), &["Play begins after the auction. Now bid"]).await;
    make_weakest_bid(bidder).await;
    bot.assert_no_effect(bidder, play(), &["Now it is "]).await;
    for user in users.iter().filter(|user| user.id() != bidder.id()) {
        user.command("pass", [("rest", json!(true))]).await.unwrap();
    }
    bot.assert_no_effect(bidder, play(), &["`/pass` ends the auction"]).await;
    bot.end_without_leaks().await;
}
