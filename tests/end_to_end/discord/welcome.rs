//! Tests of the welcome message, the answers to direct messages, and `/help`.

use std::time::Duration;

use discord_sandbox::{Message, Sandbox, permission};
use serde_json::json;
use ulti_testkit::game::{lobby, play_to_first_lead, seat_three};
use ulti_testkit::messages::{private_reply, private_text, public, until_button, until_text};
use ulti_testkit::{TIMEOUT, TestBot};

const ONE_SECOND: Duration = Duration::from_secs(1);

const ROBOTS: &str = "Play against robots";

/// Returns the sandbox options of an English server.
fn english() -> discord_sandbox::Options {
    discord_sandbox::Options { guild_locale: "en-US".to_owned(), ..discord_sandbox::Options::default() }
}

/// Returns the number of welcome messages in a channel.
fn welcomes(bot: &TestBot, channel: &str) -> usize {
    let messages = bot.user("Anna").in_channel(channel).messages();
    public(&messages).iter().filter(|one| one.text().contains("I deal **Ulti**")).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn server_is_welcomed_once() {
    let mut bot = TestBot::builder().sandbox(english()).with_welcome().start().await;
    let welcome = until_text(&bot.user("Ed"), "Hungary's card game").await;
    assert_eq!(welcome.enabled_buttons(), [ROBOTS, "Set up a table", "How it works", "Settings"]);
    // A new connection, a restart and a new invitation cause no further message.
    bot.sandbox.invalidate_sessions(false);
    bot.until_gateway_event("READY", 2).await;
    bot.stop_bot().await;
    bot.start_bot().await;
    bot.sandbox.remove_bot();
    bot.sandbox.add_bot();
    bot.sandbox.start_outage();
    bot.sandbox.end_outage();
    bot.idle().await;
    assert_eq!((welcomes(&bot, "ulti"), welcomes(&bot, "general")), (1, 0));
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn welcome_message_is_in_servers_language_with_a_picture() {
    let bot = TestBot::builder().with_welcome().start_with_pictures().await;
    let welcome = until_button(&bot.user("Anna"), "Játék robotok ellen").await;
    assert_eq!(welcome.attachments().len(), 1, "{}", welcome.json());
    let alt = welcome.attachments()[0]["description"].as_str().unwrap().to_owned();
    assert!(alt.contains("Anna") && alt.contains("Béla"), "{alt}");
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn welcome_message_is_posted_where_bot_may_write() {
    let mut bot = TestBot::builder().sandbox(english()).with_welcome().without_bot().await;
    bot.sandbox.revoke("ulti", permission::SEND_MESSAGES);
    bot.sandbox.revoke("general", permission::ATTACH_FILES);
    bot.start_bot().await;
    let welcome = until_button(&bot.user("Ed").in_channel("general"), ROBOTS).await;
    assert_eq!(welcome.attachments().len(), 0);
    assert_eq!((welcomes(&bot, "ulti"), welcomes(&bot, "general")), (0, 1));
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn server_without_writable_channel_gets_no_welcome() {
    let mut bot = TestBot::builder().sandbox(english()).with_welcome().without_bot().await;
    for channel in ["ulti", "general"] {
        bot.sandbox.revoke(channel, permission::SEND_MESSAGES);
    }
    bot.start_bot().await;
    bot.advance(bot.timings().welcome_retry.longest).await;
    assert_eq!(bot.response_statuses("POST", "/channels/"), [0_u16; 0]);
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn welcome_message_is_posted_once_a_channel_is_writable() {
    let mut bot = TestBot::builder().sandbox(english()).with_welcome().without_bot().await;
    for channel in ["ulti", "general"] {
        bot.sandbox.revoke(channel, permission::SEND_MESSAGES);
    }
    bot.start_bot().await;
    bot.idle().await;
    bot.stop_bot().await;
    bot.sandbox.grant("general", permission::SEND_MESSAGES);
    // As if the next connection came more than ten minutes later.
    bot.sql("UPDATE welcomed SET at = 0").await;
    bot.start_bot().await;
    until_button(&bot.user("Ed").in_channel("general"), ROBOTS).await;
    assert_eq!((welcomes(&bot, "ulti"), welcomes(&bot, "general")), (0, 1));
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn welcome_message_is_tried_in_few_channels() {
    let channels = ["ulti", "a", "b", "c", "d", "e", "f"].map(str::to_owned).to_vec();
    let options = discord_sandbox::Options { channels, ..english() };
    let mut bot = TestBot::builder().sandbox(options).with_welcome().without_bot().await;
    bot.sandbox.fail_next(100, "POST", "/channels/", discord_sandbox::Fault::Status(403));
    bot.start_bot().await;
    bot.advance(bot.timings().welcome_retry.longest).await;
    assert_eq!(bot.response_statuses("POST", "/channels/"), [403; 3]);
    bot.end_expecting(&["403"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn server_known_before_upgrade_is_not_welcomed() {
    let mut bot = TestBot::builder().sandbox(english()).with_welcome().start().await;
    until_button(&bot.user("Ed"), ROBOTS).await;
    bot.stop_bot().await;
    // As after the migration of a database that a bot has used: the server itself has no data.
    bot.sql("DELETE FROM welcomed").await;
    bot.sql("UPDATE meta SET value = 4000000000000 WHERE name = 'welcome_since'").await;
    bot.start_bot().await;
    bot.advance(bot.timings().welcome_retry.longest).await;
    assert_eq!(welcomes(&bot, "ulti"), 1);
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn welcome_button_starts_a_game_against_robots() {
    let bot = TestBot::builder().sandbox(english()).with_welcome().start().await;
    let (ed, bea) = (bot.user("Ed"), bot.user("Bea"));
    let welcome = until_button(&ed, ROBOTS).await;
    let hand = private_reply(&ed, ed.press(&welcome, ROBOTS).await).await;
    assert!(hand.text().contains("Your hand"), "{}", hand.text());
    until_button(&ed, "My cards").await;
    assert_eq!(bot.current_deal().await.number, 1);
    // The channel has a table now: the buttons show it instead of opening another one.
    for button in [ROBOTS, "Set up a table"] {
        let refused = bea.press(&welcome, button).await.unwrap();
        assert!(private_text(&refused).contains("already has a table"), "{}", refused.text());
    }
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn welcome_buttons_open_table_explanation_and_settings() {
    let bot = TestBot::builder().sandbox(english()).with_welcome().start().await;
    let (anna, ed) = (bot.user("Anna"), bot.user("Ed"));
    let welcome = until_button(&ed, ROBOTS).await;
    let how = ed.press(&welcome, "How it works").await.unwrap();
    assert!(private_text(&how).contains("Ulti on one page"), "{}", how.text());
    let settings = ed.press(&welcome, "Settings").await.unwrap();
    assert!(private_text(&settings).contains("**Manage Server**"), "{}", settings.text());
    let own = ed.press(settings.message.as_ref().unwrap(), "My own settings").await.unwrap();
    assert!(private_text(&own).contains("Your settings"), "{}", own.text());
    anna.set_locale("en-US");
    let settings = anna.press(&welcome, "Settings").await.unwrap();
    assert!(!private_text(&settings).contains("**Manage Server**"), "{}", settings.text());
    let table = private_reply(&ed, ed.press(&welcome, "Set up a table").await).await;
    assert!(table.text().contains("You have a seat"), "{}", table.text());
    until_button(&bot.user("Bea"), "Join").await;
    bot.end().await;
}

/// Returns the bot's messages in a user's direct messages.
fn answers(messages: &[Message]) -> Vec<Message> {
    let is_answer = |one: &&Message| one.json()["author"]["bot"] == true && !one.is_ephemeral();
    messages.iter().filter(is_answer).cloned().collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn direct_message_is_answered_once_a_minute() {
    let bot = TestBot::builder().sandbox(english()).start().await;
    let direct = bot.user("Ed").in_dm();
    direct.post("hello").unwrap();
    let seen = direct.wait_until(|seen| answers(seen).len() == 1, TIMEOUT).await.unwrap();
    let answer = answers(&seen).remove(0);
    assert!(answer.text().contains("/ulti new"), "{}", answer.text());
    assert_eq!(answer.enabled_buttons(), ["How it works", "My statistics"]);
    let how = direct.press(&answer, "How it works").await.unwrap();
    let explained = how.message.clone().unwrap();
    assert!(private_text(&how).contains("Ulti on one page"), "{}", how.text());
    assert_eq!(explained.enabled_buttons(), ["Next page ▶"], "button that needs a server");
    let stats = direct.press(&answer, "My statistics").await.unwrap();
    assert!(private_text(&stats).contains("not finished a deal yet"), "{}", stats.text());
    let menu = answer.components().find(|part| part["type"] == 3).unwrap();
    let chapter = menu["options"][2]["value"].as_str().unwrap().to_owned();
    let menu = menu["custom_id"].as_str().unwrap().to_owned();
    assert!(!private_text(&direct.select(&answer, &menu, &[&chapter]).await.unwrap()).is_empty());
    direct.post("hello?").unwrap();
    bot.user("Ed").post("in a channel").unwrap();
    bot.advance(bot.timings().direct_message_interval.saturating_sub(ONE_SECOND)).await;
    assert_eq!(answers(&direct.messages()).len(), 1, "answered twice");
    bot.advance(ONE_SECOND).await;
    direct.post("hello again").unwrap();
    bot.idle().await;
    assert_eq!(answers(&direct.messages()).len(), 2, "not answered after a minute");
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn direct_message_is_answered_in_language_of_players_server() {
    let bot = TestBot::start().await;
    let users = lobby(&bot).await;
    let direct = users[0].in_dm();
    direct.post("szia").unwrap();
    let seen = direct.wait_until(|seen| answers(seen).len() == 1, TIMEOUT).await.unwrap();
    assert!(answers(&seen)[0].text().contains("/ulti új"), "{}", answers(&seen)[0].text());
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn help_depends_on_the_place() {
    let bot = TestBot::start().await;
    let [anna, bea, ed] = ["Anna", "Bea", "Ed"].map(|name| bot.user(name));
    let help = async |user: &discord_sandbox::SimulatedUser| {
        user.set_locale("en-US");
        let answer = user.command("help", []).await.unwrap();
        (private_text(&answer), answer.message.unwrap())
    };
    let (text, message) = help(&ed).await;
    assert!(text.contains("no table in this channel") && !text.contains("ulti-admin"), "{text}");
    assert_eq!(message.enabled_buttons(), [ROBOTS, "Set up a table", "How it works", "My settings"]);
    let (text, message) = help(&anna).await;
    assert!(text.contains("/ulti-admin settings"), "{text}");
    let settings = anna.press(&message, "Server settings").await.unwrap();
    assert!(private_text(&settings).contains("Settings of this server"), "{}", settings.text());
    let (text, message) = help(&ed.in_dm()).await;
    assert!(text.contains("invite me to a server"), "{text}");
    assert_eq!(message.enabled_buttons(), ["How it works", "My statistics"]);

    let users = seat_three(&bot).await;
    play_to_first_lead(&users).await;
    let dealt = bot.current_deal().await;
    assert!(help(dealt.turn(&users)).await.0.contains("It is your turn"));
    assert!(help(dealt.not_turn(&users)).await.0.contains("'s turn; you need do nothing"));
    assert!(help(&ed).await.0.contains("You are watching"));
    assert!(help(&bea).await.0.contains("New to Ulti?"));
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn welcome_message_is_retried_while_discord_is_unavailable() {
    let mut bot = TestBot::builder().sandbox(english()).with_welcome().without_bot().await;
    bot.sandbox.fail_next(1, "POST", "/channels/", discord_sandbox::Fault::Status(503));
    bot.start_bot().await;
    let posted = |_: &Sandbox| welcomes(&bot, "ulti") == 1;
    bot.advance_until(posted).await;
    assert!(json!(bot.response_statuses("POST", "/channels/")).to_string().contains("503"));
    bot.end_expecting(&["503"]).await;
}
