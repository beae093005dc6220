//! Ulti.

use std::process::ExitCode;

use clap::Parser;
use ulti::cli::Cli;

/// Thousands of interactions at once leave holes behind which the C library's allocator never gives back.
#[cfg(not(target_env = "msvc"))]
#[global_allocator]
static MEMORY: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    Cli::parse().run().unwrap_or_else(|error| {
        eprintln!("Error: {error:#}");
        ExitCode::FAILURE
    })
}
