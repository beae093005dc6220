//! Tests with Discord's rate limits: the bot waits for them before it sends a request, so that Discord
//! rejects none.

use std::time::Duration;

use discord_sandbox::{Options, RateLimits, SimulatedUser};
use ulti_testkit::messages::{newest, private_text, until_changed, until_custom_id};
use ulti_testkit::{Player, Strategy, TestBot};

/// Channels with a table each.
const TABLES: usize = 6;
/// Longest time until a bucket of the sandbox is reset.
const LONGEST_RESET: Duration = Duration::from_secs(5);

fn channel(table: usize) -> String {
    format!("table-{table}")
}

fn options() -> Options {
    let names = (0..TABLES).flat_map(|table| (0..3).map(move |seat| format!("P{table}-{seat}")));
    Options {
        users: names.map(|name| (name, "hu".to_owned())).collect(),
        channels: (0..TABLES).map(channel).chain(["ulti".to_owned(), "general".to_owned()]).collect(),
        ..Options::default()
    }
}

/// Lets three people play the beginning of a deal as fast as the bot answers.
async fn play(users: [SimulatedUser; 3]) {
    let players = users.map(|user| Player::new(user, Strategy::Commands));
    players[0].user.command("ulti new", []).await.unwrap();
    for player in &players[1..] {
        player.user.command("ulti join", []).await.unwrap();
    }
    players[0].user.command("ulti start", []).await.unwrap();
    until_custom_id(&players[0].user, ":show:hand").await;
    let mut acted = 0;
    while acted < 16 {
        for player in &players {
            acted += usize::from(player.act().await.is_some());
        }
    }
}

/// Plays at several tables at once, and checks that no request is rejected and the newest state is shown.
async fn assert_no_request_is_rejected(bot: TestBot) {
    let user =
        |table: usize, seat: usize| bot.sandbox.user(&format!("P{table}-{seat}")).in_channel(&channel(table));
    let tables = (0..TABLES).map(|table| play([0, 1, 2].map(|seat| user(table, seat))));
    bot.advance_while(futures::future::join_all(tables)).await;
    // An edit may wait until its bucket is reset.
    bot.advance(LONGEST_RESET).await;
    for table in 0..TABLES {
        let watcher = user(table, 0);
        // A new post shows the newest state.
        let shown = newest(&watcher);
        private_text(&bot.advance_while(watcher.command("table", [])).await.unwrap());
        let posted = bot.advance_while(until_changed(&watcher, &shown)).await;
        assert_eq!(shown.text(), posted.text(), "table {table} showed an outdated state");
    }
    assert_eq!(bot.sandbox.rate_limited(), []);
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_request_is_rejected_with_interaction_tokens() {
    let bot = TestBot::builder().sandbox(options()).rate_limits(RateLimits::DISCORD);
    assert_no_request_is_rejected(bot.start().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_request_is_rejected_on_channel_routes() {
    assert_no_request_is_rejected(
        TestBot::builder().sandbox(options()).rate_limits(RateLimits::DISCORD).start().await,
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_request_is_rejected_if_interactions_are_counted() {
    let limits = RateLimits { count_interactions: true, ..RateLimits::DISCORD };
    let counted = |options: &mut ulti::discord::Options| options.counts_interactions = true;
    let bot = TestBot::builder().sandbox(options()).rate_limits(limits).options(counted);
    assert_no_request_is_rejected(bot.start().await).await;
}

/// The bot does not know that Discord counts interactions until a request is rejected. No action is lost.
#[tokio::test(flavor = "multi_thread")]
async fn bot_detects_that_interactions_are_counted() {
    let limits = RateLimits { count_interactions: true, ..RateLimits::DISCORD };
    let bot = TestBot::builder().sandbox(options()).rate_limits(limits).start().await;
    let users = [0, 1, 2].map(|seat| bot.sandbox.user(&format!("P0-{seat}")).in_channel(&channel(0)));
    let asked = (0..80).map(|_| users[0].command("help", []));
    bot.advance_while(futures::future::join_all(asked)).await;
    assert!(!bot.sandbox.rate_limited().is_empty(), "no request exceeded the limit");
    bot.advance_while(play(users)).await;
    bot.end().await;
}
