//! Tests of interrupted and unresponsive gateway connections.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use discord_sandbox::{Options, RESPONSE_DEADLINE, Sandbox};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use ulti::table;
use ulti_testkit::TestBot;
use ulti_testkit::game::{play_on, play_to_first_lead, player_to_move, seat_three};
use ulti_testkit::messages::{assert_no_response, newest, public, until_button, until_changed};

/// Plays a card and asserts that the existing table message shows it.
async fn assert_play_continues(bot: &TestBot, users: &[discord_sandbox::SimulatedUser; 3]) {
    let (before, played) = (newest(&users[0]), bot.played().await);
    play_on(users).await;
    let after = until_changed(&users[0], &before).await;
    assert_eq!(after.id(), before.id(), "table message was replaced");
    assert_eq!(public(&users[0].messages()).len(), 2, "expected one lobby and one table message");
    assert_eq!(bot.played().await, played + 1);
}

/// [`TestBot::idle`] compares these numbers.
#[tokio::test(flavor = "multi_thread")]
async fn idle_bot_has_received_all_events() {
    let bot = TestBot::start().await;
    let before = bot.idle().await.events;
    for number in 0..100 {
        assert!(bot.sandbox.create_thread(&format!("thread-{number}"), "ulti"));
    }
    let events = bot.idle().await.events;
    assert_eq!((events, bot.sandbox.sent_events().count), (before + 100, before + 100));
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dropped_gateway_connection_is_resumed() {
    let bot = TestBot::start().await;
    let users = seat_three(&bot).await;
    play_to_first_lead(&users).await;
    until_button(&users[0], "Lapjaim").await;
    for broken in 1..=5 {
        bot.sandbox.drop_gateway();
        // Every other time, play on before the connection is back.
        if broken % 2 == 0 {
            bot.until_gateway_event("RESUMED", broken).await;
        }
        bot.advance_while(assert_play_continues(&bot, &users)).await;
        bot.until_gateway_event("RESUMED", broken).await;
    }
    assert_eq!((bot.gateway_event_count("READY"), bot.gateway_event_count("RESUMED")), (1, 5));
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn play_continues_if_gateway_rejects_session_resume() {
    let bot = TestBot::start().await;
    let users = seat_three(&bot).await;
    play_to_first_lead(&users).await;
    until_button(&users[0], "Lapjaim").await;
    bot.sandbox.refuse_resume(1);
    bot.sandbox.close_gateway(4000);
    bot.until_gateway_event("READY", 2).await;
    assert_play_continues(&bot, &users).await;
    assert_eq!(bot.gateway_event_count("RESUMED"), 0);
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn players_can_continue_after_bot_reconnects_to_gateway() {
    let bot = TestBot::start().await;
    let users = seat_three(&bot).await;
    play_to_first_lead(&users).await;
    until_button(&users[0], "Lapjaim").await;
    bot.sandbox.request_reconnect();
    bot.until_gateway_event("RESUMED", 1).await;
    assert_play_continues(&bot, &users).await;
    bot.sandbox.invalidate_sessions(true);
    bot.until_gateway_event("RESUMED", 2).await;
    assert_play_continues(&bot, &users).await;
    bot.sandbox.invalidate_sessions(false);
    bot.until_gateway_event("READY", 2).await;
    assert_play_continues(&bot, &users).await;
    bot.end().await;
}

/// Accepts connections, counts them and forwards them to the sandbox.
async fn forwarding_port(bot: &TestBot) -> (String, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("ws://{}/gateway", listener.local_addr().unwrap());
    let target = bot.sandbox.base_url().trim_start_matches("http://").to_owned();
    let count = Arc::<AtomicUsize>::default();
    let counted = Arc::clone(&count);
    tokio::spawn(async move {
        while let Ok((mut incoming, _)) = listener.accept().await {
            counted.fetch_add(1, Ordering::Relaxed);
            let mut outgoing = TcpStream::connect(&target).await.unwrap();
            tokio::spawn(async move { copy_bidirectional(&mut incoming, &mut outgoing).await });
        }
    });
    (url, count)
}

/// Sets the URL at which the bot may resume its sessions.
fn set_resume_url(bot: &TestBot, url: String) {
    bot.sandbox.alter_payloads(move |payload| {
        if payload.get("resume_gateway_url").is_some() {
            payload["resume_gateway_url"] = url.clone().into();
        }
    });
}

#[tokio::test(flavor = "multi_thread")]
async fn session_is_resumed_at_resume_url() {
    let mut bot = TestBot::builder().without_bot().await;
    let (url, count) = forwarding_port(&bot).await;
    set_resume_url(&bot, url);
    bot.start_bot().await;
    assert_eq!(count.load(Ordering::Relaxed), 0, "a new session uses the URL of the gateway");
    for resumed in 1..=2 {
        bot.sandbox.drop_gateway();
        bot.until_gateway_event("RESUMED", resumed).await;
        assert_eq!(count.load(Ordering::Relaxed), resumed);
    }
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn unreachable_resume_url_falls_back_to_gateway_url() {
    let mut bot = TestBot::builder().without_bot().await;
    let unused = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    set_resume_url(&bot, format!("ws://{unused}/gateway"));
    bot.start_bot().await;
    bot.sandbox.drop_gateway();
    bot.until_gateway_event("RESUMED", 1).await;
    assert_eq!(bot.gateway_event_count("READY"), 1);
    bot.end().await;
}

/// While Discord cannot be reached, serenity's heartbeats are not answered by Discord. serenity would begin a
/// new session after the second one.
#[tokio::test(flavor = "multi_thread")]
async fn session_survives_outage_that_is_longer_than_heartbeat_interval() {
    // serenity measures this interval in real time.
    let sandbox = Options { heartbeat: Duration::from_secs(1), ..Options::default() };
    let bot = TestBot::builder().sandbox(sandbox).in_real_time().start().await;
    bot.sandbox.refuse_gateway(true);
    bot.sandbox.drop_gateway();
    // Longer than two intervals.
    bot.advance(Duration::from_secs(4)).await;
    bot.sandbox.refuse_gateway(false);
    bot.until_gateway_event("RESUMED", 1).await;
    assert_eq!(bot.gateway_event_count("READY"), 1);
    bot.end().await;
}

/// The socket stays open but is silent, which only an unacknowledged heartbeat reveals.
#[tokio::test(flavor = "multi_thread")]
async fn bot_reconnects_if_gateway_stops_acknowledging_heartbeats() {
    // serenity measures this interval in real time. On a busy machine, an acknowledgement may take a second.
    let sandbox = Options { heartbeat: Duration::from_secs(3), ..Options::default() };
    let bot = TestBot::builder().sandbox(sandbox).in_real_time().start().await;
    let users = seat_three(&bot).await;
    play_to_first_lead(&users).await;
    until_button(&users[0], "Lapjaim").await;
    let (user, card) = player_to_move(&users).await;
    let sessions = bot.gateway_event_count("READY");
    bot.sandbox.freeze_gateway();
    // The command is sent first.
    let expire = async { bot.sandbox.advance(RESPONSE_DEADLINE) };
    let (answer, ()) = tokio::join!(user.command("play", [("card", card.clone())]), expire);
    assert_no_response(&answer);
    assert_eq!(bot.played().await, 0, "card arrived over a dead connection");
    bot.until_gateway_event("READY", sessions + 1).await;
    assert_play_continues(&bot, &users).await;
    assert_eq!(bot.played().await, 1, "card was not counted once");
    bot.end_expecting(&["not answered within 3 seconds"]).await;
}

/// No robot plays for absent players while nobody can reach Discord.
#[tokio::test(flavor = "multi_thread")]
async fn time_limits_are_suspended_during_discord_outage() {
    let limit = Duration::from_secs(8);
    let clock = table::Options { soft_limit: limit, hard_limit: limit, ..table::Options::default() };
    let bot = TestBot::builder().table(clock).start().await;
    let users = seat_three(&bot).await;
    play_to_first_lead(&users).await;
    play_on(&users).await;
    let before = bot.events().await.len();
    bot.sandbox.refuse_gateway(true);
    bot.sandbox.drop_gateway();
    bot.advance(2 * limit).await;
    assert_eq!(bot.events().await.len(), before, "a robot acted during the outage");
    bot.sandbox.refuse_gateway(false);
    bot.advance_until(Sandbox::is_online).await;
    bot.advance(2 * limit).await;
    // The robot may say kontra before it plays a card.
    assert!(bot.events().await.len() > before, "time limit did not continue after the outage");
    bot.end().await;
}
