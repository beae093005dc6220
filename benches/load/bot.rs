//! A bot as a process of its own.

use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use tempfile::TempDir;
use tokio::process::{Child, Command};
use ulti::playground::Playground;

/// How long something may take that should take no time.
const PATIENCE: Duration = Duration::from_mins(2);

/// Which bot.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Kind {
    Ulti,
    Bare,
}

pub(crate) struct Bot {
    playground: Arc<Playground>,
    kind: Kind,
    folder: TempDir,
    child: Child,
}

impl Bot {
    pub(crate) async fn start(playground: &Arc<Playground>, kind: Kind) -> Self {
        let bot = Self::start_in(tempfile::tempdir().unwrap(), playground, kind);
        bot.ready().await;
        bot
    }

    /// Begins to start it where its database may be already, as `ulti.db`.
    pub(crate) fn start_in(folder: TempDir, playground: &Arc<Playground>, kind: Kind) -> Self {
        let child = spawn(playground, kind, &folder);
        Self { playground: Arc::clone(playground), kind, folder, child }
    }

    pub(crate) async fn ready(&self) {
        let name = match self.kind {
            Kind::Ulti => "play",
            Kind::Bare => "bare",
        };
        let knows = |playground: &Playground| {
            playground.online() && playground.commands().iter().any(|command| command["name"] == name)
        };
        self.playground.until(knows, PATIENCE).await.unwrap();
    }

    /// Kills it without a word and starts it again.
    pub(crate) async fn kill(&mut self) {
        self.child.kill().await.unwrap();
        self.playground.until(|playground| !playground.online(), PATIENCE).await.unwrap();
        self.child = spawn(&self.playground, self.kind, &self.folder);
        self.ready().await;
    }

    /// Memory in bytes that is the process's own, not a file's, as Linux tells it.
    pub(crate) fn memory(&self) -> u64 {
        let Some(id) = self.child.id() else { return 0 };
        let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"));
        let kib = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
        kib.unwrap_or(0) * 1024
    }

    /// Stops it in order; its folder stays as long as it is held.
    pub(crate) async fn stop(mut self) -> TempDir {
        let id = self.child.id().unwrap().to_string();
        std::process::Command::new("kill").args(["-TERM", &id]).status().unwrap();
        tokio::time::timeout(PATIENCE, self.child.wait()).await.unwrap().unwrap();
        self.playground.until(|playground| !playground.online(), PATIENCE).await.unwrap();
        self.folder
    }
}

fn spawn(playground: &Playground, kind: Kind, folder: &TempDir) -> Child {
    let log = std::fs::OpenOptions::new().create(true).append(true).open(folder.path().join("log")).unwrap();
    let mut command = match kind {
        Kind::Ulti => Command::new(env!("CARGO_BIN_EXE_ulti")),
        Kind::Bare => Command::new(std::env::current_exe().unwrap()),
    };
    match kind {
        Kind::Ulti => command.arg("run"),
        Kind::Bare => command.args(["--bare", playground.base_url()]),
    };
    command
        .current_dir(folder.path())
        .env("ULTI_DISCORD__TOKEN", "a-token")
        .env("ULTI_DISCORD__API", playground.base_url())
        .env("ULTI_STORE__PATH", folder.path().join("ulti.db"))
        .env("ULTI_TABLE__HARD_LIMIT", "1h")
        .env("ULTI_TABLE__SOFT_LIMIT", "1h")
        .env("ULTI_LOG__FILTER", "warn")
        // All tables are on one server here.
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
