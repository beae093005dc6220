//! The bot as a process that can be killed and restarted.

use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use discord_sandbox::Sandbox;
use tempfile::TempDir;
use tokio::process::{Child, Command};
use ulti::store::Store;

/// Time limit of every wait.
pub(crate) const TIMEOUT: Duration = Duration::from_mins(1);

/// The bot's token, which must not appear in the log.
pub(crate) const TOKEN: &str = "a-token-that-must-not-be-logged";

pub(crate) struct Bot {
    folder: TempDir,
    child: Option<Child>,
    /// Time after which a robot plays for an absent player.
    hard_limit: Duration,
}

impl Bot {
    /// Starts a bot with a hard time limit of one hour.
    pub(crate) async fn start(sandbox: &Sandbox) -> Self {
        Self::start_with_hard_limit(sandbox, Duration::from_hours(1)).await
    }

    pub(crate) async fn start_with_hard_limit(sandbox: &Sandbox, hard_limit: Duration) -> Self {
        let mut bot = Self { folder: tempfile::tempdir().unwrap(), child: None, hard_limit };
        bot.restart(sandbox).await;
        bot
    }

    pub(crate) async fn restart(&mut self, sandbox: &Sandbox) {
        let gone = |sandbox: &Sandbox| !sandbox.online();
        sandbox.until(gone, TIMEOUT).await.unwrap();
        let child = Command::new(env!("CARGO_BIN_EXE_ulti"))
            .arg("run")
            .current_dir(self.folder.path())
            .env("ULTI_DISCORD__TOKEN", TOKEN)
            .env("ULTI_DISCORD__API", sandbox.base_url())
            .env("ULTI_STORE__PATH", self.folder.path().join("ulti.db"))
            .env("ULTI_TABLE__HARD_LIMIT", format!("{}s", self.hard_limit.as_secs()))
            .env("ULTI_TABLE__SOFT_LIMIT", format!("{}s", self.hard_limit.as_secs().div_ceil(2)))
            .env("ULTI_TABLE__ROBOT_PACE", "0s")
            .env("ULTI_WATCH__ADDRESS", "127.0.0.1:0")
            // Simulated users are faster than real ones.
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
        sandbox.ready(TIMEOUT).await.unwrap();
    }

    fn log(&self) -> std::fs::File {
        let path = self.folder.path().join("log");
        std::fs::OpenOptions::new().create(true).append(true).open(path).unwrap()
    }

    /// Sends SIGKILL.
    pub(crate) fn kill(&mut self) {
        self.child.as_mut().unwrap().start_kill().unwrap();
    }

    /// Sends SIGTERM and waits for a successful exit.
    pub(crate) async fn stop(&mut self) {
        self.terminate();
        self.until_exit().await;
    }

    /// Sends SIGTERM without waiting for the exit.
    pub(crate) fn terminate(&self) {
        let id = self.child.as_ref().unwrap().id().unwrap().to_string();
        std::process::Command::new("kill").args(["-TERM", &id]).status().unwrap();
    }

    /// Waits until the process has exited, and asserts success.
    pub(crate) async fn until_exit(&mut self) {
        let mut child = self.child.take().unwrap();
        let ended = tokio::time::timeout(TIMEOUT, child.wait()).await.unwrap().unwrap();
        assert!(ended.success(), "{ended}");
        let log = self.logged();
        assert!(!log.contains("panicked"), "{log}");
    }

    /// Returns the log of all runs.
    pub(crate) fn logged(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("log")).unwrap()
    }

    /// Requests a path of the monitoring server, and returns status and body.
    pub(crate) async fn fetch(&self, path: &str) -> (u16, String) {
        let log = self.logged();
        let shown = log.rsplit_once("metrics server listening address=").unwrap().1;
        let address = shown.lines().next().unwrap().trim();
        let answer = reqwest::get(format!("http://{address}{path}")).await.unwrap();
        (answer.status().as_u16(), answer.text().await.unwrap())
    }

    /// Waits until `/readyz` returns this status and body.
    pub(crate) async fn until_ready(&self, wanted: (u16, &str)) {
        let wanted = (wanted.0, wanted.1.to_owned());
        let comes = async {
            while self.fetch("/readyz").await != wanted {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        let came = tokio::time::timeout(TIMEOUT, comes).await;
        assert!(
            came.is_ok(),
            "timed out waiting for {wanted:?}, last answer {:?}",
            self.fetch("/readyz").await
        );
    }

    /// Returns the path of the database.
    pub(crate) fn database(&self) -> PathBuf {
        self.folder.path().join("ulti.db")
    }

    /// Opens the database through a separate connection.
    pub(crate) async fn read_store(&self) -> Store {
        Store::open(&self.folder.path().join("ulti.db")).await.unwrap()
    }
}
