//! Tests of public messages that are posted and edited with the tokens of interactions. Such requests do not
//! count towards Discord's global rate limit.

use discord_sandbox::{Fault, Message, Response, SimulatedUser, TOKEN_LIFETIME};
use ulti::discord::Timings;
use ulti_testkit::game::{fold_deal, play_on, play_to_first_lead};
use ulti_testkit::messages::{
    any_reply, newest, private_text, public, until_button, until_changed, until_custom_id, until_text,
};
use ulti_testkit::{TIMEOUT, TestBot, fold};

/// Waits until a user has a hand message with the given button.
async fn until_hand(user: &SimulatedUser, button: &str) -> Message {
    let hand = |messages: &[Message]| {
        let own = messages.iter().rev().find(|message| message.is_ephemeral());
        own.filter(|own| own.enabled_buttons().contains(&button)).cloned()
    };
    let seen = user.wait_until(|messages| hand(messages).is_some(), TIMEOUT).await.unwrap();
    hand(&seen).unwrap()
}

/// Opens a table with commands, and starts the first deal with the button of the lobby. Returns the users and
/// the response to the press.
async fn start(bot: &TestBot) -> ([SimulatedUser; 3], Response) {
    let users = ["Anna", "Bea", "Csaba"].map(|name| bot.user(name));
    let opened = users[0].command("ulti new", []).await.unwrap();
    assert!(!opened.is_ephemeral(), "the lobby is not the response: {}", opened.text());
    for user in &users[1..] {
        let lobby = until_button(user, "Beülök").await;
        user.press(&lobby, "Beülök").await.unwrap();
    }
    let lobby = until_text(&users[2], "Megvan a három játékos").await;
    let started = users[2].press(&lobby, "Kezdjük").await.unwrap();
    (users, started)
}

/// Returns the number of the bot's requests with the given method to routes that begin with `path`.
fn requests(bot: &TestBot, method: &str, path: &str) -> usize {
    bot.response_statuses(method, path).len()
}

fn to_channel(bot: &TestBot) -> usize {
    requests(bot, "POST", "/channels/") + requests(bot, "PATCH", "/channels/")
}

#[tokio::test(flavor = "multi_thread")]
async fn table_message_is_response_to_press_and_hand_is_follow_up() {
    let bot = TestBot::start().await;
    let (users, started) = start(&bot).await;
    assert!(!started.is_ephemeral(), "{}", started.text());
    let table = until_custom_id(&users[0], ":show:hand").await;
    assert_eq!(table.id(), started.message.unwrap().id());
    let hand = until_hand(&users[2], "Súgó").await;
    assert!(hand.id() > table.id() && hand.text().contains("A lapjaid"), "{}", hand.text());
    let declarer = play_to_first_lead(&users).await;
    // The follow-up is kept up to date like any other hand message.
    for _ in 0..6 {
        play_on(&users).await;
    }
    bot.idle().await;
    assert_eq!(to_channel(&bot), 0, "a channel route was used");
    private_text(&fold(declarer).await);
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn next_deal_is_response_to_press() {
    let bot = TestBot::start().await;
    let (users, _) = start(&bot).await;
    for _ in 0..2 {
        let result = fold_deal(&users).await;
        bot.idle().await;
        let before = to_channel(&bot);
        let next = users[2].press(&result, "Következő osztás").await.unwrap();
        assert!(!next.is_ephemeral() && next.message.is_some(), "{}", next.text());
        until_hand(&users[2], "Súgó").await;
        bot.idle().await;
        assert_eq!(public(&users[0].messages()).last().unwrap().id(), next.message.unwrap().id());
        // The button of the old result is removed.
        assert!(to_channel(&bot) <= before + 1);
    }
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rejected_token_is_renewed_by_press_on_table_message() {
    let bot = TestBot::start().await;
    let (users, _) = start(&bot).await;
    play_to_first_lead(&users).await;
    bot.idle().await;
    // The bot measures the lifetime of tokens with tokio's clock, which does not move.
    bot.sandbox.advance(TOKEN_LIFETIME);
    play_on(&users).await;
    bot.idle().await;
    let edits = requests(&bot, "PATCH", "/channels/");
    assert!(edits > 0, "the table message was not edited after its token had expired");
    let table = newest(&users[0]);
    let pressed = users[0].press(&table, "Lapjaim").await.unwrap();
    assert!(
        pressed.message.is_none_or(|message| message.id() == table.id()),
        "the press was not acknowledged"
    );
    until_hand(&users[0], "Súgó").await;
    bot.idle().await;
    for _ in 0..3 {
        play_on(&users).await;
    }
    bot.idle().await;
    assert_eq!(requests(&bot, "PATCH", "/channels/"), edits, "the new token is not used");
    bot.end_expecting(&["50027"]).await;
}

/// The response is repeated without files or by the ordinary route, and the user gets their hand.
#[tokio::test(flavor = "multi_thread")]
async fn table_is_posted_once_if_its_response_fails() {
    let faults = [Fault::Status(500), Fault::Delay(Timings::DEFAULT.upload.mul_f32(0.7)), Fault::NoResponse];
    for fault in faults {
        let bot = TestBot::start().await;
        let users = ["Anna", "Bea", "Csaba"].map(|name| bot.user(name));
        users[0].command("ulti new", []).await.unwrap();
        for user in &users[1..] {
            private_text(&user.command("ulti join", []).await.unwrap());
        }
        bot.idle().await;
        bot.sandbox.fail_next(1, "POST", "/interactions/", fault.clone());
        bot.advance_while(async {
            any_reply(&users[0], users[0].command("ulti start", []).await).await;
            until_custom_id(&users[0], ":show:hand").await;
        })
        .await;
        let hand = bot.advance_while(until_hand(&users[0], "Súgó")).await;
        assert!(hand.text().contains("A lapjaid"), "{}", hand.text());
        bot.settle().await;
        let public = public(&users[0].messages());
        assert_eq!(public.len(), 2, "{fault:?}: expected one lobby and one table message");
        // The bot asks for the message of a response whose outcome it does not know.
        bot.end_expecting(&["40060", "10015"]).await;
    }
}

/// The connection dies after Discord has accepted the response, and the message cannot be read at first.
#[tokio::test(flavor = "multi_thread")]
async fn table_is_posted_once_if_id_of_response_is_lost() {
    let bot = TestBot::start().await;
    let users = ["Anna", "Bea", "Csaba"].map(|name| bot.user(name));
    users[0].command("ulti new", []).await.unwrap();
    for user in &users[1..] {
        private_text(&user.command("ulti join", []).await.unwrap());
    }
    bot.idle().await;
    bot.sandbox.fail_next(1, "POST", "/interactions/", Fault::NoResponse);
    bot.sandbox.fail_next(1, "GET", "/webhooks/", Fault::Status(500));
    bot.advance_while(async {
        any_reply(&users[0], users[0].command("ulti start", []).await).await;
        until_custom_id(&users[0], ":show:hand").await;
    })
    .await;
    bot.advance_until(|_| requests(&bot, "GET", "/webhooks/") >= 2).await;
    play_to_first_lead(&users).await;
    bot.idle().await;
    let table = newest(&users[0]);
    private_text(&users[0].command("table", []).await.unwrap());
    assert_eq!(until_changed(&users[0], &table).await.text(), table.text(), "outdated state");
    assert_eq!(public(&users[0].messages()).len(), 2, "expected one lobby and one table message");
    bot.end_expecting(&["40060"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn refused_start_is_answered_privately() {
    let bot = TestBot::start().await;
    let anna = bot.user("Anna");
    anna.command("ulti new", []).await.unwrap();
    bot.idle().await;
    let refused = anna.command("ulti start", []).await.unwrap();
    assert!(!private_text(&refused).is_empty());
    // The offer of the refused command is withdrawn.
    let ed = bot.user("Ed");
    let lobby = until_button(&ed, "Beülök").await;
    ed.press(&lobby, "Beülök").await.unwrap();
    bot.settle().await;
    assert_eq!(public(&anna.messages()).len(), 1);
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn play_continues_with_channel_routes_after_restart() {
    let mut bot = TestBot::start().await;
    let (users, _) = start(&bot).await;
    play_to_first_lead(&users).await;
    bot.idle().await;
    bot.stop_bot().await;
    bot.start_bot().await;
    let before = requests(&bot, "PATCH", "/channels/");
    play_on(&users).await;
    bot.idle().await;
    assert!(requests(&bot, "PATCH", "/channels/") > before, "the table message was not edited");
    bot.end_without_leaks().await;
}
