//! Log lines, and the runtime that everything runs on.

use std::io;

use tracing_subscriber::EnvFilter;

/// Sends log lines to standard error. A filter that can't be read logs warnings; the configuration
/// has been checked by then.
pub(super) fn start(filter: &str) {
    let mut filter = EnvFilter::try_new(filter).unwrap_or_else(|_| EnvFilter::new("warn"));
    // These print addresses with interactions' tokens in them when they are more talkative.
    for quiet in ["poise=error", "serenity=warn", "hyper=warn", "reqwest=warn", "h2=warn"] {
        if let Ok(directive) = quiet.parse() {
            filter = filter.add_directive(directive);
        }
    }
    // A second start, in a test, keeps the first one's filter.
    let _ = tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr).try_init();
}

/// The runtime.
pub(super) fn runtime() -> io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()
}
