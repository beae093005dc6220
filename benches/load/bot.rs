//! A bot in a child process.

use std::sync::Arc;
use std::time::Duration;

use discord_sandbox::Sandbox;
use tempfile::TempDir;
use ulti_testkit::{BotProcess, BotProcessBuilder};

use crate::Limits;
use crate::processor_time::ProcessorTime;

/// Deadline for starting and stopping a bot.
const TIMEOUT: Duration = Duration::from_mins(2);

/// The program that the benchmark runs.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Kind {
    /// The bot of this repository.
    Ulti,
    /// The minimal bot of the module `bare`.
    Bare,
}

/// Numbers of requests that a bot has sent, from its metrics.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Requests {
    /// Requests that count towards the global rate limit.
    global: f64,
    /// Requests that count only towards the limits of their routes.
    other: f64,
}

impl Requests {
    /// Returns the difference to an earlier count.
    pub(crate) fn since(self, before: &Self) -> Self {
        Self { global: self.global - before.global, other: self.other - before.other }
    }

    /// Returns a line with the numbers per action.
    pub(crate) fn per_action(self, actions: usize) -> String {
        let actions = actions as f64;
        let Self { global, other } = self;
        format!(
            "globally limited requests: {global} in {actions} actions, {:.3} per action; others: {other}, {:.3} per \
             action",
            global / actions,
            other / actions
        )
    }
}

/// A running bot. The process is killed when the value is dropped.
pub(crate) struct Bot {
    sandbox: Arc<Sandbox>,
    kind: Kind,
    process: BotProcess,
}

impl Bot {
    /// Starts a bot with an empty folder and waits until it is ready.
    pub(crate) async fn start(sandbox: &Arc<Sandbox>, kind: Kind) -> Self {
        let bot = Self::start_in(tempfile::tempdir().unwrap(), sandbox, kind);
        bot.ready().await;
        bot
    }

    /// Starts the bot of this repository with an empty folder and waits until it is ready.
    pub(crate) async fn start_limited(sandbox: &Arc<Sandbox>, limits: Limits) -> Self {
        let process = program(sandbox, Kind::Ulti)
            .env("ULTI_DISCORD__COUNTS_INTERACTIONS", limits.counts_interactions.to_string())
            .env("ULTI_DISCORD__USES_INTERACTION_TOKENS", limits.uses_tokens.to_string())
            .folder(tempfile::tempdir().unwrap())
            .spawn(sandbox);
        let bot = Self { sandbox: Arc::clone(sandbox), kind: Kind::Ulti, process };
        bot.ready().await;
        bot
    }

    /// Returns the numbers of requests that the bot has sent.
    pub(crate) async fn requests(&self) -> Requests {
        let metrics = self.process.fetch("/metrics").await.1;
        let count = |scope: &str| {
            let name = format!("ulti_rest_permits_total{{scope=\"{scope}\"}} ");
            metrics.lines().find_map(|line| line.strip_prefix(&name)?.parse().ok()).unwrap_or(0.0)
        };
        Requests { global: count("global"), other: count("route") }
    }

    /// Starts a bot in a folder that may contain a database `ulti.db`, without waiting until it is ready.
    pub(crate) fn start_in(folder: TempDir, sandbox: &Arc<Sandbox>, kind: Kind) -> Self {
        let process = program(sandbox, kind).folder(folder).spawn(sandbox);
        Self { sandbox: Arc::clone(sandbox), kind, process }
    }

    /// Waits until the bot is online and has registered its commands.
    pub(crate) async fn ready(&self) {
        let name = match self.kind {
            Kind::Ulti => "play",
            Kind::Bare => "bare",
        };
        let is_ready = |sandbox: &Sandbox| {
            sandbox.is_online() && sandbox.commands().iter().any(|command| command["name"] == name)
        };
        self.sandbox.wait_until(is_ready, TIMEOUT).await.unwrap();
    }

    /// Kills the process and starts the bot again in the same folder.
    pub(crate) async fn kill(&mut self) {
        self.process.kill();
        self.process.restart(&self.sandbox).await;
    }

    /// Returns the processor time that the bot has used.
    pub(crate) fn processor_time(&self) -> ProcessorTime {
        self.process.id().map(ProcessorTime::of).unwrap_or_default()
    }

    /// Returns the anonymous resident memory of the process in bytes (`RssAnon`), or 0 if it is unknown.
    pub(crate) fn memory(&self) -> u64 {
        let Some(id) = self.process.id() else { return 0 };
        let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"));
        let kib = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
        kib.unwrap_or(0) * 1024
    }

    /// Shuts the bot down with SIGTERM and returns its folder.
    pub(crate) async fn stop(mut self) -> TempDir {
        self.process.stop().await;
        self.sandbox.wait_until(|sandbox| !sandbox.is_online(), TIMEOUT).await.unwrap();
        self.process.into_folder()
    }
}

fn program(sandbox: &Sandbox, kind: Kind) -> BotProcessBuilder {
    let bot = match kind {
        Kind::Ulti => BotProcess::builder(
            std::env::var_os("ULTI_LOAD_BOT").unwrap_or_else(|| env!("CARGO_BIN_EXE_ulti").into()),
        ),
        Kind::Bare => {
            let this = std::env::current_exe().unwrap();
            BotProcess::builder(this).arguments(["--bare", sandbox.base_url()])
        }
    };
    // All tables are on one server, so its limits are raised.
    bot.env("ULTI_LIMITS__TABLES_ON_SERVER", "100000")
        .env("ULTI_LIMITS__SERVER__PER_SECOND", "100000")
        .env("ULTI_LOG__FILTER", "warn,ulti::cli::run=info")
        .env("ULTI_WATCH__ADDRESS", "127.0.0.1:0")
}
