//! A bot in a child process.

use std::sync::Arc;
use std::time::Duration;

use discord_sandbox::Sandbox;
use tempfile::TempDir;
use ulti_testkit::{BotProcess, BotProcessBuilder};

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
        Kind::Ulti => BotProcess::builder(env!("CARGO_BIN_EXE_ulti")),
        Kind::Bare => {
            let this = std::env::current_exe().unwrap();
            BotProcess::builder(this).arguments(["--bare", sandbox.base_url()])
        }
    };
    // All tables are on one server, so its limits are raised.
    bot.env("ULTI_LIMITS__TABLES_ON_SERVER", "100000")
        .env("ULTI_LIMITS__SERVER__PER_SECOND", "100000")
        .env("ULTI_LOG__FILTER", "warn")
}
