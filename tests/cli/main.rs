//! Tests of the command line.
//!
//! | module | tests of |
//! | --- | --- |
//! | `analyse` | `ulti analyse` |
//! | `arena` | `ulti arena` |
//! | `database` | users' data, and a database that cannot be written |
//! | `past` | finished deals: `import`, `records`, `verify` and `void` |
//! | `replay` | `ulti replay`, also with forged records |
//! | `robot` | `ulti robot` |
//! | `rules` | `ulti rules`, and rules in arguments and in the configuration |
//! | `simulation` | `ulti simulate` |
//! | `solve` | the answer of `ulti solve` for the game parti |
//! | `solve_lines` | the input and output lines of `ulti solve` |
//! | `tokens` | misplaced bot tokens, which are never shown |

#![allow(clippy::unwrap_used, clippy::expect_used)] // clippy does not recognize helpers as test code

mod analyse;
mod arena;
mod database;
#[allow(dead_code)] // shared with the tests of the solver
#[path = "../../crates/ulti-ai/tests/solver/plain/card.rs"]
mod paper;
mod past;
mod replay;
mod robot;
mod rules;
mod simulation;
mod solve;
mod solve_lines;
mod tokens;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// Runs the program.
fn ulti(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ulti")).args(arguments).output().unwrap()
}

/// Returns the standard output of a successful run.
fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Simulates deals into a file and returns the records.
fn simulate(file: &Path, robots: &str, deals: u32) -> Vec<Value> {
    let deals = deals.to_string();
    let file_name = file.to_str().unwrap();
    let arguments = ["simulate", "--rules", "4m", "--deals", &deals, "--seed", "7", "--robots", robots];
    let summary = stdout(&ulti(&[&arguments[..], &["--records", file_name]].concat()));
    assert!(summary.contains(&format!("deals   {deals}\n")), "{summary}");
    let text = std::fs::read_to_string(file).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Runs the program with the given text as its standard input.
fn feed(arguments: &[&str], text: &str) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_ulti"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    program.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    program.wait_with_output().unwrap()
}
