//! Tests of a bot with several shards.

use std::time::Duration;

use discord_sandbox::{Options, RateLimits, Sandbox, SimulatedUser, Snowflake};
use futures::StreamExt as _;
use serde_json::json;
use ulti::table;
use ulti_testkit::{TestBot, TestBotBuilder};

/// Number of servers of the test with many servers, unless the environment variable `ULTI_TEST_SERVERS` is
/// set.
const MANY_SERVERS: usize = 600;

/// A bot with one server on each of `shards` shards.
fn one_server_per_shard(shards: u32) -> TestBotBuilder {
    let extra_guilds = usize::try_from(shards).unwrap() - 1;
    TestBot::builder().sandbox(Options { extra_guilds, shards: Some(shards), ..Options::default() })
}

fn shard_of(guild: Snowflake, shards: u64) -> u64 {
    (guild.0 >> 22) % shards
}

/// Returns the guild that a shard serves if each shard serves one.
fn guild_of(bot: &TestBot, shard: u64) -> Snowflake {
    let guilds = bot.sandbox.guilds();
    let shards = u64::try_from(guilds.len()).unwrap();
    guilds.into_iter().find(|guild| shard_of(*guild, shards) == shard).unwrap()
}

async fn until_connected(bot: &TestBot, shards: usize) {
    bot.advance_until(|sandbox| sandbox.shards().len() == shards).await;
}

/// Returns `true` if the bot answers a command on a server. Otherwise, prints the reason.
async fn is_answered(user: &SimulatedUser) -> bool {
    let reply = user.command("help", []).await.inspect_err(|error| eprintln!("no answer: {error}"));
    reply.is_ok_and(|reply| reply.is_ephemeral() && !reply.text().is_empty())
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_on_all_servers_are_answered() {
    let servers = std::env::var("ULTI_TEST_SERVERS").map_or(MANY_SERVERS, |servers| servers.parse().unwrap());
    let sandbox =
        Options { extra_guilds: servers - 1, shards: Some(12), max_concurrency: 16, ..Options::default() };
    let limits = RateLimits { identifies: true, ..RateLimits::OFF };
    let bot = TestBot::builder().sandbox(sandbox).rate_limits(limits).start().await;
    until_connected(&bot, 12).await;
    let guilds = bot.sandbox.guilds();
    assert_eq!(guilds.len(), servers);
    let ask = |guild| {
        let user = bot.sandbox.user("Anna").in_guild(guild);
        async move { is_answered(&user).await }
    };
    let answered = futures::stream::iter(guilds).map(ask).buffer_unordered(8);
    let answered = answered.filter(|is_answered| std::future::ready(*is_answered)).count().await;
    assert_eq!(answered, servers);
    assert_eq!(bot.sandbox.rate_limited(), []);
    println!("{servers} servers on 12 shards: a command on each of {answered} was answered");
    bot.end().await;
}

/// Starts a bot with two shards and a table on each. A robot replaces a player who does not act within
/// `limit`.
async fn tables_on_two_shards(limit: Duration) -> (TestBot, [SimulatedUser; 2]) {
    let times = table::Options { soft_limit: limit, hard_limit: limit, ..table::Options::default() };
    let bot = one_server_per_shard(2).table(times).start().await;
    until_connected(&bot, 2).await;
    let users = [0, 1].map(|shard| bot.sandbox.user("Anna").in_guild(guild_of(&bot, shard)));
    for user in &users {
        user.command("ulti new", [("robots", json!(2))]).await.unwrap();
    }
    (bot, users)
}

#[tokio::test(flavor = "multi_thread")]
async fn disconnected_shard_stops_its_own_clock_only() {
    let limit = Duration::from_secs(8);
    let (bot, users) = tables_on_two_shards(limit).await;
    let events = async |shard: u64| -> i64 {
        let guild = guild_of(&bot, shard).0.cast_signed();
        let count = "SELECT COUNT(*) FROM journal j JOIN tables t ON t.id = j.table_id WHERE t.server = $1";
        sqlx::query_scalar(count).bind(guild).fetch_one(&bot.pool).await.unwrap()
    };
    bot.sandbox.refuse_shard(1, true);
    bot.advance_until(|sandbox| sandbox.shards().len() == 1).await;
    bot.advance(bot.timings().connection_check).await;
    let (connected, disconnected) = (events(0).await, events(1).await);
    bot.advance(2 * limit).await;
    assert!(events(0).await > connected, "no robot played on the connected shard");
    assert_eq!(events(1).await, disconnected, "a robot played on the disconnected shard");
    assert!(is_answered(&users[0]).await && !bot.advance_while(is_answered(&users[1])).await);
    bot.sandbox.refuse_shard(1, false);
    until_connected(&bot, 2).await;
    bot.advance(2 * limit).await;
    assert!(events(1).await > disconnected, "clock did not continue");
    assert!(is_answered(&users[1]).await);
    // The command of the outage arrives when the session is resumed, and its token is not valid any more.
    bot.end_expecting(&["not answered within 3 seconds", "10062 Unknown interaction"]).await;
}

/// While Discord accepts connections of a shard and closes them at once, the bot connects a few times a
/// second.
#[tokio::test(flavor = "multi_thread")]
async fn refused_shard_does_not_flood_the_gateway() {
    // In real time, because connections are real and could not keep pace with a clock that is advanced.
    let bot = one_server_per_shard(2).in_real_time().start().await;
    until_connected(&bot, 2).await;
    bot.sandbox.refuse_shard(1, true);
    bot.advance(Duration::from_secs(4)).await;
    let resumes = |sandbox: &Sandbox| {
        let traffic = sandbox.traffic();
        traffic.iter().filter(|frame| frame.body["op"] == 6 && frame.path.is_none()).count()
    };
    let resumes = resumes(&bot.sandbox) + bot.sandbox.identifies().len();
    assert!((1..=20).contains(&resumes), "{resumes} sessions were begun or resumed");
    bot.sandbox.refuse_shard(1, false);
    until_connected(&bot, 2).await;
    assert!(is_answered(&bot.sandbox.user("Anna").in_guild(guild_of(&bot, 1))).await);
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn shards_begin_sessions_at_discords_pace_after_restart() {
    let limits = RateLimits { identifies: true, ..RateLimits::OFF };
    let mut bot = one_server_per_shard(3).rate_limits(limits).start().await;
    until_connected(&bot, 3).await;
    bot.stop_bot().await;
    bot.advance(Duration::from_secs(5)).await;
    bot.start_bot().await;
    until_connected(&bot, 3).await;
    let identifies = bot.sandbox.identifies();
    let mut shards: Vec<u64> = identifies.iter().map(|identified| identified.shard).collect();
    shards.sort_unstable();
    assert_eq!(shards, [0, 0, 1, 1, 2, 2]);
    for pair in identifies.windows(2) {
        let gap = pair[1].at.saturating_sub(pair[0].at);
        assert!(gap >= Duration::from_secs(5), "{gap:?} between two sessions");
    }
    assert_eq!(bot.sandbox.rate_limited(), []);
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn shard_that_loses_its_session_begins_a_new_one() {
    let bot = one_server_per_shard(2).start().await;
    until_connected(&bot, 2).await;
    let user = bot.sandbox.user("Bea").in_guild(guild_of(&bot, 1));
    bot.sandbox.request_reconnect_of(1);
    bot.until_gateway_event("RESUMED", 1).await;
    assert!(is_answered(&user).await);
    bot.sandbox.invalidate_shard(1, false);
    bot.until_gateway_event("READY", 3).await;
    assert!(is_answered(&user).await);
    let shards: Vec<u64> = bot.sandbox.identifies().iter().map(|identified| identified.shard).collect();
    assert_eq!(shards.iter().filter(|shard| **shard == 0).count(), 1, "{shards:?}");
    bot.end().await;
}

/// If Discord ends every session right after it began, the bot keeps Discord's pace, and other shards are not
/// affected.
#[tokio::test(flavor = "multi_thread")]
async fn repeatedly_invalidated_session_is_begun_at_discords_pace() {
    let bot = one_server_per_shard(2).start().await;
    until_connected(&bot, 2).await;
    let begun = |sandbox: &Sandbox| {
        let of_shard = sandbox.identifies().into_iter().filter(|one| one.shard == 1);
        of_shard.map(|one| one.at).collect::<Vec<Duration>>()
    };
    for sessions in 1..=3 {
        let is_begun = |sandbox: &Sandbox| begun(sandbox).len() == sessions && sandbox.shards().len() == 2;
        bot.advance_until(is_begun).await;
        if sessions < 3 {
            bot.sandbox.invalidate_shard(1, false);
        }
    }
    let sessions = begun(&bot.sandbox);
    for pair in sessions.windows(2) {
        let gap = pair[1].saturating_sub(pair[0]);
        assert!(gap >= Duration::from_secs(5), "{gap:?} between two sessions");
    }
    assert!(is_answered(&bot.sandbox.user("Anna").in_guild(guild_of(&bot, 1))).await);
    assert_eq!(bot.sandbox.identifies().iter().filter(|one| one.shard == 0).count(), 1);
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn process_with_a_range_runs_only_its_shards() {
    let builder = one_server_per_shard(3).options(|options| options.shards = "1-2/3".parse().unwrap());
    let bot = builder.start().await;
    until_connected(&bot, 2).await;
    for (shard, is_run) in [(0, false), (1, true), (2, true)] {
        let user = bot.sandbox.user("Csaba").in_guild(guild_of(&bot, shard));
        assert_eq!(bot.advance_while(is_answered(&user)).await, is_run, "shard {shard}");
    }
    bot.end_expecting(&["not answered within 3 seconds"]).await;
}

/// Discord rejects a shard with too many servers with close code 4011. serenity would read the closed
/// connection again and again without yielding, which would stop this bot: all its shards share one thread.
#[tokio::test(flavor = "multi_thread")]
async fn overloaded_shards_do_not_affect_others() {
    // All shards but the last serve two servers.
    let shards: u32 = 4;
    let extra_guilds = usize::try_from(2 * shards).unwrap() - 2;
    let sandbox =
        Options { extra_guilds, shards: Some(shards), max_guilds_per_shard: 1, ..Options::default() };
    let mut bot = TestBot::builder().sandbox(sandbox).start().await;
    let overloaded = usize::try_from(shards).unwrap() - 1;
    let is_repeated =
        |sandbox: &Sandbox| sandbox.identifies().iter().filter(|one| !one.accepted).count() > overloaded;
    bot.advance_until(is_repeated).await;
    let guilds = bot.sandbox.guilds();
    let count = |shard| guilds.iter().filter(|guild| shard_of(**guild, shards.into()) == shard).count();
    let alone = guilds.iter().find(|guild| count(shard_of(**guild, shards.into())) == 1).unwrap();
    assert!(is_answered(&bot.sandbox.user("Anna").in_guild(*alone)).await);
    bot.stop_bot().await;
    let violations: Vec<String> = bot.sandbox.violations().iter().map(ToString::to_string).collect();
    assert!(violations.iter().all(|violation| violation.contains("closed with 4011")), "{violations:?}");
}
