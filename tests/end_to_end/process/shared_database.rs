//! Tests of processes that share a database on a server. Each runs its own shards.

use std::time::Duration;

use discord_sandbox::{Options, Sandbox, SimulatedUser};
use serde_json::json;
use ulti::table::Journal as _;
use ulti_testkit::messages::{assert_no_response, private_text, until_button};
use ulti_testkit::{BotProcess, PROCESS_DEADLINE, PROCESS_TIMEOUT, PostgresServer};

use crate::bot_process;

/// Starts a process with one of two shards, and waits until it is connected.
async fn start(sandbox: &Sandbox, url: &str, shard: usize) -> BotProcess {
    let shards = sandbox.shards().len();
    let bot = bot_process()
        .database_url(url.to_owned())
        .env("ULTI_DISCORD__SHARDS", format!("{shard}/2"))
        .spawn(sandbox);
    sandbox.wait_until(|sandbox| sandbox.shards().len() == shards + 1, PROCESS_TIMEOUT).await.unwrap();
    bot
}

/// Opens a table with two robots, and waits until the user has to act. Nothing changes until then.
async fn open_table(user: &SimulatedUser) {
    user.command("ulti new", [("robots", json!(2))]).await.unwrap();
    until_button(user, "Lapjaim").await;
    let has_turn = async {
        while !private_text(&user.command("hand", []).await.unwrap()).contains("Te jössz") {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(PROCESS_TIMEOUT, has_turn).await.expect("the user never has to act");
}

/// Returns the text of a hand without the lines that contain the deadline and the highest bid. The latter is
/// omitted if the picture is drawn in time.
async fn hand(user: &SimulatedUser) -> String {
    let text = private_text(&user.command("hand", []).await.unwrap());
    text.lines().filter(|line| !line.contains("<t:") && !line.contains("Most ez áll")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn processes_share_database_and_fail_alone() {
    let Some(server) = PostgresServer::shared() else { return };
    let url = server.create_database().await;
    let options = Options {
        extra_guilds: 1,
        shards: Some(2),
        max_concurrency: 2,
        response_deadline: PROCESS_DEADLINE,
        ..Options::default()
    };
    let sandbox = Sandbox::start(options).await.unwrap();
    let mut bots = [start(&sandbox, &url, 0).await, start(&sandbox, &url, 1).await];
    let mut guilds = sandbox.guilds();
    guilds.sort_unstable_by_key(|guild| (guild.0 >> 22) % 2);
    let [anna, bea] = [guilds[0], guilds[1]].map(|guild| sandbox.user("Anna").in_guild(guild));
    open_table(&anna).await;
    open_table(&bea).await;
    let before = hand(&anna).await;

    bots[0].kill();
    sandbox.wait_until(|sandbox| sandbox.shards().len() == 1, PROCESS_TIMEOUT).await.unwrap();
    // The command is sent first.
    let expire = async { sandbox.advance(PROCESS_DEADLINE) };
    assert_no_response(&tokio::join!(anna.command("hand", []), expire).0);
    hand(&bea).await;
    bots[0] = start(&sandbox, &url, 0).await;
    assert_eq!(hand(&anna).await, before, "the table was not restored");
    hand(&bea).await;

    for bot in &mut bots {
        bot.stop().await;
    }
    let store = bots[0].read_store().await;
    assert_eq!(store.live().await.unwrap().len(), 2);
    store.close().await;
}
