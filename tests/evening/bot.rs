//! The program as a process that can be killed.

use std::process::Stdio;
use std::time::Duration;

use tempfile::TempDir;
use tokio::process::{Child, Command};
use ulti::playground::Playground;
use ulti::store::Store;

/// How long something may take that should take no time; only a hang is this slow.
pub(crate) const PATIENCE: Duration = Duration::from_mins(1);

pub(crate) struct Bot {
    folder: TempDir,
    child: Option<Child>,
}

impl Bot {
    pub(crate) async fn start(playground: &Playground) -> Self {
        let mut bot = Self { folder: tempfile::tempdir().unwrap(), child: None };
        bot.restart(playground).await;
        bot
    }

    pub(crate) async fn restart(&mut self, playground: &Playground) {
        let gone = |playground: &Playground| !playground.online();
        playground.until(gone, PATIENCE).await.unwrap();
        let child = Command::new(env!("CARGO_BIN_EXE_ulti"))
            .arg("run")
            .current_dir(self.folder.path())
            .env("ULTI_DISCORD__TOKEN", "a-token-that-must-not-be-logged")
            .env("ULTI_DISCORD__API", playground.base_url())
            .env("ULTI_STORE__PATH", self.folder.path().join("ulti.db"))
            .env("ULTI_TABLE__HARD_LIMIT", "1h")
            .env("ULTI_TABLE__SOFT_LIMIT", "1h")
            .env("ULTI_LOG__FILTER", "warn,ulti=debug")
            .stdout(Stdio::null())
            .stderr(self.log())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        self.child = Some(child);
        playground.ready(PATIENCE).await.unwrap();
    }

    fn log(&self) -> std::fs::File {
        let path = self.folder.path().join("log");
        std::fs::OpenOptions::new().create(true).append(true).open(path).unwrap()
    }

    /// SIGKILL: no warning, no last word.
    pub(crate) fn kill(&mut self) {
        self.child.as_mut().unwrap().start_kill().unwrap();
    }

    /// SIGTERM, as an init system sends it; the process ends well.
    pub(crate) async fn stop(&mut self) {
        let mut child = self.child.take().unwrap();
        let id = child.id().unwrap().to_string();
        std::process::Command::new("kill").args(["-TERM", &id]).status().unwrap();
        let ended = tokio::time::timeout(PATIENCE, child.wait()).await.unwrap().unwrap();
        assert!(ended.success(), "{ended}");
        let log = std::fs::read_to_string(self.folder.path().join("log")).unwrap();
        assert!(!log.contains("a-token-that-must-not-be-logged"), "the token is in the log");
        assert!(!log.contains("panicked"), "{log}");
    }

    /// The database behind the bot's back, or after its end.
    pub(crate) async fn read_store(&self) -> Store {
        Store::open(&self.folder.path().join("ulti.db")).await.unwrap()
    }
}
