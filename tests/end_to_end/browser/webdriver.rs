//! Chromium and chromedriver as child processes of the test.

use std::path::PathBuf;
use std::process::Stdio;

use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};

use super::{TIMEOUT, browser_required};

const BROWSERS: &[&str] = &["chromium", "chromium-browser", "google-chrome"];

const FLAGS: &[&str] = &[
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--lang=en-US",
];

/// A running chromedriver.
pub(crate) struct Browser {
    pub(crate) address: String,
    program: PathBuf,
    profile: tempfile::TempDir,
    /// Process and its open output pipe. The process is killed on drop.
    _driver: (Child, Lines<BufReader<ChildStdout>>),
}

impl Browser {
    /// Starts the installed browser.
    ///
    /// Returns `None` if there is none, which skips the test, unless `ULTI_REQUIRE_BROWSER` is set.
    pub(crate) async fn find() -> Option<Self> {
        let found = BROWSERS.iter().find_map(|name| on_path(name)).zip(on_path("chromedriver"));
        let Some((program, driver)) = found else {
            assert!(
                !browser_required(),
                "ULTI_REQUIRE_BROWSER=1, but chromium or chromedriver is missing on the PATH"
            );
            eprintln!("skipped: chromium or chromedriver is missing on the PATH");
            return None;
        };
        Some(Self::start(program, driver).await)
    }

    async fn start(program: PathBuf, driver: PathBuf) -> Self {
        let mut driver = Command::new(driver)
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(driver.stdout.take().unwrap()).lines();
        let started = async {
            while let Some(line) = lines.next_line().await.unwrap() {
                if let Some((_, port)) = line.split_once("started successfully on port ") {
                    return format!("http://127.0.0.1:{}", port.trim_end_matches('.'));
                }
            }
            panic!("chromedriver exited before it printed its port");
        };
        let address =
            tokio::time::timeout(TIMEOUT, started).await.expect("timed out waiting for chromedriver's port");
        Self { address, program, profile: tempfile::tempdir().unwrap(), _driver: (driver, lines) }
    }

    /// Opens a window with a width and height in CSS pixels.
    pub(crate) async fn open(&self, (width, height): (u32, u32)) -> Client {
        let profile = format!("--user-data-dir={}", self.profile.path().display());
        let flags: Vec<&str> = FLAGS.iter().copied().chain([profile.as_str()]).collect();
        let metrics =
            json!({"width": width, "height": height, "pixelRatio": 1, "mobile": width < 700, "touch": false});
        let wanted = json!({
            "goog:loggingPrefs": {"browser": "ALL"},
            "goog:chromeOptions": {
                "binary": self.program, "args": flags, "mobileEmulation": {"deviceMetrics": metrics},
            },
        });
        let Value::Object(wanted) = wanted else { unreachable!() };
        let mut builder = ClientBuilder::new(HttpConnector::new());
        builder.capabilities(wanted).connect(&self.address).await.expect("failed to open a browser session")
    }
}

fn on_path(name: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| path.is_file())
}
