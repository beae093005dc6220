//! Tests of processes that lease their shards from each other.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use discord_sandbox::{Options, Sandbox, SimulatedUser, Snowflake};
use serde_json::json;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use ulti::store::Store;
use ulti::table::{Journal as _, TableId};
use ulti_testkit::leaks::emoji;
use ulti_testkit::messages::{assert_no_response, until_button};
use ulti_testkit::{BotProcess, PROCESS_DEADLINE, PROCESS_TIMEOUT, Player, PostgresServer, Strategy};

use crate::bot_process;

/// Answer of `/readyz` if all checks pass.
const READY: (u16, &str) = (200, r#"{"ready":true,"failed":[]}"#);
/// Number of shards, each of which serves one guild.
const SHARDS: usize = 4;

/// Processes that share the shards of one token.
struct Cluster {
    sandbox: Sandbox,
    url: String,
    bots: Vec<BotProcess>,
    /// The guild of each shard.
    guilds: Vec<Snowflake>,
    /// Logs of the processes that have been replaced.
    earlier_logs: Vec<String>,
}

impl Cluster {
    /// Starts processes that share a new database. Returns `None` if the machine has no PostgreSQL server.
    async fn start(processes: usize) -> Option<Self> {
        let url = PostgresServer::shared()?.create_database().await;
        let options = Options {
            extra_guilds: SHARDS - 1,
            shards: Some(u32::try_from(SHARDS).unwrap()),
            max_concurrency: 4,
            response_deadline: PROCESS_DEADLINE,
            ..Options::default()
        };
        let sandbox = Sandbox::start(options).await.unwrap();
        let mut guilds = sandbox.guilds();
        guilds.sort_unstable_by_key(|guild| (guild.0 >> 22) % SHARDS as u64);
        let mut cluster = Self { sandbox, url, bots: Vec::new(), guilds, earlier_logs: Vec::new() };
        for _ in 0..processes {
            let bot = cluster.spawn();
            bot.until_ready(READY).await;
            cluster.bots.push(bot);
        }
        cluster.until_shared().await;
        let uploaded = |sandbox: &Sandbox| sandbox.emojis().len() >= emoji::COUNT;
        cluster.sandbox.wait_until(uploaded, PROCESS_TIMEOUT).await.unwrap();
        Some(cluster)
    }

    fn spawn(&self) -> BotProcess {
        bot_process()
            .database_url(self.url.clone())
            .env("ULTI_DISCORD__SHARDS", "leased")
            .env("ULTI_LOG__FILTER", "warn,ulti=debug")
            .spawn(&self.sandbox)
    }

    /// Starts a process in place of one that has ended, and waits until it is ready.
    async fn replace(&mut self, number: usize) {
        let bot = self.spawn();
        bot.until_ready(READY).await;
        let ended = std::mem::replace(&mut self.bots[number], bot);
        self.earlier_logs.push(ended.logged());
    }

    /// Waits until every shard is connected by exactly one process.
    async fn until_all_connected(&self) {
        let is_complete = |sandbox: &Sandbox| {
            let shards: Vec<u64> = sandbox.shards().iter().map(|(index, _)| *index).collect();
            shards.len() == SHARDS && shards.iter().collect::<BTreeSet<_>>().len() == SHARDS
        };
        self.sandbox.wait_until(is_complete, PROCESS_TIMEOUT).await.unwrap();
    }

    /// Waits until each process has its share of the shards.
    async fn until_shared(&self) {
        let share = SHARDS.div_ceil(self.bots.len());
        let is_shared = async {
            for bot in &self.bots {
                while bot.fetch("/metrics").await.1.matches("ulti_gateway_shard_up{").count() > share {
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
            }
        };
        tokio::time::timeout(PROCESS_TIMEOUT, is_shared).await.expect("the shards were not shared");
        self.until_all_connected().await;
    }

    fn user(&self, shard: usize) -> SimulatedUser {
        self.sandbox.user("Anna").in_guild(self.guilds[shard])
    }

    /// Opens a table with two robots on every shard.
    async fn open_tables(&self) {
        for shard in 0..SHARDS {
            let user = self.user(shard);
            user.command("ulti new", [("robots", json!(2)), ("deals", json!(24))]).await.unwrap();
            until_button(&user, "Lapjaim").await;
        }
    }

    /// Returns the number of the process that serves a shard, and waits until one does.
    async fn owner(&self, shard: usize) -> usize {
        let name = format!("{shard}");
        let begun = Instant::now();
        while begun.elapsed() < PROCESS_TIMEOUT {
            for (number, bot) in self.bots.iter().enumerate().filter(|(_, bot)| bot.id().is_some()) {
                let (_, metrics) = bot.fetch("/metrics").await;
                if metrics.contains(&format!("ulti_gateway_shard_up{{shard=\"{name}\"}} 1")) {
                    return number;
                }
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        panic!("no process serves shard {shard}");
    }

    /// Returns the shards that a process serves.
    async fn shards_of(&self, process: usize) -> Vec<usize> {
        let mut shards = Vec::new();
        for shard in 0..SHARDS {
            if self.owner(shard).await == process {
                shards.push(shard);
            }
        }
        shards
    }

    async fn store(&self) -> Store {
        Store::open_to_look(&self.url.parse().unwrap()).await.unwrap()
    }

    /// Asserts that the journals of all tables are intact and hold no interaction twice.
    async fn check_journals(&self) {
        let store = self.store().await;
        for table in 1..=i64::try_from(SHARDS).unwrap() {
            let stored = store.load(TableId(table)).await.unwrap();
            assert_eq!(stored.damage, None);
            let requests: BTreeSet<u64> = stored.requests.iter().map(|request| request.0).collect();
            assert_eq!(requests.len(), stored.requests.len());
        }
        store.close().await;
    }

    fn logs(&self) -> String {
        let running = self.bots.iter().map(BotProcess::logged);
        let logs: Vec<String> = self.earlier_logs.iter().cloned().chain(running).collect();
        logs.join("--- process\n")
    }
}

/// Time between two actions of a player.
const ACTION_INTERVAL: Duration = Duration::from_millis(150);
/// Number of answered actions on each shard for which [`Players::play_more_actions`] waits.
const ACTIONS_PER_SHARD: usize = 20;

/// Simulated players, one at the table of each shard. Every action must be answered.
struct Players {
    tasks: JoinSet<()>,
    done: CancellationToken,
    /// Number of answered actions on each shard.
    answered: watch::Sender<[usize; SHARDS]>,
}

impl Players {
    fn start(cluster: &Cluster) -> Self {
        let (mut tasks, done, answered) =
            (JoinSet::new(), CancellationToken::new(), watch::Sender::new([0; SHARDS]));
        for shard in 0..SHARDS {
            let player = Player::new(cluster.user(shard), Strategy::Buttons);
            let (done, answered) = (done.clone(), answered.clone());
            tasks.spawn(async move {
                while !done.is_cancelled() {
                    let acted = usize::from(player.act().await.is_some());
                    player.user.command("help", []).await.unwrap();
                    answered.send_modify(|answered| answered[shard] += acted + 1);
                    // Real time, because processes have real clocks.
                    tokio::time::sleep(ACTION_INTERVAL).await;
                }
            });
        }
        Self { tasks, done, answered }
    }

    /// Waits until [`ACTIONS_PER_SHARD`] more actions on each shard have been answered.
    async fn play_more_actions(&mut self) {
        let begun = *self.answered.borrow();
        let have_played = |now: &[usize; SHARDS]| {
            now.iter().zip(begun).all(|(now, begun)| now - begun >= ACTIONS_PER_SHARD)
        };
        let mut answered = self.answered.subscribe();
        tokio::select! {
            played = tokio::time::timeout(PROCESS_TIMEOUT, answered.wait_for(have_played)) => {
                let has_played = played.is_ok_and(|played| played.is_ok());
                let now = *self.answered.borrow();
                assert!(has_played, "timed out: players had {begun:?} answers before and have {now:?} now");
            }
            Some(ended) = self.tasks.join_next() => ended.unwrap(),
        }
    }

    /// Stops the players after their current actions, and asserts that every action was answered.
    async fn stop(self) {
        self.done.cancel();
        self.tasks.join_all().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rolling_restart_leaves_no_press_unanswered() {
    let Some(mut cluster) = Cluster::start(3).await else { return };
    cluster.open_tables().await;
    // While the first shards were shared, two processes may have tried to upload the same emoji.
    let before = cluster.sandbox.violations().len();
    let mut players = Players::start(&cluster);
    for number in 0..3 {
        cluster.bots[number].stop().await;
        cluster.until_all_connected().await;
        cluster.replace(number).await;
    }
    players.play_more_actions().await;
    players.stop().await;
    let violations = &cluster.sandbox.violations()[before..];
    assert!(violations.is_empty(), "{violations:#?}\n{}", cluster.logs());
    cluster.check_journals().await;
}

/// Makes every handover fail. The error message contains the shard and the time of its game clock.
const REJECT_HANDOVERS: &str = "
    CREATE FUNCTION reject() RETURNS TRIGGER LANGUAGE plpgsql
        AS $$ BEGIN RAISE EXCEPTION 'rejected: % %.', NEW.shard, NEW.clock; END $$;
    CREATE TRIGGER reject BEFORE UPDATE ON shards FOR EACH ROW WHEN (OLD.owner <> NEW.owner)
        EXECUTE FUNCTION reject()";

/// Returns the game clocks of the handovers that the database has rejected, by shard and in order.
fn rejected_clocks(log: &str) -> BTreeMap<usize, Vec<i64>> {
    let mut clocks = BTreeMap::<usize, Vec<i64>>::new();
    for rejected in log.split("rejected: ").skip(1) {
        let (shard, clock) = rejected.split_once('.').unwrap().0.split_once(' ').unwrap();
        clocks.entry(shard.parse().unwrap()).or_default().push(clock.parse().unwrap());
    }
    clocks
}

#[tokio::test(flavor = "multi_thread")]
async fn process_that_stops_retries_failed_handovers() {
    let Some(mut cluster) = Cluster::start(2).await else { return };
    cluster.open_tables().await;
    let before = cluster.sandbox.violations().len();
    let mut players = Players::start(&cluster);
    players.play_more_actions().await;
    PostgresServer::execute(&cluster.url, REJECT_HANDOVERS).await;
    let sessions = cluster.sandbox.identifies().len();
    cluster.bots[0].terminate();
    let have_failed = async {
        loop {
            let clocks = rejected_clocks(&cluster.bots[0].logged());
            if clocks.len() == SHARDS / 2 && clocks.values().all(|clocks| clocks.len() >= 3) {
                return clocks;
            }
            tokio::time::sleep(Duration::from_millis(100)).await; // polls the log of a process
        }
    };
    let clocks = tokio::time::timeout(PROCESS_TIMEOUT, have_failed).await;
    let Ok(clocks) = clocks else { panic!("handovers are not repeated\n{}", cluster.logs()) };
    let has_run = |clocks: &Vec<i64>| clocks.is_sorted() && clocks.first() < clocks.last();
    assert!(clocks.values().all(has_run), "{clocks:?}\n{}", cluster.logs());
    let sessions = cluster.sandbox.identifies().len() - sessions;
    assert_eq!(sessions, SHARDS / 2, "only the successor opens connections\n{}", cluster.logs());
    PostgresServer::execute(&cluster.url, "DROP TRIGGER reject ON shards").await;
    cluster.bots[0].until_exit().await;
    cluster.until_all_connected().await;
    players.play_more_actions().await;
    players.stop().await;
    let violations = &cluster.sandbox.violations()[before..];
    assert!(violations.is_empty(), "{violations:#?}\n{}", cluster.logs());
    cluster.check_journals().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn shards_of_killed_process_are_taken_over() {
    let Some(mut cluster) = Cluster::start(3).await else { return };
    cluster.open_tables().await;
    let shard = 2;
    let killed = cluster.owner(shard).await;
    let user = cluster.user(shard);
    user.command("hand", []).await.unwrap();
    let owned = cluster.shards_of(killed).await.len();
    let sessions = cluster.sandbox.identifies().len();
    cluster.bots[killed].kill();
    // The command is sent first.
    let expire = async { cluster.sandbox.advance(PROCESS_DEADLINE) };
    assert_no_response(&tokio::join!(user.command("hand", []), expire).0);
    let unanswered = cluster.sandbox.violations().len();
    let are_taken_over = |sandbox: &Sandbox| sandbox.identifies().len() >= sessions + owned;
    cluster.sandbox.wait_until(are_taken_over, PROCESS_TIMEOUT).await.unwrap();
    cluster.until_all_connected().await;
    for shard in 0..SHARDS {
        cluster.user(shard).command("hand", []).await.unwrap();
    }
    cluster.replace(killed).await;
    let mut players = Players::start(&cluster);
    players.play_more_actions().await;
    players.stop().await;
    let violations = &cluster.sandbox.violations()[unanswered..];
    assert!(violations.is_empty(), "{violations:#?}\n{}", cluster.logs());
    cluster.check_journals().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn paused_process_changes_nothing_after_its_leases_have_expired() {
    let Some(cluster) = Cluster::start(2).await else { return };
    cluster.open_tables().await;
    let paused = cluster.owner(0).await;
    let shards = cluster.shards_of(paused).await;
    cluster.bots[paused].pause();
    let other = &cluster.bots[1 - paused];
    let taken_over = async {
        // The metrics also list shards that are not connected yet.
        let is_up = |line: &&str| line.starts_with("ulti_gateway_shard_up{") && line.ends_with(" 1");
        while other.fetch("/metrics").await.1.lines().filter(is_up).count() < SHARDS {
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    };
    tokio::time::timeout(PROCESS_TIMEOUT, taken_over).await.expect("the shards were not taken over");
    // The old owner resumes while users play with the new owner.
    let mut players = Players::start(&cluster);
    players.play_more_actions().await;
    cluster.bots[paused].resume();
    let lost = format!("ulti_shard_lease_changes_total{{change=\"lost\"}} {}", shards.len());
    let notices = async {
        while !cluster.bots[paused].fetch("/metrics").await.1.contains(&lost) {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    let noticed = tokio::time::timeout(PROCESS_TIMEOUT, notices).await;
    assert!(noticed.is_ok(), "the paused process keeps its shards\n{}", cluster.logs());
    players.play_more_actions().await;
    players.stop().await;
    cluster.until_all_connected().await;
    cluster.check_journals().await;
    let log = cluster.bots[paused].logged();
    assert!(!log.contains("panicked"), "{log}");
}

#[tokio::test(flavor = "multi_thread")]
async fn process_with_fixed_shards_does_not_start_beside_leases() {
    let Some(cluster) = Cluster::start(1).await else { return };
    let mut fixed = bot_process().database_url(cluster.url.clone()).spawn(&cluster.sandbox);
    assert!(!fixed.exit_status().await.success());
    assert!(fixed.logged().contains("set discord.shards to \"leased\""), "{}", fixed.logged());
    let mut other = bot_process()
        .database_url(cluster.url.clone())
        .env("ULTI_DISCORD__SHARDS", "leased/7")
        .spawn(&cluster.sandbox);
    assert!(!other.exit_status().await.success());
    assert!(
        other.logged().contains("7 shards, but other processes with this database use 4"),
        "{}",
        other.logged()
    );
    cluster.user(0).command("help", []).await.unwrap();
}
