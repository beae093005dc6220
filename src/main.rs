//! Ulti.

use std::process::ExitCode;

use clap::Parser;
use ulti::cli::Cli;

fn main() -> ExitCode {
    Cli::parse().run().unwrap_or_else(|error| {
        eprintln!("Error: {error:#}");
        ExitCode::FAILURE
    })
}
