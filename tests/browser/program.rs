//! The program under test.

use std::process::Stdio;

use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use crate::PATIENCE;

/// A running `ulti playground`, killed when dropped.
pub(crate) struct Program {
    pub(crate) address: String,
    process: Child,
    /// Where it keeps its database: it can't clear up when killed.
    _scratch: tempfile::TempDir,
}

impl Program {
    /// Starts it and waits for the address it prints.
    pub(crate) async fn start(seed: u64) -> Self {
        Self::start_with(&["--port", "0", "--seed", &seed.to_string()]).await
    }

    /// The same with these arguments.
    pub(crate) async fn start_with(arguments: &[&str]) -> Self {
        let scratch = tempfile::tempdir().unwrap();
        let mut process = Command::new(env!("CARGO_BIN_EXE_ulti"))
            .arg("playground")
            .args(arguments)
            .env("TMPDIR", scratch.path())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stderr.take().unwrap()).lines();
        let address = async {
            while let Some(line) = lines.next_line().await.unwrap() {
                if let Some(address) = line.split_whitespace().find(|word| word.starts_with("http://")) {
                    return address.to_owned();
                }
                eprintln!("{line}");
            }
            panic!("the playground ended before it named its address");
        };
        let address = tokio::time::timeout(PATIENCE, address).await.expect("the playground names no address");
        // Whatever it still has to say belongs to the test's output.
        tokio::spawn(async move {
            while let Ok(Some(line)) = lines.next_line().await {
                eprintln!("{line}");
            }
        });
        Self { address, process, _scratch: scratch }
    }

    /// Ends it; gives its port, where another may begin.
    pub(crate) async fn stop(mut self) -> String {
        self.process.kill().await.unwrap();
        self.address.rsplit(':').next().unwrap().to_owned()
    }
}
