//! Tests of text-only mode, hints in the hand and the language notice.

use discord_sandbox::{Message, SimulatedUser};
use serde_json::json;
use ulti_testkit::game::{bidder, make_weakest_bid, play_to_first_lead, seat_three};
use ulti_testkit::messages::{private_reply, private_text, public, until_button, until_message};
use ulti_testkit::{TIMEOUT, TestBot, confirmed, enabled};

fn has_emoji(text: &str) -> bool {
    text.contains(|sign: char| matches!(sign, '⌀'..='⏿' | '\u{1f000}'..='\u{1ffff}' | '➡' | '✅' | '♥'))
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_contain_no_emoji_in_text_only_mode() {
    let bot = TestBot::start().await;
    let users = seat_three(&bot).await;
    for user in &users {
        user.set_locale("hu");
        let set = private_text(&user.command("settings", [("text-only", json!(true))]).await.unwrap());
        assert!(!has_emoji(&set), "{set}");
    }
    let declarer = play_to_first_lead(&users).await;
    let posts = public(&declarer.messages()).len();
    let table = private_text(&declarer.command("table", []).await.unwrap());
    assert!(table.contains("Felvevő") && !has_emoji(&table), "{table}");
    assert_eq!(public(&declarer.messages()).len(), posts, "table message was reposted");
    let hand = private_text(&declarer.command("hand", []).await.unwrap());
    let cards = hand.lines().find(|line| line.starts_with("10 lap: ")).unwrap_or_else(|| panic!("{hand}"));
    assert!(!has_emoji(&hand), "{hand}");
    let first = cards.trim_start_matches("10 lap: ").split(", ").next().unwrap().to_owned();
    let after = private_text(&declarer.command("play", [("card", json!(first))]).await.unwrap());
    assert!(after.contains("9 lap: ") && !has_emoji(&after), "{after}");
    for turn in 1..30 {
        play_in_words(&users, turn).await;
    }
    let result = until_button(&users[0], "Következő osztás").await.text();
    let standings = result.lines().find_map(|line| line.strip_prefix("Állás: "));
    let standings = standings.unwrap_or_else(|| panic!("{result}"));
    assert!(["Anna ", "Bea ", "Csaba "].iter().all(|name| standings.contains(name)), "{standings}");
    assert!(standings.contains('+') && standings.contains('−'), "standings are still zero: {standings}");
    let board = private_text(&declarer.command("leaderboard", []).await.unwrap());
    assert!(board.contains("Anna") && !has_emoji(&board), "{board}");
    bot.end().await;
}

/// Plays the first legal card for the player to move, and asserts that the reply has no emoji.
async fn play_in_words(users: &[SimulatedUser; 3], turn: usize) {
    for user in users {
        let cards = user.autocomplete("play", "card", "").await.unwrap();
        let Some(card) = cards.first() else { continue };
        let after = private_text(&user.command("play", [("card", card.value.clone())]).await.unwrap());
        let left = 9 - turn / 3;
        let is_last = left == 0;
        assert!(is_last || after.contains(&format!("{left} lap: ")), "expected {left} cards: {after}");
        assert!(!has_emoji(&after), "{after}");
        return;
    }
    panic!("no player may play card {turn}");
}

#[tokio::test(flavor = "multi_thread")]
async fn enabling_text_only_mode_requires_manage_server_permission() {
    let bot = TestBot::start().await;
    let users = seat_three(&bot).await;
    bot.sandbox.open_commands_to_all();
    private_text(&users[1].command("ulti-admin settings", [("text-only", json!(true))]).await.unwrap());
    play_to_first_lead(&users).await;
    assert!(has_emoji(&until_button(&users[0], "Lapjaim").await.text()));
    private_text(&users[0].command("ulti-admin settings", [("text-only", json!(true))]).await.unwrap());
    users[1].command("table", []).await.unwrap();
    let plain = |messages: &[discord_sandbox::Message]| {
        public(messages)
            .last()
            .is_some_and(|table| table.text().contains("Felvevő") && !has_emoji(&table.text()))
    };
    users[0].wait_until(plain, TIMEOUT).await.unwrap();
    bot.end_expecting(&["Unknown Message"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn new_hint_replaces_previous_hint() {
    let bot = TestBot::start().await;
    let users = seat_three(&bot).await;
    let table = until_button(&users[0], "Lapjaim").await;
    let declarer = bidder(&users).await;
    declarer.set_locale("hu");
    let hand = declarer.press(&table, "Lapjaim").await.unwrap().message.unwrap();
    // The hand that the declarer got when the deal began is deleted.
    bot.idle().await;
    let before = declarer.messages().len();
    for _ in 0..2 {
        let hinted = declarer.press(&hand, "Tipp").await.unwrap().message.unwrap();
        assert_eq!(hinted.id(), hand.id());
        assert_eq!(hinted.text().matches("Az erős robot").count(), 1, "{}", hinted.text());
        assert!(hinted.text().contains("A lapjaid"), "{}", hinted.text());
    }
    assert_eq!(declarer.messages().len(), before);
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hint_does_not_replace_choices_for_bid() {
    let bot = TestBot::start().await;
    let users = seat_three(&bot).await;
    let declarer = bidder(&users).await;
    declarer.set_locale("en-US");
    let mut hand = private_reply(declarer, declarer.command("hand", []).await).await;
    // A card that the robot would hardly discard.
    let cards: Vec<String> = enabled(&hand, "draft").collect();
    hand = declarer.press(&hand, &cards[0]).await.unwrap().message.unwrap();
    let hinted = declarer.press(&hand, "Hint").await.unwrap().message.unwrap();
    assert_eq!(hinted.id(), hand.id());
    assert!(hinted.text().contains("The strong robot would bid"), "{}", hinted.text());
    assert!(hinted.text().contains("You discard"), "{}", hinted.text());
    let filled = declarer.press(&hinted, "Use the hint").await.unwrap().message.unwrap();
    assert!(!filled.buttons().contains(&"Use the hint"), "{:?}", filled.buttons());
    let confirm = filled.buttons().into_iter().find(|label| label.starts_with("Confirm")).unwrap().to_owned();
    confirmed(declarer, declarer.press(&filled, &confirm).await.unwrap()).await;
    bot.idle().await;
    assert_ne!(bot.current_deal().await.turn(&users).id(), declarer.id());
    // The button of an earlier draft shows the current hand.
    let id = enabled(&hand, "draft-hint").next().unwrap();
    let stale = private_reply(declarer, declarer.press_raw(hand.id(), &id).await).await;
    assert!(!stale.text().contains("The strong robot"), "{}", stale.text());
    bot.end_without_leaks().await;
}

/// Returns the alternative text of a hand's picture, or an empty text without a picture.
fn alt(hand: &Message) -> &str {
    hand.attachments().first().and_then(|picture| picture["description"].as_str()).unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread")]
async fn picture_of_hand_shows_hint_until_next_action() {
    let bot = TestBot::builder().start_with_pictures().await;
    let users = seat_three(&bot).await;
    make_weakest_bid(bidder(&users).await).await;
    let next = bot.current_deal().await.turn(&users).clone();
    next.set_locale("en-US");
    let hand = next.command("hand", []).await.unwrap().message.unwrap();
    let hand = until_message(&next, hand.id(), |hand| alt(hand).contains("Best bid: ")).await;
    let hint = enabled(&hand, "show:hint").next().unwrap();
    next.press(&hand, &hint).await.unwrap();
    let hinted = until_message(&next, hand.id(), |hand| alt(hand).contains("The strong robot would")).await;
    assert!(!alt(&hinted).contains("**") && !alt(&hinted).contains('💡'), "{}", alt(&hinted));
    // Taking the talon shows other cards.
    let take = enabled(&hinted, "take").next().unwrap();
    next.press(&hinted, &take).await.unwrap();
    until_message(&next, hand.id(), |hand| {
        alt(hand).contains("Best bid: ") && !alt(hand).contains("The strong robot")
    })
    .await;
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn disabling_hints_removes_hint_button() {
    let bot = TestBot::start().await;
    let users = seat_three(&bot).await;
    let table = until_button(&users[0], "Lapjaim").await;
    let declarer = bidder(&users).await;
    declarer.set_locale("hu");
    let hand = declarer.press(&table, "Lapjaim").await.unwrap().message.unwrap();
    assert!(hand.buttons().contains(&"Tipp"));
    make_weakest_bid(declarer).await;
    let open = declarer.press(&table, "Lapjaim").await.unwrap().message.unwrap();
    private_text(&declarer.command("settings", [("hints", json!(false))]).await.unwrap());
    for user in users.iter().filter(|user| user.id() != declarer.id()) {
        let _ = user.command("pass", [("rest", json!(true))]).await.unwrap();
    }
    // The reply to the command is below the hand, so the hand of the next turn is a new message.
    let is_hand = |message: &&Message| message.id() > open.id() && message.text().contains("Te jössz");
    let seen =
        declarer.wait_until(|messages| messages.iter().any(|message| is_hand(&message)), TIMEOUT).await;
    let refreshed = seen.unwrap().into_iter().find(|message| is_hand(&message)).unwrap();
    assert!(!refreshed.buttons().contains(&"Tipp"), "{refreshed:?}");
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bot_explains_language_setting_only_once() {
    let bot = TestBot::start().await;
    let [anna, bea] = ["Anna", "Bea"].map(|name| bot.user(name));
    let told_where = |text: &str| text.contains("`/settings`") || text.contains("`/beállítások`");
    let opened = private_reply(&anna, anna.command("ulti new", []).await).await.text();
    assert!(!told_where(&opened), "notice for a user with the server's language: {opened}");
    let joined = private_text(&bea.command("ulti join", []).await.unwrap());
    assert!(told_where(&joined), "{joined}");
    let hand = private_text(&bea.command("hand", []).await.unwrap());
    assert!(!told_where(&hand), "{hand}");
    bot.end().await;
}
