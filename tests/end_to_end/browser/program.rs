//! The `ulti playground` process under test.

use std::process::Stdio;

use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio_util::sync::CancellationToken;

use super::TIMEOUT;

/// A running `ulti playground`, killed on drop.
pub(crate) struct Program {
    pub(crate) address: String,
    process: Child,
    /// Cancelled when the program logs that the emoji have been uploaded.
    emoji_uploaded: CancellationToken,
    /// Folder of the database. The test deletes it, because a killed process cannot.
    _scratch: tempfile::TempDir,
}

impl Program {
    /// Starts the program with a seed and waits for its address.
    pub(crate) async fn start(seed: u64) -> Self {
        Self::start_with(&["--port", "0", "--seed", &seed.to_string()]).await
    }

    /// Starts the program with these arguments and waits for its address.
    ///
    /// The channel is empty, because the bot posts no welcome message.
    pub(crate) async fn start_with(arguments: &[&str]) -> Self {
        let scratch = tempfile::tempdir().unwrap();
        let mut process = Command::new(env!("CARGO_BIN_EXE_ulti"))
            .args(["playground", "--no-welcome", "--log", "warn,ulti=info"])
            // A slow machine must not change the bot's responses.
            .args(["--response-deadline", &format!("{}s", TIMEOUT.as_secs()), "--turn-limit", "1d"])
            .args(arguments)
            .env("TMPDIR", scratch.path())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let emoji_uploaded = CancellationToken::new();
        let uploaded = emoji_uploaded.clone();
        let note = move |line: &str| {
            if line.ends_with("emoji uploaded") {
                uploaded.cancel();
            }
        };
        let mut lines = BufReader::new(process.stderr.take().unwrap()).lines();
        let address = async {
            while let Some(line) = lines.next_line().await.unwrap() {
                if let Some((address, _)) = line.strip_prefix("Open ").and_then(|line| line.split_once(' ')) {
                    return address.to_owned();
                }
                note(&line);
                eprintln!("{line}");
            }
            panic!("sandbox exited before it printed its address");
        };
        let address = tokio::time::timeout(TIMEOUT, address)
            .await
            .expect("timed out waiting for the sandbox's address");
        // Forward the remaining output to the output of the test.
        tokio::spawn(async move {
            while let Ok(Some(line)) = lines.next_line().await {
                note(&line);
                eprintln!("{line}");
            }
        });
        Self { address, process, emoji_uploaded, _scratch: scratch }
    }

    /// Waits until the bot can show cards as emoji. Messages sent before show them as text.
    pub(crate) async fn until_emoji_uploaded(&self) {
        let uploaded = tokio::time::timeout(TIMEOUT, self.emoji_uploaded.cancelled()).await;
        uploaded.expect("timed out waiting for the bot to upload the emoji");
    }

    /// Kills the program and returns its port.
    pub(crate) async fn stop(mut self) -> String {
        self.process.kill().await.unwrap();
        self.address.rsplit(':').next().unwrap().to_owned()
    }
}
