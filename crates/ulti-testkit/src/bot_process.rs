//! The bot as a process that can be killed and restarted.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use discord_sandbox::Sandbox;
use tempfile::TempDir;
use tokio::process::{Child, ChildStderr, Command};
use ulti::store::{DatabaseLocation, Store};
use ulti::table::{ServerId, UnixMillis};

use crate::{PROCESS_TIMEOUT, TOKEN};

/// The bot running as a child process, with its database and log in a temporary folder. The process is killed
/// on drop.
pub struct BotProcess {
    start: BotProcessBuilder,
    child: Option<Child>,
}

/// Builder for a [`BotProcess`].
#[must_use]
pub struct BotProcessBuilder {
    program: PathBuf,
    arguments: Vec<OsString>,
    environment: Vec<(&'static str, OsString)>,
    folder: TempDir,
    /// Address of the database if it is on a server.
    url: Option<String>,
    /// `true` if the log goes to a pipe that nobody reads.
    has_unread_log: bool,
}

impl BotProcessBuilder {
    /// Sets the command-line arguments. The default is `run`.
    pub fn arguments<T: Into<OsString>>(mut self, arguments: impl IntoIterator<Item = T>) -> Self {
        self.arguments = arguments.into_iter().map(Into::into).collect();
        self
    }

    /// Sets an environment variable, such as `ULTI_LOG__FILTER`.
    pub fn env(mut self, name: &'static str, value: impl Into<OsString>) -> Self {
        self.environment.push((name, value.into()));
        self
    }

    /// Sets the time after which a robot plays for an absent player. The default is one hour.
    pub fn hard_limit(self, limit: Duration) -> Self {
        self.env("ULTI_TABLE__HARD_LIMIT", format!("{}s", limit.as_secs()))
            .env("ULTI_TABLE__SOFT_LIMIT", format!("{}s", limit.as_secs().div_ceil(2)))
    }

    /// Enables trace logs and starts a metrics server on a free port. [`BotProcess::fetch`] requires this
    /// server.
    pub fn monitored(self) -> Self {
        self.env("ULTI_LOG__FILTER", "trace").env("ULTI_WATCH__ADDRESS", "127.0.0.1:0")
    }

    /// Sets the bot's working directory, which may already contain a database `ulti.db`. The default is an
    /// empty temporary directory.
    pub fn folder(mut self, folder: TempDir) -> Self {
        self.folder = folder;
        self
    }

    /// Connects the bot's standard error to a pipe that nobody reads. [`BotProcess::logged`] is then empty.
    pub fn unread_log(mut self) -> Self {
        self.has_unread_log = true;
        self
    }

    /// Uses a database on a server. The default is a file in the bot's working directory.
    pub fn database_url(mut self, url: String) -> Self {
        self.url = Some(url);
        self
    }

    fn location(&self) -> DatabaseLocation {
        match &self.url {
            Some(url) => url.parse().unwrap(),
            None => DatabaseLocation::File(self.folder.path().join("ulti.db")),
        }
    }

    /// Starts the bot and waits until it is ready.
    ///
    /// The server counts as welcomed, so that the bot posts no welcome message.
    pub async fn start(self, sandbox: &Sandbox) -> BotProcess {
        let store = Store::open_at(&self.location()).await.unwrap();
        store.record_welcome(ServerId(sandbox.guild().0), UnixMillis(0)).await.unwrap();
        store.close().await;
        let mut bot = self.spawn(sandbox);
        bot.wait_until_ready(sandbox).await;
        bot
    }

    /// Starts the bot without waiting until it is ready.
    pub fn spawn(self, sandbox: &Sandbox) -> BotProcess {
        let child = Some(self.child(sandbox));
        BotProcess { start: self, child }
    }

    fn child(&self, sandbox: &Sandbox) -> Child {
        // A slow machine must not change the bot's responses.
        let deadline = sandbox.response_deadline().unwrap_or(Duration::from_hours(1));
        let log = self.folder.path().join("log");
        let log = std::fs::OpenOptions::new().create(true).append(true).open(log).unwrap();
        let (key, place) = match &self.url {
            Some(url) => ("ULTI_STORE__URL", OsString::from(url)),
            None => ("ULTI_STORE__PATH", self.folder.path().join("ulti.db").into()),
        };
        Command::new(&self.program)
            .args(&self.arguments)
            .current_dir(self.folder.path())
            .env("ULTI_DISCORD__API", sandbox.base_url())
            .env("ULTI_DISCORD__RESPONSE_DEADLINE", format!("{}s", deadline.as_secs()))
            .env(key, place)
            .envs(self.environment.iter().map(|(name, value)| (name, value)))
            .stdout(Stdio::null())
            .stderr(if self.has_unread_log { Stdio::piped() } else { log.into() })
            .kill_on_drop(true)
            .spawn()
            .unwrap()
    }
}

impl BotProcess {
    /// Returns a builder for the given program, which is usually `env!("CARGO_BIN_EXE_ulti")`.
    ///
    /// By default, robots play without delay and the rate limits are too high for simulated users to reach.
    pub fn builder(program: impl Into<PathBuf>) -> BotProcessBuilder {
        BotProcessBuilder {
            program: program.into(),
            arguments: vec!["run".into()],
            environment: Vec::new(),
            folder: tempfile::tempdir().unwrap(),
            url: None,
            has_unread_log: false,
        }
        .env("ULTI_DISCORD__TOKEN", TOKEN)
        .hard_limit(Duration::from_hours(1))
        .env("ULTI_TABLE__ROBOT_PACE", "0s")
        // Simulated users are faster than real ones.
        .env("ULTI_LIMITS__PERSON__AT_ONCE", "100000")
        .env("ULTI_LIMITS__SERVER__AT_ONCE", "100000")
        .env("ULTI_LIMITS__DOUBLE_CLICK", "0s")
    }

    /// Waits for the killed process to end, starts the bot again with the same database and waits until it is
    /// ready.
    pub async fn restart(&mut self, sandbox: &Sandbox) {
        sandbox.wait_until(|sandbox| !sandbox.is_online(), PROCESS_TIMEOUT).await.unwrap();
        if let Some(mut killed) = self.child.take() {
            // The connection can be closed before the lock of the database is released.
            tokio::time::timeout(PROCESS_TIMEOUT, killed.wait()).await.unwrap().unwrap();
        }
        self.child = Some(self.start.child(sandbox));
        self.wait_until_ready(sandbox).await;
    }

    /// Panics with the bot's log if the bot ends first.
    async fn wait_until_ready(&mut self, sandbox: &Sandbox) {
        let child = self.child.as_mut().unwrap();
        let ready = tokio::select! {
            ready = sandbox.wait_until_ready(PROCESS_TIMEOUT) => ready.map_err(|error| error.to_string()),
            ended = child.wait() => Err(format!("the bot has ended: {ended:?}")),
        };
        ready.unwrap_or_else(|error| panic!("{error}\n{}", self.logged()));
    }

    /// Returns the process id, or `None` if the process has exited.
    pub fn id(&self) -> Option<u32> {
        self.child.as_ref()?.id()
    }

    /// Sends SIGKILL.
    pub fn kill(&mut self) {
        self.child.as_mut().unwrap().start_kill().unwrap();
    }

    /// Sends SIGTERM and waits for the process to exit successfully.
    pub async fn stop(&mut self) {
        self.terminate();
        self.until_exit().await;
    }

    /// Sends SIGTERM without waiting for the process to exit.
    pub fn terminate(&self) {
        self.signal("-TERM");
    }

    /// Returns the pipe to which a bot with an unread log writes.
    pub fn take_log_pipe(&mut self) -> ChildStderr {
        self.child.as_mut().unwrap().stderr.take().unwrap()
    }

    /// Sends SIGHUP without waiting for the process to exit.
    pub fn hang_up(&self) {
        self.signal("-HUP");
    }

    /// Sends SIGSTOP, which pauses the process.
    pub fn pause(&self) {
        self.signal("-STOP");
    }

    /// Sends SIGCONT, which resumes a paused process.
    pub fn resume(&self) {
        self.signal("-CONT");
    }

    fn signal(&self, signal: &str) {
        let id = self.id().unwrap().to_string();
        std::process::Command::new("kill").args([signal, &id]).status().unwrap();
    }

    /// Waits for the process to exit and asserts that it succeeded.
    pub async fn until_exit(&mut self) {
        let status = self.exit_status().await;
        assert!(status.success(), "{status}");
    }

    /// Waits for the process to exit and returns its exit status.
    pub async fn exit_status(&mut self) -> ExitStatus {
        let mut child = self.child.take().unwrap();
        let status = tokio::time::timeout(PROCESS_TIMEOUT, child.wait()).await.unwrap().unwrap();
        let log = self.logged();
        assert!(!log.contains("panicked"), "{log}");
        status
    }

    /// Returns the complete log, including the output of earlier runs.
    pub fn logged(&self) -> String {
        std::fs::read_to_string(self.start.folder.path().join("log")).unwrap()
    }

    /// Sends a GET request to the metrics server and returns the status code and body.
    pub async fn fetch(&self, path: &str) -> (u16, String) {
        let log = self.logged();
        let shown = log.rsplit_once("metrics server listening address=").unwrap().1;
        let address = shown.lines().next().unwrap().trim();
        let answer = reqwest::get(format!("http://{address}{path}")).await.unwrap();
        (answer.status().as_u16(), answer.text().await.unwrap())
    }

    /// Waits until `/readyz` returns the given status code and body.
    pub async fn until_ready(&self, wanted: (u16, &str)) {
        let wanted = (wanted.0, wanted.1.to_owned());
        let comes = async {
            while !self.logged().contains("metrics server listening") {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            while self.fetch("/readyz").await != wanted {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        let came = tokio::time::timeout(PROCESS_TIMEOUT, comes).await;
        assert!(
            came.is_ok(),
            "timed out waiting for {wanted:?}, last answer {:?}",
            self.fetch("/readyz").await
        );
    }

    /// Returns the path of the database file.
    pub fn database(&self) -> PathBuf {
        self.start.folder.path().join("ulti.db")
    }

    /// Opens the database through a separate connection.
    pub async fn read_store(&self) -> Store {
        Store::open_at(&self.start.location()).await.unwrap()
    }

    /// Kills the process if it is still running, and returns the folder that contains its database and log.
    pub fn into_folder(self) -> TempDir {
        self.start.folder
    }
}
