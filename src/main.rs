//! Executable of the Ulti bot and its command-line tools.

use std::process::ExitCode;

use clap::Parser;
use ulti::cli::Cli;

/// Global allocator if the feature `jemalloc` is enabled.
///
/// The C library's allocator fragments memory during bursts of thousands of interactions. It then does not
/// return the freed memory to the system.
#[cfg(all(feature = "jemalloc", not(target_env = "msvc")))]
#[global_allocator]
static MEMORY: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    Cli::parse().run().unwrap_or_else(|error| {
        eprintln!("Error: {error:#}");
        ExitCode::FAILURE
    })
}
