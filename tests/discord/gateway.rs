//! Tests of interrupted and unresponsive gateway connections.

use std::time::Duration;

use discord_sandbox::{Fault, Sandbox};
use ulti::discord::Drawing;
use ulti::table;

use crate::harness::{
    Harness, TIMEOUT, newest, play_on, play_to_first_lead, player_to_move, public, seat_three, until_changed,
    until_public,
};

/// Plays a card and asserts that the existing table message shows it.
async fn assert_play_continues(harness: &Harness, people: &[discord_sandbox::SimulatedUser; 3]) {
    let (before, played) = (newest(&people[0]), harness.played().await);
    play_on(people).await;
    let after = until_changed(&people[0], &before).await;
    assert_eq!(after.id(), before.id(), "table message was replaced");
    assert_eq!(public(&people[0].messages()).len(), 2, "expected one lobby and one table message");
    assert_eq!(harness.played().await, played + 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn dropped_gateway_connection_is_resumed() {
    let harness = Harness::start().await;
    let people = seat_three(&harness).await;
    play_to_first_lead(&people).await;
    until_public(&people[0], "Lapjaim").await;
    for broken in 1..=10 {
        harness.sandbox.drop_gateway();
        // Every other time, play on before the connection is back.
        if broken % 2 == 0 {
            harness.until_gateway_event("RESUMED", broken).await;
        }
        assert_play_continues(&harness, &people).await;
        harness.until_gateway_event("RESUMED", broken).await;
    }
    assert_eq!((harness.gateway_event_count("READY"), harness.gateway_event_count("RESUMED")), (1, 10));
    println!("dropped socket | 10 times | 10 resumed, 0 new sessions, 10 cards played, 2 messages");
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn refused_resume_starts_session_and_keeps_messages() {
    let harness = Harness::start().await;
    let people = seat_three(&harness).await;
    play_to_first_lead(&people).await;
    until_public(&people[0], "Lapjaim").await;
    harness.sandbox.refuse_resume(1);
    harness.sandbox.close_gateway(4000);
    harness.until_gateway_event("READY", 2).await;
    assert_play_continues(&harness, &people).await;
    assert_eq!(harness.gateway_event_count("RESUMED"), 0);
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn reconnect_and_invalid_session_are_handled() {
    let harness = Harness::start().await;
    let people = seat_three(&harness).await;
    play_to_first_lead(&people).await;
    until_public(&people[0], "Lapjaim").await;
    harness.sandbox.ask_reconnect();
    harness.until_gateway_event("RESUMED", 1).await;
    assert_play_continues(&harness, &people).await;
    harness.sandbox.invalidate_sessions(true);
    harness.until_gateway_event("RESUMED", 2).await;
    assert_play_continues(&harness, &people).await;
    harness.sandbox.invalidate_sessions(false);
    harness.until_gateway_event("READY", 2).await;
    assert_play_continues(&harness, &people).await;
    harness.end().await;
}

/// The socket stays open but is silent, which only an unacknowledged heartbeat reveals.
#[tokio::test(flavor = "multi_thread")]
async fn dead_connection_is_detected_by_heartbeat() {
    let harness = Harness::start_with_heartbeat(Duration::from_millis(800)).await;
    let people = seat_three(&harness).await;
    play_to_first_lead(&people).await;
    until_public(&people[0], "Lapjaim").await;
    let (person, card) = player_to_move(&people).await;
    harness.sandbox.freeze_gateway();
    person.command("play", [("card", card.clone())]).await.unwrap_err();
    assert_eq!(harness.played().await, 0, "card arrived over a dead connection");
    harness.until_gateway_event("READY", 2).await;
    assert_play_continues(&harness, &people).await;
    assert_eq!(harness.played().await, 1, "card was not counted once");
    harness.end_expecting("not answered within 3 seconds").await;
}

/// No robot plays for absent players while nobody can reach Discord.
#[tokio::test(flavor = "multi_thread")]
async fn gateway_outage_suspends_time_limits() {
    let limit = Duration::from_secs(8);
    let clock = table::Options { soft_limit: limit, hard_limit: limit, ..table::Options::default() };
    let harness = Harness::start_with(Duration::from_secs(2), clock).await;
    let people = seat_three(&harness).await;
    play_to_first_lead(&people).await;
    play_on(&people).await;
    harness.sandbox.refuse_gateway(true);
    harness.sandbox.drop_gateway();
    tokio::time::sleep(2 * limit).await;
    assert_eq!(harness.played().await, 1, "a robot played during the outage");
    harness.sandbox.refuse_gateway(false);
    let online = |sandbox: &Sandbox| sandbox.online();
    harness.sandbox.until(online, TIMEOUT).await.unwrap();
    let played_for = async {
        while harness.played().await < 2 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(TIMEOUT, played_for).await.expect("time limit did not continue after the outage");
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn command_registration_is_retried_after_errors() {
    let mut harness = Harness::without_bot(Drawing::default()).await;
    harness.sandbox.fail_next(2, "PUT", "/applications/", Fault::Status(503));
    harness.start_bot().await;
    assert!(harness.sandbox.commands().len() > 10);
    assert_eq!(harness.response_statuses("PUT", "/applications/"), [503, 503, 200]);
    harness.end().await;
}
