//! Ulti.

use std::process::ExitCode;

use clap::Parser;
use ulti::cli::Cli;

fn main() -> anyhow::Result<ExitCode> {
    Cli::parse().run()
}
