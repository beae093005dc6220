//! Tests of tables that lose their channel, thread, permissions or server.

use std::time::Duration;

use discord_sandbox::permission;
use discord_sandbox::{Audience, Exchange, Fault, Message, SimulatedUser, Snowflake};
use serde_json::json;
use ulti::table::{ChannelId, Journal, TableEvent, WhyEnded};
use ulti_testkit::game::{fold_deal, lobby_in, play_on, play_to_first_lead, seat_three, start_deal};
use ulti_testkit::messages::{
    newest, private_reply, private_text, public, until_button, until_changed, until_text,
};
use ulti_testkit::{TIMEOUT, TestBot, fold};

/// Finishes one deal and plays the first card of another.
async fn play_into_second_deal(bot: &TestBot) -> [SimulatedUser; 3] {
    let users = seat_three(bot).await;
    fold_deal(&users).await;
    start_deal(&users).await;
    play_to_first_lead(&users).await;
    play_on(&users).await;
    users
}

/// Waits until the table is closed because its channel is gone.
async fn until_closed(bot: &TestBot, channel: ChannelId) {
    for _ in 0..600 {
        if bot.store().open_table(channel).await.unwrap().is_none() {
            break;
        }
        bot.advance(Duration::from_millis(100)).await;
    }
    let events = bot.events().await;
    let last = events.last().unwrap();
    assert!(matches!(last, TableEvent::Ended { why: WhyEnded::NoChannel, .. }), "{last:?}");
}

/// Asserts that only the finished deal counts, and that players can open another table.
async fn assert_one_deal_counts(bot: &TestBot, users: &[SimulatedUser; 3]) {
    let elsewhere = users[0].in_channel("general");
    let stats = private_text(&elsewhere.command("stats", []).await.unwrap());
    assert!(stats.contains("**1 osztás**"), "{stats}");
    private_reply(&elsewhere, elsewhere.command("ulti new", []).await).await;
    until_button(&elsewhere, "Beülök").await;
    assert!(bot.store().is_known(ulti::table::UserId(users[0].id().0)).await.unwrap());
}

/// Returns the number of requests to a channel, including edits of its public messages with interaction
/// tokens.
fn request_count(bot: &TestBot, channel: Snowflake) -> usize {
    let channel = format!("/channels/{channel}");
    let traffic = bot.sandbox.traffic();
    let to_channel = |one: &&Exchange| {
        let is_edit = one.audience == Audience::Everyone && one.method.as_deref() == Some("PATCH");
        is_edit || one.path.as_ref().is_some_and(|path| path.starts_with(&channel))
    };
    traffic.iter().filter(to_channel).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn deleting_channel_closes_game_table_but_keeps_results() {
    let bot = TestBot::start().await;
    let users = play_into_second_deal(&bot).await;
    let channel = users[0].channel();
    bot.idle().await;
    // The audience of an edit in a deleted channel is unknown.
    let count = || request_count(&bot, channel) + bot.response_statuses("PATCH", "/webhooks/").len();
    let before = count();
    assert!(bot.sandbox.delete_channel("ulti"));
    until_closed(&bot, ChannelId(channel.0)).await;
    assert_one_deal_counts(&bot, &users).await;
    bot.settle().await;
    assert_eq!(count(), before, "request was sent to a deleted channel");
    println!("channel deleted in mid-deal | once | evening closed, 1 deal kept, 0 requests afterwards");
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn deleting_thread_closes_its_game_table() {
    let bot = TestBot::start().await;
    assert!(bot.sandbox.create_thread("evening", "ulti"));
    let users = lobby_in(&bot, "evening").await;
    start_deal(&users).await;
    play_to_first_lead(&users).await;
    play_on(&users).await;
    bot.idle().await;
    assert!(bot.sandbox.delete_channel("evening"));
    until_closed(&bot, ChannelId(users[0].channel().0)).await;
    bot.end().await;
}

/// No event reports the deletion, so the bot finds out from failed requests and retries only a few times.
#[tokio::test(flavor = "multi_thread")]
async fn bot_closes_game_table_of_channel_deleted_while_offline() {
    let mut bot = TestBot::start().await;
    let users = play_into_second_deal(&bot).await;
    let channel = users[0].channel();
    bot.stop_bot().await;
    assert!(bot.sandbox.delete_channel("ulti"));
    bot.start_bot().await;
    until_closed(&bot, ChannelId(channel.0)).await;
    assert_one_deal_counts(&bot, &users).await;
    let unknown = bot.response_statuses("*", &format!("/channels/{channel}"));
    let unknown = unknown.iter().filter(|status| **status == 404).count();
    assert_eq!(unknown, 4, "unexpected number of retries");
    println!("channel deleted unseen (10003) | once | evening closed after {unknown} requests");
    bot.end_expecting(&["Unknown Channel"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn new_message_reopens_archived_thread() {
    let bot = TestBot::builder().on_channel_routes().start().await;
    assert!(bot.sandbox.create_thread("evening", "ulti"));
    let users = lobby_in(&bot, "evening").await;
    let table = start_deal(&users).await;
    play_to_first_lead(&users).await;
    bot.idle().await;
    assert!(bot.sandbox.archive_thread("evening"));
    play_on(&users).await;
    let other = |messages: &[Message]| {
        public(messages).last().is_some_and(|last| last.id() != table.id() && !last.buttons().is_empty())
    };
    users[0].wait_until(other, TIMEOUT).await.unwrap();
    let before = newest(&users[0]);
    play_on(&users).await;
    let after = until_changed(&users[0], &before).await;
    assert_eq!(after.id(), before.id(), "message in the reopened thread was replaced");
    bot.end_expecting(&["50083"]).await;
}

/// Returns the number of refused requests in `#ulti`.
fn refusals(bot: &TestBot) -> usize {
    let channel = format!("/channels/{}", bot.sandbox.channel("ulti").unwrap());
    bot.response_statuses("*", &channel).iter().filter(|status| **status == 403).count()
}

/// Plays a card per second in a channel that refuses all requests, and returns the number of refused
/// requests.
async fn play_refused(bot: &TestBot, users: &[SimulatedUser; 3], cards: usize) -> usize {
    let before = refusals(bot);
    for _ in 0..cards {
        play_on(users).await;
        bot.advance(Duration::from_secs(1)).await;
    }
    refusals(bot) - before
}

#[tokio::test(flavor = "multi_thread")]
async fn play_continues_if_channel_is_unreachable() {
    let bot = TestBot::builder().on_channel_routes().start().await;
    let users = seat_three(&bot).await;
    play_to_first_lead(&users).await;
    until_button(&users[0], "Lapjaim").await;
    bot.idle().await;
    let channel = format!("/channels/{}", users[0].channel());
    let refusal = Fault::Rejected { status: 403, code: 50001 };
    bot.sandbox.fail_next(usize::MAX, "*", &channel, refusal);
    let refused = play_refused(&bot, &users, 24).await;
    // At once, and after 2, 4, 8 … seconds.
    assert!((4..=6).contains(&refused), "{refused} requests in 24 seconds");
    assert_eq!(bot.played().await, 24);
    println!("channel answers 403 to all | 24 cards in 24 s | {refused} requests");
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn table_message_is_updated_when_bot_regains_permission() {
    let bot = TestBot::builder().on_channel_routes().start().await;
    let users = seat_three(&bot).await;
    play_to_first_lead(&users).await;
    let before = until_button(&users[0], "Lapjaim").await;
    bot.idle().await;
    bot.sandbox.revoke("ulti", permission::VIEW_CHANNEL);
    let hands = bot.response_statuses("PATCH", "/webhooks/").len();
    let refused = play_refused(&bot, &users, 9).await;
    assert!(refused <= 4, "requests did not back off: {refused}");
    let known = newest(&users[0]).text();
    // Open hands are still updated.
    assert!(bot.response_statuses("PATCH", "/webhooks/").len() > hands);
    bot.advance_until(|_| refusals(&bot) >= 4).await;
    bot.idle().await;
    bot.sandbox.grant("ulti", permission::VIEW_CHANNEL);
    // The next retry would follow after `delay(4)`, which is twice `delay(3)`.
    bot.advance(bot.timings().channel_retry.delay(3)).await;
    let after = newest(&users[0]);
    assert_ne!(after.text(), known, "table message was not updated");
    assert_eq!(after.id(), before.id(), "table message was replaced");
    println!("View Channel taken and given back | 9 cards | {refused} requests refused, then up to date");
    bot.end_expecting(&["50001"]).await;
}

/// Opens a table of three people at which deals begin by themselves, and begins the first one.
async fn with_pause(bot: &TestBot) -> [SimulatedUser; 3] {
    let users = ["Anna", "Bea", "Csaba"].map(|name| bot.user(name));
    private_reply(&users[0], users[0].command("ulti new", [("pause", json!(20))]).await).await;
    for user in &users[1..] {
        private_text(&user.command("ulti join", []).await.unwrap());
    }
    private_reply(&users[0], users[0].command("ulti start", []).await).await;
    users
}

/// Returns the number of deals that have begun and the number of turns that people have missed.
async fn begun_and_missed(bot: &TestBot) -> (usize, usize) {
    let begun = |event: &TableEvent| matches!(event, TableEvent::DealBegan { .. });
    let missed = |event: &TableEvent| matches!(event, TableEvent::Missed { .. });
    (bot.count(begun).await, bot.count(missed).await)
}

/// The bot loses its permission during the pause, which it learns when it shows the deal. No robot plays.
async fn check_unseen_deal(bot: TestBot) {
    let users = with_pause(&bot).await;
    fold_deal(&users).await;
    bot.idle().await;
    bot.sandbox.revoke("ulti", permission::SEND_MESSAGES);
    bot.advance(Duration::from_hours(2)).await;
    assert_eq!(begun_and_missed(&bot).await, (2, 0));
    bot.sandbox.grant("ulti", permission::SEND_MESSAGES);
    bot.advance(Duration::from_secs(30)).await;
    until_text(&users[0], "2. osztás").await;
    bot.advance(Duration::from_mins(4)).await;
    assert_eq!(begun_and_missed(&bot).await, (2, 0), "a robot plays before the player has seen the turn");
    play_to_first_lead(&users).await;
    bot.end_expecting(&["50013"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn deal_that_begins_unseen_waits_for_its_players() {
    check_unseen_deal(TestBot::start().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn deal_that_begins_unseen_waits_for_its_players_on_channel_routes() {
    check_unseen_deal(TestBot::builder().on_channel_routes().start().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_deal_begins_by_itself_if_result_could_not_be_shown() {
    let bot = TestBot::builder().on_channel_routes().start().await;
    let users = with_pause(&bot).await;
    let declarer = play_to_first_lead(&users).await;
    bot.idle().await;
    bot.sandbox.revoke("ulti", permission::SEND_MESSAGES | permission::VIEW_CHANNEL);
    private_text(&fold(declarer).await);
    bot.advance(Duration::from_hours(1)).await;
    assert_eq!(begun_and_missed(&bot).await, (1, 0));
    bot.sandbox.grant("ulti", permission::SEND_MESSAGES | permission::VIEW_CHANNEL);
    bot.advance(Duration::from_mins(1)).await;
    until_text(&users[0], "A következő osztás most nem indul magától").await;
    start_deal(&users).await;
    bot.end_expecting(&["50001"]).await;
}

/// Plays a card by buttons alone, because the commands of a removed bot are gone.
async fn press_a_card(users: &[SimulatedUser; 3], table: &Message) {
    for user in users {
        let hand = user.press_raw(table.id(), "u1:1:show:hand").await.unwrap().message.unwrap();
        let is_card = |part: &&serde_json::Value| {
            let id = part["custom_id"].as_str().unwrap_or_default();
            id.contains(":play:") && part["disabled"] != json!(true)
        };
        let card = hand.components().find(is_card).map(|part| part["custom_id"].clone());
        if let Some(card) = card {
            private_text(&user.press_raw(hand.id(), card.as_str().unwrap()).await.unwrap());
            return;
        }
    }
    panic!("no player may play a card");
}

#[tokio::test(flavor = "multi_thread")]
async fn bot_does_not_send_requests_to_unavailable_server() {
    let bot = TestBot::start().await;
    let users = seat_three(&bot).await;
    play_to_first_lead(&users).await;
    let before = until_button(&users[0], "Lapjaim").await;
    bot.idle().await;
    for _ in 0..2 {
        bot.idle().await;
        let asked = request_count(&bot, users[0].channel());
        bot.sandbox.start_outage();
        bot.idle().await;
        let known = newest(&users[0]).text();
        for _ in 0..3 {
            press_a_card(&users, &before).await;
        }
        bot.settle().await;
        assert_eq!(
            request_count(&bot, users[0].channel()),
            asked,
            "request was sent to an unavailable server"
        );
        bot.sandbox.end_outage();
        let other = |seen: &[Message]| public(seen).last().is_some_and(|now| now.text() != known);
        let after = bot.advance_while(users[0].wait_until(other, TIMEOUT)).await.unwrap();
        let after = public(&after).pop().unwrap();
        assert_eq!(after.id(), before.id(), "table message was replaced");
    }
    assert_eq!(bot.played().await, 6);
    println!("server unavailable and back, twice | 3 cards each | 0 requests meanwhile");
    bot.end().await;
}

/// Members cannot use a removed bot, so robots would play for all players if the table stayed open.
#[tokio::test(flavor = "multi_thread")]
async fn removal_from_server_closes_its_tables() {
    let bot = TestBot::start().await;
    let users = play_into_second_deal(&bot).await;
    let channel = users[0].channel();
    bot.idle().await;
    let asked = request_count(&bot, channel);
    bot.sandbox.remove_bot();
    until_closed(&bot, ChannelId(channel.0)).await;
    bot.settle().await;
    assert_eq!(request_count(&bot, channel), asked, "request was sent to a server that removed the bot");
    bot.sandbox.add_bot();
    bot.idle().await;
    let stats = private_text(&users[0].command("stats", []).await.unwrap());
    assert!(stats.contains("**1 osztás**"), "{stats}");
    // Messages can be sent to the channel again.
    private_reply(&users[0], users[0].command("ulti new", []).await).await;
    until_button(&users[0], "Beülök").await;
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn game_table_in_lobby_closes_when_its_channel_is_deleted() {
    let bot = TestBot::start().await;
    let anna = bot.user("Anna");
    private_reply(&anna, anna.command("ulti new", [("rules", json!("rablo"))]).await).await;
    until_button(&anna, "Beülök").await;
    bot.idle().await;
    assert!(bot.sandbox.delete_channel("ulti"));
    until_closed(&bot, ChannelId(anna.channel().0)).await;
    let elsewhere = anna.in_channel("general");
    let about = elsewhere.command("privacy", []).await.unwrap().message.unwrap();
    let sure = elsewhere.press(&about, "Törlés…").await.unwrap();
    let gone = elsewhere.press(&sure.message.unwrap(), "Töröld").await.unwrap();
    assert!(
        private_text(&gone).contains("Töröltelek"),
        "data of the closed table was not deleted: {}",
        gone.text()
    );
    bot.end().await;
}
