//! Executable of the Ulti bot and its command-line tools.

use std::process::ExitCode;

use ulti::cli::{self, Cli};
use ulti::config::without_tokens;

/// Global allocator when the `jemalloc` feature is enabled.
///
/// With the C library's allocator, bursts of thousands of interactions fragment memory, and freed memory is
/// not returned to the system.
#[cfg(all(feature = "jemalloc", not(target_env = "msvc")))]
#[global_allocator]
static MEMORY: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    Cli::parse_or_exit().run().unwrap_or_else(|error| {
        // A token may have been given as a file name or as another value.
        cli::print_error(without_tokens(&format!("{error:#}")));
        cli::failure_code(&error)
    })
}
