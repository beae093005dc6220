//! The program as a process that can be killed.

use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use tempfile::TempDir;
use tokio::process::{Child, Command};
use ulti::playground::Playground;
use ulti::store::Store;

/// How long something may take that should take no time; only a hang is this slow.
pub(crate) const PATIENCE: Duration = Duration::from_mins(1);

/// The bot's own, which must not be logged either.
pub(crate) const TOKEN: &str = "a-token-that-must-not-be-logged";

pub(crate) struct Bot {
    folder: TempDir,
    child: Option<Child>,
    /// After how long a robot plays for whoever is awaited.
    hard_limit: Duration,
}

impl Bot {
    /// One that waits for people as long as they like.
    pub(crate) async fn start(playground: &Playground) -> Self {
        Self::waiting(playground, Duration::from_hours(1)).await
    }

    pub(crate) async fn waiting(playground: &Playground, hard_limit: Duration) -> Self {
        let mut bot = Self { folder: tempfile::tempdir().unwrap(), child: None, hard_limit };
        bot.restart(playground).await;
        bot
    }

    pub(crate) async fn restart(&mut self, playground: &Playground) {
        let gone = |playground: &Playground| !playground.online();
        playground.until(gone, PATIENCE).await.unwrap();
        let child = Command::new(env!("CARGO_BIN_EXE_ulti"))
            .arg("run")
            .current_dir(self.folder.path())
            .env("ULTI_DISCORD__TOKEN", TOKEN)
            .env("ULTI_DISCORD__API", playground.base_url())
            .env("ULTI_STORE__PATH", self.folder.path().join("ulti.db"))
            .env("ULTI_TABLE__HARD_LIMIT", format!("{}s", self.hard_limit.as_secs()))
            .env("ULTI_TABLE__SOFT_LIMIT", format!("{}s", self.hard_limit.as_secs().div_ceil(2)))
            .env("ULTI_TABLE__ROBOT_PACE", "0s")
            .env("ULTI_WATCH__ADDRESS", "127.0.0.1:0")
            // These people are faster than people.
            .env("ULTI_LIMITS__PERSON__AT_ONCE", "100000")
            .env("ULTI_LIMITS__SERVER__AT_ONCE", "100000")
            .env("ULTI_LIMITS__DOUBLE_CLICK", "0s")
            .env("ULTI_LOG__FILTER", "trace")
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
        self.terminate();
        self.ended().await;
    }

    /// SIGTERM, without waiting for what comes of it.
    pub(crate) fn terminate(&self) {
        let id = self.child.as_ref().unwrap().id().unwrap().to_string();
        std::process::Command::new("kill").args(["-TERM", &id]).status().unwrap();
    }

    /// Waits for the end of the process, which ends well.
    pub(crate) async fn ended(&mut self) {
        let mut child = self.child.take().unwrap();
        let ended = tokio::time::timeout(PATIENCE, child.wait()).await.unwrap().unwrap();
        assert!(ended.success(), "{ended}");
        let log = self.logged();
        assert!(!log.contains("panicked"), "{log}");
    }

    /// Everything that was ever logged.
    pub(crate) fn logged(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("log")).unwrap()
    }

    /// What whoever looks after the bot gets there, with the status.
    pub(crate) async fn look(&self, path: &str) -> (u16, String) {
        let log = self.logged();
        let shown = log.rsplit_once("figures and checks are shown address=").unwrap().1;
        let address = shown.lines().next().unwrap().trim();
        let answer = reqwest::get(format!("http://{address}{path}")).await.unwrap();
        (answer.status().as_u16(), answer.text().await.unwrap())
    }

    /// Waits until `/readyz` answers so.
    pub(crate) async fn until_ready(&self, wanted: (u16, &str)) {
        let wanted = (wanted.0, wanted.1.to_owned());
        let comes = async {
            while self.look("/readyz").await != wanted {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        let came = tokio::time::timeout(PATIENCE, comes).await;
        assert!(came.is_ok(), "{wanted:?} never came, but {:?}", self.look("/readyz").await);
    }

    /// The file of the database.
    pub(crate) fn database(&self) -> PathBuf {
        self.folder.path().join("ulti.db")
    }

    /// The database behind the bot's back, or after its end.
    pub(crate) async fn read_store(&self) -> Store {
        Store::open(&self.folder.path().join("ulti.db")).await.unwrap()
    }
}
