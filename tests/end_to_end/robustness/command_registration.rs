//! Tests of a start at which Discord does not accept the commands.

use std::time::Duration;

use discord_sandbox::{Fault, Sandbox};
use ulti::discord::{DiscordError, Timings};
use ulti_testkit::TestBot;
use ulti_testkit::game::{play_on, play_to_first_lead, seat_three};
use ulti_testkit::messages::private_text;

/// The daily limit of new commands is reached.
const QUOTA: Fault = Fault::Rejected { status: 400, code: 30_034 };
/// The commands are invalid.
const INVALID: Fault = Fault::Rejected { status: 400, code: 50_035 };
const FORBIDDEN: Fault = Fault::Rejected { status: 403, code: 50_001 };

fn registrations(bot: &TestBot) -> Vec<u16> {
    bot.response_statuses("PUT", "/applications/")
}

#[tokio::test(flavor = "multi_thread")]
async fn command_registration_is_retried_after_errors() {
    let mut bot = TestBot::builder().without_bot().await;
    bot.sandbox.fail_next(2, "PUT", "/applications/", Fault::Status(503));
    bot.start_bot().await;
    assert!(bot.sandbox.commands().len() > 10);
    assert_eq!(registrations(&bot), [503, 503, 200]);
    bot.end().await;
}

/// Starts the bot twice, the second time while its commands are refused. Asserts that players go on with the
/// commands of the first run, and that the commands are registered after `within`.
async fn assert_serves_in_spite_of(fault: &Fault, attempts: usize, within: impl Fn(&Timings) -> Duration) {
    let mut bot = TestBot::start().await;
    let users = seat_three(&bot).await;
    play_to_first_lead(&users).await;
    bot.stop_bot().await;
    bot.sandbox.fail_next(attempts, "PUT", "/applications/", fault.clone());
    bot.start_bot().await;
    play_on(&users).await;
    private_text(&users[0].command("hand", []).await.unwrap());
    assert_eq!(registrations(&bot).len(), 1 + attempts, "{fault:?}");
    bot.advance(within(&bot.timings())).await;
    assert_eq!(registrations(&bot).last(), Some(&200), "{fault:?}");
    assert_eq!(registrations(&bot).len(), 2 + attempts, "{fault:?}");
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn refused_commands_keep_earlier_ones() {
    let soon = |timings: &Timings| 2 * timings.refused_registration_retry.first;
    assert_serves_in_spite_of(&QUOTA, 1, soon).await;
    // The second attempt leaves out the commands for user installs.
    assert_serves_in_spite_of(&INVALID, 2, soon).await;
    assert_serves_in_spite_of(&FORBIDDEN, 1, soon).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn unavailable_registration_keeps_earlier_commands() {
    let limited = Fault::TooManyRequests { retry_after: Some(3600.0) };
    assert_serves_in_spite_of(&limited, 1, |_| Duration::from_mins(61)).await;
    assert_serves_in_spite_of(&Fault::Status(503), 1, |timings| 2 * timings.registration_retry.first).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_registration_does_not_delay_start() {
    let mut bot = TestBot::start().await;
    bot.stop_bot().await;
    let held = bot.sandbox.hold("PUT", "/applications/");
    bot.start_bot().await;
    held.arrived(1).await;
    bot.advance(Duration::from_secs(10)).await;
    private_text(&bot.user("Anna").command("help", []).await.unwrap());
    held.release();
    bot.advance(2 * bot.timings().registration_retry.first).await;
    assert_eq!(registrations(&bot).last(), Some(&200));
    bot.end().await;
}

/// The list of the existing commands is requested again if Discord does not send it.
#[tokio::test(flavor = "multi_thread")]
async fn unavailable_list_of_commands_is_not_mistaken_for_an_empty_one() {
    let mut bot = TestBot::start().await;
    bot.stop_bot().await;
    bot.sandbox.fail_next(1, "PUT", "/applications/", FORBIDDEN);
    let list = format!("/applications/{}/commands", bot.sandbox.bot());
    bot.sandbox.fail_next(2, "GET", &list, Fault::Status(503));
    bot.start_bot().await;
    bot.advance(4 * bot.timings().registration_retry.first).await;
    private_text(&bot.user("Anna").command("help", []).await.unwrap());
    assert_eq!(bot.response_statuses("GET", &list), [503, 503, 200]);
    bot.end().await;
}

/// Nothing tells if there are commands, and the rate limit may last for hours.
#[tokio::test(flavor = "multi_thread")]
async fn global_rate_limit_does_not_delay_start() {
    let mut bot = TestBot::start().await;
    bot.stop_bot().await;
    let limited = Fault::GlobalRateLimit { retry_after: 3600.0 };
    bot.sandbox.fail_next(1, "PUT", "/applications/", limited);
    bot.start_bot().await;
    bot.advance(Duration::from_secs(10)).await;
    private_text(&bot.user("Anna").command("help", []).await.unwrap());
    bot.end().await;
}

/// Without commands there is nothing to serve, but the limit will be lifted.
#[tokio::test(flavor = "multi_thread")]
async fn first_start_waits_until_commands_can_be_registered() {
    let mut bot = TestBot::builder().without_bot().await;
    bot.sandbox.fail_next(1, "PUT", "/applications/", QUOTA);
    bot.launch_bot().await;
    bot.advance_until(Sandbox::is_online).await;
    bot.advance(2 * bot.timings().refused_registration_retry.first).await;
    assert_eq!(registrations(&bot), [400, 200]);
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn refused_commands_stop_first_start() {
    for (fault, attempts) in [
        (Fault::Rejected { status: 400, code: 50_035 }, 2),
        (Fault::Rejected { status: 403, code: 50_001 }, 1),
    ] {
        let mut bot = TestBot::builder().without_bot().await;
        bot.sandbox.fail_next(attempts, "PUT", "/applications/", fault);
        bot.launch_bot().await;
        let error = bot.until_stopped().await.unwrap_err();
        assert!(matches!(error, DiscordError::Setup(_)), "{error}");
        assert_eq!(registrations(&bot).len(), attempts);
    }
}
