//! A bot in a child process.

use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use discord_sandbox::Sandbox;
use tempfile::TempDir;
use tokio::process::{Child, Command};

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
    folder: TempDir,
    child: Child,
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
        let child = spawn(sandbox, kind, &folder);
        Self { sandbox: Arc::clone(sandbox), kind, folder, child }
    }

    /// Waits until the bot is online and has registered its commands.
    pub(crate) async fn ready(&self) {
        let name = match self.kind {
            Kind::Ulti => "play",
            Kind::Bare => "bare",
        };
        let is_ready = |sandbox: &Sandbox| {
            sandbox.online() && sandbox.commands().iter().any(|command| command["name"] == name)
        };
        self.sandbox.until(is_ready, TIMEOUT).await.unwrap();
    }

    /// Kills the process and starts the bot again in the same folder.
    pub(crate) async fn kill(&mut self) {
        self.child.kill().await.unwrap();
        self.sandbox.until(|sandbox| !sandbox.online(), TIMEOUT).await.unwrap();
        self.child = spawn(&self.sandbox, self.kind, &self.folder);
        self.ready().await;
    }

    /// Returns the anonymous resident memory of the process in bytes (`RssAnon`), or 0 if it is unknown.
    pub(crate) fn memory(&self) -> u64 {
        let Some(id) = self.child.id() else { return 0 };
        let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"));
        let kib = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
        kib.unwrap_or(0) * 1024
    }

    /// Shuts the bot down with SIGTERM and returns its folder.
    pub(crate) async fn stop(mut self) -> TempDir {
        let id = self.child.id().unwrap().to_string();
        std::process::Command::new("kill").args(["-TERM", &id]).status().unwrap();
        tokio::time::timeout(TIMEOUT, self.child.wait()).await.unwrap().unwrap();
        self.sandbox.until(|sandbox| !sandbox.online(), TIMEOUT).await.unwrap();
        self.folder
    }
}

fn spawn(sandbox: &Sandbox, kind: Kind, folder: &TempDir) -> Child {
    let log = std::fs::OpenOptions::new().create(true).append(true).open(folder.path().join("log")).unwrap();
    let mut command = match kind {
        Kind::Ulti => Command::new(env!("CARGO_BIN_EXE_ulti")),
        Kind::Bare => Command::new(std::env::current_exe().unwrap()),
    };
    match kind {
        Kind::Ulti => command.arg("run"),
        Kind::Bare => command.args(["--bare", sandbox.base_url()]),
    };
    command
        .current_dir(folder.path())
        .env("ULTI_DISCORD__TOKEN", "a-token")
        .env("ULTI_DISCORD__API", sandbox.base_url())
        .env("ULTI_STORE__PATH", folder.path().join("ulti.db"))
        .env("ULTI_TABLE__HARD_LIMIT", "1h")
        .env("ULTI_TABLE__SOFT_LIMIT", "1h")
        .env("ULTI_LOG__FILTER", "warn")
        // All tables are on one server, so its limits are raised.
        .env("ULTI_LIMITS__TABLES_ON_SERVER", "100000")
        .env("ULTI_LIMITS__SERVER__AT_ONCE", "100000")
        .env("ULTI_LIMITS__DOUBLE_CLICK", "0s")
        .env("ULTI_LIMITS__SERVER__PER_SECOND", "100000")
        .stdout(Stdio::null())
        .stderr(log)
        .kill_on_drop(true)
        .spawn()
        .unwrap()
}
