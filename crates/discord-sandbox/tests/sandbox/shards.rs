//! Several guilds, and the shards that serve them.

use std::collections::BTreeSet;
use std::time::Duration;

use discord_sandbox::{Options, RateLimits, Sandbox, Snowflake};
use serde_json::{Value, json};

use crate::gateway::Shard;
use crate::{TIMEOUT, options, request};

/// Intents of guilds and guild messages.
const INTENTS: u64 = 1 | 1 << 9;

/// Options for `extra_guilds` guilds in addition to the main guild, without rate limits.
pub(crate) fn guilds(extra_guilds: usize) -> Options {
    Options { extra_guilds, ..options() }
}

/// Options that limit only `IDENTIFY` frames.
pub(crate) fn paced(max_concurrency: u32) -> Options {
    let rate_limits = RateLimits { identifies: true, ..RateLimits::OFF };
    Options { max_concurrency, rate_limits, ..options() }
}

pub(crate) fn shard_of(guild: Snowflake, count: u64) -> u64 {
    (guild.0 >> 22) % count
}

fn ids(guilds: &[Snowflake]) -> BTreeSet<String> {
    guilds.iter().map(ToString::to_string).collect()
}

/// Connects a shard and reads `READY` and the `GUILD_CREATE` events that follow it.
///
/// Returns the connection, the id of the session and the ids of the guilds.
pub(crate) async fn started(sandbox: &Sandbox, shard: [u64; 2]) -> (Shard, Value, BTreeSet<String>) {
    let mut socket = Shard::identified(sandbox, shard, INTENTS).await;
    let ready = socket.next().await;
    assert_eq!((&ready["t"], &ready["d"]["shard"]), (&json!("READY"), &json!(shard)));
    let listed = ready["d"]["guilds"].as_array().unwrap();
    let listed: BTreeSet<String> = listed.iter().map(|one| one["id"].as_str().unwrap().to_owned()).collect();
    let mut created = BTreeSet::new();
    for _ in 0..listed.len() {
        let event = socket.next().await;
        assert_eq!(event["t"], "GUILD_CREATE");
        created.insert(event["d"]["id"].as_str().unwrap().to_owned());
    }
    assert_eq!(created, listed);
    (socket, ready["d"]["session_id"].clone(), created)
}

/// Returns the next event of a shard after the command `ping` has been sent in a guild's first channel.
async fn next_interaction(sandbox: &Sandbox, shard: &mut Shard, guild: Snowflake) -> Value {
    let bea = sandbox.user("Bea").in_guild(guild);
    let pending = tokio::spawn(async move { bea.command("ping", []).await });
    let event = shard.next().await;
    assert_eq!(event["t"], "INTERACTION_CREATE");
    let (id, token) = (event["d"]["id"].as_str().unwrap(), event["d"]["token"].as_str().unwrap());
    let callback = format!("/interactions/{id}/{token}/callback");
    let answer = json!({"type": 4, "data": {"content": "pong"}});
    assert_eq!(request(sandbox, "POST", &callback, &answer).await.0, 204);
    assert_eq!(pending.await.unwrap().unwrap().text(), "pong");
    assert_eq!(shard.next().await["d"]["guild_id"], json!(guild));
    event["d"].clone()
}

async fn register_ping(sandbox: &Sandbox) {
    let path = format!("/applications/{}/commands", sandbox.bot());
    let command = json!({"name": "ping", "description": "Answers"});
    assert_eq!(request(sandbox, "POST", &path, &command).await.0, 201);
}

#[tokio::test]
async fn shard_starts_with_its_own_guilds() {
    let sandbox = Sandbox::start(guilds(7)).await.unwrap();
    let all = sandbox.guilds();
    assert_eq!((all.len(), all[0]), (8, sandbox.guild()));
    let mut seen = Vec::new();
    for id in 0..3 {
        let (_, _, created) = started(&sandbox, [id, 3]).await;
        let own: Vec<_> = all.iter().copied().filter(|guild| shard_of(*guild, 3) == id).collect();
        assert_eq!(created, ids(&own));
        assert!((2..=3).contains(&own.len()), "guilds are not spread over the shards: {own:?}");
        seen.extend(created);
    }
    assert_eq!((seen.len(), seen.into_iter().collect::<BTreeSet<_>>()), (8, ids(&all)));
    assert_eq!(sandbox.violations(), []);
}

#[tokio::test]
async fn command_reaches_only_the_shard_of_its_guild() {
    let sandbox = Sandbox::start(guilds(5)).await.unwrap();
    register_ping(&sandbox).await;
    let mut shards = [started(&sandbox, [0, 2]).await.0, started(&sandbox, [1, 2]).await.0];
    for guild in sandbox.guilds() {
        let own = usize::try_from(shard_of(guild, 2)).unwrap();
        let event = next_interaction(&sandbox, &mut shards[own], guild).await;
        let channel = sandbox.user("Bea").in_guild(guild).channel();
        assert_eq!((&event["guild_id"], &event["channel_id"]), (&json!(guild), &json!(channel)));
        assert_eq!((&event["channel"]["id"], &event["guild"]["id"]), (&json!(channel), &json!(guild)));
        assert_eq!(event["authorizing_integration_owners"], json!({"0": guild}));
        assert_eq!((&event["guild_locale"], &event["locale"]), (&json!("hu"), &json!("en-US")));
        assert!(event["app_permissions"].is_string());
    }
    sandbox.request_reconnect();
    for shard in &mut shards {
        assert_eq!(shard.next().await["op"], 7, "an event reached the wrong shard");
    }
    assert_eq!(sandbox.violations(), []);
}

#[tokio::test]
async fn rest_routes_use_the_guild_of_the_path() {
    let sandbox = Sandbox::start(guilds(1)).await.unwrap();
    let guild = sandbox.guilds()[1];
    let anna = sandbox.user("Anna").in_guild(guild);
    let get = async |path: String| request(&sandbox, "GET", &path, &Value::Null).await;
    let (status, body) = get(format!("/guilds/{guild}")).await;
    assert_eq!((status, &body["id"], &body["name"]), (200, &json!(guild), &json!("Guild 1")));
    assert_eq!(body["roles"][0]["id"], json!(guild));
    let (_, channels) = get(format!("/guilds/{guild}/channels")).await;
    assert_eq!((channels.as_array().unwrap().len(), &channels[0]["id"]), (1, &json!(anna.channel())));
    let (_, channel) = get(format!("/channels/{}", anna.channel())).await;
    assert_eq!((&channel["guild_id"], &channel["position"]), (&json!(guild), &json!(0)));
    let (_, main) = get(format!("/guilds/{}/channels", sandbox.guild())).await;
    assert_eq!(main.as_array().unwrap().len(), 3);

    let commands = format!("/applications/{}/guilds/{guild}/commands", sandbox.bot());
    let command = json!({"name": "local", "description": "Only here"});
    assert_eq!(request(&sandbox, "POST", &commands, &command).await.0, 201);
    assert!(sandbox.user("Anna").command("local", []).await.is_err());
    sandbox.remove_bot();
    assert_eq!(get(format!("/guilds/{}", sandbox.guild())).await.0, 404);
    let path = format!("/channels/{}/messages", anna.channel());
    assert_eq!(request(&sandbox, "POST", &path, &json!({"content": "hello"})).await.0, 200);
    assert_eq!(anna.messages()[0].text(), "hello");
}

#[tokio::test]
async fn guilds_are_listed_in_pages() {
    let sandbox = Sandbox::start(guilds(449)).await.unwrap();
    let all = json!(sandbox.guilds());
    let get = async |query: String| {
        let (status, body) =
            request(&sandbox, "GET", &format!("/users/@me/guilds{query}"), &Value::Null).await;
        assert_eq!(status, 200);
        body.as_array().unwrap().iter().map(|guild| guild["id"].clone()).collect::<Value>()
    };
    let part = |range: std::ops::Range<usize>| json!(all.as_array().unwrap()[range]);
    assert_eq!(get(String::new()).await, part(0..200));
    assert_eq!(get(format!("?after={}", sandbox.guilds()[399])).await, part(400..450));
    assert_eq!(get(format!("?before={}&limit=2", sandbox.guilds()[10])).await, part(8..10));
    assert_eq!(request(&sandbox, "GET", "/users/@me/guilds?limit=201", &Value::Null).await.0, 400);
}

#[tokio::test]
async fn direct_message_reaches_only_shard_zero() {
    let sandbox = Sandbox::start(options()).await.unwrap();
    let direct_messages = 1 << 12;
    let mut first = Shard::identified(&sandbox, [0, 2], direct_messages).await;
    let mut second = Shard::identified(&sandbox, [1, 2], direct_messages).await;
    assert_eq!(first.next().await["t"], "READY");
    assert_eq!(second.next().await["t"], "READY");
    sandbox.user("Anna").in_dm().post("hello").unwrap();
    assert_eq!(first.next().await["d"]["content"], "hello");
    sandbox.request_reconnect();
    assert_eq!(second.next().await["op"], 7, "the message reached the wrong shard");
}

#[tokio::test]
async fn members_are_returned_only_to_the_shard_of_the_guild() {
    let sandbox = Sandbox::start(guilds(1)).await.unwrap();
    let guild = sandbox.guilds()[1];
    let own = shard_of(guild, 2);
    let (mut served, ..) = started(&sandbox, [own, 2]).await;
    let (mut other, ..) = started(&sandbox, [1 - own, 2]).await;
    let query = json!({"op": 8, "d": {"guild_id": guild, "query": "an", "limit": 5}});
    served.send(query.clone()).await;
    let chunk = served.next().await;
    assert_eq!((&chunk["t"], &chunk["d"]["guild_id"]), (&json!("GUILD_MEMBERS_CHUNK"), &json!(guild)));
    other.send(query).await;
    other.send(json!({"op": 1, "d": null})).await;
    assert_eq!(other.next().await["op"], 11);
    assert_eq!(sandbox.violations().len(), 1);
}

#[tokio::test]
async fn user_stays_in_guild_when_channel_is_chosen_by_name() {
    let sandbox = Sandbox::start(guilds(1)).await.unwrap();
    let [main, other]: [Snowflake; 2] = sandbox.guilds().try_into().unwrap();
    let anna = sandbox.user("Anna").in_guild(other);
    assert_eq!(anna.in_channel("general").channel(), anna.channel());
    assert_ne!(anna.in_guild(main).in_channel("general").channel(), anna.channel());
    assert!(anna.in_channel("games").post("hello").is_err(), "the channel belongs to the main guild");
    assert!(anna.in_guild(Snowflake(1)).post("hello").is_err());
}

#[tokio::test]
async fn faults_affect_only_their_shard() {
    let sandbox = Sandbox::start(guilds(1)).await.unwrap();
    let (mut broken, ..) = started(&sandbox, [0, 2]).await;
    let (mut healthy, session, _) = started(&sandbox, [1, 2]).await;
    sandbox.request_reconnect_of(0);
    assert_eq!(broken.next().await["op"], 7);
    sandbox.invalidate_shard(0, true);
    assert_eq!(broken.next().await, json!({"op": 9, "t": null, "s": null, "d": true}));
    sandbox.drop_shard(0);
    assert!(broken.ended().await);

    sandbox.refuse_shard(0, true);
    let mut refused = Shard::identified(&sandbox, [0, 2], 0).await;
    assert!(refused.ended().await);
    assert!(!sandbox.identifies().last().unwrap().accepted);
    sandbox.refuse_shard(0, false);
    let (mut again, ..) = started(&sandbox, [0, 2]).await;
    sandbox.refuse_shard(0, true);
    assert!(again.ended().await, "the connection stays open when its shard is refused");

    // Shard 1 is not affected.
    healthy.send(json!({"op": 1, "d": null})).await;
    assert_eq!(healthy.next().await["op"], 11);
    sandbox.refuse_shard(1, true);
    assert!(healthy.ended().await);
    let mut resumed = Shard::connect(&sandbox, "?v=10").await;
    assert_eq!(resumed.next().await["op"], 10);
    resumed.send(json!({"op": 6, "d": {"token": "secret", "session_id": session, "seq": 1}})).await;
    assert!(resumed.ended().await);
}

#[tokio::test]
async fn frozen_shard_does_not_answer() {
    let sandbox = Sandbox::start(guilds(1)).await.unwrap();
    let (mut frozen, ..) = started(&sandbox, [0, 2]).await;
    let (mut other, ..) = started(&sandbox, [1, 2]).await;
    sandbox.freeze_shard(0);
    frozen.send(json!({"op": 1, "d": null})).await;
    other.send(json!({"op": 1, "d": null})).await;
    assert_eq!(other.next().await["op"], 11);
    assert!(tokio::time::timeout(Duration::from_millis(200), frozen.next()).await.is_err());
}

#[tokio::test]
async fn resumed_shard_receives_only_its_missed_events() {
    let sandbox = Sandbox::start(guilds(1)).await.unwrap();
    let all = sandbox.guilds();
    let (own, foreign) = if shard_of(all[0], 2) == 0 { (all[0], all[1]) } else { (all[1], all[0]) };
    let (mut socket, session, _) = started(&sandbox, [0, 2]).await;
    started(&sandbox, [1, 2]).await;
    sandbox.drop_shard(0);
    assert!(socket.ended().await);
    sandbox.wait_until(|sandbox| !sandbox.shards().contains(&(0, 2)), TIMEOUT).await.unwrap();
    let anna = sandbox.user("Anna");
    anna.in_guild(foreign).post("foreign").unwrap();
    anna.in_guild(own).post("own").unwrap();
    let mut socket = Shard::connect(&sandbox, "?v=10").await;
    assert_eq!(socket.next().await["op"], 10);
    socket.send(json!({"op": 6, "d": {"token": "secret", "session_id": session, "seq": 2}})).await;
    let missed = socket.next().await;
    assert_eq!((&missed["t"], &missed["d"]["guild_id"]), (&json!("MESSAGE_CREATE"), &json!(own)));
    assert_eq!(socket.next().await["t"], "RESUMED");
    assert_eq!(sandbox.identifies().len(), 2, "a resumed session counts as an IDENTIFY");
}

#[tokio::test]
async fn sessions_with_equal_shard_both_receive_events() {
    let sandbox = Sandbox::start(options()).await.unwrap();
    let (mut first, ..) = started(&sandbox, [0, 1]).await;
    let (mut second, ..) = started(&sandbox, [0, 1]).await;
    // Sessions with another number of shards are served at the same time.
    let own = shard_of(sandbox.guild(), 2);
    let (mut third, ..) = started(&sandbox, [own, 2]).await;
    sandbox.user("Anna").post("hello").unwrap();
    for session in [&mut first, &mut second, &mut third] {
        assert_eq!(session.next().await["t"], "MESSAGE_CREATE");
    }
}

#[tokio::test]
async fn ten_thousand_guilds_are_spread_over_twelve_shards() {
    let options = Options { extra_guilds: 10_000, ..paced(16) };
    let sandbox = Sandbox::start(options).await.unwrap();
    let mut seen = Vec::new();
    for id in 0..12 {
        let (_, _, created) = started(&sandbox, [id, 12]).await;
        assert!((833..=834).contains(&created.len()), "{}", created.len());
        seen.extend(created);
    }
    assert_eq!((seen.len(), seen.into_iter().collect::<BTreeSet<_>>()), (10_001, ids(&sandbox.guilds())));
    assert_eq!(sandbox.rate_limited(), []);
    assert_eq!(sandbox.violations(), []);
}
