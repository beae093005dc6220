//! The line to Discord breaks, or goes dead without a word.

use std::time::Duration;

use ulti::discord::Drawing;
use ulti::playground::{Fault, Playground};
use ulti::table;

use crate::evening::{
    Evening, PATIENCE, newest, play_on, public, three_sit_down, to_play, until_changed, until_public,
    until_the_lead,
};

/// Plays a card and sees it on the table's own message, of which there is one.
async fn goes_on(evening: &Evening, people: &[ulti::playground::Person; 3]) {
    let (before, played) = (newest(&people[0]), evening.played().await);
    play_on(people).await;
    let after = until_changed(&people[0], &before).await;
    assert_eq!(after.id(), before.id(), "the same message goes on");
    assert_eq!(public(&people[0].messages()).len(), 2, "the lobby and the table");
    assert_eq!(evening.played().await, played + 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_that_breaks_in_mid_deal_is_taken_up_again() {
    let evening = Evening::begin().await;
    let people = three_sit_down(&evening).await;
    until_the_lead(&people).await;
    until_public(&people[0], "Lapjaim").await;
    for broken in 1..=10 {
        evening.playground.drop_gateway();
        // Every other time nobody waits for it to be there again.
        if broken % 2 == 0 {
            evening.until_told("RESUMED", broken).await;
        }
        goes_on(&evening, &people).await;
        evening.until_told("RESUMED", broken).await;
    }
    assert_eq!((evening.events_told("READY"), evening.events_told("RESUMED")), (1, 10));
    println!("dropped socket | 10 times | 10 resumed, 0 new sessions, 10 cards played, 2 messages");
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_resume_ends_in_a_new_session_and_the_same_messages_go_on() {
    let evening = Evening::begin().await;
    let people = three_sit_down(&evening).await;
    until_the_lead(&people).await;
    until_public(&people[0], "Lapjaim").await;
    evening.playground.refuse_resume(1);
    evening.playground.close_gateway(4000);
    evening.until_told("READY", 2).await;
    goes_on(&evening, &people).await;
    assert_eq!(evening.events_told("RESUMED"), 0);
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn discord_asks_to_reconnect_or_calls_the_session_invalid() {
    let evening = Evening::begin().await;
    let people = three_sit_down(&evening).await;
    until_the_lead(&people).await;
    until_public(&people[0], "Lapjaim").await;
    evening.playground.ask_reconnect();
    evening.until_told("RESUMED", 1).await;
    goes_on(&evening, &people).await;
    evening.playground.invalidate_sessions(true);
    evening.until_told("RESUMED", 2).await;
    goes_on(&evening, &people).await;
    evening.playground.invalidate_sessions(false);
    evening.until_told("READY", 2).await;
    goes_on(&evening, &people).await;
    evening.end().await;
}

/// Nothing comes any more and nothing arrives, but the socket stays open: only a heartbeat that nobody
/// acknowledges tells it.
#[tokio::test(flavor = "multi_thread")]
async fn a_line_gone_dead_is_noticed_by_its_heartbeat() {
    let evening = Evening::begin_beating(Duration::from_millis(800)).await;
    let people = three_sit_down(&evening).await;
    until_the_lead(&people).await;
    until_public(&people[0], "Lapjaim").await;
    let (person, card) = to_play(&people).await;
    evening.playground.freeze_gateway();
    person.command("play", [("card", card.clone())]).await.unwrap_err();
    assert_eq!(evening.played().await, 0, "the bot never heard of it");
    evening.until_told("READY", 2).await;
    goes_on(&evening, &people).await;
    assert_eq!(evening.played().await, 1, "the card counts once");
    evening.end_but_for("not answered within 3 seconds").await;
}

/// Nobody can play while Discord is out of reach, so nobody is played for.
#[tokio::test(flavor = "multi_thread")]
async fn while_the_gateway_is_out_of_reach_no_robot_plays_for_anyone() {
    let limit = Duration::from_secs(8);
    let clock = table::Options { soft_limit: limit, hard_limit: limit, ..table::Options::default() };
    let evening = Evening::begin_with(Duration::from_secs(2), clock).await;
    let people = three_sit_down(&evening).await;
    until_the_lead(&people).await;
    play_on(&people).await;
    evening.playground.refuse_gateway(true);
    evening.playground.drop_gateway();
    tokio::time::sleep(2 * limit).await;
    assert_eq!(evening.played().await, 1, "two limits later nobody has played");
    evening.playground.refuse_gateway(false);
    let online = |playground: &Playground| playground.online();
    evening.playground.until(online, PATIENCE).await.unwrap();
    let played_for = async {
        while evening.played().await < 2 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(PATIENCE, played_for).await.expect("then the clock goes on");
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_that_can_not_be_registered_now_are_registered_later() {
    let mut evening = Evening::before(Drawing::default()).await;
    evening.playground.fail_next(2, "PUT", "/applications/", Fault::Status(503));
    evening.start_bot().await;
    assert!(evening.playground.commands().len() > 10);
    assert_eq!(evening.answers("PUT", "/applications/"), [503, 503, 200]);
    evening.end().await;
}
