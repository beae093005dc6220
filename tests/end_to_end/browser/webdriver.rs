//! Chromium and chromedriver as child processes of the test.

use std::io::{Read as _, Seek as _};
use std::path::{Path, PathBuf};
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

/// Number of times that chromedriver is started before the test fails.
const STARTS: usize = 10;

/// The process and its open output pipe. The process is killed on drop.
type Driver = (Child, Lines<BufReader<ChildStdout>>);

/// A running chromedriver.
pub(crate) struct Browser {
    pub(crate) address: String,
    program: PathBuf,
    profile: tempfile::TempDir,
    _driver: Driver,
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

    /// Starts chromedriver, at most [`STARTS`] times.
    ///
    /// Given port 0, chromedriver takes a free port of one IP version and then exits if another process uses
    /// that port with the other version.
    async fn start(program: PathBuf, driver: PathBuf) -> Self {
        let mut failures = Vec::new();
        while failures.len() < STARTS {
            match start_driver(&driver).await {
                Ok((port, driver)) => {
                    let address = format!("http://127.0.0.1:{port}");
                    return Self { address, program, profile: tempfile::tempdir().unwrap(), _driver: driver };
                }
                Err(output) => failures.push(output),
            }
        }
        panic!("chromedriver exited {STARTS} times before it named its port:\n{}", failures.join("\n"));
    }

    /// Opens a window with a width and height in CSS pixels.
    pub(crate) async fn open(&self, (width, height): (u32, u32)) -> Client {
        let profile = format!("--user-data-dir={}", self.profile.path().display());
        let flags: Vec<&str> = FLAGS.iter().copied().chain([profile.as_str()]).collect();
        let metrics =
            json!({"width": width, "height": height, "pixelRatio": 1, "mobile": width < 700, "touch": false});
        let limit = u64::try_from(TIMEOUT.as_millis()).unwrap();
        let wanted = json!({
            // By default, a script may take 30 seconds, which a busy machine can exceed.
            "timeouts": {"script": limit, "pageLoad": limit},
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

/// Starts chromedriver and returns its port.
///
/// # Errors
///
/// Returns its output if it exits before it names its port.
async fn start_driver(program: &Path) -> Result<(String, Driver), String> {
    let mut errors = tempfile::tempfile().unwrap();
    let mut child = Command::new(program)
        .arg("--port=0")
        .stdout(Stdio::piped())
        .stderr(errors.try_clone().unwrap())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let started = async {
        let mut output = String::new();
        while let Some(line) = lines.next_line().await.unwrap() {
            if let Some((_, port)) = line.split_once("started successfully on port ") {
                return Ok(port.trim_end_matches('.').to_owned());
            }
            output = output + &line + "\n";
        }
        Err(output)
    };
    let started =
        tokio::time::timeout(TIMEOUT, started).await.expect("timed out waiting for chromedriver's port");
    match started {
        Ok(port) => Ok((port, (child, lines))),
        Err(mut output) => {
            let status = child.wait().await.unwrap();
            errors.rewind().unwrap();
            errors.read_to_string(&mut output).unwrap();
            Err(output + &status.to_string())
        }
    }
}

fn on_path(name: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| path.is_file())
}
