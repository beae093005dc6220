//! Tests of graceful degradation: the bot sends less as invalid requests add up, but still answers.

use std::time::Duration;

use discord_sandbox::{Fault, Message, SimulatedUser};
use ulti::discord::{DegradationThresholds, Drawing, Options};
use ulti::render::Subject;
use ulti_testkit::game::{play_on, play_to_first_lead, seat_three};
use ulti_testkit::messages::{newest, private_text, public, until_button, until_changed};
use ulti_testkit::{FakePictures, TIMEOUT, TestBot, fake_picture, has_picture};

/// Returns pictures of tables only, with a different name for each version.
fn table_pictures() -> Drawing {
    FakePictures::drawing(|subject| match subject {
        Subject::Table(table) => Some(fake_picture(&format!("table{}", table.version), "table")),
        _ => None,
    })
}

/// Time between two edits of a channel's messages once the second threshold has been reached.
const PACE: Duration = Duration::from_secs(2);

/// Lowers the thresholds of degradation, so that a test can reach them.
fn lower_thresholds(options: &mut Options) {
    options.degradation = DegradationThresholds {
        thrifty: 6,
        sparing: 12,
        silent: 18,
        pace: PACE,
        window: Duration::from_secs(40),
    };
}

/// Starts a bot that edits tables and hands on different routes, so that their requests can be told apart.
async fn start_on_channel_routes() -> TestBot {
    let builder = TestBot::builder().drawing(table_pictures()).options(lower_thresholds);
    builder.on_channel_routes().start().await
}

/// Causes six refused requests: two for each of three commands, which succeed at the third attempt.
async fn cause_six_refusals(bot: &TestBot, users: &[SimulatedUser; 3], fault: &Fault) {
    for user in users {
        bot.sandbox.fail_next(2, "POST", "/interactions/", fault.clone());
        private_text(&bot.advance_while(user.command("hand", [])).await.unwrap());
    }
}

/// Returns the number of the bot's requests with this method and this start of the path.
fn requests(bot: &TestBot, method: &str, prefix: &str) -> usize {
    bot.response_statuses(method, prefix).len()
}

/// Plays nine cards within three times the pace, and asserts that the table is edited once per pace and that
/// hands are not edited.
async fn play_while_edits_are_paced(bot: &TestBot, users: &[SimulatedUser; 3]) {
    let count = || (requests(bot, "PATCH", "/channels/"), requests(bot, "PATCH", "/webhooks/"));
    let (edits, hands) = count();
    for _ in 0..9 {
        play_on(users).await;
        bot.advance(PACE / 3).await;
    }
    let (all_edits, all_hands) = count();
    let edits = all_edits - edits;
    assert!((2..=4).contains(&edits), "{edits} edits for nine cards in {:?}", 3 * PACE);
    assert_eq!(all_hands, hands, "hand was updated without a request");
}

/// Plays six cards and asserts that nothing but answers is sent. Returns the table's message, which is
/// outdated.
async fn play_without_edits(bot: &TestBot, users: &[SimulatedUser; 3]) -> Message {
    let (known, silent) = (newest(&users[0]), requests(bot, "*", "/channels/"));
    for _ in 0..6 {
        play_on(users).await;
    }
    bot.advance(PACE + Duration::from_millis(500)).await;
    assert_eq!(requests(bot, "*", "/channels/"), silent, "request other than an answer was sent");
    known
}

/// Waits until the table's message has changed and then, while playing on, until it has a picture again.
async fn until_pictures_return(bot: &TestBot, users: &[SimulatedUser; 3], known: &Message) {
    let up_to_date = |seen: &[Message]| public(seen).last().is_some_and(|now| now.text() != known.text());
    bot.advance_while(users[0].wait_until(up_to_date, TIMEOUT)).await.unwrap();
    let with_picture = |seen: &[Message]| public(seen).last().is_some_and(has_picture);
    while !with_picture(&users[0].messages()) && bot.played().await < 29 {
        bot.advance(Duration::from_secs(5)).await;
        play_on(users).await;
    }
    bot.advance_while(users[0].wait_until(with_picture, TIMEOUT))
        .await
        .expect("pictures did not return after the time window");
}

#[tokio::test(flavor = "multi_thread")]
async fn players_can_continue_while_table_updates_are_slow() {
    let bot = start_on_channel_routes().await;
    let users = seat_three(&bot).await;
    play_to_first_lead(&users).await;
    until_button(&users[0], "Lapjaim").await;
    bot.idle().await;
    assert!(has_picture(&newest(&users[0])), "picture is missing before any refusal");

    // Without `retry_after`, because serenity handles the other case itself.
    let limited = Fault::TooManyRequests { retry_after: None };
    cause_six_refusals(&bot, &users, &limited).await;
    let before = newest(&users[0]);
    play_on(&users).await;
    let after = until_changed(&users[0], &before).await;
    assert!(!has_picture(&after), "picture is still attached");
    private_text(&users[0].command("table", []).await.unwrap());
    bot.idle().await;
    assert_eq!(requests(&bot, "DELETE", "/channels/"), 0, "message was deleted to be reposted");

    cause_six_refusals(&bot, &users, &limited).await;
    bot.advance(PACE + Duration::from_millis(500)).await;
    play_while_edits_are_paced(&bot, &users).await;

    cause_six_refusals(&bot, &users, &limited).await;
    bot.advance(PACE + Duration::from_millis(500)).await;
    let known = play_without_edits(&bot, &users).await;
    assert_eq!(bot.played().await, 16, "play did not go on");

    until_pictures_return(&bot, &users, &known).await;
    println!(
        "18 invalid requests of 18 | 16 cards | all answered; pictures, hands and edits skipped in turn"
    );
    bot.end().await;
}

/// Responses to uploads take another path than other responses.
#[tokio::test(flavor = "multi_thread")]
async fn bot_stops_sending_pictures_after_repeated_rejections() {
    let bot = start_on_channel_routes().await;
    let users = seat_three(&bot).await;
    play_to_first_lead(&users).await;
    until_button(&users[0], "Lapjaim").await;
    bot.idle().await;
    for card in 0..6 {
        let before = newest(&users[0]);
        assert!(has_picture(&before), "picture is missing after {card} refusals");
        // The edit with the picture is refused, the edit without it succeeds, and the next one has a
        // picture again.
        bot.sandbox.fail_next(1, "PATCH", "/channels/", Fault::Status(403));
        play_on(&users).await;
        let words = until_changed(&users[0], &before).await;
        assert!(!has_picture(&words));
        play_on(&users).await;
        until_changed(&users[0], &words).await;
        if card < 5 {
            let seen = |seen: &[Message]| public(seen).last().is_some_and(has_picture);
            users[0].wait_until(seen, TIMEOUT).await.unwrap();
        }
    }
    assert!(!has_picture(&newest(&users[0])), "picture is still attached after six refusals");
    bot.end().await;
}
