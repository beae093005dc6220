//! Executable of the Ulti bot and its command-line tools.

use std::process::ExitCode;

use clap::Parser;
use ulti::cli::Cli;

/// Global allocator of releases. The C library's allocator does not return memory to the system after bursts
/// of thousands of interactions, because the freed blocks are fragmented.
#[cfg(all(feature = "jemalloc", not(target_env = "msvc")))]
#[global_allocator]
static MEMORY: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    Cli::parse().run().unwrap_or_else(|error| {
        eprintln!("Error: {error:#}");
        ExitCode::FAILURE
    })
}
