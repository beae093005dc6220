//! Executable of the Ulti bot and its command-line tools.

use std::process::ExitCode;

use clap::Parser;
use ulti::cli::Cli;

/// Global allocator when the `jemalloc` feature is enabled.
///
/// With the C library's allocator, bursts of thousands of interactions fragment memory, and freed memory is
/// not returned to the system.
#[cfg(all(feature = "jemalloc", not(target_env = "msvc")))]
#[global_allocator]
static MEMORY: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    Cli::parse().run().unwrap_or_else(|error| {
        eprintln!("Error: {error:#}");
        ExitCode::FAILURE
    })
}
