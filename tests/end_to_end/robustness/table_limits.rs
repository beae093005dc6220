//! Tests of the limits on open tables per user and per server.

use discord_sandbox::{Options, SimulatedUser};
use futures::future::join_all;
use ulti::table::TableLimits;
use ulti_testkit::TestBot;
use ulti_testkit::messages::{private_reply, until_custom_id};

/// Starts a bot in a server with this many channels and users.
async fn start_server(channels: usize, users: usize) -> TestBot {
    let users = (0..users).map(|number| (format!("Person {number}"), "en-US".to_owned())).collect();
    let mut names: Vec<String> = (0..channels).map(|number| format!("room-{number}")).collect();
    names.push("general".to_owned());
    names.push("ulti".to_owned());
    TestBot::builder().sandbox(Options { users, channels: names, ..Options::default() }).start().await
}

async fn open_tables(bot: &TestBot) -> i64 {
    bot.query("SELECT COUNT(*) FROM tables WHERE ended_at IS NULL").await
}

/// Opens a table in each channel at once, and returns the messages of the rejected attempts.
async fn open_in_all(bot: &TestBot, who: impl Fn(usize) -> usize, channels: usize) -> Vec<String> {
    let opened = (0..channels).map(async |channel| {
        let user = bot.sandbox.user(&format!("Person {}", who(channel)));
        let user = user.in_channel(&format!("room-{channel}"));
        let text = private_reply(&user, user.command("ulti new", []).await).await.text();
        Some(text).filter(|text| text.contains("open"))
    });
    join_all(opened).await.into_iter().flatten().collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn number_of_open_game_tables_per_user_is_limited() {
    let bot = start_server(100, 2).await;
    let most = TableLimits::default().of_person as usize;
    let refused = open_in_all(&bot, |_| 0, 100).await;
    assert_eq!((open_tables(&bot).await, refused.len()), (i64::try_from(most).unwrap(), 100 - most));
    for text in &refused {
        assert!(text.contains("You already have 5 open tables") && text.contains("/ulti end"), "{text}");
        assert_eq!(text.matches("<#").count(), most, "{text}");
    }
    println!("100 simultaneous tables of one user: {most} opened, {} rejected", refused.len());

    // After one table is ended, there is room for another.
    let somewhere = |channel: u64| {
        let is_it = |name: &&String| bot.sandbox.channel(name).is_some_and(|id| id.0 == channel);
        let names: Vec<String> = (0..100).map(|number| format!("room-{number}")).collect();
        names.iter().find(is_it).unwrap().clone()
    };
    let named = refused[0].split("<#").nth(1).unwrap().split('>').next().unwrap().parse().unwrap();
    let anna = bot.sandbox.user("Person 0");
    let there = anna.in_channel(&somewhere(named));
    private_reply(&there, there.command("ulti end", []).await).await;
    let ulti = anna.in_channel("ulti");
    private_reply(&ulti, ulti.command("ulti new", []).await).await;
    until_custom_id(&ulti, ":join").await;
    let other = anna.in_channel("general");
    bot.assert_no_effect(&other, other.command("ulti new", []), &["You already have 5 open tables"]).await;
    // Other users are not limited.
    let bea = bot.sandbox.user("Person 1").in_channel("general");
    private_reply(&bea, bea.command("ulti new", []).await).await;
    until_custom_id(&bea, ":join").await;
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn number_of_open_game_tables_per_server_is_limited() {
    let bot = start_server(60, 12).await;
    let refused = open_in_all(&bot, |channel| channel / 5, 60).await;
    assert_eq!((open_tables(&bot).await, refused.len()), (50, 10));
    for text in &refused {
        assert!(text.contains("already has 50 open tables") && text.contains("<#"), "{text}");
        assert_eq!(text.matches("<#").count(), 10, "{text}");
    }
    bot.end_without_leaks().await;
}

/// A duplicated interaction does not open another table, even at the limit.
#[tokio::test(flavor = "multi_thread")]
async fn duplicate_interaction_opens_only_one_game_table() {
    let bot = start_server(5, 1).await;
    let user = |channel: usize| -> SimulatedUser {
        bot.sandbox.user("Person 0").in_channel(&format!("room-{channel}"))
    };
    for channel in 0..4 {
        private_reply(&user(channel), user(channel).command("ulti new", []).await).await;
    }
    bot.sandbox.deliver_next_twice();
    let last = user(4);
    private_reply(&last, last.command("ulti new", []).await).await;
    until_custom_id(&last, ":join").await;
    assert_eq!(open_tables(&bot).await, 5);
    bot.end_without_leaks_expecting(&["40060"]).await;
}
